"""Where a check stands, and how it says that something does not hold."""

from dataclasses import dataclass, field
from typing import Any, NoReturn

from tenluz.engine.game import WATCHER, Game
from tenluz.engine.types import Dice, Seat


class ConformanceError(AssertionError):
    """A game breaks the interface: what, where, and which function to mend."""


@dataclass
class Case:
    """One game of many, and what was seen in all of them."""

    game: Game
    seed: int
    rolls: Dice  # dice for samples
    place: str = "before any game"
    moves: int = 0  # made in this game
    words: int = 0  # of those, the ones that its record keeps
    chosen: Any = None  # the options of this game
    samples: int = 0
    other_samples: int = 0  # that were not the true state
    given: dict[str, object] = field(default_factory=dict)

    def begin(self, number: int, given: dict[str, object]) -> None:
        """The next game, with these options."""
        self.given, self.moves, self.words = given, 0, 0
        self.place = f"game {number} of seed {self.seed}, options {given}"
        self.chosen = self.game.options(given)

    @property
    def seats(self) -> list[Seat]:
        """Every seat."""
        return [Seat(seat) for seat in range(int(self.chosen.players))]

    @property
    def viewers(self) -> list[Seat]:
        """Every seat, after the watcher."""
        return [WATCHER, *self.seats]

    def expect(self, holds: object, what: str, mend: str) -> None:
        """Go on if this holds."""
        if not holds:
            self.fail(what, mend)

    def fail(self, what: str, mend: str, cause: Exception | None = None) -> NoReturn:
        """Say what does not hold, here and now."""
        where = self.place + (f", after {self.moves} moves" if self.moves else "")
        text = f"{self.game.name}: {what.rstrip('.')}.\n  Where: {where}.\n  Mend: {mend}."
        raise ConformanceError(text) from cause
