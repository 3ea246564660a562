"""What a game says of itself so that a network can play it, and be trained: its expert.

The expert sees a row of int8: numbers of the whole table, then as many for each of some groups
that are alike (suits, say). It says scores for the table and for each group, and every move
of the game has one of them. Where it depends on the cards which one that is, the row ends with
that. A game's part `expert` says how it is trained.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

import numpy as np

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.types import Dice, Int8Array, PackedT, StateT, ViewT

NO_ROOM: np.dtype[np.void] = np.dtype([("spare", "i1")])


@dataclass(frozen=True)
class ExpertView(Generic[PackedT, ViewT]):
    """A game as its expert sees and plays it. Functions are compiled, and allocate nothing."""

    table: int  # numbers of the whole table
    groups: int
    of_group: int  # numbers of each group
    says_of_table: int
    says_of_group: int
    places: Callable[[], list[int]] | None
    """For each move where its score is: groups first, one after the other; -1: it has none. None:
    the last numbers of a row say it, one for each move."""

    moves: int  # of the game
    scale: Callable[[], list[float]]
    """What to multiply each number of a row with."""

    write: Callable[[PackedT, ViewT, Int8Array], None]

    @property
    def sees(self) -> int:
        """Numbers of a whole row."""
        return self.shown + (self.moves if self.places is None else 0)

    @property
    def shown(self) -> int:
        """Numbers of the table and of all groups."""
        return self.table + self.groups * self.of_group


@dataclass(frozen=True)
class Piece:
    """A piece of a training: minutes on one H200, the learner's settings that differ from the usual
    ones, and the share of the learning rate that its end has of its beginning's."""

    minutes: float
    settings: Mapping[str, object] = field(default_factory=dict)
    decay: float = 1.0


@dataclass(frozen=True)
class ExpertGame(Generic[PackedT, StateT, ViewT]):
    """How an expert is trained. Functions are compiled, and allocate nothing."""

    view: ExpertView[PackedT, ViewT]
    hidden: int  # numbers of each group that only a critic sees
    guesses: int  # the first of `hidden`, which the expert learns to guess
    write_hidden: Callable[[PackedT, StateT, Int8Array, Int8Array], None]
    """write_hidden(o, s, kinds, out): for the seat on turn. `kinds` says who sits where: 0 is who
    learns, more a stranger."""

    worth: Callable[[PackedT, StateT, int], float]
    """worth(o, s, seat): what a game is worth so far; what it grows by is the reward."""

    succeeded: Callable[[PackedT, StateT], bool]
    """Whether a game that is over counts as a success, for the figures."""

    variants: Callable[[], list[tuple[dict[str, object], int]]]
    """Options that are learnt, and how often each."""

    together: bool  # all seats are paid the same
    apart: bool = False  # each deal is learnt for itself: what later ones pay does not count

    hard: Callable[[dict[str, object]], int] | None = None
    """How often each of these is played where a run leans to what is hardest to learn; 0: not."""

    recipe: tuple[Piece, ...] = field(default=(), hash=False)
    """How its expert is trained from nothing, one piece after the other."""

    strangers: int = 0
    """Kinds of other players that it learns beside, numbered from 1."""

    meets: tuple[int, ...] = ()
    """Which kinds it meets while it learns, each as often as it is there; one more than there are
    is itself as it was some time ago."""

    stranger: Callable[[int, PackedT, ViewT, Dice, Any], int] | None = None
    """stranger(kind, o, v, rolls, room): the move of one, which may use `room` to count."""

    room: np.dtype[np.void] = NO_ROOM
    narrow: Callable[[PackedT, ViewT, int, int], tuple[int, int]] | None = None
    """narrow(o, v, low, high): of the legal moves those that it begins with. What is easier to
    play is tried first otherwise, and the rest never learnt."""


def expert_game(game: Game) -> ExpertGame:
    """A game's own; NotUnderstood where it has none."""
    part = game.part("expert")
    if part is None:
        raise NotUnderstood(f"{game.title} has no part `expert`, so no expert can be trained.")
    found: ExpertGame = part.EXPERT
    return found
