"""What happens to one game of a mixed batch, compiled: it begins, is played on and seen, and the
strangers at its table answer. The options of its variant are read from memory. The same functions
run in loops on the CPU and in kernels on a GPU.
"""

import functools
from typing import Any

import numpy as np

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

LEARNER = 0  # who sits in a seat; strangers' kinds are above it
MIXED, AMONG, GUEST, ALONE, NARROW, KINDS = range(6)  # of `seating`; the kinds themselves follow
PERCENT = 100


def cuda() -> Any:
    """Numba's CUDA, imported where a GPU is used."""
    from tenluz.envs.vector import gpu

    return gpu.cuda()


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
def cpu_loops(game: Game, its: ExpertGame) -> tuple[Any, ...]:
    """`reset`, `step` and `answers` over all games of a batch, one after the other."""
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
def kernels(game: Game, its: ExpertGame) -> tuple[Any, ...]:
    """The same on a GPU, a thread for each game."""
    import numba

    gpu = cuda()
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
