"""The bot `random` for Luz: any legal move, all as likely."""

from typing import Any

from tenluz.bots.pick import pick
from tenluz.games.compiled import compiled
from tenluz.games.luz.view import choices


@compiled
def choose(o: Any, v: Any, rolls: Any) -> int:
    """A move for the view's seat."""
    low, high = choices(o, v)
    return pick(low, high, rolls)
