"""Random play in batches does as well as in `tenluz simulate`.

The simulation plays so many games that its own interval is narrow: its means must lie in the
intervals of what a batch's games give. There are three ways to play in a batch and two
comparisons for each, and the intervals are such that all of them hold together with 95 %.
Seeds are fixed.
"""

import math
from statistics import NormalDist

import numpy as np
import pytest

from tenluz.engine.compiled import INTERPRETED
from tenluz.envs import vector
from tenluz.lab.simulate import Simulation, seated, simulate
from tests.games_played import GAMES

pytestmark = pytest.mark.skipif(INTERPRETED, reason="plays many games")

CASES = [
    ("level10", {"players": 3, "pauses": 2}),
    pytest.param(
        "level10", {"players": 5, "pauses": 0, "edition": "ru"}, marks=pytest.mark.soak
    ),  # the same once more, compiled for other options
    ("luz", {"players": 4}),
]
SURE = NormalDist().inv_cdf(1 - 0.025 / (4 * len(CASES)))
MANY = {"level10": 20_000, "luz": 4_000}
SIMULATED = 400_000


def by_steps(games):
    """Returns and lengths of the first game of each of the batch, step by step."""
    returns, lengths = np.zeros((games.n, games.players)), np.zeros(games.n)
    while not lengths.all():
        *_, done, info = games.step_at_random()
        first = done & (lengths == 0)
        returns[first], lengths[first] = info["returns"][first], info["steps"][first]
    return returns, lengths


@pytest.mark.parametrize(("game", "given"), CASES)
def test_random_batches_agree_with_the_simulation(game, given):
    games = vector.make(game, MANY[game], **given)
    games.reset(seed=31)
    unit = 100 / games.players if game == "level10" else 10
    bots = seated(GAMES[game], ["random"], games.players)
    simulation = Simulation(GAMES[game], games.options, bots, 7)
    tally = simulate(simulation, SIMULATED).tally
    measured = {measure.name: estimates for measure, estimates in tally.estimates()}
    wanted = sum(each.value for each in measured.get("mean_score") or measured["mean_scores"])

    played, moves = games.games(MANY[game], seed=5)
    from_here = games.playouts().copy()
    assert (games.playouts() != from_here).any()  # other dice each time
    returns, lengths = by_steps(games)
    for paid in (played, from_here, returns):
        points = paid.sum(1) * unit
        assert abs(points.mean() - wanted) <= SURE * points.std() / math.sqrt(len(points))
    spread = SURE * lengths.std() / math.sqrt(len(lengths))
    assert abs(lengths.mean() - tally.moves / tally.games) <= spread
    assert abs(moves / MANY[game] - tally.moves / tally.games) <= spread


@pytest.mark.parametrize(("game", "given"), CASES)
def test_playouts_leave_the_batch_as_it_is(game, given):
    games = vector.make(game, 200, **given)
    games.reset(seed=1)
    for _ in range(5):
        games.step_at_random()
    before = games.states.tobytes(), games.observation.tobytes(), games.info["steps"].tobytes()
    games.playouts()
    games.games(50, seed=1)
    assert before == (
        games.states.tobytes(), games.observation.tobytes(), games.info["steps"].tobytes()
    )  # fmt: skip


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_of_a_seed_is_always_the_same(threads):
    games = vector.make("level10", 500, threads=threads, players=3)
    many, _ = games.games(300, seed=8)
    few, _ = games.games(100, seed=8)
    assert many[:100].tobytes() == few.tobytes()
    assert (games.games(300, seed=9)[0] != many).any()
