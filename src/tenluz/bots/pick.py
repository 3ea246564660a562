"""Picking one move of a legal set."""

from typing import Any

from tenluz.games import bits, dice
from tenluz.games.compiled import compiled


@compiled
def pick(low: int, high: int, rolls: Any) -> int:
    """A move drawn uniformly from two words of legal moves, not both empty."""
    if high == 0:
        return bits.nth(low, dice.below(rolls, bits.size(low)))
    if low == 0:
        return 64 + bits.nth(high, dice.below(rolls, bits.size(high)))
    point = dice.below(rolls, bits.size(low) + bits.size(high))
    if point < bits.size(low):
        return bits.nth(low, point)
    return 64 + bits.nth(high, point - bits.size(low))
