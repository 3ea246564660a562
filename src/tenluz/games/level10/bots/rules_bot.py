"""The bot `rules` for Level 10: looks once at the position after each move, takes the best.

A turn, the card under a pause and the first player are chosen by `evaluate`; what to tuck in
a swap by when a card is wanted and when it comes back. It does as it said it would, takes advice,
and leaves to others what they asked for, as long as that is nearly as good (L-22, L-23); bots
that judge moves otherwise ask `heeded` which of them that leaves.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice, Float32Array, FloatArray
from tenluz.games.level10.bots.evaluation import IMPOSSIBLE, evaluate
from tenluz.games.level10.bots.hands import no_fit, unseen_cards
from tenluz.games.level10.bots.position import (
    Position,
    after,
    following,
    lost_at_once,
    position_of,
    row_of,
    with_next,
    without,
)
from tenluz.games.level10.bots.random_bot import agree
from tenluz.games.level10.bots.row_chances import STEPS, TABLE
from tenluz.games.level10.bots.said_moves import anything_said, left_to_others, named
from tenluz.games.level10.bots.weights import (
    CHANCE,
    CHANCE_BEND,
    LATE_0,
    LATE_2,
    MOST_TUNED,
    SWAP_BURIED,
    SWAP_MARGIN,
    WEIGHTS,
)
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    LEVEL_BITS,
    ROW,
    ROW_BITS,
    TURN,
    UNDER,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View

NEVER = 99.0
DRAWN_IN_COLUMN = 5.0  # four cards, and a swap now and then

NEARLY = 1.0  # how much worse a move may be that does what somebody asked for
LOST = 500.0  # more than anything but a game lost at once: what it said itself it does
WON = 1000.0


@compiled
def choose(o: Packed, v: View, rolls: Dice) -> int:
    """A move for the view's seat; the dice are not used."""
    return choose_by(o, v, WEIGHTS[min(o.players, MOST_TUNED) - 1], TABLE)


@compiled
def choose_by(o: Packed, v: View, w: FloatArray, chances: Float32Array) -> int:
    """The same by given weights and chances of rows."""
    phase = v.table.phase
    p = position_of(o, v)
    unseen = unseen_cards(o, v, p.unplayed)
    if phase == TURN:
        return _take_turn(o, v, p, unseen, w, chances)
    if phase == CHOOSE:
        return _propose(o, v, unseen)
    if phase == UNDER:
        return _lay_under(o, v, p, unseen, w, chances)
    return _tuck(o, v, p, unseen, w)


@compiled
def _step_of(o: Packed, v: View, p: Position, w: FloatArray) -> int:
    """How likely a card is at hand in a later column, as a step of the table of chances."""
    held = 0
    for seat in range(o.players):
        held += v.table.cards[seat]
    share = min(held / max(bits.size(p.unplayed), 1), 1.0)
    chance = w[CHANCE] * share ** w[CHANCE_BEND]
    return min(max(int(chance * STEPS + 0.5) - 1, 0), STEPS - 1)


@compiled
def _take_turn(
    o: Packed, v: View, p: Position, unseen: int, w: FloatArray, chances: Float32Array
) -> int:
    moves = _heeded(o, v, p, unseen, w, chances, v.legal, NEARLY)
    return best_of(o, v, p, unseen, w, chances, moves)[0]


@compiled
def best_of(
    o: Packed, v: View, p: Position, unseen: int, w: FloatArray, chances: Float32Array, moves: int
) -> tuple[int, float]:
    """The best of some moves of a turn, and what it is worth."""
    step = _step_of(o, v, p, w)
    best, most = -1, 3 * IMPOSSIBLE
    while moves:
        move = bits.lowest(moves)
        moves &= moves - 1
        q = after(o, v, p, move)
        if q.column == o.columns:
            return move, WON  # L-20
        value = evaluate(o, v, q, unseen, w, chances, step)
        if lost_at_once(o, q):
            value += IMPOSSIBLE
        if best < 0 or value > most:
            best, most = move, value
    return best, most


@compiled
def _heeded(
    o: Packed,
    v: View,
    p: Position,
    unseen: int,
    w: FloatArray,
    chances: Float32Array,
    moves: int,
    nearly: float,
) -> int:
    """Those of some moves that keep to what was said, if one of them is good enough; else all."""
    if not anything_said(o, v):
        return moves
    most = best_of(o, v, p, unseen, w, chances, moves)[1]
    kept = moves & named(v.table.wishes[v.seat])
    if kept and best_of(o, v, p, unseen, w, chances, kept)[1] > most - LOST:
        return kept
    others = left_to_others(o, v)
    advised = moves & named(v.table.advised[v.seat])
    kept = advised & ~others if advised & ~others else advised
    if kept and best_of(o, v, p, unseen, w, chances, kept)[1] > most - nearly:
        return kept
    kept = moves & ~others
    if kept and best_of(o, v, p, unseen, w, chances, kept)[1] > most - nearly:
        return kept
    return moves


@compiled
def heeded(o: Packed, v: View, nearly: float) -> int:
    """The legal moves of a turn that are left to choose from, having heard the others: what they
    asked for may cost as much as `nearly`."""
    p = position_of(o, v)
    w = WEIGHTS[min(o.players, MOST_TUNED) - 1]
    return _heeded(o, v, p, unseen_cards(o, v, p.unplayed), w, TABLE, v.legal, nearly)


@compiled
def preferred(o: Packed, v: View, moves: int) -> tuple[int, float]:
    """The best of some moves as they would be for this seat now, and what it is worth."""
    p = position_of(o, v)
    w = WEIGHTS[min(o.players, MOST_TUNED) - 1]
    return best_of(o, v, p, unseen_cards(o, v, p.unplayed), w, TABLE, moves)


@compiled
def _propose(o: Packed, v: View, unseen: int) -> int:
    """L-5: whoever is most likely to hold a 1, which begins a row and buries nothing."""
    best, most = v.seat, 0.0
    for turn in range(o.players):
        seat = (v.seat + turn) % o.players
        none = 1.0
        for row in range(o.worlds):
            none *= no_fit(o, v, v.hand, unseen, seat, row, 1)
        if 1.0 - none > most:
            best, most = seat, 1.0 - none
    return agree(o, v, best)


@compiled
def _lay_under(
    o: Packed, v: View, p: Position, unseen: int, w: FloatArray, chances: Float32Array
) -> int:
    """L-19: the card that is missed least; none if all are better kept."""
    step = _step_of(o, v, p, w)
    p = with_next(p, following(o, v, v.table.completed == 1))
    best, most = DONE, 3 * IMPOSSIBLE
    moves = v.legal
    while moves:  # cards from the lowest up, and `DONE` last
        move = ASIDE + bits.lowest(moves)
        moves &= moves - 1
        q = p if move == DONE else without(p, move - ASIDE)
        value = evaluate(o, v, q, unseen, w, chances, step)
        if value > most:
            best, most = move, value
    return best


# --- swaps -----------------------------------------------------------------------------------


@compiled
def _tuck(o: Packed, v: View, p: Position, unseen: int, w: FloatArray) -> int:
    """L-8: away with a card that is wanted later than the usual card of the deck, unless it
    would come back too late: the deck is drawn to its end first."""
    returns_in = (v.table.tail - v.table.head) / DRAWN_IN_COLUMN
    usual = _usual_wait(o, p, unseen, w)
    best, most = DONE, 0.0
    cards = v.legal & LEVEL_BITS
    while cards:
        card = bits.lowest(cards)
        cards &= cards - 1
        wait = _wanted_in(o, p, w, card)
        merit = wait - usual - w[SWAP_MARGIN]
        if wait < returns_in:
            resets = row_of(o, p, card // ROW).resets
            merit -= w[min(LATE_0 + resets, LATE_2)] * (returns_in - wait)
        if merit > most:
            best, most = ASIDE + card, merit
    return best


@compiled
def _wanted_in(o: Packed, p: Position, w: FloatArray, card: int) -> float:
    """In about how many columns a card is wanted."""
    row = card // ROW
    it = row_of(o, p, row)
    lower = (1 << (card % ROW)) - 1
    wait = 1.0 - (p.open >> row & 1)
    if it.ahead >> (card % ROW) & 1:
        return wait + bits.size(it.ahead & lower)
    if it.resets == 0:
        return NEVER
    cards = p.unplayed >> (row * ROW) & ROW_BITS
    return wait + w[SWAP_BURIED] * bits.size(it.ahead) + 1.0 + bits.size(cards & lower)


@compiled
def _usual_wait(o: Packed, p: Position, unseen: int, w: FloatArray) -> float:
    """The mean wait of the unseen cards; one that is never wanted counts as a row's length."""
    total = 0.0
    cards = unseen
    while cards:
        total += min(_wanted_in(o, p, w, bits.lowest(cards)), float(o.values))
        cards &= cards - 1
    return total / max(bits.size(unseen), 1)
