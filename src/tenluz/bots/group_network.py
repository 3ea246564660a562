"""An expert's network: its weights, and what it says of what an expert sees.

`train/expert/network.py` trains it; this needs no PyTorch. A network is only read, so any number
of threads may ask one.
"""

import functools
from typing import Any, cast

import numpy as np

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.expert_weights import Floats, Weights, fitting_weights
from tenluz.bots.forward import MOST_VIEWS, forward_of, laid_out, room_for, row_of_table
from tenluz.bots.search_loops import kept_apart
from tenluz.engine.compiled import compiled
from tenluz.engine.game import Game
from tenluz.engine.types import Int8Array, OptionsRecord, Records

Work = tuple[Any, ...]  # the arrays that compiled code asks a network with


class GroupNetwork:
    """Weights, and the scores that they give to moves."""

    def __init__(self, game: Game, its: ExpertView, weights: Weights) -> None:
        self.its = its
        self._network = laid_out(its, fitting_weights(game, its, weights))
        self.width = int(self._network.shape.width)
        self._to_move = cast(Any, self._network.shape).copy()
        self._to_move.says_of_group = its.says_of_group  # no guesses are needed
        self._write_many = _write_many(game, its.write)
        places = [0] * its.moves if its.places is None else its.places()
        self._places = np.array([max(0, place) for place in places])

    def scores(self, rows: Int8Array) -> Floats:
        """A score for every move, for each row."""
        its = self.its
        groups, tables = self._said(rows)
        of_groups = groups[:, :, : its.says_of_group].reshape(len(rows), -1)
        said = np.concatenate((of_groups, tables[:, : its.says_of_table]), axis=1)
        if its.places is None:
            return np.take_along_axis(said, rows[:, its.shown :].astype(np.int64), axis=1)
        return np.ascontiguousarray(said[:, self._places])

    def worth(self, rows: Int8Array) -> Floats:
        """What each position is worth to the seat that sees it, as its training paid; weights
        without that raise KeyError."""
        self.must_have("worth")
        return self._said(rows)[1][:, self.its.says_of_table]

    def guesses(self, rows: Int8Array) -> Floats:
        """For each row and group the log-odds of what is hidden; weights without that raise
        KeyError."""
        self.must_have("guess")
        return self._said(rows)[0][:, :, self.its.says_of_group :]

    def must_have(self, name: str) -> None:
        """KeyError where the weights do not say "worth" or "guess"."""
        n, its = self._network.shape, self.its
        says = {"worth": n.says_of_table - its.says_of_table}
        says["guess"] = n.says_of_group - its.says_of_group
        if not says[name]:
            raise KeyError(name)

    def judge(self, o: OptionsRecord, views: Records) -> Floats:
        """A score for every move of each view, legal or not."""
        return self.scores(self.rows(o, views))

    def rows(self, o: OptionsRecord, views: Records) -> Int8Array:
        """What is seen of each view."""
        rows = np.zeros((len(views), self.its.sees), np.int8)
        self._write_many(o, views, rows)
        return rows

    def work(self, views: int) -> Work:
        """What compiled code that asks about so many views takes (`expert_policy.py`)."""
        most = max(1, min(views, MOST_VIEWS))
        rows, asked = np.zeros((most, self.its.sees), np.int8), np.zeros(most, np.int64)
        n, weights = self._network
        return self._to_move, weights, self._places, rows, asked, room_for(n, most)

    def _said(self, rows: Int8Array) -> tuple[Floats, Floats]:
        """What is said of all groups and of the table, for each row."""
        n, weights = self._network
        groups = np.empty((len(rows), n.groups, n.says_of_group), np.float32)
        tables = np.empty((len(rows), n.says_of_table), np.float32)
        room = room_for(n, min(len(rows), MOST_VIEWS))
        said, table = room.reshape(-1, self.width), row_of_table(n, room, 0)
        for first in range(0, len(rows), MOST_VIEWS):
            part = np.ascontiguousarray(rows[first : first + MOST_VIEWS])
            forward_of(self.width)(n, weights, part, room)
            of_groups = said[: len(part) * n.groups, : n.says_of_group]
            groups[first : first + MOST_VIEWS] = of_groups.reshape(len(part), n.groups, -1)
            tables[first : first + MOST_VIEWS] = said[table:, : n.says_of_table][: len(part)]
        return groups, tables


@functools.cache
def _write_many(game: Game, write: Any) -> Any:
    """All that a network needs of many views, compiled."""

    def many(o: OptionsRecord, views: Records, rows: Int8Array) -> None:
        for at in range(views.shape[0]):
            write(o, views[at], rows[at])

    return compiled(many, made_for=game, **kept_apart(game, write))
