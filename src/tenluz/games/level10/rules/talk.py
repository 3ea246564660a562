"""Talk in Level 10 (L-22, L-23, R-13): typed statements that the rules check for truth and form.

What has been told becomes part of the table: counts as bounds that later events keep true,
wishes until the speaker's turn is over. There is no free text, so nothing else can be said.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.moves import DEAL, LEAST, MOST, NO_SEAT, OVER, ROW, ROW_BITS
from tenluz.games.level10.rules.options import ALL_ADVICE, MOST_WORLDS, NO_ADVICE, Packed
from tenluz.games.level10.rules.state import State

# Kinds of statement.
COUNT, WISH_CARD, WISH_RESET = range(3)

# What may be wrong with one.
(
    FINE,
    NOT_NOW,
    NO_SUCH_WORLD,
    NOT_TRUE,
    COUNT_TO_OTHERS,
    CARD_TO_OTHERS,
    NOTHING_TO_OTHERS,
    NO_SUCH_SEAT,
) = range(8)


@compiled
def may_address(o: Packed, kind: int) -> bool:
    """R-13: whether a statement of this kind may be meant for somebody else (L-23)."""
    if kind == WISH_CARD:
        return o.advice == ALL_ADVICE
    return kind == WISH_RESET and o.advice != NO_ADVICE


@compiled
def may_say(o: Packed, s: State, seat: int, kind: int, world: int, number: int, to: int) -> int:
    """FINE, or what is wrong. `to` is NO_SEAT unless somebody else is advised (L-23)."""
    if s.table.phase == DEAL or s.table.phase == OVER:
        return NOT_NOW
    if world < 0 or world >= o.worlds:
        return NO_SUCH_WORLD
    if seat < 0 or seat >= o.players or to >= o.players or to < NO_SEAT or to == seat:
        return NO_SUCH_SEAT
    if to != NO_SEAT and not may_address(o, kind):
        if kind == COUNT:
            return COUNT_TO_OTHERS
        return NOTHING_TO_OTHERS if o.advice == NO_ADVICE else CARD_TO_OTHERS
    if kind == COUNT and number != bits.size(s.hands[seat] & (ROW_BITS << (world * ROW))):
        return NOT_TRUE
    return FINE


@compiled
def say(o: Packed, s: State, seat: int, kind: int, world: int, number: int, to: int) -> None:
    """Make a statement that `may_say` finds fine."""
    t = s.table
    if kind == COUNT:
        t.spoken |= 1 << seat
        t.told[seat, world] = number * MOST + number * LEAST
        return
    wish = 1 << (world if kind == WISH_CARD else MOST_WORLDS + world)
    if to == NO_SEAT:
        t.wishes[seat] |= wish
    else:
        t.advised[to] |= wish
