"""A table as it is made: for who asks for one, and for who wants to play again.

Knows seats and settings, not the game; nothing is kept here. The seed is nobody's choice.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from tenluz.engine import shuffle
from tenluz.server.seating import Chair
from tenluz.server.store import Entry, TableRow


def new_row(
    game: str, options: dict[str, Any], chairs: list[dict[str, Any]], pace: float, name: str
) -> TableRow:
    """A table with a deal of its own."""
    return TableRow(
        id=name,
        game=game,
        options=options,
        seed=shuffle.new_seed(),
        created=time.time(),
        pace=pace,
        seats=chairs,
    )


def once_more(row: TableRow, chairs: Sequence[Chair], asker: int, name: str) -> TableRow:
    """The same game once more, under this name: everybody where they sit now, bots too.

    A seat that was left is free. A bot goes on standing in for who is away, but not for who
    asks: they want to play.
    """
    seats = [
        asdict(replace(chair, bot=None) if seat == asker else chair)
        for seat, chair in enumerate(chairs)
    ]
    return new_row(row.game, row.options, seats, row.pace, name)


def first_entry(row: TableRow) -> Entry:
    """What a log begins with: the deal."""
    return Entry(1, "begin", "begin", {}, row.created)


def guests_at(row: TableRow) -> set[str]:
    """Who sits there from the start."""
    return {chair["guest"] for chair in row.seats if chair.get("guest")}
