"""Oh Hell in letters: cards and bids.

A card is its suit and its rank, as OpenSpiel writes it: C2, ST, HA. A bid is a number: 3. A bar
in a deck ends the hands, where chance draws the number of tricks.
Players know their own cards, so they type what a record writes.
"""

import re

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.types import Card, Move

from tenluz_oh_hell.rules.moves import BID, CARDS, CUT, SUITS
from tenluz_oh_hell.rules.options import MOST_TRICKS

SUIT_LETTERS = "CDSH"
SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")
RANKS = "23456789TJQKA"

_CARD = re.compile(rf"([{SUIT_LETTERS}])([{RANKS}])")
_BID = re.compile(r"0|[1-9][0-9]?")


def card_name(card: int) -> str:
    """C2 ... HA; the cut of a deck is a bar."""
    return "|" if card == CUT else SUIT_LETTERS[card % SUITS] + RANKS[card // SUITS]


def hand_names(hand: int) -> list[str]:
    """The cards of a hand by suit, and within a suit from low to high."""
    cards = [card for card in range(CARDS) if hand >> card & 1]
    return [card_name(card) for card in sorted(cards, key=lambda card: (card % SUITS, card))]


def read_card(text: str) -> Card:
    """The number of a card by its name."""
    match = _CARD.fullmatch(text)
    if not match:
        raise NotUnderstood(
            f"{text!r} is not a card of Oh Hell: write C2 ... C9, CT, CJ, CQ, CK, CA, and D, S, H "
            f"likewise."
        )
    return Card(RANKS.index(match[2]) * SUITS + SUIT_LETTERS.index(match[1]))


def read_bid(text: str) -> int:
    """The move of a bid."""
    if not _BID.fullmatch(text) or int(text) > MOST_TRICKS:
        raise NotUnderstood(f"{text!r} is not a bid: write 0 to {MOST_TRICKS}.")
    return BID + int(text)


def read_move(text: str) -> Move:
    """A bid or a card."""
    return Move(read_bid(text) if text[:1].isdigit() else read_card(text))


def move_name(move: int) -> str:
    """A bid or a card, as `read_move` reads it."""
    return str(move - BID) if move >= BID else card_name(move)
