"""A position of Level 10 as a seat imagines it after a move: what lies open, and its own hand.

Tops and resets of the rows are 4 bits each of one number, so that a position is a handful
of numbers: trying a move copies it, and nothing is allocated.
"""

from typing import NamedTuple

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.moves import PAUSE, PAUSE_IN, RESET_IN, ROW, ROW_BITS
from tenluz.games.level10.rules.options import LAST_SEAT, PLACED, Packed
from tenluz.games.level10.rules.view import View


class Position(NamedTuple):
    """What changes with a move."""

    tops: int
    resets: int
    unplayed: int  # level cards neither in the grid nor under a pause, as bits
    hand: int  # of the looking seat
    open: int  # rows without a card in the current column, as bits
    reset_here: int
    pauses: int  # not yet played
    column: int
    seat: int  # who is next


class Row(NamedTuple):
    """One row of a position."""

    ahead: int  # unplayed cards not below the top, as bits
    buried: int  # how many unplayed cards are below it
    resets: int
    need: int  # level cells still to fill


@compiled
def _wide(number: int) -> int:
    """A small field of a record as a whole number, so that positions are all of one type."""
    return number + 0


@compiled
def position_of(o: Packed, v: View) -> Position:
    """The position as it lies on the table, this seat being next."""
    t = v.table
    tops = 0
    resets = 0
    cards = 0
    for row in range(o.worlds):
        tops |= t.top[row] << (4 * row)
        resets |= t.resets[row] << (4 * row)
        cards |= ((1 << o.values) - 1) << (row * ROW)
    return Position(
        tops,
        resets,
        cards & ~(t.placed_cards | t.under),
        v.hand,
        _wide(t.open),
        _wide(t.reset_here),
        o.pauses - t.pauses,
        _wide(t.column),
        _wide(v.seat),
    )


@compiled
def with_next(p: Position, seat: int) -> Position:
    """The same position with another seat next."""
    return Position(
        p.tops, p.resets, p.unplayed, p.hand, p.open, p.reset_here, p.pauses, p.column, seat
    )


@compiled
def without(p: Position, card: int) -> Position:
    """The same position with a card of the hand out of the game (L-19)."""
    return Position(
        p.tops,
        p.resets,
        p.unplayed & ~(1 << card),
        p.hand - (1 << card),
        p.open,
        p.reset_here,
        p.pauses,
        p.column,
        p.seat,
    )


@compiled
def after(o: Packed, v: View, p: Position, move: int) -> Position:
    """The position after this seat plays a card, a pause or a reset; nothing is drawn."""
    tops, resets, unplayed, hand, pauses = p.tops, p.resets, p.unplayed, p.hand, p.pauses
    reset_here = p.reset_here
    if move < PAUSE_IN:
        row = move // ROW
        unplayed &= ~(1 << move)
        hand -= 1 << move
        tops = (tops & ~(15 << (4 * row))) | ((move % ROW + 1) << (4 * row))
    elif move < RESET_IN:
        row = move - PAUSE_IN
        hand -= 1 << PAUSE
        pauses -= 1
    else:
        row = move - RESET_IN
        resets -= 1 << (4 * row)
        tops &= ~(15 << (4 * row))
        reset_here = 1
    still_open = p.open & ~(1 << row)
    column = p.column
    completed = still_open == 0
    if completed:
        column += 1
        reset_here = 0
        still_open = (1 << o.worlds) - 1
    seat = following(o, v, completed)
    return Position(tops, resets, unplayed, hand, still_open, reset_here, pauses, column, seat)


@compiled
def following(o: Packed, v: View, completed: bool) -> int:
    """Who is next after this seat's turn, skipped or not (L-12, R-9)."""
    if completed and o.players == o.worlds:
        if o.extra_turn == LAST_SEAT:
            return (v.table.beginner + o.players - 1) % o.players
        return _wide(v.seat)
    return (v.seat + 1) % o.players


@compiled
def row_of(o: Packed, p: Position, row: int) -> Row:
    """One row, taken apart."""
    top = p.tops >> (4 * row) & 15
    resets = p.resets >> (4 * row) & 15
    cards = p.unplayed >> (row * ROW) & ROW_BITS
    ahead = cards & ~((1 << max(top - 1, 0)) - 1)
    filled = p.column + 1 - (p.open >> row & 1) - (o.resets - resets)
    return Row(ahead, bits.size(cards & ~ahead), resets, o.values - filled)


@compiled
def lost_at_once(o: Packed, p: Position) -> bool:
    """Whether the column surely cannot be completed, whoever holds what (R-2, L-10), or nobody has
    a card left to get the turn for the last reset (R-3)."""
    if o.last_reset != PLACED and p.unplayed == 0 and p.pauses == 0 and not p.reset_here:
        return True
    with_reset = 0
    without_card = 0
    for row in range(o.worlds):
        if p.open >> row & 1:
            it = row_of(o, p, row)
            with_reset += it.resets > 0
            without_card += it.ahead == 0
    if p.reset_here:
        return without_card > p.pauses
    return with_reset == 0 or without_card - 1 > p.pauses
