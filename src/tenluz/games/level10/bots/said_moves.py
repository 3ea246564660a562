"""What was said in Level 10 as moves (L-22, L-23): what a wish names, what is left to others.

A wish is for the speaker's next turn, advice for the turn of whom it was said to. Both matter to
the others as long as that turn comes in the column under way. Knows what was said; judges nothing.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.moves import PAUSE_IN, RESET_IN, ROW, ROW_BITS
from tenluz.games.level10.rules.options import MOST_WORLDS, Packed
from tenluz.games.level10.rules.view import View

ALL_RESETS = ((1 << MOST_WORLDS) - 1) << RESET_IN
NEVER = 99


@compiled
def anything_said(o: Packed, v: View) -> bool:
    """Whether any wish or advice holds."""
    said = 0
    for seat in range(o.players):
        said |= v.table.wishes[seat] | v.table.advised[seat]
    return said != 0


@compiled
def named(said: int) -> int:
    """The moves that do what was wished: a card or a pause in a row, or its reset."""
    moves = 0
    for row in range(MOST_WORLDS):
        if said >> row & 1:
            moves |= (ROW_BITS << (row * ROW)) | (1 << (PAUSE_IN + row))
        if said >> (MOST_WORLDS + row) & 1:
            moves |= 1 << (RESET_IN + row)
    return moves


@compiled
def turns_before(o: Packed, v: View, seat: int) -> int:
    """How many turns of this column come before a seat's, the one under way included; NEVER if
    the column is full by then."""
    t = v.table
    cells = bits.size(t.open)
    turns = 0
    for step in range(o.players):
        at = (t.seat + step) % o.players
        if t.cards[at] > 0:  # L-11
            if at == seat:
                return turns if turns < cells else NEVER
            turns += 1
    return NEVER


@compiled
def would_take(o: Packed, v: View, seat: int) -> int:
    """The moves that take from another seat what it wishes, or was advised, to do."""
    t = v.table
    if seat == v.seat or turns_before(o, v, seat) == NEVER:
        return 0
    said = t.wishes[seat] | t.advised[seat]
    moves = 0
    for row in range(o.worlds):
        if t.open >> row & 1:
            in_row = (ROW_BITS << (row * ROW)) | (1 << (PAUSE_IN + row)) | (1 << (RESET_IN + row))
            if said >> row & 1:
                moves |= in_row
            if said >> (MOST_WORLDS + row) & 1 and t.stock >> row & 1 and not t.reset_here:
                moves |= in_row | ALL_RESETS  # L-9: a column has one
    return moves


@compiled
def left_to_others(o: Packed, v: View) -> int:
    """The moves that take from any other seat what it asked for."""
    moves = 0
    for seat in range(o.players):
        moves |= would_take(o, v, seat)
    return moves
