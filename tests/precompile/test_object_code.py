"""The machine code that was compiled ahead of time plays a thousand games as they are recorded
here, byte for byte, on this machine and on processors that it does not have."""

import dataclasses
import signal
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tenluz.engine import precompiled
from tenluz.engine.calls import calls
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.game import Game
from tenluz.games.level10.rules import talk
from tenluz.precompile.__main__ import outdated
from tenluz.precompile.objects import TARGETS
from tests.games_played import GAMES
from tests.precompile.processors import EMULATED, Processor, by_hand, main, processors
from tests.precompile.recording import Recording, as_words, recorded

DRIVER = Path(__file__).with_name("driver.c")
GAMES_EACH = 500
SAY: dict[str, Callable[..., None]] = {"level10": talk.say}

pytestmark = pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare")


class Recorded(NamedTuple):
    """Games to play again, and the file that they are in."""

    game: Game
    recording: Recording
    file: Path


@pytest.fixture(scope="module", params=GAMES)
def games(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Recorded]:
    """Games of either."""
    old = [target.name for target in outdated(TARGETS)]
    assert not old, f"The code for {' and '.join(old)} is outdated: make machine-code-of-all"
    game = GAMES[request.param]
    recording = recorded(game, GAMES_EACH)
    file = tmp_path_factory.mktemp("games") / game.name
    recording.words.tofile(file)
    yield Recorded(game, recording, file)
    file.unlink()


def at_hand(processor: Processor) -> Processor:
    """The same; the test is left out where something is missing that it takes."""
    if left_out := processor.missing():
        pytest.skip(by_hand(left_out))
    return processor


def functions(game: Game) -> dict[str, str]:
    """What the driver calls: the names of functions and of their code."""
    o, s = np.array([game.options().packed()]), np.zeros(1, game.state_type)
    views, numbers = np.zeros(1, game.view_type), np.zeros(1, np.int64)
    its = calls(game)
    called: dict[str, tuple[Any, tuple[object, ...]]] = {
        "START": (game.rules.start, (o[0], s[0])),
        "DEAL": (game.rules.deal, (o[0], s[0], numbers, 0)),
        "LEGAL": (its.legal, (o, s)),
        "APPLY": (its.apply, (o, s, 0)),
        "VIEWS": (its.views, (o, s, numbers, views)),
    }
    if game.name in SAY:
        called["SAY"] = (SAY[game.name], (o[0], s[0], 0, 0, 0, 0, 0))
    names = {}
    for name, (function, arguments) in called.items():
        types = tuple(map(function.typeof_pyval, arguments))
        key = precompiled.key(function.py_func, function.purpose, types)
        assert key is not None
        names[name] = key
    return names


def driver(folder: Path, game: Game, processor: Processor) -> Path:
    """The driver with the code of a game for a processor, as one program."""
    names = functions(game)
    with zipfile.ZipFile(precompiled.ARCHIVES / f"{processor.archive}.zip") as archive:
        objects = [
            archive.extract(f"{key}.{processor.variant}.o", folder) for key in names.values()
        ]
    sizes = {
        "OPTIONS": len(as_words(game.options().packed())),
        "STATE": game.state_type.itemsize // 8,
        "VIEW": game.view_type.itemsize // 8,
    }
    program = folder / "driver"
    command = [processor.compiler, "-O1", "-Wall", "-Werror", "-static", "-no-pie"]
    command += ["-Wl,--unresolved-symbols=ignore-all"]  # Python's and Numba's own functions
    command += [f'-D{name}="{key}"' for name, key in names.items()]
    command += [f"-D{name}={size}" for name, size in sizes.items()]
    subprocess.run([*command, str(DRIVER), *objects, "-o", str(program)], check=True)
    return program


def play(
    folder: Path, game: Game, file: Path, processor: Processor
) -> subprocess.CompletedProcess[str]:
    """Play all games of a file again there."""
    command = [*processor.runner, str(driver(folder, game, processor)), str(file)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("processor", processors().values(), ids=processors())
def test_every_state_is_the_same(tmp_path: Path, games: Recorded, processor: Processor) -> None:
    played = play(tmp_path, games.game, games.file, at_hand(processor))
    assert played.returncode == 0, played.stdout + played.stderr
    counts = dict(line.split() for line in played.stdout.splitlines())
    assert {event: int(count) for event, count in counts.items()} == games.recording.counts
    assert games.recording.counts["G"] == GAMES_EACH


def test_a_byte_that_differs_is_found(tmp_path: Path, games: Recorded) -> None:
    words = games.recording.words.copy()
    words[1 + len(as_words(games.game.options().packed()))] ^= 1  # of the first new game
    file = tmp_path / "games"
    words.tofile(file)
    processor, *_ = processors().values()
    played = play(tmp_path, games.game, file, at_hand(processor))
    assert played.returncode == 1
    assert played.stdout == "game 1, 0 moves played, event G: byte 0 is 0, recorded 1\n"


def test_the_emulator_refuses_avx(tmp_path: Path, games: Recorded) -> None:
    """So what plays there does without."""
    without = EMULATED["x86-64 without AVX"]
    wrong = dataclasses.replace(without, variant="x86-64-v3")
    played = play(tmp_path, games.game, games.file, at_hand(wrong))
    assert played.returncode == -signal.SIGILL


def test_what_is_missing_is_named_with_its_packages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.argv", ["processors"])
    assert main() == 1
    missing, packages = capsys.readouterr().err.split("; on Debian: sudo apt install ")
    assert "qemu-x86_64" in missing
    assert "qemu-aarch64" in missing
    assert "qemu-user" in packages.split()
