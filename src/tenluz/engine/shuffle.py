"""The published shuffle: 32 bytes of seed become a deck, the same on every machine and for ever.

Knows numbers only: a deck of n cards is a permutation of 0..n-1, and each game says which card
stands at which place of its canonical order. docs/shuffle.md gives the construction, a version in
another language, and the test vectors. A change to any result here needs a new DOMAIN.
"""

import secrets
import struct
from collections.abc import Iterator
from hashlib import sha256

from tenluz.engine.types import Seat

__all__ = [
    "SEED_BYTES",
    "below",
    "draw_first",
    "draw_sizes",
    "new_seed",
    "parse_seed",
    "shuffled",
    "stream",
]

SEED_BYTES = 32
DOMAIN = b"tenluz-shuffle-1"
# The stream from which the first seat is drawn, where chance decides it; never a deal's.
FIRST = 0xFFFF_FFFF


def stream(seed: bytes, deal: int) -> Iterator[int]:
    """Endless 32-bit words: SHA-256 of (domain, seed, deal, block), for block 0, 1, 2, ..."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
    if not 0 <= deal <= FIRST:
        raise ValueError(f"a deal is numbered from 0 and in 32 bits, not {deal}")
    return _words(DOMAIN + seed + deal.to_bytes(4, "big"))


def _words(prefix: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(prefix + block.to_bytes(8, "big")).digest()
        yield from struct.unpack(">8I", digest)
        block += 1


def below(words: Iterator[int], n: int) -> int:
    """A number in 0..n-1, all equally likely: words past the last multiple of n are skipped."""
    if not 1 <= n <= 2**32:
        raise ValueError(f"cannot draw a number below {n}")
    limit = 2**32 // n * n
    while (word := next(words)) >= limit:
        pass
    return word % n


def shuffled(seed: bytes, deal: int, size: int) -> list[int]:
    """The deck of a deal: at each position, top first, the card's place in the canonical order."""
    if deal == FIRST:
        raise ValueError(f"deal {FIRST} is kept for drawing the first player")
    if size < 0:
        raise ValueError(f"a deck cannot have {size} cards")
    words = stream(seed, deal)
    deck = list(range(size))
    for k in range(size - 1, 0, -1):
        j = below(words, k + 1)
        deck[k], deck[j] = deck[j], deck[k]
    return deck


def draw_first(seed: bytes, players: int) -> Seat:
    """The seat that is first, where chance decides it."""
    return Seat(below(stream(seed, FIRST), players))


def draw_sizes(seed: bytes, deal: int, ways: int) -> int:
    """Which of so many ways to deal, where chance decides how many cards everybody gets. The
    streams for it are counted down from that of the first seat, and are never a deal's."""
    return below(stream(seed, FIRST - 1 - deal), ways)


def parse_seed(text: str) -> bytes:
    """A seed from its 64 hexadecimal digits; blanks around them do not matter."""
    digits = text.strip()
    wrong = next((c for c in digits if c not in "0123456789abcdefABCDEF"), None)
    if wrong is not None:
        raise ValueError(
            f"a seed is {2 * SEED_BYTES} hexadecimal digits (0-9, a-f), without {wrong!r}"
        )
    if len(digits) != 2 * SEED_BYTES:
        raise ValueError(f"a seed is {2 * SEED_BYTES} hexadecimal digits; this has {len(digits)}")
    return bytes.fromhex(digits)


def new_seed() -> bytes:
    """A seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)
