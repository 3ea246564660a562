"""How a game is learnt: what is paid and agreed by default, whose advantage it is, what is told.

A game's part `measures` has a `TRAINING`; a game without one is learnt by its environment's own
reward, each seat for itself. Metrics are read off rollouts, on the device: each is two sums,
whose quotient is told. Knows no PyTorch by import.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import OptionsT
from tenluz.envs.environment import environment

if TYPE_CHECKING:
    from torch import Tensor

    from tenluz.train.rollout import Rollout

Sums = Callable[["Rollout"], tuple["Tensor", "Tensor"]]  # what counts, out of how many

FULL = 0.999  # a return that is 1, but for rounding


@dataclass(frozen=True)
class Metric:
    """One figure of a run."""

    name: str
    title: str
    sums: Sums
    share: bool = False  # told in per cent


@dataclass(frozen=True)
class GameConfig(Generic[OptionsT]):
    """How a game is learnt."""

    rewards: tuple[str, ...]  # that can be learnt from, the default first
    together: bool  # all seats are paid the same, so the table is one player
    shaped: bool  # paid on the way
    metrics: Callable[[OptionsT, str], tuple[Metric, ...]]  # by options and reward
    agreed: Mapping[str, object] = field(default_factory=dict)  # options, where none are given

    def reward(self, given: str | None) -> str:
        """The one that was asked for, or the default."""
        if given is not None and given not in self.rewards:
            known = " or ".join(self.rewards)
            raise NotUnderstood(f"The reward must be {known}, not {given!r}.")
        return given or self.rewards[0]


def returned(parts: float, least: float | None = None) -> Sums:
    """What a game returned to a seat, in so many parts; or whether it was at least so much."""

    def sums(rollout: "Rollout") -> tuple["Tensor", "Tensor"]:
        ended = rollout.done.unsqueeze(-1)
        counted = rollout.returns if least is None else rollout.returns >= least
        return (counted * ended).sum() * parts, ended.sum() * rollout.returns.shape[-1]

    return sums


def length(rollout: "Rollout") -> tuple["Tensor", "Tensor"]:
    """Decisions of a game."""
    return (rollout.lengths * rollout.done).sum(), rollout.done.sum()


LENGTH = Metric("length", "decisions a game", length)


@functools.cache
def game_config(game: Game) -> GameConfig:
    """How a game is learnt, by its own words or by default."""
    part = game.part("measures")
    found: GameConfig | None = getattr(part, "TRAINING", None)
    if found is not None:
        return found

    def metrics(options: Options, reward: str) -> tuple[Metric, ...]:
        return Metric("mean_return", "return of a seat", returned(1.0)), LENGTH

    return GameConfig(environment(game).rewards, False, False, metrics)
