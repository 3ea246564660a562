"""Bots in plain Python for tests: what docs/writing-a-bot.md tells of, in a few lines each."""

from typing import Any

import numpy as np

from tenluz.bots.bot import Bot, Need
from tenluz.engine.game import moves_in
from tenluz.games.luz.rules.view import choices

asked: list[int] = []  # how many games each call of `choose_many` was for
looked_back: list[int] = []  # how long each history was


def lowest(o: Any, v: Any, dice: Any) -> int:
    """The first legal move."""
    return next(moves_in(*choices(o, v)))


def wrong(o: Any, v: Any, dice: Any) -> int:
    """A move that is never legal."""
    return 127


def nothing(o: Any, v: Any, dice: Any) -> None:
    """No move: a `return` was forgotten."""


class Highest:
    """The last legal move, for many games at once."""

    def choose(self, o: Any, v: Any, dice: Any) -> int:
        return list(moves_in(*choices(o, v)))[-1]

    def choose_many(self, o: Any, views: Any, dice: Any) -> Any:
        asked.append(len(views))
        return np.array([self.choose(o, view, None) for view in views])


class OnceWrong(Highest):
    """The same, but for a move in the second of many games that is never legal."""

    def choose_many(self, o: Any, views: Any, dice: Any) -> Any:
        moves = super().choose_many(o, views, dice)
        moves[1] = 127
        return moves


class Telling(Highest):
    """The same, and says why."""

    def explain(self, o: Any, v: Any, move: int) -> str:
        return f"It is {move}."


class Chancy:
    """Any legal move, by NumPy's generator."""

    def choose(self, o: Any, v: Any, dice: Any) -> int:
        return int(np.random.default_rng(dice).choice(list(moves_in(*choices(o, v)))))


def backward(o: Any, v: Any, dice: Any, history: Any) -> int:
    """The first legal move; looks back on the way."""
    looked_back.append(len(history))
    assert (history["seat"] == v.seat).all()
    return next(moves_in(*choices(o, v)))


BACKWARD = Bot("backward", backward, history=True)
NEEDY = Bot("needy", lowest, game="luz", needs=(Need("no_such_module", "pip install it"),))
OF_LEVEL10 = Bot("other", lowest, game="level10")
NOTHING = 7
