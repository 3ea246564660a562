"""Search on what a seat may know: deals that agree with its view, played on by a bot.

Every sample is a state drawn from the view (`rules.sample`). Moves are tried on the same samples;
half of them drop out after each round (sequential halving), so most playouts go to the moves that
are hard to tell apart. Whoever is on turn in a playout moves by its own seat's view: nobody in it
knows more than a player would. The same dice and number of playouts give the same move.
"""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.dice import roll, seat_dice
from tenluz.engine.game import DEAL, OVER, Game, moves_in
from tenluz.engine.types import (
    Dice,
    Float32Array,
    Int64Array,
    OptionsRecord,
    Records,
    ViewRecord,
)

Many = Callable[[OptionsRecord, Records, Dice], Int64Array]
Judge = Callable[[OptionsRecord, Records], Float32Array]


class Search:
    """A bot that looks ahead.

    `choose_many` plays on; `worth(o, s, seat)`, compiled, says what an ended deal or game is worth;
    `judge` gives scores to moves, of which the `candidates` best are tried, or all without it;
    where `instead` gives a move, that is it.
    """

    def __init__(
        self,
        game: Game,
        choose_many: Many,
        worth: Callable[[Any, Any, int], float],
        *,
        playouts: int,
        judge: Judge | None = None,
        candidates: int = 8,
        instead: Callable[[OptionsRecord, ViewRecord, Dice], int | None] | None = None,
    ) -> None:
        self._game, self._choose_many, self._judge = game, choose_many, judge
        self._playouts, self._candidates = playouts, candidates
        self._instead = instead
        self._look, self._apply, self._count = _loops(game, worth)

    def choose(self, o: OptionsRecord, v: ViewRecord, dice: Dice) -> int:
        """The move whose playouts end best."""
        if self._instead is not None and (other := self._instead(o, v, dice)) is not None:
            return other
        moves = self._worth_trying(o, v)
        rounds = max(1, math.ceil(math.log2(len(moves))))
        found = {move: [0.0, 0] for move in moves}
        samples = np.zeros(0, self._game.state_type)
        while len(moves) > 1:
            each = max(1, self._playouts // (rounds * len(moves)))
            samples = self._sampled(o, v, dice, each)
            sums = self._played_on(o, v, samples, moves, dice)
            for move, sum_ in zip(moves, sums, strict=True):
                found[move][0] += sum_
                found[move][1] += each
            moves.sort(key=lambda move: -found[move][0] / found[move][1])
            moves = moves[: (len(moves) + 1) // 2]
        return moves[0]

    def _worth_trying(self, o: OptionsRecord, v: ViewRecord) -> list[int]:
        moves = [int(move) for move in moves_in(*self._game.rules.choices(o, v))]
        if self._judge is not None and len(moves) > self._candidates:
            scores = self._judge(o, np.asarray(v).reshape(1))[0]
            moves = sorted(moves, key=lambda move: -scores[move])[: self._candidates]
        return moves

    def _sampled(self, o: OptionsRecord, v: ViewRecord, dice: Dice, count: int) -> Records:
        states = np.zeros(count, self._game.state_type)
        for at in range(count):
            self._game.rules.sample(o, v, dice, states[at])
        return states

    def _played_on(
        self, o: OptionsRecord, v: ViewRecord, samples: Records, moves: list[int], dice: Dice
    ) -> list[float]:
        """What each move is worth on all samples together."""
        count = len(samples)
        states = np.tile(samples, len(moves))
        rolls = np.zeros((len(states), 2), np.uint64)
        seed = np.uint64(roll(dice))
        for at in range(len(states)):  # chance is the same for every move
            seat_dice(rolls[at], seed, np.uint64(at % count))
        active = np.arange(len(states))
        chosen = np.repeat(np.array(moves, np.int64), count)
        views = np.zeros(len(states), self._game.view_type)
        while True:
            left = self._apply(o, states, active, chosen)
            active = active[:left]
            if left == 0:
                break
            self._look(o, states, active, views)
            chosen = self._choose_many(o, views[:left], rolls[active])
        worth = np.zeros(len(states))
        self._count(o, states, v.seat, worth)
        return [float(sum_) for sum_ in worth.reshape(len(moves), count).sum(axis=1)]


@functools.cache
def _loops(game: Game, worth: Any) -> tuple[Any, Any, Any]:
    view, play = game.rules.view, game.rules.apply

    def look(o: OptionsRecord, states: Records, active: Int64Array, views: Records) -> None:
        for at in range(active.shape[0]):
            s = states[active[at]]
            view(o, s, s.table.seat, views[at])

    def apply(o: OptionsRecord, states: Records, active: Int64Array, moves: Int64Array) -> int:
        """Move in every active state; those that go on stay at the front."""
        left = 0
        for at in range(active.shape[0]):
            s = states[active[at]]
            play(o, s, moves[at])
            if s.table.phase != DEAL and s.table.phase != OVER:
                active[left] = active[at]
                left += 1
        return left

    def count(o: OptionsRecord, states: Records, seat: int, out: Any) -> None:
        for at in range(states.shape[0]):
            out[at] = worth(o, states[at], seat)

    return (
        compiled(look, made_for=game),
        compiled(apply, made_for=game),
        compiled(count, made_for=game),
    )
