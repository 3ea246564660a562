"""Random agents do as well through PettingZoo as in `tenluz simulate`.

The simulation plays so many games that its own interval is narrow: its means must lie in the
intervals of what the environment's games give. There are two comparisons for each case, and
the intervals are such that all of them hold together with 95 %. Seeds are fixed.
"""

import math
from statistics import NormalDist, mean, stdev

import pytest

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.lab.simulate import Simulation, seated, simulate
from tests.envs.cases import MODULES, choose, over
from tests.games_played import GAMES

pytestmark = pytest.mark.skipif(INTERPRETED, reason="plays many games")

CASES = [
    ("level10", {"players": 1, "pauses": 2}),
    ("level10", {"players": 3, "pauses": 2}),
    ("level10", {"players": 5, "pauses": 0, "edition": "ru"}),
    ("luz", {"players": 3}),
    ("luz", {"players": 4}),
    ("luz", {"players": 5, "bead_limit": True}),
]
QUICK = (CASES[1], CASES[4])
SURE = NormalDist().inv_cdf(1 - 0.025 / (2 * len(CASES)))
PLAYED = {"level10": 4_000, "luz": 400}
SIMULATED = 200_000


def by_agents(game, options, games):
    """Of every game, the points of the whole table, by rewards, and how many steps it took."""
    table = MODULES[game].env(**options)
    unit = 100 / len(table.possible_agents) if game == "level10" else 10
    dice = new_dice(2026)
    table.reset(seed=2026)
    points, lengths = [], []
    for _ in range(games):
        steps, total = 0, 0.0
        while not over(table):
            table.step(choose(table, dice))
            steps += 1
            total += sum(table.rewards.values())
        points.append(round(total * unit))
        lengths.append(steps)
        table.reset()
    return points, lengths


@pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(*case, marks=[] if case in QUICK else [pytest.mark.soak]) for case in CASES],
)
def test_random_agents_agree_with_the_simulation(game, options):
    points, lengths = by_agents(game, options, PLAYED[game])
    more = {"first_player": "dealt"} if game == "level10" else {}
    agreed = GAMES[game].options({**options, **more})
    bots = seated(GAMES[game], ["random"], agreed.players)
    tally = simulate(Simulation(GAMES[game], agreed, bots, 7), SIMULATED).tally
    measured = {measure.name: estimates for measure, estimates in tally.estimates()}
    wanted = sum(each.value for each in measured.get("mean_score") or measured["mean_scores"])
    for found, simulated in ((points, wanted), (lengths, tally.moves / tally.games)):
        spread = SURE * stdev(found) / math.sqrt(len(found))
        assert abs(mean(found) - simulated) <= spread
