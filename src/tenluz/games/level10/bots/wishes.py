"""What bots wish and answer in Level 10 (L-22, L-23, R-13), each from its own view.

A wish is said by a seat that waits and could be stuck when its turn comes (L-10): it has one row
left to play in, and the column has its reset; or it has none, and needs the reset itself. It holds
no pause, which would help. Whoever wishes then does so (`rules_bot.heeded`).

To advice a bot says yes by wishing the same, if that is nearly as good as what it would do; a no is
not said. And where it would have taken itself what another asked for, and gives way, it says so by
advising that: "you do it".

All of it is one number, so that what is said costs a server no more than a call.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.bots.rules_bot import heeded, preferred
from tenluz.games.level10.bots.said_moves import (
    NEVER,
    anything_said,
    named,
    turns_before,
    would_take,
)
from tenluz.games.level10.rules.legal import turn_moves
from tenluz.games.level10.rules.moves import (
    LEVEL_BITS,
    NO_SEAT,
    PAUSE_IN,
    RESET_IN,
    ROW,
    ROW_BITS,
    TURN,
)
from tenluz.games.level10.rules.options import MOST_WORLDS, Packed
from tenluz.games.level10.rules.talk import WISH_CARD, WISH_RESET, may_address
from tenluz.games.level10.rules.view import View

NOTHING = (NO_SEAT, 0, NO_SEAT)  # a kind of rules/talk.py, a world, and whom it is said to


@compiled
def wish(o: Packed, v: View, nearly: float) -> tuple[int, int, int]:
    """What this seat wishes or answers now: kind, world, to whom; NOTHING if nothing. `nearly` is
    what it gives up for others, as in `heeded`."""
    t = v.table
    if t.phase != TURN or o.players == 1 or v.hand == 0 or t.wishes[v.seat]:
        return NOTHING
    if turns_before(o, v, v.seat) == NEVER:
        return NOTHING
    moves = turn_moves(o, t, v.hand)
    if moves & named(t.advised[v.seat]):
        one, value = preferred(o, v, moves & named(t.advised[v.seat]))
        if value > preferred(o, v, moves)[1] - nearly:
            return _as_wish(one)
    if t.seat == v.seat:
        return _gives_way(o, v, nearly)
    return _needs(o, v, moves)


@compiled
def _as_wish(move: int) -> tuple[int, int, int]:
    """A move of a turn as a wish."""
    if move >= RESET_IN:
        return WISH_RESET, move - RESET_IN, NO_SEAT
    return WISH_CARD, move - PAUSE_IN if move >= PAUSE_IN else move // ROW, NO_SEAT


@compiled
def _needs(o: Packed, v: View, moves: int) -> tuple[int, int, int]:
    """The only row left to a seat that waits, or the reset that it cannot do without."""
    t = v.table
    if v.hand > LEVEL_BITS:
        return NOTHING
    rows = 0
    for row in range(o.worlds):
        if v.hand & t.fits & (ROW_BITS << (row * ROW)):
            rows |= 1 << row
    if t.reset_here and bits.size(rows) == 1:
        return WISH_CARD, bits.lowest(rows), NO_SEAT
    if not t.reset_here and rows == 0 and moves:
        return _as_wish(preferred(o, v, moves)[0])
    return NOTHING


@compiled
def _gives_way(o: Packed, v: View, nearly: float) -> tuple[int, int, int]:
    """Tell another that it should do what this seat would have done, had nobody asked."""
    t = v.table
    if not anything_said(o, v):
        return NOTHING
    best = preferred(o, v, v.legal)[0]
    if heeded(o, v, nearly) >> best & 1:
        return NOTHING
    for seat in range(o.players):
        if would_take(o, v, seat) >> best & 1:
            for row in range(o.worlds):
                for kind in (WISH_RESET, WISH_CARD):
                    bit = row if kind == WISH_CARD else MOST_WORLDS + row
                    asked = t.wishes[seat] & ~t.advised[seat]
                    if asked >> bit & t.open >> row & 1 and may_address(o, kind):
                        return kind, row, seat
    return NOTHING
