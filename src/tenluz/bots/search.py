"""Search on what a seat may know: deals that agree with its view, played on by a bot.

Every sample is a state drawn from the view (`rules.sample`), or all of them where they are few
(`endings.py`). Moves are tried on the same samples; half of them drop out after each round
(sequential halving), so most playouts go to the moves that are hard to tell apart. Whoever is on
turn in a playout moves by its own seat's view: nobody in it knows more than a player would. The
same dice and number of playouts give the same move; with a budget in seconds, as many playouts are
made as there is time for.

A playout goes on to the end of the deal or game or, where there is a value to ask, some decisions
far: what a network expects from there on varies less than what comes of one course.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tenluz.bots.endings import Ending, best_course
from tenluz.bots.expert_policy import ExpertPolicy
from tenluz.bots.search_loops import Playing, search_loops
from tenluz.engine.dice import roll, uniform
from tenluz.engine.game import Game, moves_in
from tenluz.engine.types import (
    Dice,
    Float32Array,
    FloatArray,
    OptionsRecord,
    Records,
    ViewRecord,
)

Judge = Callable[[OptionsRecord, Records], Float32Array]
Weigh = Callable[[Any, Any, Records, FloatArray], None]  # a game's own options and view

DRAWN = 4  # states drawn for each that is kept, where they are weighed
AT_ONCE = 64  # playouts between two looks at the clock, or before their length is known

# With an expert's network: a move to which it gives less than a hundredth of the chance of its best
# is not tried; one that is tried must be surely better than its best.
CANDIDATES, MARGIN, SURE = 4, 4.6, 1.0


class Lead:
    """What a move was worth on all samples so far, or how much more than another."""

    def __init__(self) -> None:
        self._sum = self._squares = 0.0
        self._count = 0

    def add(self, each: FloatArray) -> None:
        """Some samples more."""
        self._sum += float(each.sum())
        self._squares += float(np.square(each).sum())
        self._count += len(each)

    @property
    def mean(self) -> float:
        """Of all samples."""
        return self._sum / self._count

    def surely_above(self, deviations: float) -> bool:
        """Whether the mean is more than so many of its standard deviations above 0."""
        spread = max(0.0, self._squares / self._count - self.mean**2) / self._count
        return self.mean > deviations * math.sqrt(spread)


@dataclass(frozen=True)
class Budget:
    """How long to think: so many playouts, and no more than so many decisions in them; or so many
    seconds. Near the end of a game playouts are short, so there is time for more of them."""

    playouts: int
    decisions: int | None = None
    seconds: float | None = None

    def part(self, effort: float) -> "Budget":
        """A part of it, above 0 and up to 1."""
        if effort >= 1.0:
            return self
        return replace(
            self,
            playouts=max(1, int(self.playouts * effort)),
            decisions=None if self.decisions is None else int(self.decisions * effort),
            seconds=None if self.seconds is None else self.seconds * effort,
        )


class Spending:
    """One thought: how much of its budget is spent."""

    def __init__(self, budget: Budget, rounds: int) -> None:
        self._budget, self._rounds = budget, rounds
        self._begun = time.monotonic()
        self.spent = 0  # decisions

    def batches(self, number: int, moves: int) -> Iterator[int]:
        """How many samples to take in a round, one batch after the other."""
        budget, few = self._budget, max(1, AT_ONCE // moves)
        share = (number + 1) / self._rounds
        most = max(1, budget.playouts // (self._rounds * moves))
        if budget.seconds is not None:
            yield few
            while time.monotonic() - self._begun < budget.seconds * share:
                yield few
        elif budget.decisions is None or most <= few:
            yield most
        else:  # a few first, to see how long they are
            before = self.spent
            yield few
            length = max(1.0, (self.spent - before) / few)
            more = min(most - few, int((budget.decisions * share - self.spent) / length))
            if more > 0:
                yield more


class Search:
    """A bot that looks ahead.

    `playing` plays on; `worth(o, s, seat)`, compiled, says what an ended deal or game is worth.
    `judge` gives scores to moves: of those at most `margin` below the best, the `candidates` best
    are tried, and another than the best is taken where it is `sure` standard deviations better;
    without it all are. Where `instead` gives a move, that is it. `weigh(o, v, states,
    weights)` says how likely each state makes what the others did; `ending`, where all hidden
    states and all courses can be looked at. Where `playing` has a `value`, playouts end
    after `ahead` decisions, and it says what the rest is worth; all seats are paid the same.
    """

    concurrent = True

    def __init__(
        self,
        game: Game,
        playing: Playing,
        worth: Callable[[Any, Any, int], float],
        *,
        playouts: int,
        decisions: int | None = None,
        seconds: float | None = None,
        judge: Judge | None = None,
        candidates: int = 8,
        margin: float = math.inf,
        sure: float = 0.0,
        instead: Callable[[Any, Any, Dice], int | None] | None = None,
        weigh: Weigh | None = None,
        ending: Ending | None = None,
        ahead: int = 0,
    ) -> None:
        self._game, self._playing, self._judge = game, playing, judge
        self._budget = Budget(playouts, decisions, seconds)
        self._ahead = ahead
        self._candidates, self._margin, self._sure = candidates, margin, sure
        self._instead, self._weigh, self._ending = instead, weigh, ending
        self._loops = search_loops(game, worth, playing)

    def choose(self, o: OptionsRecord, v: ViewRecord, dice: Dice) -> int:
        """The move whose playouts end best."""
        return self.choose_within(o, v, dice, 1.0)

    def choose_within(self, o: OptionsRecord, v: ViewRecord, dice: Dice, effort: float) -> int:
        """The same with a part of the budget."""
        budget = self._budget.part(effort)
        if self._instead is not None and (other := self._instead(o, v, dice)) is not None:
            return other
        moves = self._worth_trying(o, v)
        if len(moves) == 1:
            return moves[0]
        if self._ending is not None:
            states = self._ending(o, v, dice, budget.playouts)
            if states is not None:
                weights = self._weights(o, v, states)
                return best_course(self._loops, self._playing.moves, o, v, states, weights)
        return self._halving(o, v, dice, moves, budget)

    def _halving(
        self, o: OptionsRecord, v: ViewRecord, dice: Dice, moves: list[int], budget: Budget
    ) -> int:
        """The best of some moves. Where a judge has sorted them, the first stays to the end, and
        another takes its place only if it is surely better on the same samples."""
        rounds = math.ceil(math.log2(len(moves)))
        first = moves[0]
        found = {move: Lead() for move in moves}
        thought = Spending(budget, rounds)
        for number in range(rounds):
            for each in thought.batches(number, len(moves)):
                samples = self._sampled(o, v, dice, each)
                worth, decisions = self._played_on(o, v, samples, moves, dice)
                thought.spent += decisions
                for move, own in zip(moves, worth, strict=True):
                    found[move].add(own - worth[0] if self._judge is not None else own)
            best = sorted(moves, key=lambda move: -found[move].mean)
            moves = best[: (len(moves) + 1) // 2]
            if self._judge is not None and len(moves) > 1:
                moves = [first, *(move for move in best if move != first)][: len(moves)]
        if self._judge is not None and not found[moves[0]].surely_above(self._sure):
            return first
        return moves[0]

    def _worth_trying(self, o: OptionsRecord, v: ViewRecord) -> list[int]:
        moves = [int(move) for move in moves_in(*self._game.rules.choices(o, v))]
        if self._judge is not None and len(moves) > 1:
            scores = self._judge(o, np.asarray(v).reshape(1))[0]
            moves.sort(key=lambda move: -scores[move])
            least = scores[moves[0]] - self._margin
            moves = [move for move in moves[: self._candidates] if scores[move] >= least]
        return moves

    def _weights(self, o: OptionsRecord, v: ViewRecord, states: Records) -> FloatArray:
        weights = np.ones(len(states))
        if self._weigh is not None:
            self._weigh(o, v, states, weights)
        return weights

    def _sampled(self, o: OptionsRecord, v: ViewRecord, dice: Dice, count: int) -> Records:
        """States that agree with the view; where they are weighed, drawn by their weights."""
        drawn = count if self._weigh is None else DRAWN * count
        states = np.zeros(drawn, self._game.state_type)
        self._loops.sample(o, v, dice, states)
        if self._weigh is None:
            return states
        ends = np.cumsum(self._weights(o, v, states))
        points = (np.arange(count) + uniform(dice)) * (ends[-1] / count)
        return states[np.searchsorted(ends, points)]

    def _played_on(
        self, o: OptionsRecord, v: ViewRecord, samples: Records, moves: list[int], dice: Dice
    ) -> tuple[FloatArray, int]:
        """What each move is worth on each sample, and how many decisions that took."""
        count, every = len(samples), len(samples) * len(moves)
        values = np.zeros(every)
        decisions = self._loops.play_on(
            o, v.seat, np.uint64(roll(dice)), count, self._ahead, np.tile(samples, len(moves)),
            np.arange(every), np.repeat(np.array(moves, np.int64), count),
            np.zeros((every, 2), np.uint64), np.zeros(every, self._game.view_type),
            values, np.zeros(every), self._playing.work(every),
        )  # fmt: skip
        return values.reshape(len(moves), count), decisions


def search_with(
    expert: ExpertPolicy, game: Game, worth: Any, *, ahead: int | None = None, **more: Any
) -> Search:
    """A search by an expert's network, which chooses what to try and plays on, to the end or so
    many decisions far. What the expert has not learnt it leaves to another bot here too; `more`
    goes to Search."""
    given = more.pop("instead", None)

    def instead(o: OptionsRecord, v: ViewRecord, dice: Dice) -> int | None:
        if not expert.learnt(o, v):
            return expert.choose(o, v, dice)
        found: int | None = None if given is None else given(o, v, dice)
        return found

    return Search(
        game,
        expert.playing if ahead is None else expert.playing_with_value(game),
        worth,
        ahead=ahead or 0,
        judge=expert.network.judge,
        candidates=CANDIDATES,
        margin=MARGIN,
        sure=SURE,
        instead=instead,
        **more,
    )
