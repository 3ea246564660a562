"""Why a move of Luz is a good one, for a hint: a code, and the values of its sentence.

Made from the view of the seat that would move, and from the move alone: how many tricks its hand
promises, and how likely the card takes this one, as the bot `rules` counts them. The sentences are
in the game's words, `hint.` and the code.
"""

from collections.abc import Mapping

import numpy as np

from tenluz.bots.bot import Why
from tenluz.engine.compiled import allocating
from tenluz.games.luz.bots.rules_bot import win_chance
from tenluz.games.luz.bots.strength import cards_of, weigh
from tenluz.games.luz.rules.moves import BID, BID_SAFE, PLAY
from tenluz.games.luz.rules.options import MOST_HAND, MOST_SEATS, MOST_VALUES, Packed
from tenluz.games.luz.rules.view import View, chances

LIKELY = 0.5

# Every code, what it says in English, and the values that come along.
REASONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "bid": ("Your hand promises about {tricks} tricks.", ("tricks",)),
    "bid_safe": (
        "Your hand promises about {tricks} tricks, and the safety bead allows one more.",
        ("tricks",),
    ),
    "bid_points": ("Of all bids it promises the most points.", ()),
    "only": ("There is no other move.", ()),
    "takes": ("It probably takes the trick, and you still need {count}.", ("count",)),
    "saves": ("It will hardly take this trick: your better cards are for later.", ()),
    "aims": ("It leaves the best chance of making the bid.", ()),
    "ducks": ("You need no more tricks, and it will hardly take this one.", ()),
    "early": ("You need no more tricks: it is the card to be rid of now.", ()),
}


@allocating
def promised(o: Packed, v: View, place: int) -> tuple[float, float]:
    """How many tricks the hand promises, and the chance of the card at a place to take this one."""
    chance = np.empty((MOST_HAND, MOST_VALUES))
    chances(o, v, chance)
    others = np.zeros(MOST_SEATS, np.int64)
    for seat in range(o.players):
        if seat != v.seat:
            others[seat] = cards_of(o, v, seat)
    strength = np.empty(MOST_HAND)
    tricks = weigh(o, v, chance, others, strength)
    if place < 0:
        return tricks, 0.0
    return tricks, win_chance(o, v, chance, others, place)


def explain(o: Packed, v: View, move: int) -> Why:
    """Why a player on turn might make this move."""
    code, values = _reason(o, v, int(move))
    return Why(REASONS[code][0].format(**values), code, values)


def _reason(o: Packed, v: View, move: int) -> tuple[str, dict[str, str | int]]:
    t = v.table
    if t.phase == BID:
        bid, safety = move % BID_SAFE, move // BID_SAFE
        tricks = round(float(promised(o, v, -1)[0]))
        if not bid <= tricks <= bid + safety:
            return "bid_points", {}
        return ("bid_safe" if safety else "bid"), {"tricks": tricks}
    if int(v.legal) == 1 << move:
        return "only", {}
    likely = float(promised(o, v, move - PLAY)[1]) >= LIKELY
    count = int(t.bids[v.seat]) - int(t.tricks[v.seat])
    if count > 0 and likely:
        return "takes", {"count": count}
    if count > 0:
        return ("saves" if _lowest(v, move - PLAY) else "aims"), {}
    return ("early" if likely else "ducks"), {}


def _lowest(v: View, place: int) -> bool:
    """Whether a card is the lowest that the seat holds of its colour (Z-10)."""
    held = int(v.hands.held[v.seat])
    colour = 1 << place
    for of_colour in v.hands.of_colour[v.seat]:
        if int(of_colour) >> place & 1:
            colour = int(of_colour)
    return not held & colour & ((1 << place) - 1)
