"""Luz in letters: cards, bids and places.

A record knows all cards, so a card played is its name there: Y12. Players do not know
their own cards, and name a place: R:2 is the second red card in hand from the low end, R+
the highest, R- the lowest, R the only one. A bid is 3, or 3+ with a safety bead.
"""

import functools
import re

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.types import Card, Move, Word
from tenluz.games.luz.rules.moves import BID_SAFE, COLOUR, PLAY, WORD_CARD
from tenluz.games.luz.rules.options import MOST_HAND, MOST_VALUES
from tenluz.games.luz.rules.view import View

COLOURS = "RYGBP"
COLOUR_NAMES = ("red", "yellow", "green", "blue", "purple")

_CARD = re.compile(rf"([{COLOURS}])([1-9][0-9]?)")
_BID = re.compile(r"(0|[1-9][0-9]?)(\+?)")
_PLACE = re.compile(rf"([{COLOURS}])(?::?([1-9][0-9]?)|([+-]))?")


def card_name(card: int) -> str:
    """R1 ... P12."""
    return f"{COLOURS[card // COLOUR]}{card % COLOUR + 1}"


def read_card(text: str) -> Card:
    """The number of a card by its name."""
    match = _CARD.fullmatch(text)
    if not match or int(match[2]) > MOST_VALUES:
        raise NotUnderstood(
            f"{text!r} is not a card of Luz: write R1 ... R12, Y, G, B, P likewise."
        )
    return Card(COLOURS.index(match[1]) * COLOUR + int(match[2]) - 1)


def read_bid(text: str) -> Move:
    """The move of a bid."""
    match = _BID.fullmatch(text)
    if not match or int(match[1]) > MOST_HAND:
        raise NotUnderstood(
            f"{text!r} is not a bid: write 0 to {MOST_HAND}, with a + for a safety bead."
        )
    return Move(int(match[1]) + (BID_SAFE if match[2] else 0))


@functools.lru_cache(maxsize=1_000)
def read_turn(text: str) -> tuple[Word, ...]:
    """A bid or a card, as a record writes it."""
    return (Word(read_bid(text) if text[:1].isdigit() else WORD_CARD + read_card(text)),)


def bid_name(move: int) -> str:
    """3, or 3+ with a safety bead."""
    return f"{move % BID_SAFE}{'+' if move >= BID_SAFE else ''}"


def places_of(view: View, colour: int) -> list[int]:
    """The seat's own places that still hold a card of a colour, from low to high."""
    held = view.hands.held[view.seat] & view.hands.of_colour[view.seat, colour]
    return [place for place in range(MOST_HAND) if held >> place & 1]


def read_place(view: View, text: str) -> Move:
    """The move that plays the card at a place."""
    match = _PLACE.fullmatch(text)
    if not match:
        raise NotUnderstood(
            f"{text!r} is no place in the hand: write R:1 for the lowest red card, "
            f"R+ for the highest."
        )
    colour = COLOURS.index(match[1])
    name = COLOUR_NAMES[colour]
    places = places_of(view, colour)
    if not places:
        raise NotUnderstood(f"There is no {name} card in your hand.")
    if match[3]:
        return Move(PLAY + places[-1 if match[3] == "+" else 0])
    if not match[2] and len(places) > 1:
        raise NotUnderstood(
            f"You hold {len(places)} {name} cards: say which, {match[1]}:1 is the lowest."
        )
    rank = int(match[2] or 1)
    if rank > len(places):
        raise NotUnderstood(
            f"You hold only {len(places)} {name} card{'s' if len(places) > 1 else ''}."
        )
    return Move(PLAY + places[rank - 1])


def place_name(view: View, place: int) -> str:
    """R:2, or R where it is the only red card."""
    for colour, letter in enumerate(COLOURS):
        places = places_of(view, colour)
        if place in places:
            return letter if len(places) == 1 else f"{letter}:{places.index(place) + 1}"
    raise NotUnderstood(f"Place {place} holds no card any more.")
