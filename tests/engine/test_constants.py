"""Options are constants of a batch's loops; what the loops call is compiled once for all."""

import pickle
import subprocess
import sys

import numba
import numpy as np
import pytest

from tenluz.engine import constants
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.game import Game
from tests.games_played import GAMES


def test_another_process_finds_the_class_that_code_on_disk_is_for():
    """Also of a game that is not there: others' code may lie in one file with it."""
    packed = np.array((3, 0), [("players", "i1"), ("bid_limit", "i1")])
    find = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"
    made = pickle.dumps(constants.as_constants(packed))
    found = subprocess.check_output([sys.executable, "-c", find], input=made).decode()
    assert found.strip() == "Options__players__bid_limit(players=3, bid_limit=0)"


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_other_options_have_one_type(game: Game):
    """Compiled code is found by types: what loops call is there for other options too."""
    of_three, of_four = (
        constants.as_constants(game.options(players=players).packed()) for players in (3, 4)
    )
    assert of_three != of_four
    assert numba.typeof(of_three) == numba.typeof(of_four)


def test_nothing_else_is_made_up():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        constants.chess  # noqa: B018
