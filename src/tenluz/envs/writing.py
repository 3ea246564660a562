"""Writing an observation, compiled: first as bits, then spread to a byte each.

`row` is an array of 64-bit words, `out` the same memory as bytes. Bits are collected 32 to a
word from the beginning of the row on, and spread from its end back: what is written over has
been read by then. That takes a few operations for eight numbers, on a CPU and on a GPU.

    clear(row, size)
    at = put_...(row, at, ...)           from 0 on; each gives back where the next begins
    spread(row, out, size)               bit `at` is now byte `at`

Where a number belongs that is no bit, `at` is moved on, and the byte written after all is
spread. Places are never negative; they are unsigned where that saves the compiler a look.
"""

from typing import Any

import numpy as np

from tenluz.games.compiled import compiled

COPIES = sum(1 << 7 * copy for copy in range(7))
FIRST_BITS = sum(1 << 8 * byte for byte in range(7))


@compiled
def clear(row: Any, size: int) -> None:
    """Begin with no bit set."""
    for word in range((size + 31) >> 5):
        row[np.uint64(word)] = 0


@compiled
def put_bits(row: Any, at: int, bits: int, count: int) -> int:
    """A set: 1 for what is in it. `count` is at most 32, and bits beyond it do not count."""
    bits &= (1 << count) - 1
    shift = at & 31
    row[np.uint64(at >> 5)] |= bits << shift & 0xFFFFFFFF
    if shift + count > 32:
        row[np.uint64((at >> 5) + 1)] |= bits >> (32 - shift)
    return at + count


@compiled
def put_many(row: Any, at: int, bits: int, count: int) -> int:
    """The same for up to 63. Few such are quicker than many small ones, as each waits for the
    one before it in the same word."""
    if count <= 32:
        return put_bits(row, at, bits, count)
    put_bits(row, at, bits, 32)
    return put_bits(row, at + 32, bits >> 32, count - 32)


@compiled
def put(row: Any, at: int, flag: int) -> int:
    """One bit."""
    row[np.uint64(at >> 5)] |= (flag & 1) << (at & 31)
    return at + 1


@compiled
def put_one(row: Any, at: int, which: int, count: int) -> int:
    """A 1 among zeros; all zeros where `which` is none of them. `count` is at most 32."""
    return put_bits(row, at, 1 << (which & 31) if 0 <= which < count else 0, count)


@compiled
def put_up_to(row: Any, at: int, number: int, most: int) -> int:
    """A count as that many ones, the rest zeros."""
    return put_bits(row, at, (1 << number) - 1, most)


@compiled
def spread(row: Any, out: Any, size: int) -> None:
    """Give every bit a byte of its own. Four words at a time: no store is in the way of a
    load then, and the compiler does them together."""
    word = size >> 5
    bits = row[np.uint64(word)]
    for at in range(word << 2, size >> 3):
        row[np.uint64(at)] = to_bytes(bits & 255)
        bits >>= 8
    for at in range(size & ~7, size):  # what does not fill a word
        out[np.uint64(at)] = bits & 1
        bits >>= 1
    while word > 0:
        word -= 1
        bits = row[np.uint64(word)]
        at = word << 2
        row[np.uint64(at)] = to_bytes(bits & 255)
        row[np.uint64(at + 1)] = to_bytes(bits >> 8 & 255)
        row[np.uint64(at + 2)] = to_bytes(bits >> 16 & 255)
        row[np.uint64(at + 3)] = to_bytes(bits >> 24 & 255)


@compiled
def to_bytes(bits: int) -> int:
    """Eight bits as eight bytes, the lowest first."""
    # Seven copies, seven bits apart: of copy k, bit k lies at the beginning of byte k.
    return (bits & 127) * COPIES & FIRST_BITS | (bits >> 7) << 56


@compiled
def seat_after(o: Any, me: int, steps: int) -> int:
    """The seat so many steps from mine."""
    seat = me + steps
    return seat if seat < o.players else seat - o.players


@compiled
def steps_to(o: Any, me: int, seat: int) -> int:
    """How many steps from me to a seat; nobody's seat stays nobody's."""
    if seat < 0:
        return -1
    return seat - me if seat >= me else seat - me + o.players
