"""Interpreted and compiled runs agree, byte for byte: on 600 games of each game, and in
`make soak` on 10,000."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tenluz.engine.compiled import INTERPRETED
from tests.differential.play import BLOCK, CASES, block_options, hashes

ROOT = Path(__file__).parents[2]
PROCESSES = 2

pytestmark = pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")


@contextlib.contextmanager
def run_interpreted(name, begin, end, games):
    """A process at work on some blocks; it is ended when nobody waits for it any more."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.differential.play", name, *map(str, (begin, end, games))],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("blocks", "games"), [(20, 30), pytest.param(100, BLOCK, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("name", ["luz", "level10"])
def test_interpreted_and_compiled_runs_agree(name, blocks, games):
    """10,000 games of Luz: 8,000 full ones (2,500 for three players, 3,000 for four, 2,500
    for five) and 2,000 small versions. 10,000 of Level 10: 7,500 full ones for one to five
    players over the editions and rulings, with talk, and 2,500 small versions. The first 20
    blocks have games of every kind."""
    options = block_options(name)[:blocks]
    share = len(options) // PROCESSES
    parts = [(share * n, share * (n + 1)) for n in range(PROCESSES)]
    with contextlib.ExitStack() as until_done:
        interpreted = [
            until_done.enter_context(run_interpreted(name, *part, games)) for part in parts
        ]
        compiled = list(hashes(name, 0, len(options), games))
        found = []
        for process in interpreted:
            printed, _ = process.communicate(timeout=900)
            assert process.returncode == 0
            found += printed.split()
    assert len(found) == len(compiled)
    wrong = [number for number in range(len(found)) if found[number] != compiled[number]]
    assert not wrong, f"block {wrong[0]} differs: {options[wrong[0]]}"


def test_the_games_are_what_the_docstring_says():
    def games(name, wanted):
        return BLOCK * sum(blocks for blocks, options in CASES[name] if wanted(options))

    def full(options):
        return not options.keys() & {"worlds", "colours"}

    for players, count in [(3, 2_500), (4, 3_000), (5, 2_500)]:
        assert games("luz", lambda o, n=players: full(o) and o["players"] == n) == count
    assert games("level10", full) == 7_500
    for players in range(1, 6):
        assert games("level10", lambda o, n=players: full(o) and o["players"] == n) >= 800
    for name in CASES:
        assert games(name, lambda options: True) == 10_000
        assert all(options in block_options(name)[:20] for _, options in CASES[name])


def test_different_blocks_give_different_hashes():
    assert len(set(hashes("luz", 0, 4))) == 4
    assert list(hashes("luz", 0, 2)) == list(hashes("luz", 0, 2))
