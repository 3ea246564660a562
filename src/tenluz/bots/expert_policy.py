"""An expert at the table: its network's best moves in one game or in many, as one compiled call.

Views are taken some at a time, so that all that is worked out of them stays in the cache. Nothing
is kept from one call to the next.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.forward import Shape, forward_of, row_of_group, row_of_table
from tenluz.bots.group_network import GroupNetwork, Work
from tenluz.bots.search_loops import Playing, kept_apart
from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.game import Game
from tenluz.engine.types import (
    BoolArray,
    Dice,
    Float32Array,
    FloatArray,
    Int64Array,
    OptionsRecord,
    Records,
    ViewRecord,
)


class ExpertPolicy:
    """A network at the table. `learnt(o, v)`, compiled, says whether it has learnt such a position;
    in others another bot moves, `other(o, v, dice)`. What it has learnt leads to nothing else, so
    playouts need no other bot."""

    concurrent = True

    def __init__(
        self,
        game: Game,
        network: GroupNetwork,
        learnt: Callable[[Any, Any], bool],
        other: Callable[[Any, Any, Dice], int],
    ) -> None:
        self.network, self.learnt = network, learnt
        self._learnt_many, self._other = _learnt_many(game, learnt), other
        apart = kept_apart(game, network.its.write, more=str(network.width))
        self.playing = Playing(
            _choose_many(game, network.its, network.width),
            network.work,
            variant=apart["variant"] if apart["keep"] else "",
        )

    def playing_with_value(self, game: Game) -> Playing:
        """The same for playouts that end where the network says what the rest is worth."""
        self.network.must_have("worth")
        return self.playing._replace(value=_value(game, self.network.its, self.network.width))

    def choose(self, o: OptionsRecord, v: ViewRecord, dice: Dice) -> int:
        """The move with the highest score."""
        views = np.asarray(v).reshape(1)
        return int(self.choose_many(o, views, np.asarray(dice).reshape(1, 2))[0])

    def choose_many(self, o: OptionsRecord, views: Records, dice: Dice) -> Int64Array:
        """The same for many games with the same options."""
        learnt = np.zeros(len(views), np.bool_)
        self._learnt_many(o, views, learnt)
        if learnt.all():
            return self.playing.moves(o, views, dice)
        moves = np.zeros(len(views), np.int64)
        moves[learnt] = self.playing.moves(o, views[learnt], dice[learnt])
        for at in np.flatnonzero(~learnt):
            moves[at] = self._other(o, views[at], dice[at])
        return moves


@functools.cache
def _learnt_many(game: Game, learnt: Any) -> Any:
    def many(o: OptionsRecord, views: Records, out: BoolArray) -> None:
        for at in range(views.shape[0]):
            out[at] = learnt(o, views[at])

    return compiled(many, made_for=game, **kept_apart(game, learnt))


@functools.cache
def _choose_many(game: Game, its: ExpertView, width: int) -> Any:
    choices, write, forward = game.rules.choices, its.write, forward_of(width)
    found_in_row, shown, of_group = its.places is None, its.shown, its.says_of_group

    def best(n: Shape, room: Float32Array, view: int, low: int, high: int, places: Any) -> int:
        """Of some legal moves the one with the highest score; of equals the first."""
        found, highest = -1, np.float32(0)
        of_groups = n.groups * of_group
        for first, word in ((0, low), (64, high)):
            while word:
                move = first + bits.lowest(word)
                word &= word - 1
                place = int(places[move])
                if place < of_groups:
                    row, column = row_of_group(n, view, place // of_group), place % of_group
                else:
                    row, column = row_of_table(n, room, view), place - of_groups
                score = room[row * width + column]
                if found < 0 or score > highest:
                    found, highest = move, score
        return found

    best = compiled(best, made_for=game, **kept_apart(game, write, more=str(width)))

    def choose_many(
        o: OptionsRecord, views: Records, dice: Dice, moves: Int64Array, work: Work
    ) -> None:
        n, weights, places, rows, asked, room = work
        count = 0
        for at in range(views.shape[0]):
            low, high = choices(o, views[at])
            if bits.size(low) + bits.size(high) == 1:
                moves[at] = bits.lowest(low) if low else 64 + bits.lowest(high)
            else:
                write(o, views[at], rows[count])
                asked[count] = at
                count += 1
            if count == rows.shape[0] or (count > 0 and at == views.shape[0] - 1):
                forward(n, weights, rows[:count], room)
                for view in range(count):
                    low, high = choices(o, views[asked[view]])
                    if found_in_row:
                        moves[asked[view]] = best(n, room, view, low, high, rows[view, shown:])
                    else:
                        moves[asked[view]] = best(n, room, view, low, high, places)
                count = 0

    return compiled(choose_many, made_for=game, **kept_apart(game, write, more=str(width)))


@functools.cache
def _value(game: Game, its: ExpertView, width: int) -> Any:
    write, worth, forward = its.write, its.says_of_table, forward_of(width)

    def value(o: OptionsRecord, views: Records, values: FloatArray, work: Work) -> None:
        n, weights, _, rows, _, room = work
        for first in range(0, views.shape[0], rows.shape[0]):
            count = min(rows.shape[0], views.shape[0] - first)
            for view in range(count):
                write(o, views[first + view], rows[view])
            forward(n, weights, rows[:count], room)
            for view in range(count):
                values[first + view] = room[row_of_table(n, room, view) * width + worth]

    return compiled(value, made_for=game, **kept_apart(game, write, more=str(width)))
