"""The loops of a search that are compiled: many states of one game at a time."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import seat_dice
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import Dice, FloatArray, Int64Array, OptionsRecord, Records, ViewRecord


class Playing(NamedTuple):
    """Who moves in playouts. Both functions are compiled, and so joined into the playouts."""

    choose_many: Callable[..., None]
    """choose_many(o, views, dice, moves, work): writes a move for each view into `moves`."""

    work: Callable[[int], tuple[Any, ...]] = lambda views: ()
    """The arrays that both take as `work`, for so many views."""

    value: Callable[..., None] | None = None
    """value(o, views, values, work): writes what each position is worth to the seat on turn."""

    variant: str = ""
    """What tells these two from others: playouts with them are kept on disk. "": they are not."""

    def moves(self, o: OptionsRecord, views: Records, dice: Dice) -> Int64Array:
        """A move for each view, by dice of its own."""
        moves = np.zeros(len(views), np.int64)
        self.choose_many(o, views, dice, moves, self.work(len(views)))
        return moves


class SearchLoops:
    """The compiled loops of a search in one game."""

    def __init__(self, game: Game, worth: Any, choose_many: Any, value: Any, variant: str) -> None:
        view, play, draw, legal = (
            game.rules.view,
            game.rules.apply,
            game.rules.sample,
            game.rules.legal,
        )
        self.game = game
        valued = value is not None

        def sample(o: OptionsRecord, v: ViewRecord, dice: Dice, states: Records) -> None:
            for at in range(states.shape[0]):
                draw(o, v, dice, states[at])

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

        def count(o: OptionsRecord, states: Records, seat: int, out: FloatArray) -> None:
            for at in range(states.shape[0]):
                out[at] = worth(o, states[at], seat)

        self.sample = compiled(sample, made_for=game, allocates=True)
        self.write_views = write_views = compiled(write_views, made_for=game)
        self.apply = apply = compiled(apply, made_for=game)
        self.count = count = compiled(count, made_for=game, **kept_apart(game, worth))

        def play_on(
            o: OptionsRecord, seat: int, seed: np.uint64, samples: int, ahead: int,
            states: Records, active: Int64Array, moves: Int64Array, rolls: Dice, views: Records,
            values: FloatArray, to_come: FloatArray, work: Any,
        ) -> int:  # fmt: skip
            """Every state from its move on to the end, or to where its value is asked for: what
            each is worth to a seat, and how many decisions that took."""
            decisions, step = 0, 0
            left = apply(o, states, active, moves)
            while left > 0:
                write_views(o, states, active[:left], views)
                decisions += left
                if valued and step == ahead:
                    value(o, views[:left], to_come, work)
                    break
                for at in range(left):  # chance is the same for every move
                    seat_dice(rolls[at], seed, np.uint64(active[at] % samples))
                choose_many(o, views[:left], rolls, moves, work)
                left = apply(o, states, active[:left], moves)
                step += 1
            count(o, states, seat, values)
            for at in range(left):
                values[active[at]] += to_come[at]
            return decisions

        apart = kept_apart(game, worth, more=f"{variant} {valued}")
        apart["keep"] &= variant != ""
        self.play_on = compiled(play_on, made_for=game, **apart)


def kept_apart(game: Game, *functions: Any, more: str = "") -> dict[str, Any]:
    """For `compiled`: a loop that calls these is another for each of them, and for `more`. Only
    the text of the game is in the name of what is kept on disk; a loop that calls somebody else's
    is not kept, nor one that calls what a function has made, which may share its name with
    others."""
    plain = [getattr(each, "py_func", each) for each in functions]
    return {
        "variant": " ".join([*(f"{each.__module__}.{each.__qualname__}" for each in plain), more]),
        "keep": all(
            Path(each.__code__.co_filename).is_relative_to(game.folder)
            and "<" not in each.__qualname__  # <locals>, <lambda>
            for each in plain
        ),
    }


def search_loops(game: Game, worth: Any, playing: Playing) -> SearchLoops:
    """The loops of a game, compiled when they are first called."""
    return _loops(game, worth, playing.choose_many, playing.value, playing.variant)


_loops = functools.cache(SearchLoops)
