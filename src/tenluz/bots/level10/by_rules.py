"""The bot `rules` for level10."""

from typing import Any

from tenluz.bots.level10.at_random import choose as choose_at_random
from tenluz.games.compiled import compiled


@compiled
def choose(o: Any, v: Any, rolls: Any) -> int:
    """A move for the view's seat."""
    return choose_at_random(o, v, rolls)
