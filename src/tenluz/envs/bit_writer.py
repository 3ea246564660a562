"""Writing an observation, compiled: bits are collected in a register, and every 32 of them
are spread to a byte each as soon as they are there.

`row` is an array of 64-bit words, as `Encoding.rows` makes them: its bytes are whole spans.

    pen = NEW
    pen = put_...(row, pen, ...)         each gives back the pen for the next
    finish(row, pen) -> count            bit k is now byte k, and there are so many

A *pen* is the bits not spread yet, and how many bits there were in all. Where a number belongs
that is no bit, zeros are put, and the byte is written when all is finished.

What is put may be a small number as it lies in a view. Compiled, that is 64 bits wide as soon as it
is reckoned with; `int` makes it so for Python too.
"""

from tenluz.engine.compiled import compiled
from tenluz.engine.instructions import SPAN, spread
from tenluz.engine.types import Int64Array, OptionsRecord

SHIFT = SPAN.bit_length() - 1  # dividing would be slower
SPAN_BITS = (1 << SPAN) - 1

Pen = tuple[int, int]
NEW: Pen = (0, 0)


@compiled
def put_bits(row: Int64Array, pen: Pen, bits: int, count: int) -> Pen:
    """A set: 1 for what is in it. `count` is at most 32, and bits beyond it do not count."""
    kept, at = pen
    kept |= (int(bits) & ((1 << count) - 1)) << (at & (SPAN - 1))
    if (at & (SPAN - 1)) + count >= SPAN:
        spread(row, at >> SHIFT, kept & SPAN_BITS)
        kept >>= SPAN
    return kept, at + count


@compiled
def put_many(row: Int64Array, pen: Pen, bits: int, count: int) -> Pen:
    """The same for up to 64."""
    if count <= SPAN:
        return put_bits(row, pen, bits, count)
    return put_bits(row, put_bits(row, pen, bits, SPAN), bits >> SPAN, count - SPAN)


@compiled
def put_one(row: Int64Array, pen: Pen, which: int, count: int) -> Pen:
    """A 1 among zeros; all zeros where `which` is none of them. `count` is at most 32."""
    return put_bits(row, pen, 1 << (int(which) & 31) if 0 <= which < count else 0, count)


@compiled
def put_up_to(row: Int64Array, pen: Pen, number: int, most: int) -> Pen:
    """A count as that many ones, the rest zeros."""
    return put_bits(row, pen, (1 << int(number)) - 1, most)


@compiled
def finish(row: Int64Array, pen: Pen) -> int:
    """Spread what is left, and fill the row up with zeros. How many bits there were."""
    kept, at = pen
    if at & (SPAN - 1):
        spread(row, at >> SHIFT, kept)
    return at


@compiled
def seat_after(o: OptionsRecord, me: int, steps: int) -> int:
    """The seat so many steps from mine."""
    seat = me + steps
    return seat if seat < o.players else seat - o.players


@compiled
def steps_to(o: OptionsRecord, me: int, seat: int) -> int:
    """How many steps from me to a seat; nobody's seat stays nobody's."""
    steps = seat - me
    return steps + (o.players & steps >> 63) | seat >> 63  # all ones where it is negative
