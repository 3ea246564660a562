"""Picking one move of a legal set."""

from collections.abc import Callable
from typing import Any

from tenluz.games import bits, dice
from tenluz.games.compiled import compiled


def _picker(nth: Callable[[int, int], int], made_for: str) -> Callable[[int, int, Any], int]:
    def pick(low: int, high: int, rolls: Any) -> int:
        """A move drawn uniformly from two words of legal moves, not both empty."""
        if high == 0:
            return nth(low, dice.below(rolls, bits.size(low)))
        if low == 0:
            return 64 + nth(high, dice.below(rolls, bits.size(high)))
        point = dice.below(rolls, bits.size(low) + bits.size(high))
        if point < bits.size(low):
            return nth(low, point)
        return 64 + nth(high, point - bits.size(low))

    return compiled(pick, made_for=made_for)


pick = _picker(bits.nth, "one")
pick_by_halves = _picker(bits.nth_by_halves, "many")  # the same moves, quicker on a GPU
