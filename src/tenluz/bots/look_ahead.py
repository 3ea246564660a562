"""A look ahead at a table where everybody else plays as a compiled bot does.

Every legal move is tried on the same deals, drawn from the view; all seats play on as that bot, to
the end of the deal, each by its own view. Half of the moves drop out after each round (sequential
halving). It is one compiled call of some milliseconds: `bots/search.py` is for bots that are
networks, and for the second that a champion has.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tenluz.bots.search_loops import kept_apart
from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import roll, seat_dice
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import Dice, FloatArray, Int64Array, OptionsRecord, Records, ViewRecord

MOST_MOVES = 128  # of any game


class LookAhead:
    """Moves by trying them out.

    `bot(o, v, dice)` plays on and `worth(o, s, seat)` says what a deal that has ended is worth;
    both are compiled. `decisions` is how many of them one thought may take, about: every move that
    is still in a round is tried at least once.
    """

    def __init__(
        self,
        game: Game,
        bot: Callable[[Any, Any, Dice], int],
        worth: Callable[[Any, Any, int], float],
        decisions: int,
    ) -> None:
        self._game, self._decisions = game, decisions
        self._think = _think(game, bot, worth)

    def choose(self, o: OptionsRecord, v: ViewRecord, dice: Dice) -> int:
        """The move after which the deals end best."""
        return self.choose_within(o, v, dice, 1.0)

    def choose_within(self, o: OptionsRecord, v: ViewRecord, dice: Dice, effort: float) -> int:
        """The same with a part of the decisions."""
        decisions = int(self._decisions * effort)
        states, views = np.zeros(2, self._game.state_type), np.zeros(1, self._game.view_type)
        moves, totals = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES)
        rolls = np.zeros((1, 2), np.uint64)
        return int(self._think(o, v, dice, decisions, states, views, moves, totals, rolls))


def _think(game: Game, bot: Any, worth: Any) -> Any:
    its = game.rules
    choices, sample, view, apply = its.choices, its.sample, its.view, its.apply
    how = {"made_for": game, "allocates": True, **kept_apart(game, bot, worth)}

    def play_on(o: OptionsRecord, s: Any, move: int, rolls: Dice, views: Records) -> int:
        """To the end of the deal; how many decisions that took."""
        apply(o, s, move)
        made = 1
        while s.table.phase != DEAL and s.table.phase != OVER:
            view(o, s, s.table.seat, views[0])
            apply(o, s, bot(o, views[0], rolls))
            made += 1
        return made

    play_on = compiled(play_on, **how)

    def think(
        o: OptionsRecord, v: ViewRecord, dice: Dice, decisions: int,
        states: Records, views: Records, moves: Int64Array, totals: FloatArray, rolls: Dice,
    ) -> int:  # fmt: skip
        low, high = choices(o, v)
        count = 0
        for word, first in ((low, 0), (high, 64)):
            while word:
                moves[count] = first + bits.lowest(word)
                word &= word - 1
                count += 1
        rounds = 0
        while 1 << rounds < count:
            rounds += 1
        made = 0
        for number in range(rounds):
            share = decisions * (number + 1) // rounds
            while True:
                sample(o, v, dice, states[0])
                seed = roll(dice)  # chance is the same for every move
                for at in range(count):
                    states[1:2] = states[0:1]
                    seat_dice(rolls[0], seed, np.uint64(0))
                    made += play_on(o, states[1], moves[at], rolls[0], views)
                    totals[at] += worth(o, states[1], v.seat)
                if made >= share:
                    break
            _sort(moves, totals, count)
            count = (count + 1) // 2
        return moves[0]

    return compiled(think, **how)


@compiled
def _sort(moves: Int64Array, totals: FloatArray, count: int) -> None:
    """The best first; of equals the one that was before."""
    for at in range(1, count):
        move, total = moves[at], totals[at]
        here = at
        while here > 0 and totals[here - 1] < total:
            moves[here], totals[here] = moves[here - 1], totals[here - 1]
            here -= 1
        moves[here], totals[here] = move, total
