"""Writing blocks of an observation, compiled. Each gives back where the next block begins.

Places are unsigned: a negative one would count from the end, and looking out for that makes
an observation take twice as long.
"""

from typing import Any

import numpy as np

from tenluz.games.compiled import compiled


@compiled
def put(out: Any, at: int, number: int) -> int:
    """One number as it is."""
    out[np.uint64(at)] = number
    return at + 1


@compiled
def put_one(out: Any, at: int, which: int, count: int) -> int:
    """A 1 among zeros; all zeros where `which` is none of them."""
    for place in range(count):
        out[np.uint64(at + place)] = which == place
    return at + count


@compiled
def put_bits(out: Any, at: int, bits: int, count: int) -> int:
    """A set: 1 for what is in it."""
    for place in range(count):
        out[np.uint64(at + place)] = bits >> place & 1
    return at + count


@compiled
def put_up_to(out: Any, at: int, number: int, most: int) -> int:
    """A count as that many ones, the rest zeros."""
    for place in range(most):
        out[np.uint64(at + place)] = place < number
    return at + most


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
