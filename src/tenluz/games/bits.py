"""Sets of small numbers as the bits of one integer.

Sets are signed 64-bit integers that never use the sign bit: 60 cards fit, and Numba turns
mixed signed and unsigned arithmetic into floating point.
"""

from typing import Any

import numpy as np

from tenluz.games.compiled import compiled


@compiled
def size(bits: int) -> Any:
    """How many bits are set. The compiler knows this pattern as one instruction."""
    x = np.uint64(bits)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def lowest(bits: int) -> int:
    """The lowest set bit's number. `bits` must not be 0."""
    return size((bits & -bits) - 1)


@compiled
def nth(bits: int, n: int) -> int:
    """The number of the n-th set bit from below, counted from 0; n < size(bits)."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
