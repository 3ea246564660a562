"""Sets of small numbers as the bits of one integer.

Sets are signed 64-bit integers that never use the sign bit: 60 cards fit, and Numba turns
mixed signed and unsigned arithmetic into floating point.
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

from tenluz.games.compiled import INTERPRETED, compiled

if INTERPRETED:

    def _ones(bits: int) -> int:
        return int(bits).bit_count()

    def _zeros_below(bits: int) -> int:
        return (int(bits) & -int(bits)).bit_length() - 1

else:  # pragma: no cover  (coverage is measured with the compiler off)
    # Processors and GPUs have an instruction for each; LLVM knows it by name.

    @intrinsic
    def _ones(typing: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.ctpop(values[0])

        return types.int64(types.int64), generate

    @intrinsic
    def _zeros_below(typing: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            never_zero = values[0].type.__class__(1)(1)  # one bit, and that is set
            return builder.cttz(values[0], never_zero)

        return types.int64(types.int64), generate


@compiled
def size(bits: int) -> int:
    """How many bits are set."""
    return _ones(bits)


@compiled
def lowest(bits: int) -> int:
    """The lowest set bit's number. `bits` must not be 0."""
    return _zeros_below(bits)


@compiled
def nth(bits: int, n: int) -> int:
    """The number of the n-th set bit from below, counted from 0; n < size(bits)."""
    if n > 3:
        return nth_by_halves(bits, n)
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


@compiled
def nth_by_halves(bits: int, n: int) -> int:
    """The same in the same time for every n: on a GPU, threads that count up to n wait for
    the one with the greatest."""
    at = 0
    width = 32
    while width:
        below = size(bits & ((1 << width) - 1))
        if n >= below:
            n -= below
            at += width
            bits >>= width
        width >>= 1
    return at
