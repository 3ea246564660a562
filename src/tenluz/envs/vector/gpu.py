"""A batch on a GPU: the same compiled functions, called from kernels by numba-cuda.

A kernel is made for one set of options, which it takes as constants: loops over seats and
cards unroll then, and it is three times as fast. Games lie in device memory as records; what
is seen of them goes through shared memory, so that neighbours write to neighbouring words.
"""

import functools
import importlib.util
from typing import Any

import numpy as np
import numpy.typing as npt

from tenluz.engine.constants import as_constants
from tenluz.engine.dice import seat_dice
from tenluz.engine.errors import NotUnderstood
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
    StateRecord,
)
from tenluz.envs.encoding import WORD
from tenluz.envs.environment import EXTRA, Extra
from tenluz.envs.step import steps
from tenluz.envs.vector.batch import Array, Batch, Paid, Result, Seeds
from tenluz.envs.vector.dlpack import DeviceArray
from tenluz.envs.vector.game_step import turns

SHARED = 48 * 1024  # bytes of shared memory that every block of every GPU can have
BLOCK = 64  # threads that share a piece of it for the rows that they write, if they fit
WIDE, MOST_BLOCKS = 128, 8448  # threads of a block, and blocks, where no rows are written
BANK = 4  # bytes: threads use different banks where each has an odd number of them


def cuda() -> Any:
    """numba-cuda, on a machine with a GPU; NotUnderstood says what is missing."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise NotUnderstood(
            "Games on a GPU need numba-cuda: pip install 'tenluz[gpu]'. device='cpu' works without."
        )
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  # numba-cuda 0.30 asks for it
    found: Any = importlib.import_module("numba.cuda")
    if not found.is_available():
        raise NotUnderstood("There is no CUDA GPU on this machine; device='cpu' works everywhere.")
    return found


def deck_stride(game: Game, options: Options) -> int:
    """Bytes of shared memory for one thread's deck, a byte a card; NotUnderstood if the cards of
    this game do not fit."""
    cards = game.deck(options)
    size = BANK * (-(-len(cards) // BANK) | 1)
    if WIDE * size > SHARED:
        most = BANK * (SHARED // WIDE // BANK - 1 | 1)
        raise NotUnderstood(
            f"On a GPU a deck has room for {most} cards, and {game.title} has {len(cards)}; "
            "device='cpu' has no such limit."
        )
    if not 0 <= min(cards) <= max(cards) < 128:
        raise NotUnderstood(
            f"On a GPU card numbers are from 0 to 127, and {game.title} has {max(cards)}; "
            "device='cpu' has no such limit."
        )
    return size


def row_layout(game: Game, words: int) -> tuple[int, int]:
    """Where every thread writes an observation and its mask of so many 64-bit words: words of
    shared memory from one to the next, an odd number, and how many threads share a block."""
    pitch = words | 1
    threads = BLOCK
    while threads * pitch * WORD > SHARED:
        threads //= 2
    if threads == 0:
        raise NotUnderstood(
            f"On a GPU an observation and its mask have room for {SHARED} bytes, and {game.title} "
            f"has {words * WORD}; device='cpu' has no such limit."
        )
    return pitch, threads


class GpuBatch(Batch):
    """`n` games on the current GPU. Arrays are lent to other libraries without a copy: they
    speak DLPack and the CUDA array interface. Work goes to the default stream, or to
    `on(stream)`."""

    device = "cuda"

    def __init__(self, game: Game, options: Options, n: int, paid: Paid) -> None:
        super().__init__(game, options, n, paid)
        self._cuda = gpu = cuda()
        row, mask = self.encoding.rows().shape[0], self.encoding.masks().shape[0]
        deck = deck_stride(game, options)
        self._kernels = _kernels(game, as_constants(self.packed), row, mask, deck)
        self._stream: Any = 0

        def zeros(shape: int | tuple[int, int], kind: npt.DTypeLike) -> Array:
            made = gpu.device_array(shape, kind)
            made.copy_to_device(np.zeros(shape, kind))
            return made

        self.states = zeros(n, game.state_type)
        self._extra_room = gpu.to_device(self._extras())
        self._dice = zeros((n, 2), np.uint64)
        self._rows = zeros((n, row), np.int64)
        self._masks = zeros((n, mask), np.int64)
        reward, returns = (zeros((n, self.players), np.float32) for _ in range(2))
        done, seat = zeros(n, np.bool_), zeros(n, np.int8)
        taken, refused = zeros(n, np.int32), zeros(1, np.int64)
        self._games = (self.states, self._extra_room, self._dice)
        self._outcomes = (reward, returns, taken, done, refused)
        self._observations = (self._rows, self._masks, seat)
        self._ended = zeros((n, self.players), np.float32)
        self.observation = DeviceArray(self._rows, np.int8, (n, self.encoding.size), row * WORD)
        self.mask = DeviceArray(self._masks, np.int8, (n, self.actions), mask * WORD)
        self.reward, self.done = DeviceArray(reward), DeviceArray(done)
        self.info = {
            "seat": DeviceArray(seat),
            "returns": DeviceArray(returns),
            "steps": DeviceArray(taken),
            "refused": DeviceArray(refused),
        }

    def on(self, stream: int) -> "GpuBatch":
        """Send all further work to a CUDA stream, by its handle: for graphs, and for overlap."""
        self._stream = self._cuda.external_stream(stream) if stream else 0
        return self

    def _begin(self, seeds: Seeds) -> None:
        there = self._cuda.to_device(seeds, stream=self._stream)
        self._run(self._kernels.reset, there, *self._outcomes, *self._observations)

    def step(self, actions: Array) -> Result:
        self._need_games()
        if hasattr(actions, "__cuda_array_interface__"):
            chosen = self._cuda.as_cuda_array(actions)
        else:
            chosen = self._cuda.to_device(np.asarray(actions), stream=self._stream)
        self._check(chosen)
        self._run(self._kernels.step, chosen, *self._outcomes, *self._observations)
        return self.observation, self.mask, self.reward, self.done, self.info

    def step_at_random(self) -> Result:
        self._need_games()
        self._run(self._kernels.step_at_random, *self._outcomes, *self._observations)
        return self.observation, self.mask, self.reward, self.done, self.info

    def playouts(self) -> Array:
        self._need_games()
        self._run(self._kernels.playouts, self._ended)
        return DeviceArray(self._ended)

    def games(self, count: int, seed: int = 0) -> tuple[Array, int]:
        returns = self._cuda.device_array((count, self.players), np.float32, stream=self._stream)
        moves = self._cuda.to_device(np.zeros(1, np.int64), stream=self._stream)
        blocks = min(-(-count // WIDE), MOST_BLOCKS)
        self._kernels.games[blocks, WIDE, self._stream](
            self._extra_room, np.uint64(checked(seed)), returns, moves
        )
        return DeviceArray(returns), int(moves.copy_to_host(stream=self._stream)[0])

    def _read(self, array: Array) -> bytes:
        self._cuda.synchronize()
        own: Any = getattr(array, "array", array)
        content: bytes = own.copy_to_host().tobytes()
        return content

    def _write(self, array: Array, content: bytes) -> None:
        self._cuda.synchronize()
        own: Any = getattr(array, "array", array)
        own.copy_to_device(np.frombuffer(content, own.dtype).reshape(own.shape))
        self._cuda.synchronize()

    def _run(self, kernel: Any, *arguments: object) -> None:
        threads = self._kernels.threads
        kernel[-(-self.n // threads), threads, self._stream](*self._games, *arguments)


class _Kernels:
    """The kernels of a game with its options."""

    def __init__(
        self, game: Game, constants: OptionsRecord, row_words: int, mask_words: int, deck_bytes: int
    ) -> None:
        import numba

        gpu = cuda()
        begin, begin_from, its = steps(game).begin, steps(game).begin_from, turns(game)
        turn, see, to_end, random_action = its.turn, its.see, its.to_end, its.random_action
        state_kind, view_kind = numba.from_dtype(game.state_type), numba.from_dtype(game.view_type)
        extra_kind = numba.from_dtype(EXTRA)
        players = constants.players
        all_decks = WIDE * deck_bytes
        both = row_words + mask_words
        pitch, threads = row_layout(game, both)
        shared_words = threads * pitch

        @gpu.jit(device=True)
        def show(
            s: StateRecord, extra: Extra,
            rows: Int64Array, masks: Int64Array, seats: Int8Array, at: int, n: int,
        ) -> None:  # fmt: skip
            scratch = gpu.shared.array(shared_words, numba.int64)
            mine = gpu.threadIdx.x
            views = gpu.local.array(1, view_kind)
            if at < n:
                own = scratch[mine * pitch : (mine + 1) * pitch]
                row = own[:row_words]
                masked = own[row_words:both]
                out = row.view(np.int8)
                seats[at] = see(constants, s, extra, views[0], row, out, masked)
            gpu.syncthreads()
            first = gpu.blockIdx.x * threads
            for word in range(mine, threads * row_words, threads):
                game_at, place = word // row_words, word % row_words
                if first + game_at < n:
                    rows[first + game_at, place] = scratch[game_at * pitch + place]
            for word in range(mine, threads * mask_words, threads):
                game_at, place = word // mask_words, word % mask_words
                if first + game_at < n:
                    masks[first + game_at, place] = scratch[game_at * pitch + row_words + place]

        @gpu.jit
        def reset(
            states: Records, extras: Records, dice: Dice, seeds: Seeds,
            reward: Float32Array, returns: Float32Array, taken: Int32Array, done: BoolArray,
            refused: Int64Array,
            rows: Int64Array, masks: Int64Array, seats: Int8Array,
        ) -> None:  # fmt: skip
            n = states.shape[0]
            at = gpu.grid(1)
            here = min(at, n - 1)
            if at < n:
                done[at] = False
                taken[at] = 0
                for seat in range(players):
                    reward[at, seat] = 0.0
                    returns[at, seat] = 0.0
                if at == 0:
                    refused[0] = 0
                seat_dice(dice[at], seeds[at, 0], seeds[at, 1])
                begin(constants, states[at], extras[at], dice[at])
            show(states[here], extras[here], rows, masks, seats, at, n)

        @gpu.jit
        def step(
            states: Records, extras: Records, dice: Dice, actions: Int64Array,
            reward: Float32Array, returns: Float32Array, taken: Int32Array, done: BoolArray,
            refused: Int64Array,
            rows: Int64Array, masks: Int64Array, seats: Int8Array,
        ) -> None:  # fmt: skip
            n = states.shape[0]
            at = gpu.grid(1)
            here = min(at, n - 1)
            if at < n:
                action: Any = np.int64(actions[at])
                wrong = turn(
                    constants, states[at], extras[at], dice[at], action,
                    reward[at], returns[at], taken, done, at,
                )  # fmt: skip
                if wrong:
                    gpu.atomic.add(refused, 0, 1)
            show(states[here], extras[here], rows, masks, seats, at, n)

        @gpu.jit
        def step_at_random(
            states: Records, extras: Records, dice: Dice,
            reward: Float32Array, returns: Float32Array, taken: Int32Array, done: BoolArray,
            refused: Int64Array,
            rows: Int64Array, masks: Int64Array, seats: Int8Array,
        ) -> None:  # fmt: skip
            n = states.shape[0]
            at = gpu.grid(1)
            here = min(at, n - 1)
            if at < n:
                action = random_action(constants, states[at], dice[at])
                turn(
                    constants, states[at], extras[at], dice[at], action,
                    reward[at], returns[at], taken, done, at,
                )  # fmt: skip
            show(states[here], extras[here], rows, masks, seats, at, n)

        @gpu.jit
        def playouts(states: Records, extras: Records, dice: Dice, ended: Float32Array) -> None:
            at = gpu.grid(1)
            if at < states.shape[0]:
                scratch = gpu.local.array(1, state_kind)
                spare = gpu.local.array(1, extra_kind)
                reward = gpu.local.array(players, numba.float32)
                scratch[0] = states[at]
                spare[0] = extras[at]
                to_end(constants, scratch[0], spare[0], dice[at], reward, ended[at])

        @gpu.jit
        def games(
            extras: Records, seed: np.uint64, returns: Float32Array, moves: Int64Array
        ) -> None:
            rolls = gpu.local.array(2, numba.uint64)
            scratch = gpu.local.array(1, state_kind)
            spare = gpu.local.array(1, extra_kind)
            reward = gpu.local.array(players, numba.float32)
            total = gpu.local.array(players, numba.float32)
            # Cards change places at random, which thread-local memory is slow at: every lane
            # of a warp would touch a line of its own.
            decks = gpu.shared.array(all_decks, numba.int8)
            deck = decks[gpu.threadIdx.x * deck_bytes : (gpu.threadIdx.x + 1) * deck_bytes]
            s, extra = scratch[0], spare[0]
            spare[0] = extras[0]
            made = 0
            number = gpu.grid(1)
            while number < returns.shape[0]:
                seat_dice(rolls, seed, np.uint64(number))
                begin_from(constants, s, extra, rolls, deck)
                made += to_end(constants, s, extra, rolls, reward, total)
                for seat in range(players):
                    returns[number, seat] = total[seat]
                number += gpu.gridsize(1)
            gpu.atomic.add(moves, 0, made)

        self.threads = threads
        self.reset, self.step, self.games = reset, step, games
        self.step_at_random, self.playouts = step_at_random, playouts


@functools.cache
def _kernels(game: Game, constants: Any, row: int, mask: int, deck: int) -> _Kernels:
    return _Kernels(game, constants, row, mask, deck)
