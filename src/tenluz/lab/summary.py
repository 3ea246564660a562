"""What is counted of many finished games, and how sure it is.

A game has one `Counted`: a compiled reader that writes a row of whole numbers for each
finished game, and what those numbers mean. Sums of whole numbers come out the same in
whatever order games finish. A third game adds one reader and one entry below.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenluz.games.compiled import compiled
from tenluz.games.level10 import score
from tenluz.games.luz import rules as luz_rules

SURE = 1.959963984540054  # standard deviations on either side that hold 95 %

Interval = tuple[float | None, float | None]


@dataclass(frozen=True)
class Measure:
    """One outcome, for the whole table or for each label: a seat, a number of columns."""

    name: str
    title: str
    labels: tuple[str, ...] = ()  # none: one number
    share: bool = False  # a game has it or not; else a number, of which the mean counts
    out_of: int = 1  # the most that a number can be, where its mean is told as a share

    @property
    def width(self) -> int:
        """Whole numbers in a game's row."""
        return len(self.labels) or 1


@dataclass(frozen=True)
class Counted:
    """What is counted of a game."""

    measures: Callable[[Any], tuple[Measure, ...]]  # by options
    read: Callable[..., None]  # read(o, states, rows), compiled


@dataclass(frozen=True)
class Estimate:
    """A share or a mean, and where the true one lies with 95 % certainty."""

    value: float | None
    interval: Interval


class Tally:
    """Sums over the games finished so far."""

    def __init__(self, measures: tuple[Measure, ...]) -> None:
        self.measures = measures
        self.games = 0
        self.moves = 0
        width = sum(measure.width for measure in measures)
        self._sums = np.zeros(width, np.int64)
        self._squares = np.zeros(width, np.int64)

    def add(self, rows: Any, moves: int) -> None:
        """Count finished games, a row each."""
        self.games += len(rows)
        self.moves += moves
        self._sums += rows.sum(axis=0)
        self._squares += (rows * rows).sum(axis=0)

    def __add__(self, other: "Tally") -> "Tally":
        """The tally of all games of two, which count the same."""
        both = Tally(self.measures)
        both.games = self.games + other.games
        both.moves = self.moves + other.moves
        both._sums = self._sums + other._sums
        both._squares = self._squares + other._squares
        return both

    def estimates(self) -> list[tuple[Measure, list[Estimate]]]:
        """Every measure with its estimates, one for each label."""
        found = []
        at = 0
        for measure in self.measures:
            here = range(at, at + measure.width)
            found.append((measure, [self._estimate(measure, place) for place in here]))
            at += measure.width
        return found

    def _estimate(self, measure: Measure, place: int) -> Estimate:
        total = int(self._sums[place])
        if self.games == 0:
            return Estimate(None, (None, None))
        if measure.share:
            return Estimate(total / self.games, wilson(total, self.games))
        mean, interval = mean_and_interval(total, int(self._squares[place]), self.games)
        low, high = (None if end is None else end / measure.out_of for end in interval)
        return Estimate(mean / measure.out_of, (low, high))


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share: right also near 0 and 1, where others are not."""
    share = successes / trials
    weight = SURE * SURE / trials
    middle = (share + weight / 2) / (1 + weight)
    spread = SURE * math.sqrt(share * (1 - share) / trials + weight / trials / 4) / (1 + weight)
    low = 0.0 if successes == 0 else middle - spread
    high = 1.0 if successes == trials else middle + spread
    return low, high


def mean_and_interval(total: int, squares: int, count: int) -> tuple[float, Interval]:
    """The mean of whole numbers from their sums, with its normal 95 % interval.

    One number alone does not tell how much they vary: then there is no interval.
    """
    mean = total / count
    if count < 2:
        return mean, (None, None)
    variance = (count * squares - total * total) / (count * (count - 1))
    spread = SURE * math.sqrt(variance / count)
    return mean, (mean - spread, mean + spread)


# --- Level 10 --------------------------------------------------------------------------


def _level10_measures(options: Any) -> tuple[Measure, ...]:
    columns = tuple(str(column) for column in range(options.columns + 1))
    return (
        Measure("win_rate", "games won", share=True),
        Measure("mean_placed", "cards placed, mean"),
        Measure("mean_score", "score, mean"),
        Measure("columns", "columns completed", columns, share=True),
    )


@compiled
def _read_level10(o: Any, states: Any, rows: Any) -> None:
    for number in range(states.shape[0]):
        t = states[number].table
        rows[number, 0] = t.won
        rows[number, 1] = score.counted(o, t)
        rows[number, 2] = score.counted(o, t) + score.bonus(o, t)
        for column in range(o.columns + 1):
            rows[number, 3 + column] = t.column == column


# --- Luz ---------------------------------------------------------------------------------


def _luz_measures(options: Any) -> tuple[Measure, ...]:
    seats = tuple(f"seat {seat}" for seat in range(options.players))
    return (
        Measure("mean_scores", "score, mean", seats),
        Measure("win_rates", "games won", seats, share=True),
        Measure("bids_made", "bids made", seats, out_of=options.deals),
    )


@compiled
def _read_luz(o: Any, states: Any, rows: Any) -> None:
    for number in range(states.shape[0]):
        t = states[number].table
        winner = 0
        for seat in range(o.players):
            if seat > 0 and luz_rules.ahead_of(o, t, seat, winner):
                winner = seat
            made = 0
            for deal in range(o.deals):
                made += t.points[deal, seat] > 0  # Z-13, Z-14: a bid not made costs points
            rows[number, seat] = luz_rules.total(t, seat)
            rows[number, o.players + seat] = 0
            rows[number, 2 * o.players + seat] = made
        rows[number, o.players + winner] = 1


COUNTED = {
    "level10": Counted(_level10_measures, _read_level10),
    "luz": Counted(_luz_measures, _read_luz),
}
