"""What the bot `rules` tells of its hand (L-22): enough to help, not more.

At the start it names the two worlds that it has most of. Later it speaks before its own
turn: of a world that it has come to have much of, and where a careful listener would count
on fewer cards than it has. Knows the seat's own view only.
"""

from tenluz.engine.types import JsonObject
from tenluz.games.level10.rules.moves import DEAL, MOST, OVER, ROW, ROW_BITS, UNTOLD
from tenluz.games.level10.rules.options import Packed
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
    return None if world is None else {"kind": "count", "world": world}
