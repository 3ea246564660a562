"""Random play comes out the same through OpenSpiel and by `tenluz simulate`."""

import random

import pyspiel
import pytest

from tenluz.lab.measures import mean_and_interval
from tenluz.lab.simulate import Simulation, simulate
from tests.envs.openspiel.games import step


def _returns(name, games):
    """The returns of random games, each seat's in a row."""
    game = pyspiel.load_game(name)
    chance = random.Random(11)
    returns = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            step(state, chance)
        returns.append(state.returns())
    return list(zip(*returns))


def _agree(numbers, estimate):
    """Whether the 95 % intervals of both means overlap."""
    whole = [round(number) for number in numbers]
    _, (low, high) = mean_and_interval(sum(whole), sum(n * n for n in whole), len(whole))
    return estimate.interval[0] <= high and low <= estimate.interval[1]


def _simulated(name):
    game = pyspiel.load_game(name)
    bots = ("random",) * game.num_players()
    tally = simulate(Simulation(game.game, game.options, bots, seed=5), 50_000).tally
    return {measure.name: estimates for measure, estimates in tally.estimates()}


@pytest.mark.parametrize("players", [1, 3, 5])
def test_level10_scores(players):
    name = f"tenluz_level10(players={players})"
    scores = [100 * share for share in _returns(name, 1_000)[0]]
    assert _agree(scores, _simulated(name)["mean_score"][0])


def test_level10_won():
    name = "tenluz_level10(players=2,worlds=2,columns=4,hand=2,utility=won)"
    won = _returns(name, 2_000)[0]
    assert 0 < sum(won) < len(won)
    assert _agree(won, _simulated(name)["win_rate"][0])


@pytest.mark.parametrize("name", ["tenluz_luz(players=3)", "tenluz_luz(players=4,deals=1)"])
def test_luz_points(name):
    simulated = _simulated(name)["mean_scores"]
    for points, estimate in zip(_returns(name, 400), simulated, strict=True):
        assert _agree(points, estimate)
