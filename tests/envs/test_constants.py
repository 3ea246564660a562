"""Options are constants of a batch's loops; what the loops call is compiled once for all."""

import pickle
import subprocess
import sys

import pytest

from tenluz.engine.compiled import INTERPRETED
from tenluz.envs import vector
from tenluz.envs.vector import constants
from tenluz.envs.vector.game_step import turns
from tests.games_played import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_another_process_finds_the_class_that_code_on_disk_is_for(game):
    its = GAMES[game]
    made = constants.as_constants(its, its.options().packed())
    find = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"
    found = subprocess.check_output([sys.executable, "-c", find], input=pickle.dumps(made))
    assert found.decode().strip() == str(made)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_other_options_share_what_is_compiled():
    for deals in (1, 2):
        vector.make("luz", 2, players=3, deals=deals).reset(seed=1)
    assert len(turns(GAMES["luz"]).turn.signatures) == 1


def test_nothing_else_is_made_up():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        constants.chess  # noqa: B018
