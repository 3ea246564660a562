"""Cards dealt by chance, one at a time, the cards of a hand from low to high.

A hand is a set: the order in which its cards came is nobody's business. Dealt in every
order, a hand of five would stand in the tree 120 times; dealt in one order it stands there
once, and the chances of each card make every hand as likely as a shuffle does.

Of n cards that may still come, k more go into the hand. The next, the lowest of those k, is
the i-th of the n (from 0) in C(n - 1 - i, k - 1) of C(n, k) hands. Cards of which there
are several alike are the highest: if the next is one, so are all the rest.
"""

import functools
import math

Outcomes = list[tuple[int, float]]


def outcomes(cards: bytes, wanted: int, alike: int) -> Outcomes:
    """The next card of a hand that still wants so many, and its chance.

    `cards` are those that may still come, in ascending order; `alike` is the card of which
    there may be several, or one that there is not.
    """
    return list(zip(cards, _chances(len(cards), wanted, cards.count(alike))))


@functools.cache
def _chances(n: int, k: int, alike: int) -> tuple[float, ...]:
    """The chances of the lowest cards to be the next one: the others cannot be."""
    hands = math.comb(n, k)
    ways = [math.comb(n - 1 - i, k - 1) for i in range(n - alike)]
    if alike:
        ways.append(math.comb(alike, k))
    return tuple(way / hands for way in ways if way)
