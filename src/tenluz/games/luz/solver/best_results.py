"""A deal of Luz with all cards seen: the best result for each seat.

For each seat in turn: it sees all cards and chooses all its moves, and everybody else plays as the
bot `rules` does, by what it may see (`open_cards.py`). So the results of two seats do not belong to
one course of the deal.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from tenluz.engine.record import GameRecord
from tenluz.engine.types import JsonObject
from tenluz.games.luz.notation import bid_name, card_name
from tenluz.games.luz.rules.apply import points_for
from tenluz.games.luz.rules.moves import PLAY
from tenluz.games.luz.rules.options import LuzOptions
from tenluz.games.luz.rules.state import State
from tenluz.games.luz.solver.open_cards import MOST_MOVES, best, new_scratch

OPEN_POSITIONS = 10_000_000  # moves tried for each seat at most: some minutes

_scratches = threading.local()


@dataclass(frozen=True)
class SeatResult:
    """The best that one seat can do."""

    seat: int
    points: int
    line: tuple[str, ...]  # its own bid and cards, as a record writes them
    tried: int  # moves
    exact: bool


@dataclass(frozen=True)
class BestResults:
    """The best result for each seat, each for itself."""

    seats: tuple[SeatResult, ...]
    most: int  # points for a bid made without a bead

    @property
    def exact(self) -> bool:
        """Whether nobody can do better."""
        return all(one.exact for one in self.seats)

    def to_json(self) -> JsonObject:
        """For programs."""
        seats = [
            {"seat": one.seat, "points": one.points, "line": list(one.line), "exact": one.exact}
            for one in self.seats
        ]
        return {"seats": seats, "positions": sum(one.tried for one in self.seats)}

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"  seat {one.seat}: {one.points:4} points{'' if one.exact else ' at least'}   "
            f"{' '.join(one.line)}"
            for one in self.seats
        ]


def moments(record: GameRecord) -> list[tuple[str, int]]:
    """A record is looked at after the bids of each deal that was begun; one that ends among bids,
    where it ends."""
    players, turns = record.options.players, len(record.moves)
    whole = players * (1 + record.options.hand)  # bids and cards of a deal
    found = []
    for deal in count():
        bids = deal * whole + players
        if bids > turns:
            break
        found.append((f"deal {deal + 1}, with the bids as they were", bids))
    if turns % whole < players and len(found) < record.game.deals(record.options):
        found.append((f"deal {len(found) + 1}, from the record's end on", turns))
    return found


def solve_open(options: LuzOptions, state: State, positions: int) -> BestResults:
    """The best result for each seat from a position on, to the end of its deal."""
    if not hasattr(_scratches, "room"):
        _scratches.scratch = new_scratch()
    states, views = _scratches.scratch
    o = options.packed()
    line = np.zeros(MOST_MOVES, np.int64)
    seats = []
    for seat in range(options.players):
        states[0] = state
        points, tried = best(o, states, views, seat, positions, line)
        names = tuple(_named(state, seat, move) for move in line.tolist() if move >= 0)
        seats.append(SeatResult(seat, int(points), names, int(tried), tried < positions))
    return BestResults(tuple(seats), points_for(state.table.deal, 0, 0, 0))


def _named(state: State, seat: int, move: int) -> str:
    return bid_name(move) if move < PLAY else card_name(state.hands.card[seat, move - PLAY])


def summary(found: Sequence[BestResults]) -> tuple[JsonObject, list[str]]:
    """Many deals together."""
    seats = [(one.points, deal.most) for deal in found for one in deal.seats]
    full = sum(points == most for points, most in seats) / len(seats)
    mean = sum(points for points, _ in seats) / len(seats)
    exact = sum(deal.exact for deal in found)
    values = {"mean_points": mean, "bids_made": full, "exact": exact}
    deals = "1 deal" if len(found) == 1 else f"{len(found):,} deals"
    text = f"{deals}: a seat that sees all cards makes {mean:.2f} points among `rules`"
    text += f", and its bid without a bead in {100 * full:.1f} %"
    if exact < len(found):
        text += f"; {len(found) - exact:,} deals are not exact"
    return values, [f"{text}."]
