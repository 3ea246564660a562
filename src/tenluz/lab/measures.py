"""What is counted of many finished games, and how sure it is.

A game has one `Counted`, in its part `measures`: a reader that writes a row of whole numbers for
each finished game, and what those numbers mean. Sums of whole numbers come out the same in
whatever order games finish.
"""

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import Int64Array, OptionsRecord, OptionsT, PackedT, Records

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
class GameMeasures(Generic[OptionsT, PackedT]):
    """What is counted of a game."""

    measures: Callable[[OptionsT], tuple[Measure, ...]]  # by options
    read: Callable[
        [PackedT, Records, Int64Array], None
    ]  # read(o, states, rows); compiled, where it should be fast
    agreed: Mapping[str, object] = field(default_factory=dict)  # options, where none are given
    # Options by which everything lies open that players may tell of their hands.
    open_talk: Mapping[str, object] = field(default_factory=dict)
    together: bool = False  # all seats play as one, and have one result
    # What strength is told for: options by a title, for each number of players.
    tasks: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


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

    def add(self, rows: Int64Array, moves: int) -> None:
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


# --- what is counted of a game -----------------------------------------------------------


@functools.cache
def counted(game: Game) -> GameMeasures:
    """What is counted of a game: its part `measures` says it, or else its scores are."""
    part = game.part("measures")
    found: GameMeasures = _by_scores(game) if part is None else part.COUNTED
    return found


def _by_scores(game: Game) -> GameMeasures:
    """For any game: the score of each seat, and whether it was the best."""

    def measures(options: Options) -> tuple[Measure, ...]:
        seats = tuple(f"seat {seat}" for seat in range(options.players))
        return (
            Measure("mean_scores", "score, mean", seats),
            Measure("win_rates", "games won", seats, share=True),
        )

    def read(o: OptionsRecord, states: Records, rows: Int64Array) -> None:
        for row, state in zip(rows, states):
            scores = game.outcome(o, state).scores
            row[:] = [*scores, *(score == max(scores) for score in scores)]

    return GameMeasures(measures, read)
