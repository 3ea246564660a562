"""A bot in plain Python, as somebody writes one in a file: it thinks for about a millisecond."""

from typing import Any

from tenluz.engine.game import moves_in
from tenluz.games.luz.rules.view import choices

STEPS = 10_000


def choose(o: Any, v: Any, dice: Any) -> int:
    """A legal move, by a sum that takes some time."""
    moves = list(moves_in(*choices(o, v)))
    total = 0
    for step in range(STEPS):
        total += step * step & 7
    return moves[total % len(moves)]
