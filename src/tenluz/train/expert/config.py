"""How an expert learns. Knows no PyTorch: a command line can check it without."""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.seeds import RESERVED, checked
from tenluz.engine.types import JsonObject

WIDEST, DEEPEST = 8192, 100  # of a network: far beyond what any memory has room for


@dataclass(frozen=True)
class ExpertConfig:
    """How an expert learns."""

    device: str = "cuda"
    seed: int = 0
    games: int = 65_536
    steps: int = 16
    minibatches: int = 8
    width: int = 256
    depth: int = 3
    critic_width: int = 192
    critic_depth: int = 2
    learning_rate: float = 5e-4
    clip_range: float = 0.2
    entropy_coef: float = 0.01
    guess_coef: float = 0.05
    value_coef: float = 1.0
    max_grad_norm: float = 0.5
    gamma: float = 1.0
    gae_lambda: float = 0.95
    worth_coef: float = 0.25  # for the policy's own value, which sees no hidden card
    strangers: float = 0.0  # the share of games with some
    alone: float = 0.0  # of those, the share in which all seats but one are strangers
    best_response: bool = False  # all others, always: itself as it began, which never changes
    hard: float = 0.0  # the share of games at a game's hardest tables, once a run leans to them
    narrow: float = 0.0  # the share of decisions at which only a game's first moves are learnt
    older_after: int = 300  # rounds until the older self is the present one again
    warm_up: int = 100  # rounds that a new critic learns before a policy goes on that has none

    def check(self) -> "ExpertConfig":
        """Itself; NotUnderstood says what does not fit."""
        for name in ("games", "steps", "minibatches", "older_after", "width", "critic_width"):
            self._expect(name, getattr(self, name) >= 1, "at least 1")
        for name in ("depth", "critic_depth", "warm_up"):
            self._expect(name, getattr(self, name) >= 0, "at least 0")
        for name in ("width", "critic_width"):
            self._expect(name, getattr(self, name) <= WIDEST, f"at most {WIDEST}")
        for name in ("depth", "critic_depth"):
            self._expect(name, getattr(self, name) <= DEEPEST, f"at most {DEEPEST}")
        for name in ("gamma", "gae_lambda", "strangers", "alone", "hard", "narrow"):
            self._expect(name, 0 <= getattr(self, name) <= 1, "from 0 to 1")
        for name in ("entropy_coef", "guess_coef", "value_coef", "worth_coef"):
            self._expect(name, 0 <= getattr(self, name) < math.inf, "a number of 0 or more")
        for name in ("clip_range", "max_grad_norm"):
            self._expect(name, 0 < getattr(self, name) < math.inf, "more than 0")
        self._expect("learning_rate", 0 < self.learning_rate < 1, "between 0 and 1")
        if self.games % self.minibatches:
            raise NotUnderstood(
                f"{self.games} games cannot be cut into {self.minibatches} equal minibatches: "
                "choose numbers that divide."
            )
        checked(self.seed, RESERVED)
        return self

    def _expect(self, name: str, fits: bool, what: str) -> None:
        if not fits:
            raise NotUnderstood(f"{name} must be {what}, not {getattr(self, name)}.")


def read_settings(texts: Sequence[str]) -> JsonObject:
    """What a person changes of it, NAME=VALUE each."""
    usual = dataclasses.asdict(ExpertConfig())
    given: JsonObject = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or name not in usual:
            names = ", ".join(usual)
            raise NotUnderstood(f"--set takes NAME=VALUE, one of {names}: not {text!r}.")
        try:
            kind = type(usual[name])
            given[name] = {"true": True, "false": False}[value] if kind is bool else kind(value)
        except (KeyError, ValueError):
            raise NotUnderstood(f"{name} cannot be {value!r}.") from None
    return given
