"""The positions whose move sequences are counted, and how a count is made and compared.

A line begins with the deal of a seed by the published shuffle, and perhaps with some turns
already made. `depth` is how many moves a sequence has; END means that all complete games
are counted. The counts themselves lie in table.json.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tenluz.engine.catalogue import game_named
from tenluz.engine.game import NO_SEAT
from tests.perft.counter import counter

TABLE = Path(__file__).with_name("table.json")
END = 100  # no small version below has longer games


@dataclass(frozen=True)
class Line:
    """One position, and how deep to count from it."""

    game: str
    depth: int
    options: dict[str, Any]
    after: str = ""  # turns made before the count begins
    first: int = 0
    seed: int = 1

    @property
    def name(self) -> str:
        """A key in table.json: everything that the count depends on."""
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        depth = "to the end" if self.depth == END else f"depth {self.depth}"
        after = f" after {self.after}" if self.after else ""
        return f"{self.game} {chosen}, first {self.first}, seed {self.seed}{after}, {depth}"


Split = dict[str, list[int]]  # by first move: sequences, complete games


def split(line: Line) -> Split:
    """The counts of a line, by first move."""
    game = game_named(line.game)
    chosen = game.options(line.options)
    options = chosen.packed()
    seed = bytes([line.seed]) * 32
    decks = np.array(
        [game.shuffled_deck(chosen, seed, n) for n in range(game.deals(chosen))], np.int64
    )
    states = np.zeros(line.depth + 1, game.state_type)
    state = states[0]
    together = getattr(chosen, "first_player", "") == "together"
    game.rules.start(options, state)
    game.rules.deal(options, state, decks[0], NO_SEAT if together else line.first)
    for turn in line.after.split():
        words = np.array(game.read_turn(turn), np.int64)
        assert game.rules.turn(options, state, words, 0, len(words)) == -1, turn
    begin = state.copy()
    count = counter(game)
    found: Split = {}
    view = game.view(options, begin, begin.table.seat)
    for move in game.moves(options, begin):
        states[0] = begin
        game.rules.apply(options, states[0], move)
        counts = count(options, states, decks, 1, line.first, line.depth - 1)
        found[game.move_name(options, view, move)] = [int(number) for number in counts]
    return found


def total(counts: Split) -> list[int]:
    """Sequences and complete games of all first moves together."""
    return [sum(column) for column in zip(*counts.values())]


def expected() -> dict[str, Split]:
    """The table as checked in."""
    return dict(json.loads(TABLE.read_text(encoding="utf-8")))


def write(table: dict[str, Split]) -> None:
    """Keep a table: one line of text for each line."""
    rows = [f"  {json.dumps(name)}: {json.dumps(counts)}" for name, counts in table.items()]
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def difference(known: Split, found: Split) -> list[str]:
    """The split by first move, both sides, with a mark where they differ."""
    rows = []
    for move in sorted(known.keys() | found.keys()):
        was, now = known.get(move), found.get(move)
        mark = "" if was == now else "   <-- differs"
        row = f"    {move:12} expected {_counts(was):24} found {_counts(now):24}{mark}"
        rows.append(row.rstrip())
    return rows


def _counts(counts: list[int] | None) -> str:
    return "not legal" if counts is None else f"{counts[0]:,} / {counts[1]:,}"


def _level10(depth: int, *, first: int = 0, seed: int = 1, **options: Any):
    return Line("level10", depth, options, first=first, seed=seed)


def _luz(depth: int, after: str = "", *, first: int = 0, **options: Any):
    return Line("luz", depth, options, after, first)


DEALT = {"first_player": "dealt"}
TINY = {"worlds": 2, "columns": 4, **DEALT}
THREE = {"worlds": 3, "columns": 3, **DEALT}
FOUR = {"worlds": 4, "columns": 4, **DEALT}

LINES = [
    # Level 10, full games.
    _level10(8, players=1, pauses=2),
    _level10(9, players=2, pauses=2, first=1, **DEALT),
    _level10(8, players=3, pauses=3, edition="ru", first=2, **DEALT),
    _level10(10, players=4, pauses=1, edition="pl", **DEALT),
    _level10(12, players=5, pauses=0, edition="es", first=4, **DEALT),
    _level10(10, players=5, pauses=3, extra_turn="last_seat", **DEALT),
    _level10(9, players=3, pauses=3, one_pause_per_column=True, dead_end="illegal", **DEALT),
    _level10(7, players=2, pauses=2),  # who begins is chosen together
    _level10(10, players=3, pauses=2),
    _level10(9, players=5, pauses=1),
    # Level 10, small versions: every complete game.
    _level10(END, players=1, pauses=1, hand=2, **TINY),
    _level10(END, players=1, pauses=2, hand=3, swap_whole_hand=False, **TINY),
    _level10(END, players=2, pauses=1, hand=2, first=1, **TINY),
    _level10(END, players=2, pauses=2, hand=2, **TINY),
    _level10(END, players=2, pauses=2, hand=3, one_pause_per_column=True, **TINY),
    _level10(END, players=2, pauses=1, hand=1, swap_whole_hand=False, seed=2, **TINY),
    _level10(END, players=2, pauses=1, hand=1, seed=2, **TINY),
    _level10(END, players=3, pauses=1, hand=1, **THREE),
    _level10(END, players=3, pauses=2, hand=2, extra_turn="last_seat", **THREE),
    _level10(END, players=3, pauses=2, hand=2, dead_end="illegal", last_reset="lost", **THREE),
    _level10(END, players=3, pauses=3, hand=2, one_pause_per_column=True, **THREE),
    _level10(END, players=2, pauses=0, hand=3, **THREE),
    _level10(END, players=4, pauses=2, hand=3, **FOUR),
    _level10(END, players=4, pauses=2, hand=3, extra_turn="last_seat", first=3, **FOUR),
    _level10(END, players=3, pauses=1, hand=4, dead_end="illegal", **FOUR),
    _level10(14, players=2, pauses=1, hand=2, worlds=2, columns=4),
    # Luz, full games: the bids, then the cards.
    _luz(5, players=3),
    _luz(5, players=4, first=2),
    _luz(4, players=5, bead_limit=True),
    _luz(6, players=5, bead_limit=True, first=3),
    _luz(11, "3 3 4", players=3),
    _luz(12, "2 3+ 2 3", players=4, first=1),
    _luz(11, "2 2+ 0+ 3 1", players=5, first=4),
    # Luz, small versions: every complete game.
    _luz(END, players=2, colours=2, values=3, hand=2, deals=1),
    _luz(END, players=2, colours=3, values=3, hand=3, deals=1),
    _luz(END, players=2, colours=2, values=3, hand=2, deals=3, first=1),
    _luz(END, players=3, colours=3, values=3, hand=2, deals=1),
    _luz(END, players=3, colours=2, values=2, hand=1, deals=3, first=2),
    _luz(END, players=3, colours=4, values=3, hand=4, deals=1),
    _luz(END, players=4, colours=2, values=4, hand=2, deals=1),
    _luz(END, players=4, colours=5, values=3, hand=3, deals=1, bead_limit=True),
    _luz(END, players=5, colours=5, values=2, hand=2, deals=1),
]
