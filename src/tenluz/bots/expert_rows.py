"""Writing what an expert sees, compiled: a byte for each number, from place `at` of a row on.

at = put(out, at, bits, count)       each gives back where the next go
"""

from tenluz.engine.compiled import compiled
from tenluz.engine.types import Int8Array


@compiled
def put(out: Int8Array, at: int, found: int, count: int) -> int:
    """Some bits as zeros and ones."""
    for place in range(count):
        out[at + place] = found >> place & 1
    return at + count


@compiled
def put_one(out: Int8Array, at: int, which: int, count: int) -> int:
    """A 1 among zeros; all zeros where `which` is none of them."""
    return put(out, at, 1 << which if 0 <= which < count else 0, count)


@compiled
def put_up_to(out: Int8Array, at: int, many: int, count: int) -> int:
    """A count as that many ones, the rest zeros."""
    return put(out, at, (1 << max(0, min(many, count))) - 1, count)


@compiled
def fill_up(out: Int8Array, at: int, end: int) -> None:
    """Zeros up to the end of a part."""
    for place in range(at, end):
        out[place] = 0
