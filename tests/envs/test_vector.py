"""A batch of games on the CPU: each game is what it would be alone, and nothing is made anew."""

import tracemalloc

import numpy as np
import pytest

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.envs import vector
from tests.envs.cases import name, raw
from tests.envs.one_by_one import OneGame
from tests.games_played import GAMES

CASES = [
    ("level10", {"players": 1, "pauses": 3}),
    ("level10", {"players": 2, "talk": True, "first_player": "together"}),
    ("level10", {"players": 3, "talk": True, "shaped": True}),
    ("level10", {"players": 4, "edition": "pl", "reward": "win"}),
    ("level10", {"players": 5, "edition": "ru", "talk": True, "pauses": 0}),
    ("level10", {"players": 3, "edition": "es", "open_counts": True, "pauses": 3}),
    ("level10", {"worlds": 3, "values": 4, "players": 3, "hand": 2, "shaped": True}),
    ("luz", {"players": 3, "bead_limit": True}),
    ("luz", {"players": 4}),
    ("luz", {"players": 5, "reward": "rank", "deals": 1}),
    ("luz", {"players": 2, "colours": 3, "values": 5, "hand": 4, "deals": 2}),
]
# Each is compiled for its options, which takes ten to twenty seconds: here one of each game
# and a small one, in `make soak` all.
HERE = (2, 6, 8)
every_case = pytest.mark.parametrize(
    ("game", "given"),
    [
        pytest.param(*case, marks=() if at in HERE else pytest.mark.soak)
        for at, case in enumerate(CASES)
    ],
    ids=name,
)
FEW = 2 if INTERPRETED else 12


def choose(mask, chance):
    """A legal action for each game."""
    return (chance.random(mask.shape, np.float32) * mask).argmax(1)


def check(games, alone):
    """All that a batch tells, against the games alone."""
    for at, one in enumerate(alone):
        assert games.states[at].tobytes() == one.state.tobytes()
        assert games.observation[at].tobytes() == one.observation().tobytes()
        assert games.mask[at].tolist() == one.mask().tolist()
        assert games.reward[at].tolist() == one.reward.tolist()
        assert games.done[at] == one.done
        assert games.info["seat"][at] == one.state.table.seat
        assert games.info["returns"][at].tolist() == one.returns.tolist()
        assert games.info["steps"][at] == one.length


@every_case
def test_every_game_is_what_it_would_be_alone(game, given):
    games = vector.make(game, FEW, **given)
    _, mask = games.reset(seed=5)
    alone = [OneGame(game, given, 5, stream) for stream in range(FEW)]
    check(games, alone)
    chance = np.random.default_rng(3)
    finished = steps = 0
    while finished < FEW or steps < 30:
        actions = choose(mask, chance)
        wrong = steps % 7 == 0
        if wrong:  # an action that is not legal changes nothing
            actions[steps % FEW] = (mask[steps % FEW] == 0).argmax()
        games.step(actions)
        legal = [one.step(int(action)) for one, action in zip(alone, actions, strict=True)]
        assert legal.count(False) == int(wrong)
        check(games, alone)
        finished += int(games.done.sum())
        steps += 1
    assert games.info["refused"].tolist() == [(steps + 6) // 7]


@pytest.mark.parametrize("game", GAMES)
def test_seeds_are_those_of_pettingzoo(game):
    seeds = [0, 3, 2**40, 2**64 - 1]
    games = vector.make(game, len(seeds))
    observation, mask = games.reset(seed=np.array(seeds, np.uint64))
    for at, seed in enumerate(seeds):
        table = raw(game, {}, seed)
        seen = table.observe(table.agent_selection)
        assert observation[at].tobytes() == seen["observation"].tobytes()
        assert mask[at].tobytes() == seen["action_mask"].tobytes()


def told(games, steps):
    """A hundred bytes or so for every step: what is seen, paid and ended."""
    chance, said = np.random.default_rng(1), []
    for _ in range(steps):
        seen, mask, reward, done, info = games.step(choose(games.mask, chance))
        said += [seen.tobytes(), mask.tobytes(), reward.tobytes(), done.tobytes()]
        said += [info[each].tobytes() for each in ("seat", "returns", "steps")]
    return said


@pytest.mark.parametrize(("game", "given"), [CASES[2], CASES[8]], ids=name)
def test_the_same_seed_gives_the_same_games_for_any_number_of_threads(game, given):
    many = 200 if not INTERPRETED else 130
    steps = 100 if not INTERPRETED else 2
    said = []
    for threads in (1, 2, 3):
        games = vector.make(game, many, threads=threads, **given)
        first, mask = (each.copy() for each in games.reset(seed=9))
        said.append(told(games, steps))
        again = games.reset(seed=9)
        assert (again[0] == first).all()
        assert (again[1] == mask).all()
        assert not games.done.any()
        assert not games.info["steps"].any()
        assert (games.reset(seed=10)[0] != first).any()
    assert said[0] == said[1] == said[2]


@pytest.mark.parametrize(("game", "given"), [CASES[2], CASES[8]], ids=name)
def test_random_steps_are_moves_drawn_by_the_games_own_dice(game, given):
    games = vector.make(game, FEW, **given)
    games.reset(seed=2)
    alone = [OneGame(game, given, 2, stream) for stream in range(FEW)]
    finished = 0
    for _ in range(180 if not INTERPRETED else 20):
        games.step_at_random()
        for one in alone:
            assert one.step(one.random())
        check(games, alone)
        finished += int(games.done.sum())
    assert INTERPRETED or finished >= FEW


def test_arrays_are_written_in_place():
    games = vector.make("level10", 4096, players=3, talk=True, shaped=True)
    kept = games.observation, games.mask, games.reward, games.done, games.info
    inside = dict(games.info)
    assert all(each is mine for each, mine in zip(games.reset(seed=1), kept))
    chance = np.random.default_rng(1)
    told = games.step(choose(games.mask, chance))
    assert all(each is mine for each, mine in zip(told, kept))
    assert all(told[4][each] is mine for each, mine in inside.items())
    assert all(each is mine for each, mine in zip(games.step_at_random(), kept))


@pytest.mark.skipif(INTERPRETED, reason="Python itself allocates")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_allocates_nothing_that_grows_with_the_games(threads):
    games = vector.make("level10", 4096, threads=threads, players=3, talk=True, shaped=True)
    games.reset(seed=1)
    actions = [games.mask.argmax(1)]
    games.step(actions[0])
    tracemalloc.start()
    try:
        for _ in range(20):
            actions[0][:] = 0  # refused or not: the same work
            games.step(actions[0])
            games.step_at_random()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4096  # less than a byte for each game


@pytest.mark.parametrize(("game", "given"), [CASES[2], CASES[8]], ids=name)
def test_what_a_seat_cannot_see_leaves_no_trace(game, given):
    """Hidden cards are dealt anew: what the batch tells of those games stays the same."""
    few = 2 if INTERPRETED else 30
    games = vector.make(game, few, **given)
    games.reset(seed=4)
    rules, o = GAMES[game].rules, games.packed
    dice, nothing = new_dice(6), np.full(few, -1)
    for _ in range(3 if INTERPRETED else 25):
        games.step_at_random()
        before = games.observation.copy(), games.mask.copy()
        for at in range(few):
            view = GAMES[game].view(o, games.states[at], games.info["seat"][at])
            rules.sample(o, view, dice, games.states[at])
        games.step(nothing)  # refused, and told again
        assert (games.observation == before[0]).all()
        assert (games.mask == before[1]).all()
