"""A third game is one folder: installed beside Tenluz, it is played everywhere, with no line of
Tenluz changed. It brings rules and words for people, and none of the parts that rooms ask for."""

import json
from pathlib import Path

import pytest

from tests.third_game.conftest import Run

TENLUZ = ("-m", "tenluz.cli")


def test_it_is_found_with_its_options_and_a_bot(run: Run) -> None:
    assert "oh_hell" in run(*TENLUZ, "games").stdout
    told = run(*TENLUZ, "games", "oh_hell").stdout
    assert "--off_bid_penalty" in told
    assert told.splitlines()[-1].strip() == "random: may choose, propose"


@pytest.mark.parametrize("games", [200, pytest.param(10_000, marks=pytest.mark.soak)])
def test_its_own_tests_hold_beside_openspiels_game(run: Run, games: int) -> None:
    """Among them random games, step by step: same legal actions, same returns."""
    done = run("-m", "pytest", "-q", "-c", "examples/oh_hell/pyproject.toml", "examples/oh_hell",
               "-p", "no:cacheprovider", OH_HELL_GAMES=str(games))  # fmt: skip
    assert "passed" in done.stdout


def test_a_whole_game_at_the_terminal_and_its_record(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    # A bid of 1, or of 0 where that is forbidden; then the first card that may be played.
    keys = "hint\n" + "1\n0\n" * 60
    done = run(*TENLUZ, "play", "oh_hell", "--plain", "--players", "4", "--off-bid-penalty", "yes",
               "--language", "en", "--record", str(record), keys=keys)  # fmt: skip
    assert "The bot random would choose " in done.stdout  # it cannot tell why
    assert "Score: You " in done.stdout
    found = json.loads(run(*TENLUZ, "check", str(record)).stdout)
    assert (found["ok"], found["over"]) == (True, True)
    assert len(found["outcome"]["scores"]) == 4


def test_it_is_simulated_and_its_scores_are_counted(run: Run) -> None:
    words = ("simulate", "oh_hell", "--players", "7", "--tricks", "0", "--games", "300", "--json")
    found = json.loads(run(*TENLUZ, *words).stdout)
    assert found["games"] == 300
    assert len(found["mean_scores"]) == 7
    assert sum(found["win_rates"]) >= 1.0  # ties win together


@pytest.mark.soak
def test_bots_compete_in_it(run: Run) -> None:
    bots = "random,tests.third_game.lowest_bot:choose"
    words = ("tournament", "oh_hell", "--players", "4", "--deals", "12", "--bots", bots, "--json")
    found = json.loads(run(*TENLUZ, *words).stdout)
    assert (found["deals"], len(found["tables"]), len(found["ratings"])) == (12, 4, 2)
    told = run(*TENLUZ, "strength", "oh_hell", "--players", "3", "--deals", "5").stdout
    assert "| `random` |" in told


PETTINGZOO = """
import warnings; warnings.simplefilter("ignore")
from pettingzoo.test import api_test, seed_test
from tenluz.envs import oh_hell_v0
api_test(oh_hell_v0.env(players=4), num_cycles=300)
seed_test(lambda: oh_hell_v0.env(players=3), num_cycles=50)
table = oh_hell_v0.raw_env(players=3, render_mode="rgb_array")
table.reset(seed=1)
assert table.render().any()
"""

OPENSPIEL = """
import pyspiel
import tenluz.envs.openspiel
for options in ("players=3,tricks=2", "players=5,tricks=3,off_bid_penalty=True",
                "players=4,tricks=0"):
    name = f"tenluz_oh_hell({options})"
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)
state = pyspiel.load_game("tenluz_oh_hell(players=6,tricks=0)").new_initial_state()
state.apply_action(3)
drawn = {state.action_to_string(way): chance for way, chance in state.chance_outcomes()}
assert drawn == {f"hands of {tricks}": 1 / 8 for tricks in range(1, 9)}
state.apply_action(1)
for card in range(13):
    state.apply_action(card)
assert state.current_player() == 3 and state.legal_actions() == [64, 65, 66]
assert "hands of 2" in state.information_state_string(5)
"""

# Of a full game OpenSpiel's own sample ends within the deal: a whole game is added to it.
OPENSPIEL_TREE = """
import random, unittest
import pyspiel
from open_spiel.integration_tests import api_test
import tenluz.envs.openspiel

class PartialTree(api_test.EnforceAPIOnPartialTreeBase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        state, chance = cls.game.new_initial_state(), random.Random(1)
        while not state.is_terminal():
            state = state.child(chance.choice(state.legal_actions()))
            cls.some_states.append(state)

suite, load = unittest.TestSuite(), unittest.defaultTestLoader.loadTestsFromTestCase
for options in ("players=4", "players=3,suits=2,cards_per_suit=4,tricks=2,off_bid_penalty=True",
                "players=3,suits=2,cards_per_suit=4,tricks=0"):
    name = f"tenluz_oh_hell({options})"
    its = {"game": pyspiel.load_game(name), "game_name": name}
    suite.addTest(load(type(name, (PartialTree,), its)))
assert suite.countTestCases() >= 3 * 5
result = unittest.TextTestRunner().run(suite)
assert result.wasSuccessful() and not result.skipped
"""

# What every seat on turn sees in a game of lowest actions.
OBSERVED = """
import zlib
from tenluz.envs import oh_hell_v0
table, sum_of_all = oh_hell_v0.raw_env(players=3, tricks=4), 0
table.reset(seed=1)
while table.agents:
    seen = table.observe(table.agent_selection)
    sum_of_all = zlib.crc32(seen["observation"].tobytes(), sum_of_all)
    over = table.terminations[table.agent_selection]
    table.step(None if over else int(seen["action_mask"].argmax()))
print(sum_of_all)
"""

# Chance draws the number of tricks of every game: four bids, and four cards for each trick.
VECTOR_BY_CHANCE = """
games = vector.make("oh_hell", 512, players=4, tricks=0)
observation, mask = games.reset(seed=7)
lengths, steps = set(), np.zeros(512, int)
for _ in range(200):
    observation, mask, reward, done, info = games.step(mask.argmax(axis=1))
    steps += 1
    lengths |= set(steps[done].tolist())
    steps[done] = 0
assert info["refused"][0] == 0
assert lengths == {4 + 4 * tricks for tricks in range(1, 13)}, lengths
"""

VECTOR = """
import numpy as np
from tenluz.envs import vector
games = vector.make("oh_hell", 512, players=4, tricks=5)
observation, mask = games.reset(seed=7)
assert observation.shape[0] == 512 and set(np.unique(observation)) <= {0, 1}
ended = 0
for _ in range(200):
    seat = games.info["seat"].copy()
    observation, mask, reward, done, info = games.step(mask.argmax(axis=1))
    ended += int(done.sum())
assert info["refused"][0] == 0
assert ended == 512 * (200 // 24), ended  # four bids and twenty cards
"""


def test_pettingzoo_and_openspiel_find_nothing_wrong_with_it(run: Run) -> None:
    """In one process: it is compiled once, and read once."""
    done = run("-c", "\n".join((PETTINGZOO, OPENSPIEL, OPENSPIEL_TREE, OBSERVED)))
    assert "Passed API test" in done.stdout
    assert "OK" in done.stderr  # OpenSpiel's own suite
    # And with the compiler off it is seen in the same way.
    interpreted = run("-c", OBSERVED, NUMBA_DISABLE_JIT="1")
    assert interpreted.stdout.split() == done.stdout.split()[-1:]


def test_many_games_at_once(run: Run) -> None:
    run("-c", VECTOR + VECTOR_BY_CHANCE)


def test_a_network_learns_it(run: Run, tmp_path: Path) -> None:
    # The options of the test above: a batch is compiled for its options.
    words = ("train", "--game", "oh_hell", "--players", "4", "--option", "tricks=5",
             "--device", "cpu", "--games", "32",
             "--layers", "16", "--decisions", "4000", "--test", "10", "--json",
             "--out", str(tmp_path / "run"))  # fmt: skip
    found = json.loads(run(*TENLUZ, *words).stdout)
    assert found["decisions"] >= 4000
    assert {one["who"] for one in found["tests"]} == {"network", "random"}
