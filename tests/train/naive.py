"""GAE once more, the slow way: forwards, by the definition, one decision at a time."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Stretch:
    """Some steps of one game: what `gae_game` reads, without the dimension of games."""

    reward: np.ndarray  # (steps, players)
    done: np.ndarray  # (steps,)
    seat: np.ndarray  # (steps + 1,)
    value: np.ndarray  # (steps + 1,)


def gae(played: Stretch, together: bool, gamma: float, gae_lambda: float):
    """(advantage, valid) of every decision."""
    steps = len(played.done)
    advantage, valid = np.zeros(steps), np.zeros(steps)
    for step in range(steps):
        found = _advantage(played, step, together, gamma, gae_lambda)
        valid[step] = found is not None
        advantage[step] = found or 0.0
    return advantage, valid


def _advantage(played, step, together, gamma, gae_lambda):
    """The sum of discounted differences, from a decision on; None if there is not even one."""
    total, weight = 0.0, 1.0
    at = step
    while True:
        paid, after = _until_next(played, at, together)
        if after is None:  # the stretch ended before this seat was on turn again
            return total if at != step else None
        ended = after == "over"
        value_after = 0.0 if ended else played.value[after]
        total += weight * (paid + gamma * value_after - played.value[at])
        if ended or after == len(played.done):
            return total
        weight *= gamma * gae_lambda
        at = after


def _until_next(played, at, together):
    """What the seat of a decision is paid until its next one, and where that is."""
    me = 0 if together else played.seat[at]
    paid = 0.0
    for step in range(at, len(played.done)):
        paid += played.reward[step, me]
        if played.done[step]:
            return paid, "over"
        if together or played.seat[step + 1] == me:
            return paid, step + 1
    return paid, None
