"""The bots there are, by name.

A bot is one compiled function for each game, `choose(o, v, dice) -> move`: it gets a view
and dice, never a state. `chooser` joins a game's bots into one compiled function that also
takes a bot's number, so that a loop over many games can seat different bots.
"""

import functools
from collections.abc import Callable
from typing import Any

from tenluz.bots.level10 import at_random as level10_at_random
from tenluz.bots.level10 import by_rules as level10_by_rules
from tenluz.bots.level10 import talk as level10_talk
from tenluz.bots.luz import at_random as luz_at_random
from tenluz.bots.luz import by_rules as luz_by_rules
from tenluz.games.compiled import compiled
from tenluz.games.errors import NotUnderstood

NAMES = ("random", "rules")

_BOTS: dict[str, tuple[Callable[..., int], Callable[..., int]]] = {
    "level10": (level10_at_random.choose, level10_by_rules.choose),
    "luz": (luz_at_random.choose, luz_by_rules.choose),
}


def bot_number(name: str) -> int:
    """A bot's number by its name."""
    if name not in NAMES:
        raise NotUnderstood(f"There is no bot {name!r}. Bots are: {', '.join(NAMES)}.")
    return NAMES.index(name)


@functools.cache
def chooser(game: str) -> Callable[..., int]:
    """The game's bots as one compiled function: choose(bot, o, v, dice) -> move."""
    at_random, by_rules = _BOTS[game]

    def choose(bot: int, o: Any, v: Any, rolls: Any) -> int:
        if bot == 0:
            return at_random(o, v, rolls)
        return by_rules(o, v, rolls)

    return compiled(choose, made_for=game)


def statement(game: str, bot: str, o: Any, v: Any) -> tuple[str, int] | None:
    """What a bot wants to say now, where talk is part of the game: its kind and its world."""
    if game != "level10" or bot != "rules":
        return None
    world = level10_talk.to_tell(o, v)
    return None if world is None else ("count", world)
