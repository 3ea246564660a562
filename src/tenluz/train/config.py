"""What a run of training is. Knows no PyTorch: a command line can check it without."""

import dataclasses
import json
from dataclasses import dataclass

from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.seeds import RESERVED, checked
from tenluz.engine.types import JsonObject

DEVICES = ("cpu", "cuda")


@dataclass(frozen=True)
class TrainConfig:
    """Everything that decides the course of a run, and nothing else."""

    game: str
    options: JsonObject  # as records have them
    reward: str
    shaped: bool
    device: str
    seed: int = 0
    games: int = 256  # at a time
    steps: int = 32  # decisions in each game, between two updates
    minibatches: int = 8  # parts into which the games are cut: one gradient step each
    epochs: int = 1  # times that every decision is learnt from
    layers: tuple[int, ...] = (128, 128)
    learning_rate: float = 1e-3
    clip_range: float = 0.2  # by how much a decision's probability may change in one round
    entropy_coef: float = 0.02  # keeps probabilities from narrowing too early
    value_coef: float = 0.5
    max_grad_norm: float = 0.5
    gamma: float = 1.0  # what the next decision counts for: games are short, so all of it
    gae_lambda: float = 0.95
    log_every: int = 8  # rounds whose figures are told together

    @property
    def decisions(self) -> int:
        """In one round."""
        return self.games * self.steps

    def its_game(self) -> tuple[Game, Options]:
        """The game and its options."""
        game = game_named(self.game)
        return game, game.options(self.options)

    def write(self) -> str:
        """As text, to be kept."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def read(cls, text: str) -> "TrainConfig":
        """What `write` wrote."""
        given = json.loads(text)
        given["layers"] = tuple(given["layers"])
        return cls(**given)

    def check(self) -> "TrainConfig":
        """Itself; NotUnderstood says what does not fit."""
        if self.device not in DEVICES:
            raise NotUnderstood(f"device must be {' or '.join(DEVICES)}, not {self.device!r}.")
        for name in ("games", "steps", "minibatches", "epochs", "log_every"):
            if getattr(self, name) < 1:
                raise NotUnderstood(f"{name} must be at least 1, not {getattr(self, name)}.")
        if self.games % self.minibatches:
            raise NotUnderstood(
                f"{self.games} games cannot be cut into {self.minibatches} equal minibatches: "
                "choose numbers that divide."
            )
        if not self.layers or min(self.layers) < 1 or max(self.layers) > 8192:
            raise NotUnderstood("Layers are sizes from 1 to 8192, like 512x3 or 256,128.")
        if not 0 < self.learning_rate < 1:
            raise NotUnderstood(
                f"The learning rate must lie between 0 and 1, not {self.learning_rate}."
            )
        checked(self.seed, RESERVED)
        return self


# What is usual on each device. A CPU's are the defaults above: few games and many small steps, so
# that it gets far in two minutes. A GPU is fast only when it has much to do at a time.
USUAL: dict[str, JsonObject] = {
    "cpu": {},
    "cuda": {
        "games": 65_536,
        "steps": 16,
        "minibatches": 16,
        "epochs": 1,
        "layers": (512, 512, 512),
        "learning_rate": 5e-4,
        "entropy_coef": 0.01,
        "log_every": 16,
    },
}


def read_layers(text: str) -> tuple[int, ...]:
    """Sizes of hidden layers, as a person writes them: 512x3, or 256,128."""
    try:
        if "x" in text:
            size, count = text.split("x")
            return (int(size),) * int(count)
        return tuple(int(size) for size in text.split(","))
    except ValueError:
        raise NotUnderstood(f"Layers are written like 512x3 or 256,128, not {text!r}.") from None
