"""Why a move of Oh Hell is not legal, in plain words with the clause.

The legal set itself is in rules/play.py; this file only finds the first reason to tell. Each
reason has a code of its own and the values that its sentence needs: see REASONS.
"""

from tenluz.engine.errors import NotLegal, declared

from tenluz_oh_hell.notation import SUIT_LETTERS, SUIT_NAMES, card_name
from tenluz_oh_hell.rules.moves import BID, BIDDING, CARDS, DEAL, OVER, SUIT
from tenluz_oh_hell.rules.state import OpenTable

REASONS = declared(
    NotLegal,
    ("over", "O-12"),
    ("not_dealt", "O-2"),
    ("bid_first", "O-7"),
    ("bid_too_high", "O-5", "most"),
    ("sum_of_bids", "O-6", "tricks", "bid"),
    ("bids_made", "O-7"),
    ("not_in_hand", "O-8", "card"),
    ("follow", "O-8", "card", "suit"),
)


def why_not(t: OpenTable, hand: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with this hand, may not make this move."""
    if t.phase == OVER:
        return REASONS["over"].error("The game is over")
    if t.phase == DEAL:
        return REASONS["not_dealt"].error("The cards have not been dealt yet")
    if t.phase == BIDDING:
        return _why_not_bid(t, move)
    if move >= BID:
        return REASONS["bids_made"].error("The bids are made; play a card")
    if move >= CARDS or not hand >> move & 1:
        name = card_name(move) if move < CARDS else str(move)
        return REASONS["not_in_hand"].error(f"{name} is not in the hand", card=name)
    name, led = card_name(move), t.trick[t.leader] & SUIT
    why = f"{name} does not follow {SUIT_NAMES[led]}, which the hand still holds"
    return REASONS["follow"].error(why, card=name, suit=SUIT_LETTERS[led])


def _why_not_bid(t: OpenTable, move: int) -> NotLegal:
    if move < BID:
        return REASONS["bid_first"].error("Cards are played only when everybody has bid")
    bid, tricks = move - BID, t.tricks_in_game
    if bid > tricks:
        return REASONS["bid_too_high"].error(f"The highest bid is {tricks}", most=int(tricks))
    why = f"The last bid must not make the sum {tricks}, so it cannot be {bid}"
    return REASONS["sum_of_bids"].error(why, tricks=int(tricks), bid=bid)
