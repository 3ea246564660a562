"""How soon `tenluz` is there: new processes, from start to the first word or the first prompt.

The cache of compiled code is warm, as in every start but the first.
"""

import os
import selectors
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

TENLUZ = (sys.executable, "-m", "tenluz.cli")
SILENCE = 1.0  # seconds without a word: it waits for an answer
PATIENCE = 60.0


def to_end(words: Sequence[str]) -> float:
    """Seconds until a command has ended."""
    start = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def to_prompt(words: Sequence[str]) -> float | None:
    """Seconds until a command has said all that it says before it waits for an answer; None
    if it ends instead."""
    with tempfile.TemporaryDirectory() as home:
        start = time.perf_counter()
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home},
        )
        assert process.stdout is not None
        latest = None
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(process.stdout, selectors.EVENT_READ)
                while selector.select(PATIENCE if latest is None else SILENCE):
                    if not os.read(process.stdout.fileno(), 65536):
                        return None
                    latest = time.perf_counter() - start
        finally:
            process.kill()
            process.communicate()
    return latest


def seconds(rounds: int) -> dict[str, float]:
    """Medians for importing NumPy, for `--help`, and for a table of each game."""
    numpy = (sys.executable, "-c", "import numpy")
    found: dict[str, list[float]] = {"import numpy": [], "tenluz --help": []}
    plays = ("level10", "luz")
    to_prompt((*TENLUZ, "play", "level10", "--plain"))  # fills the cache
    to_prompt((*TENLUZ, "play", "luz", "--plain"))
    for _ in range(rounds):
        found["import numpy"].append(to_end(numpy))
        found["tenluz --help"].append(to_end((*TENLUZ, "--help")))
        for game in plays:
            took = to_prompt((*TENLUZ, "play", game, "--plain"))
            if took is not None:
                found.setdefault(f"tenluz play {game}", []).append(took)
    return {name: statistics.median(each) for name, each in found.items()}


def check_seconds(records: Path) -> float:
    """Seconds that `tenluz check` takes for a file of records."""
    return to_end((*TENLUZ, "check", str(records)))
