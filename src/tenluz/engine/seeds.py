"""Which seeds there are, and who may use which.

A seed is a whole number from 0 to 2**64 - 1. Its highest bit says what it is for:

    0 to RESERVED - 1      play, training, tuning: every default and every seed drawn by chance
    RESERVED on            tests of strength alone; nothing reaches them by default

So no deal that a result is measured on was ever learnt from, unless somebody names its seed.
How a seed and a stream become dice: dice.py. Tables of people have seeds of 32 bytes (shuffle.py).
"""

import operator
import secrets
from typing import SupportsIndex

from tenluz.engine.errors import NotUnderstood

SEEDS = 1 << 64
RESERVED = 1 << 63


def checked(seed: SupportsIndex, end: int = SEEDS) -> int:
    """A seed as Python's own integer; NotUnderstood if it is none below `end`."""
    try:
        found = operator.index(seed)
    except TypeError:
        found = -1
    if not 0 <= found < end:
        raise NotUnderstood(f"A seed is a whole number from 0 to {end - 1}, not {seed!r}.")
    return found


def fresh_seed() -> int:
    """A seed drawn by chance, never a reserved one."""
    return secrets.randbelow(RESERVED)


def evaluation_seed(number: int) -> int:
    """The seed of a test of strength, by its number: from 0 on."""
    return RESERVED + checked(number, SEEDS - RESERVED)


AFTER_TRAINING = evaluation_seed(0)  # the test at the end of a run, which people tune by
BENCHMARK = evaluation_seed(1)  # docs/benchmark.md: deals for published results, and nothing else
