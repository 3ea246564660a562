"""A batch on the CPU in which bots have some of the seats: `vector.make(..., opponents=...)`.

After every step the bots play on until the learner is on turn, in rounds: all games that wait for
a bot are looked at, then chosen for, compiled bots in threads and each plain one in one call, and
then go on by one move. A step's reward is all that was paid since the learner's last action. What
a new game pays before the learner first acts in it is kept for the step after that.
"""

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from tenluz.bots.bot import player
from tenluz.bots.registry import choose_many, compiled_bots
from tenluz.engine.compiled import compiled
from tenluz.engine.game import DEAL, MOST_SEATS, OVER, Game
from tenluz.engine.options import Options
from tenluz.engine.types import (
    BoolArray,
    Dice,
    Float32Array,
    Int64Array,
    OptionsRecord,
    Records,
)
from tenluz.envs.environment import environment
from tenluz.envs.opponents import Seated
from tenluz.envs.step import steps
from tenluz.envs.vector.batch import Array, Paid, Result, Seeds
from tenluz.envs.vector.cpu import AT_RANDOM, OBSERVE, STEP, CpuBatch

LEARNER, PLAIN = -1, -2  # in the place of a compiled bot's number; -3 is the second plain bot


class OpponentBatch(CpuBatch):
    """`n` games in which the learner has some seats and bots have the others.

    `playouts` and `games` play random moves in all seats, as without opponents.
    """

    def __init__(
        self, game: Game, options: Options, n: int, paid: Paid, threads: int, seats: Seated
    ) -> None:
        super().__init__(game, options, n, paid, threads)
        own = compiled_bots(game)
        self._plain = [bot for bot in seats if bot is not None and bot not in own]
        numbers = [
            LEARNER if bot is None
            else own.index(bot) if bot in own
            else PLAIN - self._plain.index(bot)
            for bot in seats
        ]  # fmt: skip
        self._who = np.array(numbers, np.int64)
        self._rounds, self._choose = _rounds(game), choose_many(game)
        self._views = np.zeros(n, game.view_type)
        self._waiting = np.zeros(n, np.int64)
        self._before = np.zeros((n, self.players), np.float32)  # paid before the learner acts

    def _begin(self, seeds: Seeds) -> None:
        super()._begin(seeds)
        self._before[:] = 0
        self._play_on(new=True)

    def step(self, actions: Array) -> Result:
        self._need_games()
        chosen = np.asarray(actions)
        self._check(chosen)
        np.copyto(self._chosen, chosen, casting="unsafe")
        self.info["refused"][0] += self._all(STEP)
        return self._played_on()

    def step_at_random(self) -> Result:
        self._need_games()
        self._all(AT_RANDOM)
        return self._played_on()

    def _played_on(self) -> Result:
        for paid in (self.reward, self.info["returns"]):
            paid += self._before
        self._before[:] = 0
        self._play_on(new=False)
        return self.observation, self.mask, self.reward, self.done, self.info

    def _play_on(self, new: bool) -> None:
        """Let opponents play until the learner is on turn everywhere; `new`: in games that have
        just begun."""
        games, views, o = self._games, self._views, self.packed
        outcomes = (self.reward, self.info["returns"], self.done, self._before)
        while left := self._rounds.write_views(o, games[0], self._who, views, self._waiting):
            waiting, dice = self._waiting[:left], games[2][self._waiting[:left]]
            bots = self._who[views["seat"][:left]]
            moves = np.zeros(left, np.int64)
            if (bots >= 0).all():
                self._in_threads(partial(self._choose, bots, o, views, dice, moves), left)
            else:
                self._ask(bots, views[:left], dice, moves)
            games[2][waiting] = dice
            self._rounds.make_all(o, *games, *outcomes, waiting, moves, new)
        self._all(OBSERVE)

    def _ask(self, bots: Int64Array, views: Records, dice: Dice, moves: Int64Array) -> None:
        """The moves where some of the bots are plain: each is asked once, for all its games."""
        for number in np.unique(bots):
            here = np.flatnonzero(bots == number)
            theirs, rolls = views[here], dice[here]
            if number >= 0:
                found = np.zeros(len(here), np.int64)
                self._choose(bots[here], self.packed, theirs, rolls, found, 0, len(here))
            else:
                found = player(self._plain[PLAIN - number]).moves(self.packed, theirs, rolls)
            moves[here], dice[here] = found, rolls

    def _kept(self) -> dict[str, Array]:
        return {**super()._kept(), "before": self._before}


class _Rounds:
    """The compiled loops of a game. Its options are a record here and no constants: one copy is
    compiled for all options."""

    write_views: Callable[[OptionsRecord, Records, Int64Array, Records, Int64Array], int]
    make_all: Callable[..., None]

    def __init__(self, game: Game) -> None:
        rules, its = game.rules, environment(game)
        view, apply, deal = rules.view, rules.apply, rules.deal_at_random
        keep_talk, pay, begin = its.keep_talk, its.pay, steps(game).begin

        def write_views(
            o: OptionsRecord, states: Records, who: Int64Array, views: Records, waiting: Int64Array
        ) -> int:
            """How many games wait for an opponent: which, and what it sees there."""
            left = 0
            for at in range(states.shape[0]):
                seat = states[at].table.seat
                if who[seat] != LEARNER:
                    view(o, states[at], seat, views[left])
                    waiting[left] = at
                    left += 1
            return left

        def make_all(
            o: OptionsRecord, states: Records, extras: Records, dice: Dice, reward: Float32Array,
            returns: Float32Array, done: BoolArray, before: Float32Array, games: Int64Array,
            moves: Int64Array, new: bool,
        ) -> None:  # fmt: skip
            """The opponents' moves. A game that ends begins again; one that ends before the
            learner has acted in it leaves no trace."""
            paid = np.zeros(MOST_SEATS, np.float32)
            for place in range(games.shape[0]):
                at = games[place]
                s, extra, rolls = states[at], extras[at], dice[at]
                seat = s.table.seat
                apply(o, s, moves[place])
                keep_talk(o, s, extra, seat)
                unseen = new or done[at]  # the learner has not acted in this game
                if pay(o, s, extra, paid):
                    for each in range(o.players):
                        if unseen:
                            before[at, each] += paid[each]
                        else:
                            reward[at, each] += paid[each]
                            returns[at, each] += paid[each]
                if s.table.phase == DEAL:
                    deal(o, s, rolls)
                if s.table.phase == OVER:
                    if unseen:
                        for each in range(o.players):
                            before[at, each] = 0.0
                    else:
                        done[at] = True
                    begin(o, s, extra, rolls)

        self.write_views = compiled(write_views, made_for=game)
        self.make_all = compiled(make_all, made_for=game, allocates=True)


@cache
def _rounds(game: Game) -> _Rounds:
    return _Rounds(game)
