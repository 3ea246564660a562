"""What a position of Level 10 promises to the seat that looks at it: one number.

Each row is judged by `row_chances` as it will be after its next cell, filled with the best
card that the players who come next hold or are likely to hold. Then what rows do to each
other is taken off: players who get stuck, and rows that need a reset at the same time.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Float32Array, FloatArray
from tenluz.games.level10.bots.hands import (
    has_pause,
    next_with_cards,
    no_fit,
    share_held,
    surely_held,
)
from tenluz.games.level10.bots.position import Position, Row, row_of
from tenluz.games.level10.bots.row_chances import HOPELESS, MOST_RESETS, PAUSE_PRICE
from tenluz.games.level10.bots.weights import (
    CROWD_1,
    NEXT_SEAT,
    OWN_NEXT,
    OWN_NOW,
    RESET_NEXT,
    STUCK,
    STUCK_BUT_RESET,
    STUCK_LATER,
)
from tenluz.games.level10.rules.moves import ROW, ROW_BITS
from tenluz.games.level10.rules.options import MOST_WORLDS, Packed
from tenluz.games.level10.rules.view import View

IMPOSSIBLE = -1000.0
NO_ROW = -1
CROWD_COLUMNS = 4  # how far ahead crowds of resets are seen


@compiled
def evaluate(
    o: Packed, v: View, p: Position, unseen: int, w: FloatArray, chances: Float32Array, step: int
) -> float:
    """The worth of a position that this seat's move leads to; more is better."""
    turns = bits.size(p.open)
    soon = _seats_of_column(o, v, p, turns)
    promised = (0.0, 0.0, 0.0, 0.0, 0.0)  # by each row with a card in its next cell
    value = 0.0
    best_reset = IMPOSSIBLE
    for row in range(MOST_WORLDS):
        card = 0.0
        if row < o.worlds:
            card, reset = _row_values(o, v, p, unseen, w, chances, step, soon, row)
            if p.open >> row & 1:
                best_reset = max(best_reset, reset - card)
        promised = (promised[1], promised[2], promised[3], promised[4], card)
        value += card
    if not p.reset_here:  # one of the open rows gets the reset (L-17), best where it helps most
        value += best_reset
    value += w[NEXT_SEAT] * _next_seat(o, v, p, unseen, w, chances, step, promised)
    value -= (
        _stuck_later(o, v, p, unseen, turns) * w[STUCK_LATER if p.reset_here else STUCK_BUT_RESET]
    )
    return value - _crowd(o, p, w)


@compiled
def _seats_of_column(o: Packed, v: View, p: Position, turns: int) -> int:
    """The seats that fill the open cells of the column, as bits."""
    seats = 0
    seat = p.seat
    for _ in range(turns):
        seat = next_with_cards(o, v, p.hand, seat)
        seats |= 1 << seat
        seat = (seat + 1) % o.players
    return seats


# --- one row -------------------------------------------------------------------------------


@compiled
def _promise(
    chances: Float32Array, p: Position, step: int, it: Row, ahead: int, need: int
) -> float:
    """The chance of a row with so many cards ahead, of all that it still needs. Cards that
    need not be played, because a pause stood in for them, are buried ones if there are."""
    ahead = min(ahead, need)
    return chances[p.pauses, step, min(it.resets, MOST_RESETS), need - ahead, ahead]


@compiled
def _row_values(
    o: Packed,
    v: View,
    p: Position,
    unseen: int,
    w: FloatArray,
    chances: Float32Array,
    step: int,
    soon: int,
    row: int,
) -> tuple[float, float]:
    """What a row promises after its next cell: with a card or pause there, with a reset."""
    it = row_of(o, p, row)
    reset = IMPOSSIBLE
    if it.resets:
        reset = chances[p.pauses, step, min(it.resets - 1, MOST_RESETS), 0, it.need]
    rest = -HOPELESS
    if p.open >> row & 1:
        seats, own = soon, w[OWN_NOW]
    else:
        seats, own = (1 << o.players) - 1, w[OWN_NEXT]
        rest = max(rest, reset - w[RESET_NEXT])
    if it.need == 0:
        return rest, reset
    ahead = bits.size(it.ahead)
    if p.pauses:
        rest = max(rest, _promise(chances, p, step, it, ahead, it.need - 1) - PAUSE_PRICE[p.pauses])
    sure = surely_held(o, v, p.hand, row, seats)
    share = share_held(o, v, unseen, row, seats)
    hidden = unseen >> (row * ROW) & ROW_BITS
    total = 0.0
    left = 1.0  # the chance that no lower card can be had
    cards = it.ahead
    while cards:
        card = cards & -cards
        cards ^= card
        ahead -= 1
        value = _promise(chances, p, step, it, ahead, it.need - 1)
        if value <= rest:
            break
        chance = own if sure & card else (share if hidden & card else 0.0)
        total += left * chance * value
        left *= 1.0 - chance
    return total + left * rest, reset


# --- what rows and players do to each other --------------------------------------------------


@compiled
def _next_seat(
    o: Packed,
    v: View,
    p: Position,
    unseen: int,
    w: FloatArray,
    chances: Float32Array,
    step: int,
    promised: tuple[float, ...],
) -> float:
    """What the next player's best card is likely to add to what its row promised."""
    if not p.reset_here and p.open & (p.open - 1) == 0:
        return 0.0  # L-17: only the reset is left
    seat = next_with_cards(o, v, p.hand, p.seat)
    rest = 0.0  # a reset was counted on already
    if p.reset_here:
        rest = -w[STUCK]
        if has_pause(o, v, p.hand, seat):
            rest = max(rest, -PAUSE_PRICE[p.pauses])
    value = 0.0
    left = 1.0  # the chance that the next player has no better card
    seen = 0  # how many cards of each row were thought of, 4 bits each
    while left > 0.01:
        best = rest
        best_row = NO_ROW
        for row in range(o.worlds):
            if p.open >> row & 1:
                it = row_of(o, p, row)
                ahead = bits.size(it.ahead) - 1 - (seen >> (4 * row) & 15)
                if ahead >= 0 and it.need > 0:
                    gain = _promise(chances, p, step, it, ahead, it.need - 1) - promised[row]
                    if gain > best:
                        best = gain
                        best_row = row
        if best_row == NO_ROW:
            break
        card = bits.nth(row_of(o, p, best_row).ahead, seen >> (4 * best_row) & 15)
        seen += 1 << (4 * best_row)
        chance = 0.0
        if surely_held(o, v, p.hand, best_row, 1 << seat) >> card & 1:
            chance = 1.0
        elif unseen >> (best_row * ROW + card) & 1:
            chance = share_held(o, v, unseen, best_row, 1 << seat)
        value += left * chance * best
        left *= 1.0 - chance
    return value + left * rest


@compiled
def _stuck_later(o: Packed, v: View, p: Position, unseen: int, turns: int) -> float:
    """How many players after the next one are likely to find nothing to play in this column."""
    seat = next_with_cards(o, v, p.hand, p.seat)
    stuck = 0.0
    for turn in range(1, turns):
        seat = next_with_cards(o, v, p.hand, (seat + 1) % o.players)
        if has_pause(o, v, p.hand, seat):
            continue
        still_open = (turns - turn) / turns  # the chance that a row is, when that turn comes
        chance = 1.0
        for row in range(o.worlds):
            if p.open >> row & 1:
                fits = 1.0 - no_fit(o, v, p.hand, unseen, seat, row, row_of(o, p, row).ahead)
                chance *= 1.0 - fits * still_open
        stuck += chance
    return stuck


@compiled
def _crowd(o: Packed, p: Position, w: FloatArray) -> float:
    """Rows that run out of cards before all of them can have a reset, one a column (L-9)."""
    waiting = 0  # 4 bits for each number of columns: rows that need a reset by then
    soonest = CROWD_COLUMNS
    for row in range(o.worlds):
        it = row_of(o, p, row)
        if it.resets:
            lasts = min(bits.size(it.ahead), it.need)
            if p.open >> row & 1:
                lasts = max(lasts - 1, -1)
                soonest = min(soonest, lasts)
            for columns in range(lasts + 1, CROWD_COLUMNS):
                waiting += 1 << (4 * columns)
    if not p.reset_here:  # the column under way serves the row that needs it soonest
        for columns in range(soonest + 1, CROWD_COLUMNS):
            waiting -= 1 << (4 * columns)
    total = 0.0
    for columns in range(CROWD_COLUMNS):
        excess = (waiting >> (4 * columns) & 15) - columns
        if excess > 0:
            total += w[CROWD_1 + max(columns - 1, 0)] * excess
    return total
