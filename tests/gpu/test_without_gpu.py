"""What of these tests can be said without a GPU: kernels run in Numba's simulator, as ordinary
Python, and every game has room in a block's shared memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tenluz.engine.catalogue import game_named
from tenluz.envs.encoding import encoding
from tenluz.envs.vector.gpu import deck_stride, row_layout

ROOT = Path(__file__).parents[2]
PLAIN = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
WARP = 32  # threads that go in step


def test_simulated_kernels_play_the_same_games() -> None:
    words = ("-q", "-p", "no:cacheprovider", "tests/gpu/test_same_bytes.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        env={**os.environ, **PLAIN},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout


@pytest.mark.parametrize(("name", "players"), [("level10", 5), ("luz", 5), ("oh_hell", 7)])
def test_a_whole_warp_has_room_for_the_largest_table(name: str, players: int) -> None:
    game = game_named(name)
    options = game.options({"players": players})
    encoded = encoding(game, options)
    words = encoded.rows().shape[0] + encoded.masks().shape[0]
    pitch, threads = row_layout(game, words)
    assert pitch >= words
    assert threads >= WARP
    assert deck_stride(game, options) >= len(game.deck(options))
