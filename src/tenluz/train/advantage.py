"""Generalised advantage estimation (GAE) at a table with many seats.

A step of the environment is one decision of one seat, and pays all seats. For a decision of a seat
counts what that seat is paid from then until its own next decision and, from there on, the value
that the network saw in its own next position:

    delta = paid to the seat until its next decision + gamma * value there - value here
    advantage = delta + gamma * gae_lambda * advantage of its next decision

What others are paid, and what others see, does not enter. At the end of a game the value of what
comes next is 0. Where the rollout ends first, a seat's last decision has no next position, unless
the seat is on turn just then: that decision is not *valid*, and nothing is learnt from it.

Where all seats are paid the same (`together`), the table is one player with many hands: the next
decision is the next of anybody, all are valid, and at the end of the rollout the value of the
position stands in.

The same compiled function runs on the CPU, and on a GPU as one thread for each game.
"""

import functools
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.game import MOST_SEATS
from tenluz.engine.types import BoolArray, Float32Array, Int8Array

BLOCK = 128  # threads of a block
VALUE, ADVANTAGE, PAID, VALID = range(4)  # of each seat's next decision: rows of `following`


@compiled
def gae_game(
    at: int,
    together: bool,
    gamma: float,
    gae_lambda: float,
    reward: Float32Array,
    done: BoolArray,
    seat: Int8Array,
    value: Float32Array,
    following: Float32Array,
    advantage: Float32Array,
    valid: Float32Array,
) -> None:
    """One game, from its last step back. `seat` and `value` have one more row than `reward`."""
    steps, _, players = reward.shape
    for each in range(players):
        for row in range(4):
            following[row, each] = 0.0
    next_seat = 0 if together else seat[steps, at]
    following[VALUE, next_seat] = value[steps, at]
    following[VALID, next_seat] = 1.0
    for back in range(steps):
        step = steps - 1 - back
        for each in range(players):
            if done[step, at]:
                following[VALUE, each] = 0.0
                following[ADVANTAGE, each] = 0.0
                following[PAID, each] = 0.0
                following[VALID, each] = 1.0
            following[PAID, each] += reward[step, at, each]
        me = 0 if together else seat[step, at]
        here = value[step, at]
        found = np.float32(0.0)
        if following[VALID, me] != 0.0:
            after = following[VALUE, me] + gae_lambda * following[ADVANTAGE, me]
            found = following[PAID, me] + gamma * after - here
        advantage[step, at] = found
        valid[step, at] = following[VALID, me]
        following[VALUE, me] = here
        following[ADVANTAGE, me] = found
        following[PAID, me] = 0.0
        following[VALID, me] = 1.0


@allocating
def gae_all(
    together: bool,
    gamma: float,
    gae_lambda: float,
    reward: Float32Array,
    done: BoolArray,
    seat: Int8Array,
    value: Float32Array,
    advantage: Float32Array,
    valid: Float32Array,
) -> None:
    """All games, on the CPU."""
    following = np.zeros((4, MOST_SEATS), np.float32)
    for at in range(done.shape[1]):
        gae_game(
            at, together, gamma, gae_lambda, reward, done, seat, value, following, advantage, valid
        )  # fmt: skip


@functools.cache
def gae_kernel() -> Any:
    """The same as a CUDA kernel, one thread for each game."""
    import numba

    from tenluz.envs.vector.gpu import cuda

    gpu = cuda()

    @gpu.jit
    def kernel(
        together: bool,
        gamma: float,
        gae_lambda: float,
        reward: Float32Array,
        done: BoolArray,
        seat: Int8Array,
        value: Float32Array,
        advantage: Float32Array,
        valid: Float32Array,
    ) -> None:
        at = gpu.grid(1)
        if at < done.shape[1]:
            following = gpu.local.array((4, MOST_SEATS), numba.float32)
            gae_game(
                at, together, gamma, gae_lambda, reward, done, seat, value, following,
                advantage, valid,
            )  # fmt: skip

    return kernel


def estimate(
    together: bool, gamma: float, gae_lambda: float, given: tuple[Tensor, ...], *, on_gpu: bool
) -> None:
    """All games of a rollout, where its tensors lie: reward, done, seat, value, advantage, valid,
    of which the last two are written."""
    if not on_gpu:
        gae_all(together, gamma, gae_lambda, *(each.numpy() for each in given))
        return
    from tenluz.envs.vector.gpu import cuda

    gpu = cuda()
    stream = gpu.external_stream(torch.cuda.current_stream().cuda_stream)
    games = given[1].shape[1]
    arrays = [gpu.as_cuda_array(each) for each in given]
    gae_kernel()[-(-games // BLOCK), BLOCK, stream](together, gamma, gae_lambda, *arrays)
