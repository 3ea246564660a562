"""Advantages of decisions: against a second, slow way, and by hand."""

import numpy as np
import pytest

from tenluz.engine.game import MOST_SEATS
from tenluz.train.advantage import gae_all
from tests.train.naive import Stretch, gae


def estimated(reward, done, seat, value, *, together, gamma=1.0, gae_lambda=0.95):
    """(advantage, valid) as a learner gets them."""
    advantage, valid = np.zeros(done.shape, np.float32), np.zeros(done.shape, np.float32)
    gae_all(
        together,
        gamma,
        gae_lambda,
        np.asarray(reward, np.float32),
        np.asarray(done, np.bool_),
        np.asarray(seat, np.int8),
        np.asarray(value, np.float32),
        advantage,
        valid,
    )
    return advantage, valid


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("players", [1, 2, 3, MOST_SEATS])
@pytest.mark.parametrize(
    ("gamma", "gae_lambda"), [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0), (0.99, 0.0)]
)
def test_an_advantage_is_what_its_definition_says(together, players, gamma, gae_lambda):
    steps, games = 23, 40
    chance = np.random.default_rng(players)
    reward = chance.normal(size=(steps, games, players)).astype(np.float32)
    done = chance.random((steps, games)) < 0.15
    seat = chance.integers(0, players, (steps + 1, games)).astype(np.int8)
    value = chance.normal(size=(steps + 1, games)).astype(np.float32)
    advantage, valid = estimated(
        reward, done, seat, value, together=together, gamma=gamma, gae_lambda=gae_lambda
    )
    for game in range(games):
        played = Stretch(reward[:, game], done[:, game], seat[:, game], value[:, game])
        its_advantage, its_valid = gae(played, together, gamma, gae_lambda)
        assert np.array_equal(valid[:, game], its_valid)
        assert np.allclose(advantage[:, game], its_advantage, atol=1e-4)
    if together:
        assert valid.all()


def test_a_seat_gets_its_own_points_and_not_those_of_others():
    # Three seats in turn; the game ends with the last step, which pays each seat its own.
    seat = np.array([[0], [1], [2], [0]])
    done = np.array([[False], [False], [True]])
    reward = np.zeros((3, 1, 3))
    reward[2, 0] = (5.0, -1.0, 2.0)
    value = np.array([[1.0], [0.5], [0.0], [9.0]])  # the 9 is of the next game
    advantage, valid = estimated(reward, done, seat, value, together=False)
    assert advantage[:, 0].tolist() == [4.0, -1.5, 2.0]
    assert valid.all()


def test_a_seat_that_is_not_on_turn_again_learns_nothing_from_its_last_decision():
    seat = np.array([[0], [1], [0], [1]])
    done = np.zeros((3, 1), bool)
    reward = np.zeros((3, 1, 2))
    value = np.array([[1.0], [2.0], [3.0], [4.0]])
    advantage, valid = estimated(reward, done, seat, value, together=False)
    # Seat 0 decides at 0 and 2, and then no more; seat 1 decides at 1 and is on turn at the end.
    assert valid[:, 0].tolist() == [1.0, 1.0, 0.0]
    assert advantage[:, 0].tolist() == [2.0, 2.0, 0.0]


def test_a_table_that_plays_together_is_one_player():
    seat = np.array([[0], [1], [2]])
    done = np.zeros((2, 1), bool)
    reward = np.full((2, 1, 3), 0.5)
    value = np.array([[1.0], [2.0], [4.0]])
    advantage, valid = estimated(reward, done, seat, value, together=True, gae_lambda=0.5)
    second = 0.5 + 4.0 - 2.0
    assert advantage[:, 0].tolist() == [0.5 + 2.0 - 1.0 + 0.5 * second, second]
    assert valid.all()


def test_what_others_are_paid_or_see_changes_nothing():
    chance = np.random.default_rng(3)
    steps, games, players = 30, 5, 4
    seat = np.tile(np.arange(steps + 1)[:, None] % players, (1, games))
    done = chance.random((steps, games)) < 0.05
    reward = chance.normal(size=(steps, games, players))
    value = chance.normal(size=(steps + 1, games))
    before, _ = estimated(reward, done, seat, value, together=False)
    reward[:, :, 1:] += 7.0
    value[seat != 0] -= 3.0
    after, _ = estimated(reward, done, seat, value, together=False)
    mine = seat[:-1] == 0
    assert np.array_equal(before[mine], after[mine])
    assert not np.allclose(before[~mine], after[~mine])
