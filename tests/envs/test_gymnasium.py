"""Level 10 alone for Gymnasium: the same game as PettingZoo's with one player."""

import gymnasium
import numpy as np
import pytest

from tenluz.engine.dice import below, new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.envs.gymnasium_env import ID, SoloGame
from tests.games_played import GAMES


def play(env, seed):
    """A random game: everything that was seen, the sum of rewards, the number of steps."""
    dice = new_dice(seed)
    seen, info = env.reset(seed=seed)
    saw, total = [seen.tobytes()], 0.0
    while True:
        actions = info["action_mask"].nonzero()[0]
        seen, reward, terminated, truncated, info = env.step(actions[below(dice, len(actions))])
        saw.append(seen.tobytes())
        total += reward
        assert not truncated
        assert not info["illegal"]
        if terminated:
            return saw, total


def test_it_is_made_by_its_name():
    env = gymnasium.make(ID.format("level10"), pauses=3)
    assert isinstance(env.unwrapped, SoloGame)
    assert env.unwrapped.encoding.options.pauses == 3


@pytest.mark.parametrize("options", [{}, {"pauses": 0}, {"edition": "ru"}, {"shaped": True}])
def test_the_rewards_of_a_game_are_its_score(options):
    env = SoloGame("level10", **options)
    for seed in range(20):
        _, total = play(env, seed)
        single_game = env._single_game
        score = GAMES["level10"].outcome(single_game.options, single_game.state).to_json()["score"]
        assert total == pytest.approx(score / 100, abs=1e-6)


def test_a_win_is_a_reward_of_one():
    env = SoloGame("level10", reward="win", worlds=2, columns=2)
    totals = {play(env, seed)[1] for seed in range(60)}
    assert totals == {0.0, 1.0}


def test_the_same_seed_gives_the_same_game():
    assert play(SoloGame("level10"), 5) == play(SoloGame("level10"), 5)
    assert play(SoloGame("level10"), 5) != play(SoloGame("level10"), 6)


def test_an_illegal_action_ends_the_game():
    env = SoloGame("level10")
    seen, info = env.reset(seed=1)
    again, reward, terminated, truncated, after = env.step(50)
    assert (reward, terminated, truncated, after["illegal"]) == (-1.0, True, False, True)
    assert (again == seen).all()
    assert (after["action_mask"] == info["action_mask"]).all()


def test_the_mask_is_there_for_maskable_ppo():
    env = SoloGame("level10")
    _, info = env.reset(seed=2)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == info["action_mask"]).all()


def test_text_is_drawn():
    env = SoloGame("level10", render_mode="ansi")
    env.reset(seed=1)
    assert "hand of player_0" in env.render()
    assert SoloGame("level10").render() is None


def test_it_is_for_one_player():
    with pytest.raises(NotUnderstood, match="level10_v0"):
        SoloGame("level10", players=2)
