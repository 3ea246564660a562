"""An expert's network in NumPy: what `train/expert/network.py` trains, without PyTorch.

All games that wait for a move are one call.
"""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.expert_weights import Floats, Weights, fitting_weights
from tenluz.engine.compiled import compiled
from tenluz.engine.game import Game
from tenluz.engine.types import Dice, Int8Array, Int64Array, OptionsRecord, Records, ViewRecord

NEVER = np.float32(-np.inf)
MANY = 4096  # rows of one call: more would only take memory


class GroupNetwork:
    """Weights, and the scores that they give to moves."""

    def __init__(self, game: Game, its: ExpertView, weights: Weights) -> None:
        self._weights = fitting_weights(game, its, weights)
        self._its = its
        self._write_many = _write_many(game, its.write)
        self._depth = sum(name.startswith("body.all.") for name in self._weights)
        self._scale = np.array(its.scale(), np.float32)
        places = None if its.places is None else its.places()
        self._places = None if places is None else np.array([max(0, place) for place in places])

    def scores(self, rows: Int8Array) -> Floats:
        """A score for every move, for each row."""
        return self._said(rows, *self._seen(rows))

    def worth(self, rows: Int8Array) -> Floats:
        """What each position is worth to the seat that sees it, as its training paid; weights
        without that raise KeyError."""
        _, mean = self._seen(rows)
        return _linear(mean, self._weights, "worth")[:, 0]

    def guesses(self, rows: Int8Array) -> Floats:
        """For each row and group the log-odds of what is hidden; weights without that raise
        KeyError."""
        found, _ = self._seen(rows)
        flat = _linear(found.reshape(-1, found.shape[-1]), self._weights, "guess")
        return flat.reshape(*found.shape[:2], -1)

    def _seen(self, rows: Int8Array) -> tuple[Floats, Floats]:
        """For each row a vector for each group, and their mean."""
        its, w = self._its, self._weights
        row = rows[:, : its.shown] * self._scale
        groups = row[:, its.table :].reshape(-1, its.of_group)
        table = _linear(row[:, : its.table], w, "body.of_table") + w["body.of_group.bias"]
        found = (groups @ w["body.of_group.weight"].T).reshape(len(rows), its.groups, -1)
        found += table[:, None]
        np.maximum(found, 0, out=found)  # in place: half of the time went into new arrays
        for layer in range(self._depth):
            mean = found.mean(axis=1) @ w[f"body.all.{layer}.weight"].T
            mean += w[f"body.own.{layer}.bias"]
            own = found.reshape(-1, found.shape[-1]) @ w[f"body.own.{layer}.weight"].T
            more = own.reshape(found.shape)
            more += mean[:, None]
            np.maximum(more, 0, out=more)
            found += more
        return found, found.mean(axis=1)

    def _said(self, rows: Int8Array, found: Floats, mean: Floats) -> Floats:
        w = self._weights
        of_groups = _linear(found.reshape(-1, found.shape[-1]), w, "of_group")
        said = np.concatenate(
            (of_groups.reshape(len(rows), -1), _linear(mean, w, "of_table")), axis=1
        )
        if self._places is None:
            where = rows[:, self._its.shown :].astype(np.int64)
            return np.take_along_axis(said, where, axis=1)
        return np.ascontiguousarray(said[:, self._places])

    def judge(self, o: OptionsRecord, views: Records) -> Floats:
        """A score for every move of each view; none, -inf, where it is not legal."""
        found = np.empty((len(views), self._its.moves), np.float32)
        for part, rows, legal in self._parts(o, views):
            found[part] = np.where(legal, self.scores(rows), NEVER)
        return found

    def value(self, o: OptionsRecord, views: Records) -> Floats:
        """What each view is worth to its seat."""
        return np.concatenate([self.worth(rows) for _, rows, _ in self._parts(o, views)])

    def rows(self, o: OptionsRecord, views: Records) -> Int8Array:
        """What is seen of each view."""
        return np.concatenate([rows for _, rows, _ in self._parts(o, views)])

    def _parts(
        self, o: OptionsRecord, views: Records
    ) -> Iterator[tuple[slice, Int8Array, Int8Array]]:
        """Some views at a time: what is seen of them, and which moves are legal."""
        for first in range(0, len(views), MANY):
            part = slice(first, first + MANY)
            count = len(views[part])
            rows = np.zeros((count, self._its.sees), np.int8)
            legal = np.zeros((count, self._its.moves), np.int8)
            self._write_many(o, views[part], rows, legal)
            yield part, rows, legal


@functools.cache
def _write_many(game: Game, write: Any) -> Any:
    """All that a network needs of many views, compiled."""
    choices = game.rules.choices

    def many(o: OptionsRecord, views: Records, rows: Int8Array, legal: Int8Array) -> None:
        for at in range(views.shape[0]):
            write(o, views[at], rows[at])
            low, high = choices(o, views[at])
            for move in range(legal.shape[1]):
                legal[at, move] = (low >> move if move < 64 else high >> (move - 64)) & 1

    return compiled(many, made_for=game)


def _linear(rows: Floats, weights: dict[str, Floats], name: str) -> Floats:
    found: Floats = rows @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    return found


class ExpertPolicy:
    """A network at the table. What it has not learnt another bot does: `instead(o, views)` says
    which of some views those are, and `other(o, v, dice)` what to do."""

    def __init__(self, network: GroupNetwork, instead: Any, other: Any) -> None:
        self.network = network
        self._instead, self._other = instead, other

    def leaves(self, o: OptionsRecord, v: ViewRecord) -> bool:
        """Whether it leaves this position to another bot."""
        return bool(self._instead(o, np.asarray(v).reshape(1))[0])

    def choose(self, o: OptionsRecord, v: ViewRecord, dice: Dice) -> int:
        """The move with the highest score."""
        views = np.asarray(v).reshape(1)
        return int(self.choose_many(o, views, np.asarray(dice).reshape(1, 2))[0])

    def choose_many(self, o: OptionsRecord, views: Records, dice: Dice) -> Int64Array:
        """The same for many games with the same options."""
        moves = np.zeros(len(views), np.int64)
        instead = self._instead(o, views)
        for at in np.flatnonzero(instead):
            moves[at] = self._other(o, views[at], dice[at])
        if not instead.all():
            moves[~instead] = self.network.judge(o, views[~instead]).argmax(axis=1)
        return moves
