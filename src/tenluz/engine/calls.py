"""The compiled functions of a game for one table, as Python calls them move by move.

They take options and state as arrays of one. To hand over a record takes five microseconds, as
NumPy describes it as text for whoever asks for its bytes; an array costs a tenth of that, and
the rules themselves less still. Knows no table: `match.py` does.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from tenluz.engine.compiled import INTERPRETED, compiled
from tenluz.engine.game import Game
from tenluz.engine.types import Int64Array, Move, Records, Seat


class Calls(NamedTuple):
    """What a table asks of the rules all the time. `o` and `s` are arrays of one."""

    legal: Callable[[Records, Records], tuple[int, int]]
    apply: Callable[[Records, Records, Move], None]
    views: Callable[[Records, Records, Int64Array, Records], None]  # of several seats


@functools.cache
def calls(game: Game) -> Calls:
    """Those of one game."""
    rules = game.rules
    legal, apply, view = rules.legal, rules.apply, rules.view

    def legal_now(o: Records, s: Records) -> tuple[int, int]:
        return legal(o[0], s[0])

    def apply_now(o: Records, s: Records, move: Move) -> None:
        apply(o[0], s[0], move)

    def views_now(o: Records, s: Records, seats: Int64Array, out: Records) -> None:
        for at in range(seats.shape[0]):
            view(o[0], s[0], seats[at], out[at])

    right = hasattr(legal, "py_func") and hasattr(apply, "py_func") and hasattr(view, "py_func")
    plain = not INTERPRETED and not right  # rules that somebody tries out, in Python
    made: list[Any] = [
        each if plain else compiled(each, made_for=game)
        for each in (legal_now, apply_now, views_now)
    ]
    return Calls(*made)


def one(record: object) -> Records:
    """A copy of a record as an array of one."""
    its = cast(np.void, record)
    made: Records = np.zeros(1, its.dtype)
    made[0] = its
    return made


@functools.lru_cache(maxsize=256)
def seat_numbers(seats: tuple[Seat, ...]) -> Int64Array:
    """Seats as compiled functions take them. Nobody changes them."""
    return np.array(seats, np.int64)
