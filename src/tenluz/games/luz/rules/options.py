"""What a table of Luz agrees on before the first card: sizes and rulings.

S-2, S-3, S-5 and S-6 leave nothing to choose; S-1 and S-4 are options.
"""

import dataclasses

from tenluz.engine.compiled import Fields, int8, record
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.options import Options, switch, whole
from tenluz.engine.types import JsonObject

VALUES = {2: 6, 3: 8, 4: 10, 5: 12}  # Z-2; two players only in small versions

MOST_SEATS = 5
MOST_COLOURS = 5
MOST_VALUES = 12
MOST_HAND = 10
MOST_DEALS = 4
BET_BEADS = 15  # Z-4


class Packed(Fields):
    """The same as compiled rules read it."""

    players = int8()
    colours = int8()
    values = int8()
    hand = int8()
    deals = int8()
    deck = int8()
    bead_limit = int8()
    open_tricks = int8()


PACKED = record(Packed)


@dataclasses.dataclass(frozen=True)
class LuzOptions(Options):
    """Everything that must be agreed. `read` fills in what follows."""

    players: int = whole(
        2, MOST_SEATS, "how many seats; 2 only in small versions", 4, shown="never"
    )
    bead_limit: bool = switch("S-1: the 15 bet beads limit the sum of the bids", default=False)
    open_tricks: bool = switch("S-4: all tricks of the deal stay open", default=False)

    colours: int = whole(
        2, MOST_COLOURS, "colours, the second of which is trump", MOST_COLOURS, shown="never"
    )
    values: int = whole(1, MOST_VALUES, "highest value of a colour (Z-2)", shown="never")
    hand: int = whole(1, MOST_HAND, "cards in a hand, and tricks in a deal", shown="never")
    deals: int = whole(1, MOST_DEALS, "deals in a game", MOST_DEALS, shown="first")

    def complete(self) -> "LuzOptions":
        """Sizes must leave every seat its cards."""
        if self.players == 2 and (self.values < 0 or self.hand < 0):
            raise NotUnderstood(
                "Luz is for 3 to 5 players; a small version for 2 names values and hand."
            )
        values = self.values if self.values > 0 else VALUES[self.players]
        hand = self.hand if self.hand > 0 else min(MOST_HAND, self.colours * values // self.players)
        if hand * self.players > self.colours * values:
            raise NotUnderstood(
                f"{self.players} hands of {hand} cards need more than the {self.colours * values} "
                f"cards of the deck."
            )
        return dataclasses.replace(self, values=values, hand=hand)

    def _always(self) -> JsonObject:
        return {"players": self.players}

    @property
    def deck(self) -> int:
        """Cards in the deck."""
        return self.colours * self.values

    def packed(self) -> Packed:
        """The flat record that the compiled rules read."""
        packed: Packed = self.pack(PACKED)
        packed.deck = self.deck
        return packed
