"""Bots in some seats of an environment: the learner sees its own turns, and is paid for all."""

import copy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.registry import find_bot
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, OVER
from tenluz.envs import level10_v0, luz_v0, vector
from tenluz.envs.gymnasium_env import SoloGame
from tests.bots import plain
from tests.games_played import GAMES

# Those of the other tests of batches: compiled once for all.
TABLES: dict[str, dict[str, Any]] = {
    "luz": {"players": 4},
    "level10": {"players": 3, "shaped": True},
}
SEATS: list[tuple[str, Any, list[str | None]]] = [
    ("luz", "rules", [None, "rules", "rules", "rules"]),
    ("level10", ["random", None, "rules"], ["random", None, "rules"]),
]
# Other bots are compiled in once more.
MORE_SEATS: list[tuple[str, Any, list[str | None]]] = [
    ("luz", ["novice", "random", "rules"], [None, "novice", "random", "rules"]),
    ("level10", ["novice", "random"], [None, "novice", "random"]),
]


def first_legal(mask: Any) -> Any:
    """The learner: always the lowest legal action."""
    return mask.argmax(axis=-1)


def by_hand(name: str, seats: list[str | None], seed: int, stream: int = 0) -> tuple[float, int]:
    """The same game played by the rules alone: the learner's score, and how often it acted."""
    game = GAMES[name]
    env = vector.make(name, 1, **TABLES[name])  # for the options that environments have
    o, s, rolls = env.packed, game.new_state(env.packed), new_dice(seed, stream)
    acted = 0
    while s.table.phase != OVER:
        if s.table.phase == DEAL:
            game.rules.deal_at_random(o, s, rolls)
            continue
        seat = s.table.seat
        view = game.view(o, s, seat)
        bot = seats[seat]
        if bot is None:
            low, high = game.rules.choices(o, view)
            move = (low & -low).bit_length() - 1 if low else 63 + (high & -high).bit_length()
            acted += 1
        else:
            move = player(find_bot(game, bot)).move(o, view, rolls)
        game.rules.apply(o, s, move)
    return game.rules.score(o, s, seats.index(None)), acted


PER_POINT = {"luz": 10, "level10": 100}


@pytest.mark.parametrize(
    ("name", "opponents", "seats"),
    [*SEATS, *(pytest.param(*more, marks=pytest.mark.soak) for more in MORE_SEATS)],
)
def test_a_batch_plays_the_games_that_the_rules_play(
    name: str, opponents: Any, seats: list[str | None]
) -> None:
    games = vector.make(name, 80, opponents=opponents, threads=2, **TABLES[name])
    _, mask = games.reset(seed=6)
    found: dict[int, tuple[float, int]] = {}
    while len(found) < 80:
        assert (games.info["seat"] == seats.index(None)).all()
        _, mask, _, done, info = games.step(first_legal(mask))
        for at in np.flatnonzero(done):
            mine = info["returns"][at, seats.index(None)] * PER_POINT[name]
            found.setdefault(int(at), (round(float(mine), 3), int(info["steps"][at])))
    assert games.info["refused"][0] == 0
    checked = 0
    for at, told in found.items():
        expected = by_hand(name, seats, 6, at)
        if expected[1]:  # else it was over before the learner acted, and another was played
            assert told == (pytest.approx(expected[0], abs=1e-3), expected[1])
            checked += 1
    assert checked > 60


def test_a_plain_opponent_plays_as_the_compiled_one_beside_it() -> None:
    """Whether asked together or alone; and a snapshot goes on from where it was taken."""
    name = "tests.bots.plain:lowest"
    games = vector.make("luz", 32, opponents=[name, "rules", name], **TABLES["luz"])
    _, mask = games.reset(seed=1)
    for _ in range(7):
        _, mask, *_ = games.step(first_legal(mask))
    kept = games.snapshot()
    after = [games.step_at_random()[0].tobytes() for _ in range(5)]
    games.restore(kept)
    assert [games.step_at_random()[0].tobytes() for _ in range(5)] == after


@pytest.mark.parametrize("name", list(TABLES))
def test_the_expert_and_a_checkpoint_by_its_path_are_opponents(name: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from tenluz.train.expert.checkpoint import save
    from tenluz.train.expert.config import ExpertConfig
    from tenluz.train.expert.learner import ExpertLearner

    small = ExpertConfig(device="cpu", seed=4, games=1, minibatches=1, width=16, depth=1)
    save(ExpertLearner(GAMES[name], small), tmp_path / "expert.pt")
    seats = [None, "expert", str(tmp_path / "expert.pt"), "rules"][: TABLES[name]["players"]]
    games = vector.make(name, 4, opponents=seats[1:], **TABLES[name])
    _, mask = games.reset(seed=8)
    found: dict[int, tuple[float, int]] = {}
    while len(found) < 4:
        _, mask, _, done, info = games.step(first_legal(mask))
        for at in np.flatnonzero(done):
            told = (float(info["returns"][at, 0]) * PER_POINT[name], int(info["steps"][at]))
            found.setdefault(int(at), told)
    for at, told in found.items():
        assert told == pytest.approx(by_hand(name, seats, 8, at), abs=1e-3)


@pytest.mark.parametrize("module", [luz_v0, level10_v0])
def test_pettingzoo_has_the_learners_seats_only(module: Any) -> None:
    name = "luz" if module is luz_v0 else "level10"
    seats = [None, "rules", "novice", "random"][: TABLES[name]["players"]]
    env = module.raw_env(opponents=seats[1:], **TABLES[name])
    assert env.possible_agents == ["player_0"]
    for seed in range(8):
        env.reset(seed=seed)
        total, acted = 0.0, 0
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            total += reward
            env.step(None if over else int(first_legal(observation["action_mask"])))
            acted += not over
            assert agent == "player_0"
        expected = by_hand(name, seats, seed)
        if expected[1]:
            assert (total * PER_POINT[name], acted) == (pytest.approx(expected[0], abs=1e-3), acted)
            assert acted == expected[1]


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
def test_two_learners_and_a_bot_pass_pettingzoos_test_and_can_be_copied() -> None:
    from pettingzoo.test import api_test

    env = luz_v0.env(opponents=[None, "rules", None, "novice"])
    assert env.possible_agents == ["player_0", "player_2"]
    api_test(env, num_cycles=60)
    env.reset(seed=3)
    twin = copy.deepcopy(env)
    for one in (env, twin):
        for _ in range(6):
            one.step(int(first_legal(one.last()[0]["action_mask"])))
    assert env.last()[0]["observation"].tolist() == twin.last()[0]["observation"].tolist()


def test_gymnasium_has_one_learner_among_bots() -> None:
    env = SoloGame("luz", players=4, deals=1, opponents="novice", render_mode="ansi")
    _, info = env.reset(seed=2)
    over, steps = False, 0
    while not over:
        _, reward, over, _, info = env.step(int(first_legal(info["action_mask"])))
        steps += 1
    assert steps == 11
    assert reward != 0
    assert env.render()
    made = gymnasium.make("tenluz/luz-v0", players=3, opponents=["rules", None, "random"])
    assert made.unwrapped.encoding.options.players == 3


@pytest.mark.parametrize(
    ("opponents", "told"),
    [
        (["rules", "rules", "rules"], "one bot for all other seats, 2 of them for 3 players"),
        ([None, None], "one bot for all other seats"),
        ("clever", "has no bot 'clever'"),
        ("tests.bots.plain:BACKWARD", "looks back at the game"),
        (plain.lowest, "A bot is given by its name, like 'rules' or 'module:function', not as <fu"),
        (["rules", plain.BACKWARD], "A bot is given by its name, .* not as Bot"),
        (2, "A bot is given by its name, .* not as 2"),
    ],
)
def test_a_mistake_is_told(opponents: Any, told: str) -> None:
    with pytest.raises(NotUnderstood, match=told):
        vector.make("luz", 4, players=3, opponents=opponents)


def test_bots_play_on_the_cpu() -> None:
    with pytest.raises(NotUnderstood, match="opponents need device"):
        vector.make("luz", 4, "cuda", players=3, opponents="rules")
