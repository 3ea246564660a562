"""Sets of small numbers as the bits of one integer.

Sets are signed 64-bit integers that never use the sign bit: 60 cards fit, and Numba turns
mixed signed and unsigned arithmetic into floating point.
"""

from tenluz.engine.compiled import compiled
from tenluz.engine.instructions import nth as nth_one
from tenluz.engine.instructions import ones, zeros_below


@compiled
def size(bits: int) -> int:
    """How many bits are set."""
    return ones(bits)


@compiled
def lowest(bits: int) -> int:
    """The lowest set bit's number. `bits` must not be 0."""
    return zeros_below(bits)


@compiled
def nth(bits: int, n: int) -> int:
    """The number of the n-th set bit from below, counted from 0; n < size(bits)."""
    return nth_one(bits, n)
