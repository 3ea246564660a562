"""Why a move of Luz is not legal, in plain words with the clause.

The legal set itself is in rules/apply.py; this file only finds the first reason to tell. Each
reason has a code of its own and the values that its sentence needs: see REASONS.
"""

from tenluz.engine.errors import NotLegal, declared
from tenluz.games.luz.notation import COLOUR_NAMES, COLOURS, card_name
from tenluz.games.luz.rules.moves import BID, BID_SAFE, COLOUR, DEAL, OVER, PLAY
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.rules.state import OpenTable

REASONS = declared(
    NotLegal,
    ("over", "Z-18"),
    ("not_dealt", "Z-5"),
    ("bid_first", "Z-8"),
    ("bid_too_high", "S-5", "most"),
    ("too_few_beads", "S-1", "beads"),
    ("bids_made", "Z-8"),
    ("no_card_there", "Z-10"),
    ("follow", "Z-9", "colour"),
    ("not_in_hand", "Z-9", "card"),
    ("does_not_follow", "Z-9", "card", "colour"),
)


def why_not(o: Packed, t: OpenTable, held: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with cards at these places, may not make this move."""
    if t.phase == OVER:
        return REASONS["over"].error("The game is over")
    if t.phase == DEAL:
        return REASONS["not_dealt"].error("The cards have not been dealt yet")
    if t.phase == BID:
        if move >= PLAY:
            return REASONS["bid_first"].error("Cards are played only when everybody has bid")
        if move % BID_SAFE > o.hand:
            return REASONS["bid_too_high"].error(f"The highest bid is {o.hand}", most=o.hand)
        return REASONS["too_few_beads"].error(f"Only {t.beads} bet beads are left", beads=t.beads)
    if move < PLAY:
        return REASONS["bids_made"].error("The bids are made; play a card")
    if not held >> (move - PLAY) & 1:
        return REASONS["no_card_there"].error("There is no card at that place")
    return must_follow(t.trick[t.leader] // COLOUR)


def must_follow(led: int) -> NotLegal:
    """Z-9: the reason for every card of another colour than the one led, while one is held."""
    why = f"You must follow {COLOUR_NAMES[led]} while you hold one"
    return REASONS["follow"].error(why, colour=COLOURS[led])


def why_not_card(t: OpenTable, held: list[int], card: int) -> NotLegal:
    """The reason for a card of a record while tricks are played; its reader may see all."""
    name = card_name(card)
    if card not in held:
        return REASONS["not_in_hand"].error(f"{name} is not in that hand", card=name)
    led = t.trick[t.leader] // COLOUR
    why = f"{name} does not follow {COLOUR_NAMES[led]}, which that hand still holds"
    return REASONS["does_not_follow"].error(why, card=name, colour=COLOURS[led])
