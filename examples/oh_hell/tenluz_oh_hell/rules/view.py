"""What a seat of Oh Hell may see, built by allow-list: the table, and its own hand (O-13).

A watcher sees the table and no hand.
"""

from tenluz.engine.compiled import Fields, compiled, int8, int64, part, record

from tenluz_oh_hell.rules.moves import BIDDING
from tenluz_oh_hell.rules.options import Packed
from tenluz_oh_hell.rules.state import OpenTable, State


class View(Fields):
    """What a seat may know."""

    table = part(OpenTable)
    legal = int64()  # this seat's moves, 0 while others are on turn
    hand = int64()
    seat = int8()
    spare = int8(7)


VIEW = record(View)


@compiled
def view(o: Packed, s: State, seat: int, v: View) -> None:
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
def choices(o: Packed, v: View) -> tuple[int, int]:
    """The legal moves of a view's seat, as `legal` gives them for a state."""
    if v.table.phase == BIDDING:
        return 0, v.legal
    return v.legal, 0
