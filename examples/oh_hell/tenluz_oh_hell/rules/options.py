"""What a table of Oh Hell agrees on before the first card.

The options are OpenSpiel's parameters of the same game. Where none are named, OpenSpiel leaves
the number of tricks to chance; here it is the usual one then, and `tricks=0` leaves it to chance
(O-2).
"""

import dataclasses

from tenluz.engine.compiled import Fields, int8, record
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.options import Options, switch, whole
from tenluz.engine.types import JsonObject

LEAST_SEATS, MOST_SEATS = 3, 7
MOST_SUITS = 4
MOST_RANKS = 13
MOST_TRICKS = (MOST_SUITS * MOST_RANKS - 1) // LEAST_SEATS  # 17: one card is turned up
USUAL_TRICKS = 10
BY_CHANCE = 0  # tricks: chance draws the number
MOST_POINTS = 100  # for a trick: 17 of them still fit the points of a state


class Packed(Fields):
    """The same as compiled rules read it."""

    players = int8()
    suits = int8()
    cards_per_suit = int8()
    tricks = int8()  # BY_CHANCE: see the table
    off_bid_penalty = int8()
    points_per_trick = int8()
    deck = int8()
    most_tricks = int8()  # that chance may draw, or that were agreed


PACKED = record(Packed)


@dataclasses.dataclass(frozen=True)
class OhHellOptions(Options):
    """Everything that must be agreed. `read` fills in what follows."""

    players: int = whole(LEAST_SEATS, MOST_SEATS, "how many seats", 4)
    tricks: int = whole(
        BY_CHANCE,
        MOST_TRICKS,
        "O-2: cards in a hand, tricks in the game; 0 leaves it to chance",
    )
    off_bid_penalty: bool = switch("O-11: a bid that is missed costs points", default=False)
    points_per_trick: int = whole(0, MOST_POINTS, "O-10: points for a trick", 1)

    suits: int = whole(1, MOST_SUITS, "O-1: suits in the deck", MOST_SUITS)
    cards_per_suit: int = whole(2, MOST_RANKS, "O-1: ranks in a suit, from 2 up", MOST_RANKS)

    def complete(self) -> "OhHellOptions":
        """O-2, O-3: the deck must have a card for every trick of every seat, and one more."""
        most = (self.deck - 1) // self.players
        tricks = self.tricks if self.tricks >= 0 else min(USUAL_TRICKS, max(1, most))
        if max(1, tricks) > most:
            raise NotUnderstood(
                f"{self.players} hands of {max(1, tricks)} and the card turned up need more than "
                f"the {self.deck} cards of the deck."
            )
        return dataclasses.replace(self, tricks=tricks)

    def _always(self) -> JsonObject:
        return {"players": self.players}

    @property
    def deck(self) -> int:
        """Cards in the deck."""
        return self.suits * self.cards_per_suit

    @property
    def hand(self) -> int:
        """Cards that everybody is dealt, as other games call it too: one for each trick. The most
        that may be, where chance decides."""
        return (self.deck - 1) // self.players if self.tricks == BY_CHANCE else self.tricks

    def packed(self) -> Packed:
        """The flat record that the compiled rules read."""
        packed: Packed = self.pack(PACKED)
        packed.deck = self.deck
        packed.most_tricks = self.hand
        return packed
