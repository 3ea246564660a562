"""Many games of one kind at a time, each with options of its own, as tensors.

The vector environment is compiled for one set of options, and is the faster for it. An expert
must play them all: here every game has a variant, drawn anew when it begins, and the compiled
functions read its options from memory. The same functions run on the CPU and in kernels.
"""

import functools
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tenluz.bots.expert_game import ExpertGame
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import below, seat_dice
from tenluz.engine.game import DEAL, MOST_SEATS, OVER, Game
from tenluz.engine.types import Dice, Float32Array, Int8Array, Int32Array, Records, StateRecord

BLOCK = 64  # threads of a block


class MixedBatch:
    """`n` games. Tensors are written in place by `step`.

    seen     int8     (n, sees)              what the seat on turn sees
    hidden   int8     (n, groups * hidden)   what a critic sees besides
    mask     int8     (n, moves)             legal moves
    seat     int8     (n,)                   who is on turn
    reward   float32  (n, MOST_SEATS)        of the last step
    done     bool     (n,)                   the last step ended a game; a new one has begun
    won      bool     (n,)                   whether that game was a success
    which    int32    (n,)                   the variant of each game
    tally    int64    (variants, 3)          games ended, successes, moves
    """

    def __init__(
        self,
        game: Game,
        its: ExpertGame,
        variants: list[tuple[dict[str, object], int]],
        n: int,
        device: str,
    ) -> None:
        self.n, self.variants = n, variants
        self._device = device
        packed = [game.options(given).packed() for given, _ in variants]
        options = np.zeros(len(packed), packed[0].dtype)
        for at, one in enumerate(packed):
            options[at] = one
        draw = [at for at, (_, often) in enumerate(variants) for _ in range(often)]
        moves = len(its.view.places())

        def room(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        self.seen = room(torch.int8, n, its.view.sees)
        self.hidden = room(torch.int8, n, its.view.groups * its.hidden)
        self.mask = room(torch.int8, n, moves)
        self.seat = room(torch.int8, n)
        self.reward = room(torch.float32, n, MOST_SEATS)
        self.done, self.won = room(torch.bool, n), room(torch.bool, n)
        self.tally = room(torch.int64, len(variants), 3)
        self.draw = torch.tensor(draw, dtype=torch.int32, device=device)
        self._paid = room(torch.float32, n, MOST_SEATS)
        self._taken = room(torch.int32, n)
        self.which = room(torch.int32, n)
        self._dice = room(torch.int64, n, 2)
        self._states: Any = np.zeros(n, game.state_type)
        self._options: Any = options
        if device == "cuda":
            self._loops = _kernels(game, its)
            gpu = _cuda()
            self._states, self._options = gpu.to_device(self._states), gpu.to_device(options)
            arrays: Any = gpu.as_cuda_array
        else:
            self._loops = _cpu_loops(game, its)
            arrays = Tensor.numpy
        self._array = arrays
        dice = arrays(self._dice).view(np.uint64)
        self._games = (self._options, arrays(self.draw), arrays(self.which), self._states, dice)
        self._told = tuple(
            arrays(each) for each in (
                self._paid, self._taken, self.reward, self.done, self.won, self.tally,
            )
        )  # fmt: skip
        self._shown = tuple(arrays(each) for each in (self.seen, self.hidden, self.mask, self.seat))

    def reset(self, seed: int) -> None:
        """All games anew: game k has stream k of the seed."""
        self._run(0, np.uint64(seed), *self._games, *self._told, *self._shown)

    def step(self, moves: Tensor) -> None:
        """One move in every game, which must be legal."""
        self._run(1, self._array(moves), *self._games, *self._told, *self._shown)

    def _run(self, which: int, *arguments: object) -> None:
        loop: Any = self._loops[which]
        if self._device == "cuda":
            stream = _cuda().external_stream(torch.cuda.current_stream().cuda_stream)
            loop[-(-self.n // BLOCK), BLOCK, stream](*arguments)
        else:
            loop(*arguments)


def _cuda() -> Any:
    from tenluz.envs.vector.gpu import cuda

    return cuda()


def _functions(game: Game, its: ExpertGame) -> tuple[Any, Any, Any, Any]:
    """What happens to one game of a batch, compiled."""
    rules = game.rules
    start, deal, apply, legal, view = (
        rules.start, rules.deal_at_random, rules.apply, rules.legal, rules.view,
    )  # fmt: skip
    worth, succeeded = its.worth, its.succeeded
    write, write_hidden = its.view.write, its.write_hidden

    def begin(
        options: Records, draw: Int32Array, which: Int32Array, s: StateRecord, rolls: Dice,
        paid: Float32Array, taken: Int32Array, at: int,
    ) -> None:  # fmt: skip
        which[at] = draw[below(rolls, draw.shape[0])]
        start(options[which[at]], s)
        deal(options[which[at]], s, rolls)
        taken[at] = 0
        for seat in range(MOST_SEATS):
            paid[seat] = 0.0

    begin = compiled(begin, made_for=game)

    def turn(
        options: Records, which: Int32Array, s: StateRecord, rolls: Dice, move: int,
        paid: Float32Array, taken: Int32Array, reward: Float32Array, at: int,
    ) -> bool:  # fmt: skip
        o = options[which[at]]
        apply(o, s, move)
        taken[at] += 1
        for seat in range(MOST_SEATS):
            now = worth(o, s, seat) if seat < o.players else 0.0
            reward[seat] = now - paid[seat]
            paid[seat] = now
        if s.table.phase == DEAL:
            deal(o, s, rolls)
        return s.table.phase == OVER

    def see(
        options: Records, which: Int32Array, s: StateRecord, views: Records,
        seen: Int8Array, hidden: Int8Array, mask: Int8Array, seats: Int8Array, at: int,
    ) -> None:  # fmt: skip
        o = options[which[at]]
        v = views[0]
        seats[at] = s.table.seat
        view(o, s, s.table.seat, v)
        write(o, v, seen)
        write_hidden(o, s, hidden)
        low, high = legal(o, s)
        for move in range(mask.shape[0]):
            mask[move] = (low >> move if move < 64 else high >> (move - 64)) & 1

    def ended(o: Any, s: StateRecord) -> int:
        return 1 if succeeded(o, s) else 0

    turn, see = compiled(turn, made_for=game), compiled(see, made_for=game)
    return begin, turn, compiled(ended, made_for=game), see


@functools.cache
def _cpu_loops(game: Game, its: ExpertGame) -> tuple[Any, Any]:
    begin, turn, ended, see = _functions(game, its)
    view_type = game.view_type

    def reset(
        seed: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        paid: Any, taken: Any, reward: Any, done: Any, won: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        views = np.zeros(1, view_type)
        for at in range(states.shape[0]):
            seat_dice(dice[at], seed, np.uint64(at))
            begin(options, draw, which, states[at], dice[at], paid[at], taken, at)
            done[at] = False
            see(options, which, states[at], views, seen[at], hidden[at], mask[at], seats, at)

    def step(
        moves: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        paid: Any, taken: Any, reward: Any, done: Any, won: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        views = np.zeros(1, view_type)
        for at in range(states.shape[0]):
            s = states[at]
            over = turn(
                options, which, s, dice[at], moves[at], paid[at], taken, reward[at], at
            )  # fmt: skip
            done[at] = over
            if over:
                success = ended(options[which[at]], s)
                won[at] = success == 1
                tally[which[at], 0] += 1
                tally[which[at], 1] += success
                tally[which[at], 2] += taken[at]
                begin(options, draw, which, s, dice[at], paid[at], taken, at)
            see(options, which, s, views, seen[at], hidden[at], mask[at], seats, at)

    return (
        compiled(reset, made_for=game, allocates=True),
        compiled(step, made_for=game, allocates=True),
    )


@functools.cache
def _kernels(game: Game, its: ExpertGame) -> tuple[Any, Any]:
    import numba

    gpu = _cuda()
    begin, turn, ended, see = _functions(game, its)
    view_kind = numba.from_dtype(game.view_type)

    @gpu.jit
    def reset(
        seed: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        paid: Any, taken: Any, reward: Any, done: Any, won: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        at = gpu.grid(1)
        if at < states.shape[0]:
            views = gpu.local.array(1, view_kind)
            seat_dice(dice[at], seed, np.uint64(at))
            begin(options, draw, which, states[at], dice[at], paid[at], taken, at)
            done[at] = False
            see(options, which, states[at], views, seen[at], hidden[at], mask[at], seats, at)

    @gpu.jit
    def step(
        moves: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        paid: Any, taken: Any, reward: Any, done: Any, won: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        at = gpu.grid(1)
        if at < states.shape[0]:
            views = gpu.local.array(1, view_kind)
            s = states[at]
            over = turn(
                options, which, s, dice[at], moves[at], paid[at], taken, reward[at], at
            )  # fmt: skip
            done[at] = over
            if over:
                success = ended(options[which[at]], s)
                won[at] = success == 1
                gpu.atomic.add(tally, (which[at], 0), 1)
                gpu.atomic.add(tally, (which[at], 1), success)
                gpu.atomic.add(tally, (which[at], 2), taken[at])
                begin(options, draw, which, s, dice[at], paid[at], taken, at)
            see(options, which, s, views, seen[at], hidden[at], mask[at], seats, at)

    return reset, step
