"""The network as compiled loops: the same scores, to the last bit, in any company."""

import threading

import numpy as np
import pytest

from tenluz.bots import forward
from tenluz.bots.bot import player
from tenluz.bots.expert_game import expert_game
from tenluz.bots.forward import BLOCK, LINE, MOST_VIEWS, forward_of, laid_out, room_for
from tenluz.bots.group_network import GroupNetwork
from tenluz.bots.registry import bot_named
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.game import moves_in
from tenluz.engine.match import Match
from tests.games_played import GAMES

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
MANY = 70 if INTERPRETED else 1000


def network_of(game):
    return GroupNetwork(game, expert_game(game).view, game.folder / "bots" / "expert.npz")


def positions(game, count):
    """Options, and views of the seats on turn in games of `rules`."""
    options = game.options(expert_game(game).variants()[-1][0])
    rules, views = player(bot_named(game, "rules")), []
    for number in range(count):
        match = Match(game, options, number.to_bytes(32, "big"))
        while not match.over and len(views) < count:
            views.append(match.view(match.seat))
            match.play(match.seat, rules.move(match.packed, views[-1], new_dice(number)))
    return options.packed(), np.array(views, game.view_type)


@pytest.mark.parametrize("name", TRAINED)
def test_a_view_has_the_same_scores_whatever_is_asked_with_it(name):
    network = network_of(GAMES[name])
    rows = network.rows(*positions(GAMES[name], MANY))
    scores, guesses, worth = network.scores(rows), network.guesses(rows), network.worth(rows)
    assert scores.std() > 0.5
    for count in (1, 3, 64):
        for first in range(0, min(MANY, 4 * count), count):
            part = slice(first, first + count)
            assert network.scores(rows[part]).tobytes() == scores[part].tobytes()
            assert network.guesses(rows[part]).tobytes() == guesses[part].tobytes()
            assert network.worth(rows[part]).tobytes() == worth[part].tobytes()


@pytest.mark.parametrize("name", TRAINED)
def test_the_move_is_the_legal_one_with_the_highest_score(name):
    game = GAMES[name]
    o, views = positions(game, MANY)
    scores = network_of(game).judge(o, views)
    best = []
    for view, row in zip(views, scores):
        legal = list(moves_in(*game.rules.choices(o, view)))
        best.append(legal[int(row[legal].argmax())])
    expert = player(bot_named(game, "expert"))
    policy = expert._choose.__self__
    policy = getattr(policy, "usual", policy)  # the network alone
    assert policy.choose_many(o, views, np.zeros((MANY, 2), np.uint64)).tolist() == best
    assert [policy.choose(o, view, new_dice(1)) for view in views[:40]] == best[:40]
    assert len(set(best)) > 5


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.skipif(INTERPRETED, reason="looks ahead, which are the same compiled")
def test_threads_that_ask_one_expert_get_the_same_moves(name):
    game = GAMES[name]
    o, views = positions(game, MANY)
    expert = player(bot_named(game, "expert"))
    assert expert.concurrent
    dice = np.array([new_dice(1, number) for number in range(len(views))])
    expected, found = expert.moves(o, views, dice.copy()).tolist(), {}

    def ask(number):
        found[number] = expert.moves(o, views, dice.copy()).tolist()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert list(found.values()) == [expected] * 3


def test_the_loops_add_what_numpy_adds():
    """Interpreted, NumPy stands in for the two inner loops: in both ways they are the same."""
    rng, width = np.random.default_rng(1), 2 * LINE
    weights = rng.normal(size=(width + 3, width)).astype(np.float32)
    room = rng.normal(size=(3 * BLOCK, width)).astype(np.float32)
    for add_product in (forward.add_product, forward._add_product):
        found = room.flatten()
        add_product(found, 1, 2 * BLOCK, weights.ravel(), 3, width, LINE)
        expected = room.copy()
        expected[-BLOCK:, :LINE] += room[1 : 1 + BLOCK] @ weights[3:, :LINE]
        np.testing.assert_allclose(found.reshape(room.shape), expected, atol=1e-5)
    for add_row in (forward.add_row, forward._add_row):
        found = room.flatten()
        add_row(found, 5, np.float32(0.25), weights.ravel(), 7, width)
        expected = room.copy()
        expected[5] += np.float32(0.25) * weights[7]
        np.testing.assert_allclose(found.reshape(room.shape), expected, atol=1e-5)


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_says_what_interpreted_says(name):
    """The whole pass in plain Python, with the compiled inner loops."""
    game = GAMES[name]
    its = expert_game(game).view
    rng = np.random.default_rng(2)
    shapes = {"body.of_table": its.table, "body.of_group": its.of_group, "body.own.0": 40}
    outputs = {"of_group": its.says_of_group, "of_table": its.says_of_table}
    weights = {}
    for part, inputs in {**shapes, **dict.fromkeys(outputs, 40)}.items():
        size = outputs.get(part, 40)
        weights[f"{part}.weight"] = rng.normal(0, 0.2, (size, inputs)).astype(np.float32)
        weights[f"{part}.bias"] = rng.normal(0, 0.2, size).astype(np.float32)
    weights["body.all.0.weight"] = rng.normal(0, 0.2, (40, 40)).astype(np.float32)
    network = laid_out(its, weights)
    rows = rng.integers(0, 3, (5, its.sees), dtype=np.int8)
    n = network.shape
    found = []
    run = forward_of(n.width)
    for way in (run, run.py_func):
        room = room_for(n, 5)
        way(n, network.weights, rows, room)
        found.append(room)
    np.testing.assert_allclose(found[0], found[1], rtol=1e-5, atol=1e-5)
    assert np.ptp(found[0]) > 1


@pytest.mark.parametrize("name", TRAINED)
def test_rows_begin_with_a_cache_line(name):
    network = network_of(GAMES[name])
    for array in (network._network.weights, room_for(network._network.shape, MOST_VIEWS)):
        assert array.ctypes.data % (LINE * array.itemsize) == 0


@pytest.mark.parametrize("name", TRAINED)
def test_weights_that_have_learnt_to_move_alone_still_move(name):
    game = GAMES[name]
    its = expert_game(game).view
    with np.load(game.folder / "bots" / "expert.npz") as kept:
        weights = {each: kept[each] for each in kept.files if each[:5] not in {"guess", "worth"}}
    network = GroupNetwork(game, its, weights)
    rows = network.rows(*positions(game, 5))
    assert network.scores(rows).tobytes() == network_of(game).scores(rows).tobytes()
    for ask in (network.guesses, network.worth):
        with pytest.raises(KeyError):
            ask(rows)
