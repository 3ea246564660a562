"""The loops of a search that are compiled: many states of one game at a time."""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import seat_dice
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import Dice, Int64Array, OptionsRecord, Records, ViewRecord


class SearchLoops:
    """The compiled loops of a search in one game."""

    def __init__(self, game: Game, worth: Any) -> None:
        view, play, draw, legal = (
            game.rules.view,
            game.rules.apply,
            game.rules.sample,
            game.rules.legal,
        )
        self.game = game

        def sample(o: OptionsRecord, v: ViewRecord, dice: Dice, states: Records) -> None:
            for at in range(states.shape[0]):
                draw(o, v, dice, states[at])

        def seat(rolls: Dice, seed: np.uint64, count: int) -> None:
            for at in range(rolls.shape[0]):
                seat_dice(rolls[at], seed, np.uint64(at % count))

        def write_views(
            o: OptionsRecord, states: Records, active: Int64Array, views: Records
        ) -> None:
            for at in range(active.shape[0]):
                s = states[active[at]]
                view(o, s, s.table.seat, views[at])

        def apply(o: OptionsRecord, states: Records, active: Int64Array, moves: Int64Array) -> int:
            """Move in every active state, and on where there is only one move; those that wait
            for a choice stay at the front."""
            left = 0
            for at in range(active.shape[0]):
                s = states[active[at]]
                move = moves[at]
                while move >= 0:
                    play(o, s, move)
                    move = -1
                    if s.table.phase == DEAL or s.table.phase == OVER:
                        break
                    low, high = legal(o, s)
                    if bits.size(low) + bits.size(high) == 1:
                        move = bits.lowest(low) if low else 64 + bits.lowest(high)
                    else:
                        active[left] = active[at]
                        left += 1
            return left

        def count(o: OptionsRecord, states: Records, seat: int, out: Any) -> None:
            for at in range(states.shape[0]):
                out[at] = worth(o, states[at], seat)

        self.sample = compiled(sample, made_for=game, allocates=True)
        self.seat = compiled(seat, made_for=game)
        self.write_views = compiled(write_views, made_for=game)
        self.apply = compiled(apply, made_for=game)
        self.count = compiled(count, made_for=game, **kept_apart(game, worth))


def kept_apart(game: Game, *functions: Any) -> dict[str, Any]:
    """For `compiled`: a loop that calls these is another for each of them. Only the text of the
    game is in the name of what is kept on disk; a loop that calls somebody else's is not kept, nor
    one that calls what a function has made, which may share its name with others."""
    plain = [getattr(each, "py_func", each) for each in functions]
    return {
        "variant": " ".join(f"{each.__module__}.{each.__qualname__}" for each in plain),
        "keep": all(
            Path(each.__code__.co_filename).is_relative_to(game.folder)
            and "<" not in each.__qualname__  # <locals>, <lambda>
            for each in plain
        ),
    }


@functools.cache
def search_loops(game: Game, worth: Any) -> SearchLoops:
    """The loops of a game, compiled when they are first called."""
    return SearchLoops(game, worth)
