"""Why a move of Luz is not legal, in plain words with the clause.

The legal set itself is in rules.py; this file only finds the first reason to tell.
"""

from typing import Any

from tenluz.games.errors import NotLegal
from tenluz.games.luz.moves import BID, BID_SAFE, COLOUR, DEAL, OVER, PLAY
from tenluz.games.luz.notation import COLOUR_NAMES, card_name


def why_not(o: Any, t: Any, held: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with cards at these places, may not make this move."""
    if t.phase == OVER:
        return NotLegal("The game is over", "Z-18")
    if t.phase == DEAL:
        return NotLegal("The cards have not been dealt yet", "Z-5")
    if t.phase == BID:
        if move >= PLAY:
            return NotLegal("Cards are played only when everybody has bid", "Z-8")
        if move % BID_SAFE > o.hand:
            return NotLegal(f"The highest bid is {o.hand}", "S-5")
        return NotLegal(f"Only {t.beads} bet beads are left", "S-1")
    if move < PLAY:
        return NotLegal("The bids are made; play a card", "Z-8")
    if not held >> (move - PLAY) & 1:
        return NotLegal("There is no card at that place", "Z-10")
    led = COLOUR_NAMES[t.trick[t.leader] // COLOUR]
    return NotLegal(f"You must follow {led} while you hold one", "Z-9")


def why_not_card(t: Any, held: list[int], card: int) -> NotLegal:
    """The reason for a card of a record while tricks are played; its reader may see all."""
    if card not in held:
        return NotLegal(f"{card_name(card)} is not in that hand", "Z-9")
    led = COLOUR_NAMES[t.trick[t.leader] // COLOUR]
    return NotLegal(f"{card_name(card)} does not follow {led}, which that hand still holds", "Z-9")
