"""What processors have an instruction for and Python has no word.

Each has a plain form too: for interpreted rules, and for machines without the instruction. The
only file that writes LLVM's language for the rules.

    ones(bits)                    how many bits are set
    zeros_below(bits)             how many zeros are below the lowest set bit; not for 0
    nth(bits, n)                  the number of the n-th set bit from below, counted from 0
    spread(row, span, bits)       32 bits as 32 bytes, four words from row[4 * span] on
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.cpu import CPUContext
from numba.extending import intrinsic

from tenluz.engine.compiled import INTERPRETED, compiled

SPAN = 32  # bits, and bytes, that are spread at once
SPAN_WORDS = SPAN // 8
COPIES = sum(1 << 7 * copy for copy in range(7))
FIRST_BITS = sum(1 << 8 * byte for byte in range(7))


@compiled
def to_bytes(bits: int) -> int:
    """Eight bits as eight bytes, the lowest first."""
    # Seven copies, seven bits apart: of copy k, bit k lies at the beginning of byte k.
    return (bits & 127) * COPIES & FIRST_BITS | (bits >> 7) << 56


def spread_by_words(row: Any, span: int, bits: int) -> None:
    """Eight at a time."""
    for word in range(SPAN_WORDS):
        row[np.uint64(span * SPAN_WORDS + word)] = to_bytes(bits >> (8 * word) & 255)


if INTERPRETED:

    def ones(bits: int) -> int:
        """See the head of this file."""
        return int(bits).bit_count()

    def zeros_below(bits: int) -> int:
        """See the head of this file."""
        return (int(bits) & -int(bits)).bit_length() - 1

    def nth(bits: int, n: int) -> int:
        """See the head of this file."""
        for _ in range(n):
            bits &= bits - 1
        return zeros_below(bits)

    spread = spread_by_words

else:  # pragma: no cover  (coverage is measured with the compiler off)

    @intrinsic
    def ones(typing: Any, bits: Any) -> Any:
        """See the head of this file."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.ctpop(values[0])

        return types.int64(types.int64), generate

    @intrinsic
    def zeros_below(typing: Any, bits: Any) -> Any:
        """See the head of this file."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.cttz(values[0], ir.IntType(1)(1))

        return types.int64(types.int64), generate

    @intrinsic
    def nth(typing: Any, bits: Any, n: Any) -> Any:
        """Where the n-th bit of all lands when they are laid out over the places of `bits`."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if not _deposits(context):
                return _nth_by_halves(builder, *values)
            bits, n = values
            word = bits.type
            kind = ir.FunctionType(word, (word, word))
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
            found = builder.call(deposit, (builder.shl(word(1), n), bits))
            return builder.cttz(found, ir.IntType(1)(1))

        return types.int64(types.int64, types.int64), generate

    def _deposits(context: Any) -> bool:
        """Whether this is for a processor that can lay bits out so."""
        if not isinstance(context, CPUContext):
            return False
        its: Any = context  # which has no types
        machine, _, features = its.codegen().magic_tuple()
        return machine.startswith("x86_64") and "+bmi2" in features.split(",")

    def _nth_by_halves(builder: Any, bits: Any, n: Any) -> Any:
        """In the same time for every n: on a GPU, threads that count up to n would wait for the
        one with the greatest. Half a word is enough after the first step, and quicker there."""
        half = ir.IntType(32)
        low, high = (builder.trunc(part, half) for part in (bits, builder.lshr(bits, n.type(32))))
        n, at, width = builder.trunc(n, half), half(0), 32
        while width:
            lower = low if width == 32 else builder.and_(low, half((1 << width) - 1))
            upper = high if width == 32 else builder.lshr(low, half(width))
            below = builder.ctpop(lower)
            above = builder.icmp_unsigned(">=", n, below)
            n = builder.select(above, builder.sub(n, below), n)
            at = builder.select(above, builder.add(at, half(width)), at)
            low = builder.select(above, upper, low)
            width //= 2
        return builder.zext(at, bits.type)

    @intrinsic
    def spread(typing: Any, row: Any, span: Any, bits: Any) -> Any:
        """On processors with vectors, one or two instructions: LLVM finds them."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if not isinstance(context, CPUContext):
                return context.compile_internal(builder, spread_by_words, signature, values)
            its: Any = context
            row, span, bits = values
            array = its.make_array(signature.args[0])(its, builder, row)
            place = builder.gep(array.data, [builder.mul(span, span.type(SPAN_WORDS))])
            flags = builder.bitcast(
                builder.trunc(bits, ir.IntType(SPAN)), ir.VectorType(ir.IntType(1), SPAN)
            )
            bytes_ = builder.zext(flags, ir.VectorType(ir.IntType(8), SPAN))
            target = builder.bitcast(place, bytes_.type.as_pointer())
            builder.store(bytes_, target, align=8)
            return its.get_dummy_value()

        return types.none(row, types.int64, types.int64), generate
