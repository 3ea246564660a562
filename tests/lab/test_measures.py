"""Outcomes of many games: the numbers are right, and so is how sure they are."""

import math

import numpy as np
import pytest

from tenluz.engine.catalogue import game_named
from tenluz.lab.measures import Measure, Tally, counted, mean_and_interval, wilson
from tenluz.lab.playouts import bot_playouts

RULES = 2


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # the first four from Newcombe 1998 (Statistics in Medicine 17), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (5, 10, 0.2366, 0.7634),
        (29, 29, 0.8830, 1.0000),
    ],
)
def test_wilson_gives_the_published_intervals(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_a_mean_has_the_normal_interval() -> None:
    values = [2, 4, 4, 4, 5, 5, 7, 9]
    squares = sum(value * value for value in values)
    mean, (low, high) = mean_and_interval(sum(values), squares, len(values))
    spread = 1.96 * np.std(values, ddof=1) / math.sqrt(len(values))
    assert mean == 5
    assert (low, high) == pytest.approx((5 - spread, 5 + spread), abs=1e-4)


def test_one_game_tells_no_interval_of_a_mean_and_none_tell_nothing() -> None:
    tally = Tally((Measure("score", "score"), Measure("won", "won", share=True)))
    assert [each[0].value for _, each in tally.estimates()] == [None, None]
    tally.add(np.array([[7, 1]]), 30)
    (_, (score,)), (_, (won,)) = tally.estimates()
    assert (score.value, score.interval) == (7, (None, None))
    assert won.value == 1


def test_two_tallies_add_up_to_that_of_all_games() -> None:
    rows, measures = np.array([[3, 1], [5, 0], [9, 1]]), (Measure("a", "a"), Measure("b", "b"))
    one, other, both = Tally(measures), Tally(measures), Tally(measures)
    one.add(rows[:1], 10)
    other.add(rows[1:], 32)
    both.add(rows, 42)
    added = one + other
    assert (added.games, added.moves, added.estimates()) == (3, 42, both.estimates())
    assert (one.games, other.games) == (1, 2)  # and are as they were


def test_a_number_out_of_so_many_is_told_as_a_share() -> None:
    tally = Tally((Measure("made", "made", ("seat 0", "seat 1"), out_of=4),))
    tally.add(np.array([[0, 4], [2, 4]]), 0)
    ((_, (one, other)),) = tally.estimates()
    assert (one.value, other.value) == (0.25, 1.0)
    assert other.interval == (1.0, 1.0)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(("level10", {"players": players, "open_counts": True}) for players in range(1, 6)),
        ("level10", {"players": 2, "edition": "ru", "pauses": 3, "open_counts": True}),
        ("level10", {"players": 2, "worlds": 3, "columns": 3, "pauses": 1}),
        *(("luz", {"players": players}) for players in range(3, 6)),
        ("luz", {"players": 2, "values": 4, "hand": 3, "deals": 2}),
    ],
)
def test_every_game_is_read_as_its_outcome_says(name: str, options: dict[str, object]) -> None:
    game = game_named(name)
    agreed = game.options(options)
    packed = agreed.packed()
    states = np.zeros(60, game.state_type)
    views = np.zeros(1, game.view_type)
    bots = np.full(agreed.players, RULES)
    bot_playouts(game)(packed, states, views, np.uint64(1), 0, bots)
    measures = counted(game_named(name)).measures(agreed)
    rows = np.full((len(states), sum(measure.width for measure in measures)), -99)
    counted(game_named(name)).read(packed, states, rows)
    for state, row in zip(states, rows.tolist(), strict=True):
        outcome = game.outcome(packed, state).to_json()
        if name == "level10":
            columns = [int(column == state.table.column) for column in range(agreed.columns + 1)]
            expected = [int(outcome["won"]), outcome["placed"], outcome["score"], *columns]
        else:
            seats = range(agreed.players)
            wins = [int(seat == outcome["winner"]) for seat in seats]
            made = [sum(deal[seat] > 0 for deal in outcome["deals"]) for seat in seats]
            expected = [*outcome["scores"], *wins, *made]
        assert row == expected
