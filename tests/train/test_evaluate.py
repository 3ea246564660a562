"""The test at the end of a run: whole games beside the bots."""

import pytest

torch = pytest.importorskip("torch")

from tenluz.envs.encoding import encoding  # noqa: E402
from tenluz.lab import simulate as lab  # noqa: E402
from tenluz.train.evaluate import NETWORK, Pairing, pairings, play  # noqa: E402
from tenluz.train.network import Network  # noqa: E402
from tests.games_played import GAMES  # noqa: E402
from tests.train.runs import OPTIONS  # noqa: E402


def told(tally):
    return {measure.name: one.value for measure, (one,) in tally.estimates()}


def a_network(game, options):
    return Network(encoding(game, options), (16,), seed=1, device="cpu")


@pytest.mark.parametrize("bot", ["random", "rules"])
def test_bots_play_the_games_that_simulate_plays(bot):
    game = GAMES["level10"]
    options = game.options(OPTIONS["level10"])
    tally = play(Pairing(bot), game, options, None, 300, seed=8)
    simulated = lab.simulate(lab.Simulation(game, options, (bot,) * 3, 8), 300).tally
    expected = {
        measure.name: ones[0].value for measure, ones in simulated.estimates() if not measure.labels
    }
    assert told(tally) == expected
    assert tally.moves == simulated.moves


@pytest.mark.parametrize("name", ["level10", "luz"])
def test_a_network_plays_whole_games_in_every_pairing(name):
    game = GAMES[name]
    options = game.options(OPTIONS[name])
    for pairing in pairings(game, together=name == "level10"):
        network = a_network(game, options) if pairing.who == NETWORK else None
        one, other = (play(pairing, game, options, network, 40, seed=3) for _ in range(2))
        assert one.games == 40
        assert told(one) == told(other)


def test_the_one_looked_at_sits_in_every_seat_and_only_its_own_figures_are_told():
    game = GAMES["luz"]
    options = game.options(OPTIONS["luz"])
    strong = told(play(Pairing("rules", "random"), game, options, None, 200, seed=2))
    even = told(play(Pairing("random", "random"), game, options, None, 200, seed=2))
    assert strong["win_rates"] > 0.85
    assert 0.1 < even["win_rates"] < 0.4
    assert strong["bids_made"] > even["bids_made"] + 0.2
