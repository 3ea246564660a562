"""How well a policy plays: its likeliest moves, on deals that no run learns from."""

import math
from dataclasses import dataclass

import torch

from tenluz.bots.expert_game import ExpertGame
from tenluz.engine.game import Game
from tenluz.engine.seeds import AFTER_TRAINING
from tenluz.train.expert.mixed_batch import MixedBatch
from tenluz.train.expert.network import Policy
from tenluz.train.policy import greedy

SURE = 1.96  # standard deviations: 95 %


@dataclass(frozen=True)
class Success:
    """How often games with some options were a success."""

    options: dict[str, object]
    games: int
    won: int
    mean: float  # what all seats were paid together

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.won / self.games

    @property
    def interval(self) -> float:
        """Half of the 95 % interval."""
        return SURE * math.sqrt(self.rate * (1 - self.rate) / self.games)


@torch.no_grad()
def evaluate(
    game: Game,
    its: ExpertGame,
    policy: Policy,
    options: list[dict[str, object]],
    games: int,
    device: str,
) -> list[Success]:
    """Each of these options, so many games: the first game of every slot of a batch counts, so
    that short games count no more often than long ones."""
    found = []
    for given in options:
        batch = MixedBatch(game, its, [(given, 1)], games, device)
        batch.reset(AFTER_TRAINING)  # people tune by it: published results have deals of their own
        waiting = torch.ones(games, dtype=torch.bool, device=device)
        won = torch.zeros_like(waiting)
        paid = torch.zeros(games, device=device)
        while waiting.any():
            with torch.autocast("cuda", torch.bfloat16, enabled=device == "cuda"):
                scores, _ = policy(batch.seen)
            batch.step(greedy(scores, batch.mask))
            paid += batch.reward.sum(-1) * waiting
            won |= batch.won & batch.done & waiting
            waiting &= ~batch.done
        found.append(Success(given, games, int(won.sum()), float(paid.mean())))
    return found
