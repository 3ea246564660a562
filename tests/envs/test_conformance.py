"""PettingZoo's and Gymnasium's own tests, for every player count and option."""

import dataclasses
import functools
import importlib.metadata

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

from tenluz.envs.gymnasium_env import ID
from tests.envs.cases import CASES, LEVEL10, MODULES, name
from tests.games_played import GAMES

pytestmark = [
    # PettingZoo says so of every environment with a mask in its observation, unless it knows
    # the environment by name.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    # A game that is over leaves nothing to do.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]

every_case = pytest.mark.parametrize(("game", "options"), CASES, ids=name)


def test_the_cases_leave_no_option_at_one_value():
    for game, found in GAMES.items():
        for field in dataclasses.fields(found.options_type):
            seen = {
                getattr(found.options({k: v for k, v in case.items() if k in agreed}), field.name)
                for which, case in CASES
                if which == game
                for agreed in [{each.name for each in dataclasses.fields(found.options_type)}]
            }
            if field.name == "first_player":
                seen.add("dealt")  # what an environment starts from
            assert len(seen) > 1, field.name


@every_case
@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_the_api_is_pettingzoos(game, options, kind):
    api_test(getattr(MODULES[game], kind)(**options), num_cycles=1_000)


@every_case
def test_the_same_seed_gives_the_same_game(game, options):
    seed_test(functools.partial(MODULES[game].env, **options), num_cycles=500)


@every_case
def test_every_render_mode_draws(game, options, capsys):
    render_test(functools.partial(MODULES[game].env, **options))
    assert "player_0" in capsys.readouterr().out  # `human`


@every_case
def test_the_parallel_api_is_pettingzoos(game, options):
    parallel_api_test(turn_based_aec_to_parallel(MODULES[game].env(**options)), num_cycles=1_000)


LEVEL10_ALONE = ID.format("level10")
FOR_SEVERAL = ("talk", "players", "first_player", "extra_turn")
SOLO = {
    name(case): case
    for case in ({k: v for k, v in c.items() if k not in FOR_SEVERAL} for c in LEVEL10)
}


@pytest.mark.parametrize("options", SOLO.values(), ids=SOLO.keys())
@pytest.mark.parametrize("mode", [None, "rgb_array"])
def test_gymnasium_accepts_the_solo_game(options, mode):
    made = gymnasium.make(f"tenluz.envs.gymnasium_env:{LEVEL10_ALONE}", render_mode=mode, **options)
    check_env(made.unwrapped)


def test_the_solo_game_is_found_by_its_entry_point():
    found = importlib.metadata.entry_points(group="gymnasium.envs")
    if "tenluz" not in found.names:
        pytest.skip("tenluz is not installed here, only on the path")
    found["tenluz"].load()()
    assert LEVEL10_ALONE in gymnasium.registry
