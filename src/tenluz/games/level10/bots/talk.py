"""What bots tell of their hands (L-22), each from its own view.

`rules` tells enough to help, not more. At the start it names the two worlds that it has most of.
Later it speaks before its own turn: of a world that it has come to have much of, and where a
careful listener would count on fewer cards than it has.

`expert` has learnt where everybody's counts lie open, and makes it so: it tells every count that a
listener would guess wrong.

Which count is told follows from counts and from the table alone, never from values: it is no hint.
Then come wishes and answers (wishes.py). Everything is said once, and changes the table; so there
is an end to it.
"""

from tenluz.engine import bits
from tenluz.engine.types import JsonObject
from tenluz.games.level10.bots import listening, rules_bot
from tenluz.games.level10.bots.wishes import NOTHING, wish
from tenluz.games.level10.rules.moves import (
    DEAL,
    LEVEL_BITS,
    MOST,
    OVER,
    ROW,
    ROW_BITS,
    UNTOLD,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.talk import WISH_CARD
from tenluz.games.level10.rules.view import View

AT_START = 2  # worlds named at the start, with at least as many cards
MUCH = 3  # cards of a world that are worth a word at any time
VAGUE = 2  # cards more than a careful listener counts on: worth telling again


def to_tell(o: Packed, v: View) -> int | None:
    """The world whose count this seat should tell now; None if there is nothing to say."""
    t = v.table
    if t.phase in (DEAL, OVER) or o.open_counts or o.players == 1:
        return None
    told = [t.told[v.seat, world] for world in range(o.worlds)]
    counts = [(v.hand >> (world * ROW) & ROW_BITS).bit_count() for world in range(o.worlds)]
    if t.placed == 0:
        most = sorted(range(o.worlds), key=lambda world: -counts[world])[:AT_START]
        return next((w for w in most if told[w] == UNTOLD and counts[w] >= AT_START), None)
    if t.seat != v.seat:
        return None
    for world, count in enumerate(counts):
        if told[world] == UNTOLD:
            if count >= MUCH:
                return world
        elif count - told[world] % MOST >= VAGUE:
            return world
    return None


def statement(o: Packed, v: View) -> JsonObject | None:
    """What this seat should say now, as the game takes statements."""
    world = to_tell(o, v)
    return _wish(o, v, rules_bot.NEARLY) if world is None else {"kind": "count", "world": world}


def _wish(o: Packed, v: View, nearly: float) -> JsonObject | None:
    found = wish(o, v, nearly)
    if found == NOTHING:
        return None
    kind, world, to = map(int, found)
    said: JsonObject = {"kind": "card" if kind == WISH_CARD else "reset", "world": world}
    return said if to < 0 else {**said, "to": to}


def guessed(o: Packed, v: View, world: int) -> int:
    """How many cards of a world a listener who knows the table alone takes this hand to have."""
    t = v.table
    unplayed = LEVEL_BITS & ~(t.placed_cards | t.under)
    here = bits.size(unplayed >> (world * ROW) & ROW_BITS)
    cards = max(1, bits.size(unplayed) + o.pauses - t.pauses)
    fair = int(t.cards[v.seat] * here / cards + 0.5)
    told = int(t.told[v.seat, world])
    return min(max(fair, told % MOST), told // MOST, here)


def full_statement(o: Packed, v: View) -> JsonObject | None:
    """A count that somebody would guess wrong, at any time; then as others."""
    t = v.table
    if t.phase in (DEAL, OVER) or o.players == 1:
        return None
    for world in range(0 if o.open_counts else o.worlds):
        count = bits.size(v.hand >> (world * ROW) & ROW_BITS)
        if count != guessed(o, v, world):
            return {"kind": "count", "world": world}
    return _wish(o, v, listening.NEARLY)
