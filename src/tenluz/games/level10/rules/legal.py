"""The legal set of Level 10, stated once, compiled: what the seat on turn may do.

`apply` leaves it in the state for whoever is next; `view.sample` asks for it again.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.moves import (
    CHOOSE,
    DONE,
    FIRST,
    LEVEL_BITS,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    ROW_BITS,
    TURN,
    UNDER,
)
from tenluz.games.level10.rules.options import ILLEGAL, Packed
from tenluz.games.level10.rules.state import OpenTable, State


@compiled
def legal(o: Packed, s: State) -> tuple[int, int]:
    """The legal moves as two words of bits: moves 0..63 and 64..127."""
    if s.table.phase == TURN:
        return s.legal, 0
    return 0, s.legal


@compiled
def moves_now(o: Packed, s: State) -> int:
    """The legal moves of the phase, in the word that belongs to it."""
    t = s.table
    hand = s.hands[t.seat]
    if t.phase == TURN:
        return turn_moves(o, t, hand)
    if t.phase == CHOOSE:
        return ((1 << o.players) - 1) << (FIRST - 64)
    aside = 0
    if t.phase == UNDER:  # L-19: a level card of that row's world
        aside = hand & (ROW_BITS << (t.pause_row * ROW))
    else:  # SWAP, L-8: any card
        aside = hand & LEVEL_BITS
        if hand > LEVEL_BITS:
            aside |= 1 << PAUSE
    return aside | (1 << (DONE - 64))


@compiled
def may_tuck(o: Packed, t: OpenTable) -> bool:
    """L-8: whether the seat on turn has a card to tuck; R-11: also the last one."""
    return t.cards[t.seat] > 1 or (o.swap_whole_hand == 1 and t.cards[t.seat] == 1)


@compiled
def turn_moves(o: Packed, t: OpenTable, hand: int) -> int:
    """L-6: a level card, a pause, or a reset, each where it may lie."""
    rows = t.open
    if not t.reset_here:
        resets = (rows & t.stock) << RESET_IN  # L-9
        if rows & (rows - 1) == 0:
            return resets  # L-17: the last open row must take the column's reset
    else:
        resets = 0  # L-9: the column has its reset
    cards = hand & t.fits  # L-13, L-14, L-15
    pause_rows = rows
    if o.dead_end == ILLEGAL and not t.reset_here and bits.size(rows) == 2:
        # what stays open must be a row that can still be reset.
        pause_rows = 0
        for row in range(o.worlds):
            if rows >> row & 1:
                if (rows & ~(1 << row)) & t.stock:
                    pause_rows |= 1 << row
                else:
                    cards &= ~(ROW_BITS << (row * ROW))
    if hand > LEVEL_BITS and not (o.one_pause_per_column and t.pause_here):  # L-18, R-7
        cards |= pause_rows << PAUSE_IN
    return cards | resets
