"""Chance for simulation: a counter-based generator that is an argument, never a global.

Dice are two words: a key, and how many numbers were drawn. The n-th number of a key is
a hash of both (SplitMix64's finisher), so any number can be had without those before
it, and the same dice give the same games on every machine, thread and GPU.
Tables of people use the published shuffle instead (shuffle.py).
"""

from typing import Any

import numpy as np

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice, Int64Array, Ints

KEY, DRAWN = 0, 1


def new_dice(seed: int, stream: int = 0) -> Dice:
    """Dice for a seed; each stream of a seed is independent of the others."""
    dice = np.zeros(2, np.uint64)
    seat_dice(dice, np.uint64(seed & 0xFFFFFFFFFFFFFFFF), np.uint64(stream))
    return dice


@compiled
def mix(x: np.uint64) -> np.uint64:
    """SplitMix64's finisher: every bit of the input moves every bit of the output."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def seat_dice(dice: Dice, seed: np.uint64, stream: np.uint64) -> None:
    """Set dice to the start of a stream of a seed."""
    dice[KEY] = mix(
        mix(seed + np.uint64(0x9E3779B97F4A7C15)) ^ (stream * np.uint64(0xD1342543DE82EF95))
    )
    dice[DRAWN] = np.uint64(0)


@compiled
def roll(dice: Dice) -> np.uint64:
    """The next 64 random bits."""
    dice[DRAWN] += np.uint64(1)
    return mix(dice[KEY] + dice[DRAWN] * np.uint64(0x9E3779B97F4A7C15))


@compiled
def below(dice: Dice, n: int) -> int:
    """A number from 0 to n - 1. For n up to 128 the bias is under one in thirty million."""
    found: Any = np.int64(((roll(dice) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
    return found


@compiled
def uniform(dice: Dice) -> float:
    """A number from 0 up to, not including, 1."""
    return np.float64(roll(dice) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def shuffle(dice: Dice, cards: Ints | Int64Array, count: int) -> None:
    """Shuffle the first `count` cards in place."""
    for last in range(count - 1, 0, -1):
        other = below(dice, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held


@compiled
def pick(low: int, high: int, rolls: Dice) -> int:
    """A move drawn uniformly from two words of legal moves, not both empty."""
    if high == 0:
        return bits.nth(low, below(rolls, bits.size(low)))
    if low == 0:
        return 64 + bits.nth(high, below(rolls, bits.size(high)))
    point = below(rolls, bits.size(low) + bits.size(high))
    if point < bits.size(low):
        return bits.nth(low, point)
    return 64 + bits.nth(high, point - bits.size(low))
