"""A bot of Level 10 that judges moves by a network: what it makes of what it hears.

The network has learnt among players who wish nothing. So it is asked as if nobody had, for its best
move among those that keep to what was said (`rules_bot.heeded`); counts told it sees (L-22).
"""

from collections.abc import Callable

import numpy as np

from tenluz.bots.bot import Policy
from tenluz.engine.types import Dice, Int64Array, Records
from tenluz.games.level10.bots.rules_bot import heeded
from tenluz.games.level10.rules.moves import TURN
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View

NEARLY = 0.4  # less than `rules` gives up for others: it judges better than what this is judged by

Many = Callable[[Packed, Records, Dice], Int64Array]
Within = Callable[[Packed, View, Dice, float], int]


def without_talk(o: Packed, views: Records) -> Records:
    """Views without wishes and advice, and only with moves that keep to them."""
    table = views["table"]
    said = (table["wishes"] | table["advised"]).any(axis=1)
    if not said.any():
        return views
    views = views.copy()
    for at in np.flatnonzero(said & (table["phase"] == TURN)):
        views[at].legal = heeded(o, views[at], NEARLY)
    views["table"]["wishes"] = 0
    views["table"]["advised"] = 0
    return views


class Listening:
    """Another policy, with ears."""

    def __init__(self, make: Callable[[], Policy]) -> None:
        self._policy = make()
        self.concurrent: bool = getattr(self._policy, "concurrent", False)
        self.choose_many: Many | None = None
        many = getattr(self._policy, "choose_many", None)
        if many is not None:
            self.choose_many = lambda o, views, dice: many(o, without_talk(o, views), dice)
        self.choose_within: Within | None = None
        within = getattr(self._policy, "choose_within", None)
        if within is not None:
            self.choose_within = lambda o, v, dice, effort: within(
                o, _without_talk(o, v), dice, effort
            )

    def choose(self, o: Packed, v: View, dice: Dice) -> int:
        """What the other policy chooses of what was asked for."""
        return self._policy.choose(o, _without_talk(o, v), dice)


def _without_talk(o: Packed, v: View) -> View:
    return without_talk(o, np.asarray(v).reshape(1))[0]
