"""Records as plain Python values: the same numbers, quicker to read."""

import numpy as np
import pytest

from tenluz.engine import bits, catalogue
from tenluz.engine.compiled import INTERPRETED, record
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tenluz.engine.plain import cache_last, constant, flat, in_python, plain, raw_of

INNER = record([("wide", "<i8"), ("row", "<i2", (2,)), ("at", "<i4")])
OUTER = record([("one", "<i4"), ("square", "i1", (2, 2)), ("inner", INNER), ("last", "<i8")])
GAMES = list(catalogue.games())


def same(found, record):
    """Whether every field reads the same, all the way down, as Python's own values."""
    assert raw_of(found) == record.tobytes()
    for name in record.dtype.names:
        value, truth = getattr(found, name), getattr(record, name)
        if isinstance(truth, np.void):
            assert value.record is None
            same(value, truth)
        elif isinstance(truth, np.ndarray):
            assert type(value) is list
            assert value == truth.tolist()
        else:
            assert type(value) is int
            assert value == truth


def test_every_field_is_there_under_its_name():
    made = np.zeros(1, OUTER)[0]
    made.one, made.last = -3, 1 << 60
    made.inner.at, made.inner.wide = 7, -1
    made.inner.row[1] = 300
    made.square[0, 1] = 5
    found = plain(made)
    assert (found.one, found.last) == (-3, 1 << 60)
    assert (found.inner.at, found.inner.wide, found.inner.row) == (7, -1, [0, 300])
    assert found.square == [[0, 5], [0, 0]]
    assert flat(found) is made
    same(found, made)


def test_a_plain_record_stays_as_it_was():
    made = np.zeros(1, OUTER)[0]
    found = plain(made)
    made.one = 1
    made.inner.row[0] = 2
    made.square[1, 1] = 3
    assert (found.one, found.inner.row, found.square) == (0, [0, 0], [[0, 0], [0, 0]])


def test_there_are_no_other_fields():
    with pytest.raises(AttributeError, match="There is no field 'two' in this record"):
        plain(np.zeros(1, OUTER)[0]).two  # noqa: B018


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_look_is_the_view_and_everything_in_it(game):
    options = game.options(players=4).packed()
    state = game.new_state(options)
    game.rules.deal_at_random(options, state, new_dice(5))
    same(plain(state), state)
    for seat in range(-1, 4):
        found = game.plain_view(options, state, seat)
        same(found, game.view(options, state, seat))
        assert found.record.tobytes() == game.view(options, state, seat).tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_uncompiled_function_reads_plain_records(game):
    """The legal moves of a look are those of its view."""
    options = game.options(players=4).packed()
    state = game.new_state(options)
    game.rules.deal_at_random(options, state, new_dice(6))
    for seat in range(-1, 4):
        found = in_python(game.rules.choices)(options, game.plain_view(options, state, seat))
        assert found == game.rules.choices(options, game.view(options, state, seat))


def test_what_was_never_compiled_is_itself():
    def double(number):
        return 2 * number

    class Compiled:
        py_func = staticmethod(double)

    assert in_python(double) is double
    assert in_python(Compiled()) is double
    assert (in_python(bits.size) is bits.size) == INTERPRETED


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_looks_of_all_are_those_of_each_and_share_the_table(game):
    match = Match(game, game.options(), bytes(32))
    seats = (2, -1, 0)
    found = match.plain_views(seats)
    assert tuple(found) == seats
    for seat in seats:
        alone = game.plain_view(match.packed, match.state, seat)
        assert found[seat].record.tobytes() == alone.record.tobytes()
        same(found[seat], alone.record)
        assert found[seat].table is found[2].table
    assert match.plain_views(()) == {}


def test_options_are_read_once():
    one, other = (catalogue.game_named("luz").options(players=3).packed() for _ in range(2))
    assert constant(one) is constant(other)
    assert constant(constant(one)) is constant(one)
    assert constant(one).record.tobytes() == one.tobytes()
    assert constant(catalogue.game_named("luz").options(players=4).packed()).players == 4


def test_what_follows_from_a_record_is_worked_out_once():
    asked = []

    @cache_last
    def twice(number, record):
        asked.append(record)
        return number * record[0]

    first, second = [3], [4]
    assert [twice(2, first), twice(2, first), twice(2, second), twice(2, first)] == [6, 6, 8, 6]
    assert asked == [first, second, first]
