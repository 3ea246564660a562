"""What has lain open in Luz and the state does not keep: tricks taken, deals finished.

The bids and tricks of finished deals are for the table of scores. The tricks of this deal
are shown only where `open_tricks` says so (S-4).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tenluz.engine.game import DEAL


@dataclass(frozen=True)
class Trick:
    """One trick: the cards by seat, who led, who took it or is about to."""

    cards: Sequence[int]
    leader: int
    winner: int


@dataclass(frozen=True)
class Deal:
    """One finished deal, by seat."""

    bids: tuple[int, ...]
    safety: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


@dataclass
class Memory:
    """The tricks of the deal in progress, and the deals before it."""

    players: int
    tricks: list[Trick] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)

    def fold(self, before: Any, after: Any) -> None:
        """Follow one change of the table."""
        if before.phase == DEAL:
            self.tricks.clear()
            return
        if after.tricks_done > before.tricks_done:
            cards = self._by_seat(after.last_trick)
            self.tricks.append(Trick(cards, after.last_leader, after.leader))
        if after.deal > before.deal:
            self.deals.append(
                Deal(
                    self._by_seat(after.bids),
                    self._by_seat(after.safety),
                    self._by_seat(after.tricks),
                    self._by_seat(after.points[before.deal]),
                )
            )

    def _by_seat(self, row: Any) -> tuple[int, ...]:
        return tuple(int(row[seat]) for seat in range(self.players))
