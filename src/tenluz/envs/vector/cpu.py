"""A batch on the CPU: NumPy arrays, and threads that each take a share of the games.

The loops are compiled for one set of options, taken as constants: that is twice as fast, and
the result is kept on disk.
"""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tenluz.engine.compiled import INTERPRETED, compiled, cores
from tenluz.engine.constants import as_constants
from tenluz.engine.dice import seat_dice
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.seeds import checked
from tenluz.engine.types import (
    BoolArray,
    Dice,
    Float32Array,
    Int8Array,
    Int32Array,
    Int64Array,
    OptionsRecord,
    Records,
)
from tenluz.envs.step import steps
from tenluz.envs.vector.batch import Array, Batch, Paid, Result, Seeds
from tenluz.envs.vector.game_step import turns
from tenluz.envs.vector.thread_pool import MOST, ThreadPool, share, threaded

FEW = 64  # games that are not worth a thread of their own
BEGIN, STEP, AT_RANDOM, OBSERVE = range(4)  # what is done to every game


class CpuBatch(Batch):
    """`n` games on this machine's cores."""

    device = "cpu"

    def __init__(self, game: Game, options: Options, n: int, paid: Paid, threads: int = 0) -> None:
        super().__init__(game, options, n, paid)
        self.states = np.zeros(n, game.state_type)
        self._rows = self.encoding.rows(n)
        self.observation = self.encoding.as_numbers(self._rows)
        self._masks = self.encoding.masks(n)
        self.mask = self.encoding.as_flags(self._masks)
        self.reward = np.zeros((n, self.players), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.info = {
            "seat": np.zeros(n, np.int8),
            "returns": np.zeros((n, self.players), np.float32),
            "steps": np.zeros(n, np.int32),
            "refused": np.zeros(1, np.int64),
        }
        self._games = (self.states, self._extras(), np.zeros((n, 2), np.uint64))
        self._chosen = np.zeros(n, np.int64)
        self._ended = np.zeros((n, self.players), np.float32)
        self._what = np.zeros(1, np.int64)
        self._loops = _loops(game, as_constants(self.packed))
        most = 1 if INTERPRETED else min(MOST, n // FEW)
        self._threads = max(1, min(threads or cores(), most))
        # A view for each thread, with room between them: no line of the cache is two threads'.
        views = np.zeros(2 * self._threads, game.view_type)
        self._pool = ThreadPool(
            self, self._threads, n, self._loops.live, self._what, views, *self._games, self._chosen,
            self.reward, self.info["returns"], self.info["steps"], self.done,
            self._rows, self.observation, self._masks, self.info["seat"],
        )  # fmt: skip

    def _begin(self, seeds: Seeds) -> None:
        self._loops.seat_all(self._games[2], seeds)
        self.done[:] = False
        self.reward[:] = 0
        for name in ("returns", "steps", "refused"):
            self.info[name][:] = 0
        self._all(BEGIN)

    def step(self, actions: Array) -> Result:
        self._need_games()
        chosen = np.asarray(actions)
        self._check(chosen)
        # One kind of array: for another the loop would be compiled once more.
        np.copyto(self._chosen, chosen, casting="unsafe")
        self.info["refused"][0] += self._all(STEP)
        return self.observation, self.mask, self.reward, self.done, self.info

    def step_at_random(self) -> Result:
        self._need_games()
        self._all(AT_RANDOM)
        return self.observation, self.mask, self.reward, self.done, self.info

    def playouts(self) -> Array:
        self._need_games()

        def some(low: int, high: int) -> int:
            self._loops.playouts(*self._games, self._ended, low, high)
            return 0

        self._in_threads(some, self.n)
        return self._ended

    def games(self, count: int, seed: int = 0) -> tuple[Array, int]:
        returns = np.zeros((count, self.players), np.float32)
        extra, word = self._extras()[:1], np.uint64(checked(seed))

        def some(low: int, high: int) -> int:
            made: int = self._loops.games(self.states[:1], extra, word, returns, low, high)
            return made

        return returns, self._in_threads(some, count)

    def _all(self, what: int) -> int:
        """Do it to every game; how many actions were refused."""
        self._what[0] = what
        return self._pool.run()

    def _in_threads(self, some: Callable[[int, int], int], count: int) -> int:
        """A range of long work in each thread; the sum of what they give back."""
        edges = [share(count, who, self._threads) for who in range(self._threads + 1)]
        if self._threads == 1:
            return some(0, count)
        with ThreadPoolExecutor(self._threads, "games") as pool:
            return sum(pool.map(some, edges[:-1], edges[1:]))

    def _read(self, array: Array) -> bytes:
        content: bytes = array.tobytes()
        return content

    def _write(self, array: Array, content: bytes) -> None:
        array[...] = np.frombuffer(content, array.dtype).reshape(array.shape)


class _BatchLoops:
    """The compiled loops of a game over a range of a batch."""

    def __init__(self, game: Game, o: OptionsRecord) -> None:
        begin, its = steps(game).begin, turns(game)
        turn, see, to_end, random_action = its.turn, its.see, its.to_end, its.random_action

        def some(
            who: int, first: int, end: int, what: Int64Array, scratch: Records,
            states: Records, extras: Records, dice: Dice, actions: Int64Array,
            reward: Float32Array, returns: Float32Array, taken: Int32Array, done: BoolArray,
            rows: Int64Array, outs: Int8Array, masks: Int64Array, seats: Int8Array,
        ) -> int:  # fmt: skip
            refused = 0
            todo = what[0]
            v = scratch[2 * who]
            for at in range(first, end):
                s, extra, rolls = states[at], extras[at], dice[at]
                if todo == BEGIN:
                    begin(o, s, extra, rolls)
                elif todo != OBSERVE:
                    action = random_action(o, s, rolls) if todo == AT_RANDOM else actions[at]
                    refused += turn(
                        o, s, extra, rolls, action, reward[at], returns[at], taken, done, at
                    )
                seats[at] = see(o, s, extra, v, rows[at], outs[at], masks[at])
            return refused

        def seat_all(dice: Dice, seeds: Seeds) -> None:
            for at in range(dice.shape[0]):
                seat_dice(dice[at], seeds[at, 0], seeds[at, 1])

        def playouts(
            states: Records, extras: Records, dice: Dice, ended: Float32Array, low: int, high: int
        ) -> None:
            reward = np.empty(o.players, np.float32)
            scratch, spare = np.empty(1, states.dtype), np.empty(1, extras.dtype)
            s, extra = scratch[0], spare[0]
            for at in range(low, high):
                scratch[0] = states[at]
                spare[0] = extras[at]
                to_end(o, s, extra, dice[at], reward, ended[at])

        def games(
            like: Records,
            extras: Records,
            seed: np.uint64,
            returns: Float32Array,
            low: int,
            high: int,
        ) -> int:
            reward = np.empty(o.players, np.float32)
            scratch, spare = np.empty_like(like), extras.copy()
            dice = np.empty(2, np.uint64)
            made = 0
            s, extra = scratch[0], spare[0]
            for at in range(low, high):
                seat_dice(dice, seed, np.uint64(at))
                begin(o, s, extra, dice)
                made += to_end(o, s, extra, dice, reward, returns[at])
            return made

        made: dict[str, Any] = {"made_for": game, "variant": str(o)}
        self.some = compiled(some, **made)
        self.live = threaded(self.some, **made)
        self.seat_all = compiled(seat_all, **made)
        self.games = compiled(games, **made, allocates=True)
        self.playouts = compiled(playouts, **made, allocates=True)


@functools.cache
def _loops(game: Game, constants: Any) -> _BatchLoops:
    return _BatchLoops(game, constants)
