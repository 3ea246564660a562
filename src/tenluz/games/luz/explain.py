"""Why a move of Luz is not legal, in plain words with the clause.

The legal set itself is in rules.py; this file only finds the first reason to tell. Each
reason has a code of its own and the values that its sentence needs.
"""

from typing import Any

from tenluz.engine.errors import NotLegal
from tenluz.games.luz.notation import COLOUR_NAMES, COLOURS, card_name
from tenluz.games.luz.rules.moves import BID, BID_SAFE, COLOUR, DEAL, OVER, PLAY


def why_not(o: Any, t: Any, held: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with cards at these places, may not make this move."""
    if t.phase == OVER:
        return NotLegal("The game is over", "Z-18", "over")
    if t.phase == DEAL:
        return NotLegal("The cards have not been dealt yet", "Z-5", "not_dealt")
    if t.phase == BID:
        if move >= PLAY:
            return NotLegal("Cards are played only when everybody has bid", "Z-8", "bid_first")
        if move % BID_SAFE > o.hand:
            return NotLegal(f"The highest bid is {o.hand}", "S-5", "bid_too_high", most=o.hand)
        return NotLegal(f"Only {t.beads} bet beads are left", "S-1", "too_few_beads", beads=t.beads)
    if move < PLAY:
        return NotLegal("The bids are made; play a card", "Z-8", "bids_made")
    if not held >> (move - PLAY) & 1:
        return NotLegal("There is no card at that place", "Z-10", "no_card_there")
    led = t.trick[t.leader] // COLOUR
    why = f"You must follow {COLOUR_NAMES[led]} while you hold one"
    return NotLegal(why, "Z-9", "follow", colour=COLOURS[led])


def why_not_card(t: Any, held: list[int], card: int) -> NotLegal:
    """The reason for a card of a record while tricks are played; its reader may see all."""
    name = card_name(card)
    if card not in held:
        return NotLegal(f"{name} is not in that hand", "Z-9", "not_in_hand", card=name)
    led = t.trick[t.leader] // COLOUR
    why = f"{name} does not follow {COLOUR_NAMES[led]}, which that hand still holds"
    return NotLegal(why, "Z-9", "does_not_follow", card=name, colour=COLOURS[led])
