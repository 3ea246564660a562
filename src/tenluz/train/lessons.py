"""What differs between games: what is paid and agreed by default, who is credited, what is
measured.

Measures are read off rollouts, on the device: each is two sums, whose quotient is told. A third
game adds one entry to LESSONS.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tenluz.games.errors import NotUnderstood

if TYPE_CHECKING:
    from torch import Tensor

    from tenluz.train.rollout import Rollout

Sums = Callable[["Rollout"], tuple["Tensor", "Tensor"]]  # what counts, out of how many


@dataclass(frozen=True)
class Measure:
    """One figure of a run."""

    name: str
    title: str
    sums: Sums
    share: bool = False  # told in per cent


@dataclass(frozen=True)
class Lesson:
    """How a game is learnt."""

    rewards: tuple[str, ...]  # that can be learnt from, the default first
    together: bool  # all seats are paid the same, so the table is credited as one
    shaped: bool  # paid on the way
    measures: Callable[[Any, str], tuple[Measure, ...]]  # by options and reward
    agreed: Mapping[str, Any] = field(default_factory=dict)  # options, where none are given

    def reward(self, given: str | None) -> str:
        """The one that was asked for, or the default."""
        if given is not None and given not in self.rewards:
            known = " or ".join(self.rewards)
            raise NotUnderstood(f"The reward must be {known}, not {given!r}.")
        return given or self.rewards[0]


FULL = 0.999  # a return that is 1, but for rounding


def returned(parts: float, least: float | None = None) -> Sums:
    """What a game returned to a seat, in so many parts; or whether it was at least so much."""

    def sums(rollout: "Rollout") -> tuple["Tensor", "Tensor"]:
        ended = rollout.done.unsqueeze(-1)
        counted = rollout.returns if least is None else rollout.returns >= least
        return (counted * ended).sum() * parts, ended.sum() * rollout.returns.shape[-1]

    return sums


def length(rollout: "Rollout") -> tuple["Tensor", "Tensor"]:
    """Decisions of a game."""
    return (rollout.taken * rollout.done).sum(), rollout.done.sum()


LENGTH = Measure("length", "decisions a game", length)


def _level10(options: Any, reward: str) -> tuple[Measure, ...]:
    cells = options.worlds * options.columns
    won = Measure("win_rate", "games won", returned(1.0, FULL), share=True)
    if reward == "win":
        return won, LENGTH
    if reward == "filled":
        return won, Measure("mean_filled", "cells filled", returned(cells)), LENGTH
    from tenluz.envs.step import new_extra
    from tenluz.games.catalogue import GAMES

    parts = int(new_extra(GAMES["level10"], options, reward="score").out_of)
    return Measure("mean_score", "score", returned(parts)), LENGTH


def _made(rollout: "Rollout") -> tuple["Tensor", "Tensor"]:
    """Bids: made ones pay, others cost (Z-13 to Z-15), and nothing else does either."""
    return (rollout.reward > 0).sum(), (rollout.reward != 0).sum()


def _luz(options: Any, reward: str) -> tuple[Measure, ...]:
    return (
        Measure("bids_made", "bids made", _made, share=True),
        Measure("mean_score", "score of a seat", returned(10.0)),
        LENGTH,
    )


# Players may tell their counts at any time, and choose together who begins (L-5, L-22). A network
# in training does not talk, so the counts lie open, as in `tenluz simulate`, and the deal says who
# begins. Both are options like all others: whoever gives them is obeyed, and every run tells them.
NOBODY_TALKS = {"open_counts": True, "first_player": "dealt"}

LESSONS = {
    "level10": Lesson(
        ("filled", "win", "score"),
        together=True,
        shaped=True,
        measures=_level10,
        agreed=NOBODY_TALKS,
    ),
    "luz": Lesson(("points",), together=False, shaped=False, measures=_luz),
}
