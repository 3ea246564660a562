"""The grid as it lies on the table, cell by cell, kept beside a game by a second, naive reading
of the clauses on placing. The rules keep only the right end of each row."""

from collections.abc import Callable
from operator import ge

from tenluz.games.level10.rules.moves import PAUSE, PAUSE_IN, RESET_IN, ROW
from tests.games.level10.table import Table, cards_in

Cell = tuple[str, int]  # what lies there, and its value


class Grid:
    """Rows of cells. Knows nothing of hands, turns or talk."""

    def __init__(self, seen: Table) -> None:
        self.o = seen.o
        self.rows: list[list[Cell]] = [[] for _ in range(seen.options.worlds)]

    def place(self, move: int) -> None:
        """Put a card at the end of its row."""
        if move < PAUSE_IN:
            self.rows[move // ROW].append(("level", move % ROW + 1))
        elif move < RESET_IN:
            row = move - PAUSE_IN
            self.rows[row].append(("pause", self.left(row)))  # L-18
        else:
            self.rows[move - RESET_IN].append(("reset", 0))

    def left(self, row: int) -> int:
        """The value that the next card of a row has on its left; 0 where there is none."""
        return self.rows[row][-1][1] if self.rows[row] else 0

    def column(self) -> list[Cell]:
        """What lies in the current column."""
        at = min(len(row) for row in self.rows)
        return [row[at] for row in self.rows if len(row) > at]

    def open_rows(self) -> list[int]:
        """L-14: the rows without a card in the current column."""
        shortest = min(len(row) for row in self.rows)
        return [at for at, row in enumerate(self.rows) if len(row) == shortest]

    def plays(self, hand: int, fits: Callable[[int, int], bool] = ge) -> set[int]:
        """L-9, L-13 to L-18 for a hand; `fits(value, left)` is the reading of L-15."""
        here = [kind for kind, _ in self.column()]
        found = set()
        for row in self.open_rows():
            used = [kind for kind, _ in self.rows[row]].count("reset")
            if "reset" not in here and used < self.o.resets:  # L-9
                found.add(RESET_IN + row)
            if "reset" not in here and len(here) == self.o.worlds - 1:
                continue  # L-17: only the reset is wanted
            for card in cards_in(hand):
                if card == PAUSE:
                    found.add(PAUSE_IN + row)
                elif card // ROW == row and fits(card % ROW + 1, self.left(row)):
                    found.add(card)
        return found
