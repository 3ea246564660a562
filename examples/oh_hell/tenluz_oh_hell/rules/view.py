"""What a seat of Oh Hell may see, built by allow-list: the table, and its own hand (O-13).

A watcher sees the table and no hand.
"""

from typing import Any

from tenluz.engine.compiled import compiled, record

from tenluz_oh_hell.rules.moves import BIDDING
from tenluz_oh_hell.rules.state import TABLE

VIEW = record(
    [
        ("table", TABLE),
        ("legal", "<i8"),  # this seat's moves, 0 while others are on turn
        ("hand", "<i8"),
        ("seat", "i1"),
        ("spare", "i1", (7,)),
    ]
)


@compiled
def view(o: Any, s: Any, seat: int, v: Any) -> None:
    """Write into `v` all that `seat` may know of `s`, and nothing else."""
    v.table = s.table
    v.seat = seat
    v.legal = 0
    v.hand = 0
    if seat >= 0:
        v.hand = s.hands[seat]
        if s.table.seat == seat:
            v.legal = s.legal


@compiled
def choices(o: Any, v: Any) -> tuple[int, int]:
    """The legal moves of a view's seat, as `legal` gives them for a state."""
    if v.table.phase == BIDDING:
        return 0, v.legal
    return v.legal, 0
