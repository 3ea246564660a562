"""Why a move of Oh Hell is not legal, in plain words with the clause.

The legal set itself is in rules/play.py; this file only finds the first reason to tell. Each
reason has a code of its own and the values that its sentence needs.
"""

from typing import Any

from tenluz.engine.errors import NotLegal

from tenluz_oh_hell.notation import SUIT_LETTERS, SUIT_NAMES, card_name
from tenluz_oh_hell.rules.moves import BID, BIDDING, CARDS, DEAL, OVER, SUITS


def why_not(o: Any, t: Any, hand: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with this hand, may not make this move."""
    if t.phase == OVER:
        return NotLegal("The game is over", "O-12", "over")
    if t.phase == DEAL:
        return NotLegal("The cards have not been dealt yet", "O-2", "not_dealt")
    if t.phase == BIDDING:
        return _why_not_bid(o, t, move)
    if move >= BID:
        return NotLegal("The bids are made; play a card", "O-7", "bids_made")
    if move >= CARDS or not hand >> move & 1:
        name = card_name(move) if move < CARDS else str(move)
        return NotLegal(f"{name} is not in the hand", "O-8", "not_in_hand", card=name)
    name, led = card_name(move), t.trick[t.leader] % SUITS
    why = f"{name} does not follow {SUIT_NAMES[led]}, which the hand still holds"
    return NotLegal(why, "O-8", "follow", card=name, suit=SUIT_LETTERS[led])


def _why_not_bid(o: Any, t: Any, move: int) -> NotLegal:
    if move < BID:
        return NotLegal("Cards are played only when everybody has bid", "O-7", "bid_first")
    bid = move - BID
    if bid > o.tricks:
        why = f"The highest bid is {o.tricks}"
        return NotLegal(why, "O-5", "bid_too_high", most=o.tricks)
    why = f"The last bid must not make the sum {o.tricks}, so it cannot be {bid}"
    return NotLegal(why, "O-6", "sum_of_bids", tricks=o.tricks, bid=bid)
