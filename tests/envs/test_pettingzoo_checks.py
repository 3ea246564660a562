"""`env` checks what PettingZoo's wrappers check: both are driven side by side.

The wrappers go around `raw_env`, as PettingZoo's own modules do it.
"""

import numpy as np
import pytest
from pettingzoo.utils import wrappers

from tenluz.engine.dice import below, new_dice
from tenluz.envs import level10_v0, luz_v0
from tests.envs.cases import choose


def both(module, seed=0, **options):
    """Ours and PettingZoo's, at the start of the same game."""
    environment = wrappers.TerminateIllegalWrapper(module.raw_env(**options), illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    pair = module.env(**options), wrappers.OrderEnforcingWrapper(environment)
    for each in pair:
        each.reset(seed=seed)
    return pair


def said(environment):
    """What an agent hears; arrays as lists."""
    if not environment.agents:
        return "nobody"
    seen, reward, terminated, truncated, info = environment.last()
    return (
        environment.agent_selection,
        {part: numbers.tolist() for part, numbers in seen.items()},
        reward,
        terminated,
        truncated,
        {key: value.tolist() for key, value in info.items()},
        dict(environment.rewards),
        dict(environment.terminations),
        dict(environment.truncations),
        list(environment.agents),
    )


@pytest.mark.parametrize("module", [level10_v0, luz_v0])
@pytest.mark.parametrize("careless", [0, 1])
def test_whole_games_are_heard_alike(module, careless):
    for seed in range(12):
        ours, theirs = both(module, seed)
        dice = new_dice(seed)
        while ours.agents:
            assert said(ours) == said(theirs)
            action = None
            if not ours.terminations[ours.agent_selection]:
                action = choose(ours, dice)
                if careless and below(dice, 12) == 0:  # something illegal
                    mask = ours.last()[0]["action_mask"]
                    action = int((mask == 0).nonzero()[0][seed % 7])
            ours.step(action)
            theirs.step(action)
        assert said(theirs) == "nobody"


@pytest.mark.parametrize("module", [level10_v0, luz_v0])
def test_an_illegal_action_ends_the_game_at_its_agents_cost(module):
    environment = module.env()
    environment.reset(seed=1)
    agent = environment.agent_selection
    mask = environment.last()[0]["action_mask"]
    environment.step(int((mask == 0).nonzero()[0][0]))
    assert all(environment.terminations.values())
    assert environment.rewards == {
        each: -1.0 if each == agent else 0.0 for each in environment.agents
    }
    while environment.agents:
        environment.step(None)
    environment.reset()
    assert not any(environment.terminations.values())
    assert not any(environment.rewards.values())


@pytest.mark.parametrize("action", [-1, 121, 10_000, np.int64(500)])
def test_an_action_out_of_bounds_is_an_error(action):
    for environment in both(level10_v0):
        with pytest.raises(AssertionError, match="not in action space"):
            environment.step(action)


def test_what_comes_before_reset_is_an_error():
    environment = level10_v0.env(render_mode="ansi")
    for call in (
        lambda: environment.step(0),
        lambda: environment.observe("player_0"),
        environment.render,
        environment.agent_iter,
    ):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
            call()
    for part in ("rewards", "terminations", "truncations", "infos", "agent_selection"):
        with pytest.raises(AttributeError, match=part):
            getattr(environment, part)


def test_a_loop_that_does_not_step_is_an_error():
    for environment in both(luz_v0):
        agents = iter(environment.agent_iter())
        assert next(agents) == environment.agent_selection
        with pytest.raises(AssertionError, match="need to call step"):
            next(agents)


def test_a_step_after_the_end_does_nothing():
    environment = level10_v0.env()
    environment.reset(seed=1)
    environment.step(50)  # no such move
    while environment.agents:
        environment.step(None)
    environment.step(None)
    assert environment.agents == []
