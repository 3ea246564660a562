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
from tenluz.engine.types import (
    BoolArray,
    Dice,
    Float32Array,
    Int8Array,
    Int32Array,
    Int64Array,
    Records,
    StateRecord,
)

BLOCK = 64  # threads of a block
LEARNER = 0  # who sits in a seat; strangers' kinds are above it
MIXED, AMONG, GUEST, ALONE, NARROW, KINDS = range(6)  # of `seating`; the kinds themselves follow
PERCENT = 100
DRAWN = 4096  # lots from which a game's variant is drawn
RESET, STEP, ANSWERS = range(3)  # loops


class MixedBatch:
    """`n` games. Tensors are written in place by `step`.

    seen     int8     (n, sees)              what the seat on turn sees
    hidden   int8     (n, groups * hidden)   what a critic sees besides
    mask     int8     (n, moves)             legal moves
    seat     int8     (n,)                   who is on turn
    reward   float32  (n, MOST_SEATS)        of the last step
    done     bool     (n,)                   the last step ended a game; a new one has begun
    cut      bool     (n,)                   or a deal, where each is learnt for itself
    won      bool     (n,)                   whether the game that ended was a success
    score    float32  (n, MOST_SEATS)        and how it ended for every seat
    which    int32    (n,)                   the variant of each game
    kinds    int8     (n, MOST_SEATS)        who sits where: LEARNER, or a stranger's kind
    theirs   int8     (n,)                   the kind of who is on turn
    tally    int64    (variants, 3)          games ended, successes, moves

    A stranger of the game's own kinds moves by itself, whatever `step` is told. One kind more may
    be drawn, an *older self*: for that the caller says the move.
    """

    def __init__(
        self,
        game: Game,
        its: ExpertGame,
        variants: list[tuple[dict[str, object], int]],
        n: int,
        device: str,
        *,
        mixed: int = 0,
        meets: tuple[int, ...] = (),
        alone: float = 0.0,
        among: int = LEARNER,
        guest: int = LEARNER,
    ) -> None:
        """In the first `mixed` games some seats are strangers, of one kind of those that it
        `meets`: about half, or in the share `alone` of these games all but one. `among` strangers
        of one kind, every game has one learner; a `guest` is the one stranger of every game."""
        self.n, self.variants, self.mixed = n, variants, mixed
        self._device = device
        packed = [game.options(given).packed() for given, _ in variants]
        options = np.zeros(len(packed), packed[0].dtype)
        for at, one in enumerate(packed):
            options[at] = one
        often = [times for _, times in variants]
        hard = [0 if its.hard is None else its.hard(given) for given, _ in variants]
        self._often = np.array(often, np.float64) / sum(often)
        self._hard = np.array(hard, np.float64) / sum(hard) if any(hard) else self._often

        def room(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        self.seen = room(torch.int8, n, its.view.sees)
        self.hidden = room(torch.int8, n, its.view.groups * its.hidden)
        self.mask = room(torch.int8, n, its.view.moves)
        self.seat = room(torch.int8, n)
        self.reward = room(torch.float32, n, MOST_SEATS)
        self.score = room(torch.float32, n, MOST_SEATS)
        self.done, self.cut, self.won = (room(torch.bool, n) for _ in range(3))
        self.kinds, self.theirs = room(torch.int8, n, MOST_SEATS), room(torch.int8, n)
        self._answer = room(torch.int64, n)
        seating = (mixed, among, guest, int(PERCENT * alone), 0, len(meets), *meets)
        self._seating = torch.tensor(seating, device=device)
        self.tally = room(torch.int64, len(variants), 3)
        self.draw = room(torch.int32, DRAWN)
        self.lean(0.0)
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
        seats = tuple(
            arrays(each) for each in (self._seating, self.kinds, self.theirs, self._answer)
        )
        met = (among, guest, *(meets if mixed else ()))
        self._meets_bots = any(LEARNER < kind <= its.strangers for kind in met)
        self._chosen = (
            self._options, arrays(self.which), self._states, dice, *seats[-2:]
        )  # fmt: skip
        self._games = (
            self._options, arrays(self.draw), arrays(self.which), self._states, dice, *seats
        )  # fmt: skip
        self._told = tuple(
            arrays(each) for each in (
                self._paid, self._taken, self.reward, self.done, self.cut, self.won,
                self.score, self.tally,
            )
        )  # fmt: skip
        self._shown = tuple(arrays(each) for each in (self.seen, self.hidden, self.mask, self.seat))

    def lean(self, share: float) -> None:
        """From now on such a share of the games that begin is at the game's hardest tables."""
        ends = np.cumsum((1 - share) * self._often + share * self._hard)
        drawn = np.searchsorted(ends, (np.arange(DRAWN) + 0.5) / DRAWN * ends[-1])
        self.draw.copy_(torch.from_numpy(drawn.astype(np.int32)))

    def narrow(self, share: float) -> None:
        """From now on, at such a share of all decisions only those moves are allowed that the game
        begins to learn with."""
        self._seating[NARROW] = int(PERCENT * share)

    def reset(self, seed: int) -> None:
        """All games anew: game k has stream k of the seed."""
        self._run(RESET, np.uint64(seed), *self._games, *self._told, *self._shown)
        self._let_strangers_choose()

    def step(self, moves: Tensor) -> None:
        """One move in every game, which must be legal; strangers have chosen theirs."""
        self._run(STEP, self._array(moves), *self._games, *self._told, *self._shown)
        self._let_strangers_choose()

    def _let_strangers_choose(self) -> None:
        """By a loop of its own: a kernel with a bot in it takes three times as many registers."""
        if self._meets_bots:
            self._run(ANSWERS, *self._chosen)

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


def _nobody(kind: int, o: Any, v: Any, rolls: Dice, room: Any) -> int:
    return 0


def _all(o: Any, v: Any, low: int, high: int) -> tuple[int, int]:
    return low, high


def _functions(game: Game, its: ExpertGame) -> tuple[Any, ...]:
    """What happens to one game of a batch, compiled."""
    rules = game.rules
    start, deal, apply, legal, view = (
        rules.start, rules.deal_at_random, rules.apply, rules.legal, rules.view,
    )  # fmt: skip
    worth, succeeded, score_of = its.worth, its.succeeded, rules.score
    write, write_hidden = its.view.write, its.write_hidden
    apart, strangers = its.apart, its.strangers
    stranger: Any = its.stranger or compiled(_nobody, made_for=game)
    narrow: Any = its.narrow or compiled(_all, made_for=game)

    def sit(o: Any, rolls: Dice, seating: Int64Array, kinds: Int8Array, at: int) -> None:
        for seat in range(MOST_SEATS):
            kinds[seat] = LEARNER
        if seating[AMONG] != LEARNER:
            for seat in range(o.players):
                kinds[seat] = seating[AMONG]
            kinds[at % o.players] = LEARNER
        elif seating[GUEST] != LEARNER:
            kinds[at % o.players] = seating[GUEST]
        elif at < seating[MIXED]:
            kind = seating[KINDS + 1 + below(rolls, seating[KINDS])]
            all_but_one = below(rolls, PERCENT) < seating[ALONE]
            for seat in range(o.players):
                kinds[seat] = kind if all_but_one else kind * below(rolls, 2)
            kinds[below(rolls, o.players)] = LEARNER

    sit = compiled(sit, made_for=game)

    def begin(
        options: Records, draw: Int32Array, which: Int32Array, s: StateRecord, rolls: Dice,
        seating: Int64Array, kinds: Int8Array, paid: Float32Array, taken: Int32Array, at: int,
    ) -> None:  # fmt: skip
        which[at] = draw[below(rolls, draw.shape[0])]
        start(options[which[at]], s)
        sit(options[which[at]], rolls, seating, kinds, at)
        deal(options[which[at]], s, rolls)
        taken[at] = 0
        for seat in range(MOST_SEATS):
            paid[seat] = 0.0

    def turn(
        options: Records, which: Int32Array, s: StateRecord, rolls: Dice, move: int,
        theirs: Int8Array, answer: Int64Array,
        paid: Float32Array, taken: Int32Array, reward: Float32Array, cut: BoolArray, at: int,
    ) -> bool:  # fmt: skip
        o = options[which[at]]
        apply(o, s, answer[at] if 0 < theirs[at] <= strangers else move)
        taken[at] += 1
        for seat in range(MOST_SEATS):
            now = worth(o, s, seat) if seat < o.players else 0.0
            reward[seat] = now - paid[seat]
            paid[seat] = now
        over = s.table.phase == OVER
        cut[at] = over or (apart and s.table.phase == DEAL)
        if s.table.phase == DEAL:
            deal(o, s, rolls)
        return over

    def see(
        options: Records, which: Int32Array, s: StateRecord, rolls: Dice, views: Records,
        seating: Int64Array, kinds: Int8Array, theirs: Int8Array,
        seen: Int8Array, hidden: Int8Array, mask: Int8Array, seats: Int8Array, at: int,
    ) -> None:  # fmt: skip
        o = options[which[at]]
        v = views[0]
        seats[at] = s.table.seat
        view(o, s, s.table.seat, v)
        write(o, v, seen)
        write_hidden(o, s, kinds, hidden)
        low, high = legal(o, s)
        if seating[NARROW] > 0 and below(rolls, PERCENT) < seating[NARROW]:
            low, high = narrow(o, v, low, high)
        for move in range(mask.shape[0]):
            mask[move] = (low >> move if move < 64 else high >> (move - 64)) & 1
        theirs[at] = kinds[s.table.seat]

    def reply(
        options: Records, which: Int32Array, s: StateRecord, rolls: Dice, views: Records,
        rooms: Records, theirs: Int8Array, answer: Int64Array, at: int,
    ) -> None:  # fmt: skip
        if 0 < theirs[at] <= strangers:
            o = options[which[at]]
            view(o, s, s.table.seat, views[0])
            answer[at] = stranger(theirs[at], o, views[0], rolls, rooms[0])

    def ended(o: Any, s: StateRecord, score: Float32Array) -> int:
        for seat in range(o.players):
            score[seat] = score_of(o, s, seat)
        return 1 if succeeded(o, s) else 0

    found = (begin, turn, ended, see, reply)
    return tuple(compiled(function, made_for=game) for function in found)


@functools.cache
def _cpu_loops(game: Game, its: ExpertGame) -> tuple[Any, ...]:
    begin, turn, ended, see, reply = _functions(game, its)
    view_type, room_type = game.view_type, its.room

    def reset(
        seed: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        seating: Any, kinds: Any, theirs: Any, answer: Any,
        paid: Any, taken: Any, reward: Any, done: Any, cut: Any, won: Any, score: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        views = np.zeros(1, view_type)
        for at in range(states.shape[0]):
            seat_dice(dice[at], seed, np.uint64(at))
            begin(
                options, draw, which, states[at], dice[at], seating, kinds[at], paid[at], taken, at
            )  # fmt: skip
            done[at], cut[at] = False, False
            see(
                options, which, states[at], dice[at], views, seating, kinds[at],
                theirs, seen[at], hidden[at], mask[at], seats, at,
            )  # fmt: skip

    def step(
        moves: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        seating: Any, kinds: Any, theirs: Any, answer: Any,
        paid: Any, taken: Any, reward: Any, done: Any, cut: Any, won: Any, score: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        views = np.zeros(1, view_type)
        for at in range(states.shape[0]):
            s = states[at]
            over = turn(
                options, which, s, dice[at], moves[at], theirs, answer,
                paid[at], taken, reward[at], cut, at,
            )  # fmt: skip
            done[at] = over
            if over:
                success = ended(options[which[at]], s, score[at])
                won[at] = success == 1
                tally[which[at], 0] += 1
                tally[which[at], 1] += success
                tally[which[at], 2] += taken[at]
                begin(
                    options, draw, which, s, dice[at], seating, kinds[at], paid[at], taken, at
                )  # fmt: skip
            see(
                options, which, s, dice[at], views, seating, kinds[at],
                theirs, seen[at], hidden[at], mask[at], seats, at,
            )  # fmt: skip

    def answers(options: Any, which: Any, states: Any, dice: Any, theirs: Any, answer: Any) -> None:
        views, rooms = np.zeros(1, view_type), np.zeros(1, room_type)
        for at in range(states.shape[0]):
            reply(options, which, states[at], dice[at], views, rooms, theirs, answer, at)

    loops = (reset, step, answers)
    return tuple(compiled(loop, made_for=game, allocates=True) for loop in loops)


@functools.cache
def _kernels(game: Game, its: ExpertGame) -> tuple[Any, ...]:
    import numba

    gpu = _cuda()
    begin, turn, ended, see, reply = _functions(game, its)
    view_kind, room_kind = numba.from_dtype(game.view_type), numba.from_dtype(its.room)

    @gpu.jit
    def reset(
        seed: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        seating: Any, kinds: Any, theirs: Any, answer: Any,
        paid: Any, taken: Any, reward: Any, done: Any, cut: Any, won: Any, score: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        at = gpu.grid(1)
        if at < states.shape[0]:
            views = gpu.local.array(1, view_kind)
            seat_dice(dice[at], seed, np.uint64(at))
            begin(
                options, draw, which, states[at], dice[at], seating, kinds[at], paid[at], taken, at
            )  # fmt: skip
            done[at], cut[at] = False, False
            see(
                options, which, states[at], dice[at], views, seating, kinds[at],
                theirs, seen[at], hidden[at], mask[at], seats, at,
            )  # fmt: skip

    @gpu.jit
    def step(
        moves: Any, options: Any, draw: Any, which: Any, states: Any, dice: Any,
        seating: Any, kinds: Any, theirs: Any, answer: Any,
        paid: Any, taken: Any, reward: Any, done: Any, cut: Any, won: Any, score: Any, tally: Any,
        seen: Any, hidden: Any, mask: Any, seats: Any,
    ) -> None:  # fmt: skip
        at = gpu.grid(1)
        if at < states.shape[0]:
            views = gpu.local.array(1, view_kind)
            s = states[at]
            over = turn(
                options, which, s, dice[at], moves[at], theirs, answer,
                paid[at], taken, reward[at], cut, at,
            )  # fmt: skip
            done[at] = over
            if over:
                success = ended(options[which[at]], s, score[at])
                won[at] = success == 1
                gpu.atomic.add(tally, (which[at], 0), 1)
                gpu.atomic.add(tally, (which[at], 1), success)
                gpu.atomic.add(tally, (which[at], 2), taken[at])
                begin(
                    options, draw, which, s, dice[at], seating, kinds[at], paid[at], taken, at
                )  # fmt: skip
            see(
                options, which, s, dice[at], views, seating, kinds[at],
                theirs, seen[at], hidden[at], mask[at], seats, at,
            )  # fmt: skip

    @gpu.jit
    def answers(options: Any, which: Any, states: Any, dice: Any, theirs: Any, answer: Any) -> None:
        at = gpu.grid(1)
        if at < states.shape[0]:
            views, rooms = gpu.local.array(1, view_kind), gpu.local.array(1, room_kind)
            reply(options, which, states[at], dice[at], views, rooms, theirs, answer, at)

    return reset, step, answers
