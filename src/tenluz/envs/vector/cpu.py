"""A batch on the CPU: NumPy arrays, and threads that each take a range of the games.

The loops are compiled for one set of options, taken as constants: that is twice as fast, and
the result is kept on disk.
"""

import functools
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tenluz.envs.step import steps
from tenluz.envs.vector.batch import Batch, Result, as_constants
from tenluz.envs.vector.turns import turns
from tenluz.games.compiled import compiled
from tenluz.games.dice import seat_dice
from tenluz.games.game import Game

FEW = 64  # games that are not worth a thread of their own


class CpuBatch(Batch):
    """`n` games on this machine's cores."""

    def __init__(
        self, game: Game, options: Any, n: int, paid: dict[str, Any], threads: int = 0
    ) -> None:
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
        self._told = (self.reward, self.info["returns"], self.info["steps"], self.done)
        self._seen = (self._rows, self.observation, self._masks, self.info["seat"])
        self._chosen = np.zeros(n, np.int64)
        self._ended = np.zeros((n, self.players), np.float32)
        self._loops = _loops(game, as_constants(self.packed), self._rows[0].nbytes)
        count = threads or os.cpu_count() or 1
        count = max(1, min(count, n // FEW))
        edges = np.linspace(0, n, count + 1).astype(int).tolist()
        self._ranges = list(itertools.pairwise(edges))
        # Room for one view and, in playouts, one game, for each thread.
        self._views = [np.zeros(1, game.view_type) for _ in self._ranges]
        self._spare = [np.zeros(1, game.state_type) for _ in self._ranges]
        self._pool = ThreadPoolExecutor(count, "games") if count > 1 else None

    def reset(self, seed: int | Any = 0) -> tuple[Any, Any]:
        seeds = self._seeds(seed)
        self.done[:] = False
        self.reward[:] = 0
        for name in ("returns", "steps", "refused"):
            self.info[name][:] = 0
        self._all(self._loops.reset, seeds, self._views, *self._seen)
        return self.observation, self.mask

    def step(self, actions: Any) -> Result:
        chosen = np.asarray(actions)
        self._check(chosen)
        # One kind of array: for another the loop would be compiled once more.
        np.copyto(self._chosen, chosen, casting="unsafe")
        told = (*self._told, *self._seen)
        refused = self._all(self._loops.step, self._chosen, self._views, *told)
        self.info["refused"][0] += sum(refused)
        return self.observation, self.mask, self.reward, self.done, self.info

    def step_at_random(self) -> Result:
        self._all(self._loops.step_at_random, self._views, *self._told, *self._seen)
        return self.observation, self.mask, self.reward, self.done, self.info

    def playouts(self) -> Any:
        self._all(self._loops.playouts, self._spare, self._ended)
        return self._ended

    def games(self, count: int, seed: int = 0) -> tuple[Any, int]:
        returns = np.zeros((count, self.players), np.float32)
        threads = len(self._ranges)
        edges = np.linspace(0, count, threads + 1).astype(int).tolist()

        def one(number: int) -> int:
            low, high = edges[number], edges[number + 1]
            extras = self._extras()[:1]
            room, dice = self._spare[number], np.zeros(2, np.uint64)
            made: int = self._loops.games(room, extras, dice, np.uint64(seed), returns, low, high)
            return made

        if self._pool is None:
            return returns, one(0)
        return returns, sum(self._pool.map(one, range(threads)))

    def _read(self, array: Any) -> bytes:
        content: bytes = array.tobytes()
        return content

    def _write(self, array: Any, content: bytes) -> None:
        array[...] = np.frombuffer(content, array.dtype).reshape(array.shape)

    def _all(self, loop: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Run a compiled loop over all games, a range in each thread.

        Of what there is a list of, each thread gets its own.
        """

        def one(number: int) -> Any:
            own = [a[number] if isinstance(a, list) else a for a in arguments]
            return loop(*self._games, *own, *self._ranges[number])

        if self._pool is None:
            return [one(0)]
        others = [self._pool.submit(one, number) for number in range(1, len(self._ranges))]
        return [one(0), *(other.result() for other in others)]


class _Loops:
    """The compiled loops of a game over a range of a batch."""

    def __init__(self, game: Game, o: Any, size: int) -> None:
        begin, its = steps(game).begin, turns(game)
        turn, see, to_end, random_action = its.turn, its.see, its.to_end, its.random_action

        def reset(
            states: Any, extras: Any, dice: Any, seeds: Any, room: Any,
            rows: Any, outs: Any, masks: Any, seats: Any, low: int, high: int,
        ) -> None:  # fmt: skip
            v = room[0]
            for at in range(low, high):
                s, extra = states[at], extras[at]
                seat_dice(dice[at], seeds[at, 0], seeds[at, 1])
                begin(o, s, extra, dice[at])
                seats[at] = see(o, s, extra, v, rows[at], outs[at], size, masks[at])

        def step(
            states: Any, extras: Any, dice: Any, actions: Any, room: Any,
            reward: Any, returns: Any, taken: Any, done: Any,
            rows: Any, outs: Any, masks: Any, seats: Any, low: int, high: int,
        ) -> int:  # fmt: skip
            v = room[0]
            refused = 0
            for at in range(low, high):
                s, extra, rolls = states[at], extras[at], dice[at]
                action = int(actions[at])
                refused += turn(
                    o, s, extra, rolls, action, reward[at], returns[at], taken, done, at
                )
                seats[at] = see(o, s, extra, v, rows[at], outs[at], size, masks[at])
            return refused

        def step_at_random(
            states: Any, extras: Any, dice: Any, room: Any,
            reward: Any, returns: Any, taken: Any, done: Any,
            rows: Any, outs: Any, masks: Any, seats: Any, low: int, high: int,
        ) -> None:  # fmt: skip
            v = room[0]
            for at in range(low, high):
                s, extra, rolls = states[at], extras[at], dice[at]
                action = random_action(o, s, rolls)
                turn(o, s, extra, rolls, action, reward[at], returns[at], taken, done, at)
                seats[at] = see(o, s, extra, v, rows[at], outs[at], size, masks[at])

        def playouts(
            states: Any, extras: Any, dice: Any, room: Any, ended: Any,
            low: int, high: int,
        ) -> None:  # fmt: skip
            reward = np.empty(o.players, np.float32)
            spare = np.empty(1, extras.dtype)
            s, extra = room[0], spare[0]
            for at in range(low, high):
                room[0] = states[at]
                spare[0] = extras[at]
                to_end(o, s, extra, dice[at], reward, ended[at])

        def games(
            room: Any, extras: Any, dice: Any, seed: Any, returns: Any,
            low: int, high: int,
        ) -> int:  # fmt: skip
            reward = np.empty(o.players, np.float32)
            made = 0
            s, extra = room[0], extras[0]
            for at in range(low, high):
                seat_dice(dice, seed, np.uint64(at))
                begin(o, s, extra, dice)
                made += to_end(o, s, extra, dice, reward, returns[at])
            return made

        name = f"{game.name} {o}"
        self.games = compiled(games, made_for=name)
        self.reset = compiled(reset, made_for=name)
        self.step = compiled(step, made_for=name)
        self.step_at_random = compiled(step_at_random, made_for=name)
        self.playouts = compiled(playouts, made_for=name)


@functools.cache
def _loops(game: Game, constants: Any, size: int) -> _Loops:
    return _Loops(game, constants, size)
