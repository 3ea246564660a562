"""What each decision was worth: generalised advantage estimation at a table with many seats.

A step of the environment is one decision of one seat, and pays all seats. A decision of a seat
is credited with what that seat is paid from then until its own next decision, and, from there
on, with the value that the network saw in its own next position:

    delta = paid to the seat until its next decision + later * value there - value here
    worth = delta + later * trace * worth of its next decision

What others are paid, and what others see, does not enter. At the end of a game the value of
what comes next is 0. Where the stretch ends first, a seat's last decision has no next position,
unless the seat is on turn just then: that decision is *unknown*, and nothing is learnt from it.

Where all seats are paid the same (`together`), the table is one player with many hands: the
next decision is the next of anybody, and none is unknown but by the end of the stretch, where
the value of the position stands in.

The same compiled function runs on the CPU, and on a GPU as one thread for each game.
"""

import functools
from typing import Any

import numpy as np

from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.game import MOST_SEATS

VALUE, WORTH, PAID, KNOWN = range(4)  # of each seat's next decision: rows of `room`


@compiled
def credit_game(
    at: int,
    together: bool,
    later: float,
    trace: float,
    reward: Any,
    done: Any,
    seat: Any,
    value: Any,
    room: Any,
    worth: Any,
    known: Any,
) -> None:
    """One game, from its last step back. `seat` and `value` have one more row than `reward`."""
    steps, _, players = reward.shape
    for each in range(players):
        for row in range(4):
            room[row, each] = 0.0
    next_seat = 0 if together else seat[steps, at]
    room[VALUE, next_seat] = value[steps, at]
    room[KNOWN, next_seat] = 1.0
    for back in range(steps):
        step = steps - 1 - back
        for each in range(players):
            if done[step, at]:
                room[VALUE, each] = 0.0
                room[WORTH, each] = 0.0
                room[PAID, each] = 0.0
                room[KNOWN, each] = 1.0
            room[PAID, each] += reward[step, at, each]
        me = 0 if together else seat[step, at]
        here = value[step, at]
        found = np.float32(0.0)
        if room[KNOWN, me] != 0.0:
            found = room[PAID, me] + later * (room[VALUE, me] + trace * room[WORTH, me]) - here
        worth[step, at] = found
        known[step, at] = room[KNOWN, me]
        room[VALUE, me] = here
        room[WORTH, me] = found
        room[PAID, me] = 0.0
        room[KNOWN, me] = 1.0


@allocating
def credit_all(
    together: bool,
    later: float,
    trace: float,
    reward: Any,
    done: Any,
    seat: Any,
    value: Any,
    worth: Any,
    known: Any,
) -> None:
    """All games, on the CPU."""
    room = np.zeros((4, MOST_SEATS), np.float32)
    for at in range(done.shape[1]):
        credit_game(at, together, later, trace, reward, done, seat, value, room, worth, known)


@functools.cache
def credit_kernel() -> Any:
    """The same as a CUDA kernel, one thread for each game."""
    import numba

    from tenluz.envs.vector.gpu import cuda

    gpu = cuda()

    @gpu.jit
    def kernel(
        together: bool,
        later: float,
        trace: float,
        reward: Any,
        done: Any,
        seat: Any,
        value: Any,
        worth: Any,
        known: Any,
    ) -> None:
        at = gpu.grid(1)
        if at < done.shape[1]:
            room = gpu.local.array((4, MOST_SEATS), numba.float32)
            credit_game(at, together, later, trace, reward, done, seat, value, room, worth, known)

    return kernel
