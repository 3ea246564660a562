"""Which card lies in which cell of Level 10: a fold of what happens in the open.

The state keeps of a row only its end, which is all that the rules ask for. A picture of the
grid needs every cell, so it is remembered here, from a watcher's views of each change.
"""

from dataclasses import dataclass, field
from typing import Any

from tenluz.games.level10.rules.moves import ROW

RESET, PAUSE = "R", "P"


@dataclass
class Grid:
    """Cells by row and column: a value as `5`, a reset `R`, a pause `P`, or None."""

    cells: list[list[str | None]]
    under: dict[tuple[int, int], int] = field(default_factory=dict)  # value under a pause
    last_pause: tuple[int, int] | None = None
    newest: tuple[int, int] | None = None

    @classmethod
    def empty(cls, worlds: int, columns: int) -> "Grid":
        """A grid with nothing in it."""
        return cls([[None] * columns for _ in range(worlds)])

    def fold(self, before: Any, after: Any) -> None:
        """Follow one change of the table."""
        column = before.column
        covered = after.under & ~before.under
        if covered and self.last_pause:
            self.under[self.last_pause] = (covered.bit_length() - 1) % ROW + 1
        if after.placed == before.placed:
            return
        filled = before.open if after.column > column else before.open & ~after.open
        for row in range(len(self.cells)):
            if after.resets[row] < before.resets[row]:
                self._lay(row, column, RESET)
                filled &= ~(1 << row)
        level = after.placed_cards & ~before.placed_cards
        if level:
            card = level.bit_length() - 1
            self._lay(card // ROW, column, str(card % ROW + 1))
        elif after.pauses > before.pauses:
            # What was filled and is no reset is one row: R-3 lays its reset in the same move.
            row = filled.bit_length() - 1
            self._lay(row, column, PAUSE)
            self.last_pause = (row, column)

    def _lay(self, row: int, column: int, what: str) -> None:
        self.cells[row][column] = what
        self.newest = (row, column)

    def cell(self, row: int, column: int) -> str:
        """A cell as text: `5`, `R`, `P`, `P/3` with a card under the pause, or empty."""
        under = self.under.get((row, column))
        return f"{self.cells[row][column] or ''}" + (f"/{under}" if under else "")
