"""Writing an observation, compiled: first as bits, then spread to a byte each.

`row` is an array of 64-bit words, `out` the same memory as bytes. Bits are collected 32 to a
word from the beginning of the row on, and spread from its end back: what is written over has
been read by then. That takes a few operations for eight numbers, on a CPU and on a GPU.

    clear(row)
    at = put_...(row, at, ...)           from 0 on; each gives back where the next begins
    spread(row, out, at)                 bit `at` is now byte `at`

Where a number belongs that is no bit, `at` is moved on, and the byte written after all is
spread. Places are never negative; they are unsigned where that saves the compiler a look.
"""

from typing import Any

import numpy as np

from tenluz.games.compiled import compiled

EACH = 0x0101010101010101


@compiled
def clear(row: Any) -> None:
    """Begin with no bit set."""
    for word in range((row.shape[0] >> 2) + 1):
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
    """The same for up to 64."""
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
    """Give every bit a byte of its own."""
    for at in range(size & ~7, size):  # what does not fill a word
        out[np.uint64(at)] = row[np.uint64(at >> 5)] >> (at & 31) & 1
    for word in range((size >> 3) - 1, -1, -1):
        bits = row[np.uint64(word >> 2)] >> (8 * (word & 3))
        row[np.uint64(word)] = to_bytes(bits & 255)


@compiled
def to_bytes(bits: int) -> int:
    """Eight bits as eight bytes, the lowest first."""
    # Byte k keeps bit k alone; what is added carries it to the byte's highest bit.
    apart = ((bits & 127) * EACH) & 0x0040201008040201
    apart = ((apart + 0x00406070787C7E7F) >> 7) & 0x0001010101010101
    return apart | (bits >> 7) << 56


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
