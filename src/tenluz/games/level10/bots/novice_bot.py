"""The bot `novice` for Level 10: what people do in their first games.

It plays the card that skips the fewest others of its row, and resets, when nothing else is good,
the row that is nearest to its end. It does not think of what the others hold, nor of the columns
to come. Now and then it takes the second best move for the best one. It sees when a card loses the
game at once, mostly. It listens: what it or others have asked for it does, if that looks good.
"""

from tenluz.engine import bits, dice
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice
from tenluz.games.level10.bots.position import after, lost_at_once, position_of, row_of
from tenluz.games.level10.bots.random_bot import agree
from tenluz.games.level10.bots.said_moves import left_to_others, named
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    LEVEL_BITS,
    PAUSE_IN,
    RESET_IN,
    ROW,
    TURN,
    UNDER,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View

SLIP = 0.1  # how often the second best move is taken for the best
BLIND = 0.02  # how often it does not see that a move loses at once
NEAR = 1.0  # a move that is worse by more is not taken for the best: that would be absurd

# What a move costs, in cards of a row that are skipped.
PAUSE_COST = 2.5
RESET_COST = 3.0  # of any reset: somebody else may need it
RESET_AHEAD = 0.7  # more, for each card that could still be played in the row
BURIED = 0.3  # less, for each card that a reset brings back
NOT_AS_SAID = 20.0  # of a move that is not what it said it would do,
NOT_AS_ASKED = 1.5  # that is not as it was advised, or takes what another asked for
LOST = 100.0


@compiled
def choose(o: Packed, v: View, rolls: Dice) -> int:
    """A move for the view's seat."""
    phase = v.table.phase
    if phase == TURN:
        return _take_turn(o, v, rolls)
    if phase == CHOOSE:
        return agree(o, v, v.seat)  # L-5: "let me begin"
    return _lay_aside(o, v, phase == UNDER, rolls)


@compiled
def _take_turn(o: Packed, v: View, rolls: Dice) -> int:
    p = position_of(o, v)
    said = v.legal & named(v.table.wishes[v.seat])
    advised = v.legal & named(v.table.advised[v.seat])
    others = left_to_others(o, v)
    sees = dice.uniform(rolls) >= BLIND
    best, second = -1, -1
    least, next_least = 0.0, 0.0
    moves = v.legal
    while moves:
        move = bits.lowest(moves)
        moves &= moves - 1
        cost = _cost(o, v, move)
        if said and not said >> move & 1:
            cost += NOT_AS_SAID
        if (advised and not advised >> move & 1) or others >> move & 1:
            cost += NOT_AS_ASKED
        if sees and lost_at_once(o, after(o, v, p, move)):
            cost += LOST
        if best < 0 or cost < least:
            second, next_least = best, least
            best, least = move, cost
        elif second < 0 or cost < next_least:
            second, next_least = move, cost
    if second >= 0 and next_least - least <= NEAR and dice.uniform(rolls) < SLIP:
        return second
    return best


@compiled
def _cost(o: Packed, v: View, move: int) -> float:
    """How bad a move looks to somebody who looks at its row alone."""
    p = position_of(o, v)
    if move < PAUSE_IN:
        skipped = row_of(o, p, move // ROW).ahead & ((1 << (move % ROW)) - 1)
        return float(bits.size(skipped))
    if move < RESET_IN:
        return PAUSE_COST
    it = row_of(o, p, move - RESET_IN)
    return RESET_COST + RESET_AHEAD * bits.size(it.ahead) - BURIED * it.buried


@compiled
def _lay_aside(o: Packed, v: View, under: bool, rolls: Dice) -> int:
    """Away with a card that cannot be played in its row as it lies (L-8); under a pause (L-19)
    only with one that never can be. Of several, the highest."""
    p = position_of(o, v)
    best = DONE
    cards = v.legal & LEVEL_BITS
    while cards:
        card = bits.lowest(cards)
        cards &= cards - 1
        it = row_of(o, p, card // ROW)
        if not it.ahead >> (card % ROW) & 1 and (not under or it.resets == 0):
            best = ASIDE + card
    return best
