"""How well a policy plays: its likeliest moves, on deals that no run learns from, among itself and
as the only one among strangers of a kind."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from tenluz.bots.expert_game import ExpertGame
from tenluz.engine.game import Game
from tenluz.engine.seeds import AFTER_TRAINING
from tenluz.train.expert.mixed_batch import MixedBatch
from tenluz.train.expert.mixed_loops import LEARNER
from tenluz.train.expert.network import PolicyNetwork
from tenluz.train.policy import greedy

SURE = 1.96  # standard deviations: 95 %


@dataclass(frozen=True)
class Success:
    """How games with some options went."""

    options: dict[str, object]
    among: int  # the kind of strangers in all seats but one; LEARNER: there were none
    guest: int  # the kind of the one stranger; LEARNER: there was none
    games: int
    won: int  # how often they were a success
    mean: float  # what all seats were paid together
    score: float  # of the seats that were looked at
    spread: float  # the standard deviation of its mean

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.won / self.games

    @property
    def interval(self) -> float:
        """Half of the 95 % interval of the rate."""
        return SURE * math.sqrt(self.rate * (1 - self.rate) / self.games)

    @property
    def score_interval(self) -> float:
        """The same for the score."""
        return SURE * self.spread


@torch.no_grad()
def evaluate(
    game: Game,
    its: ExpertGame,
    policy: PolicyNetwork,
    options: list[dict[str, object]],
    games: int,
    device: str,
    among: int = LEARNER,
    others: PolicyNetwork | None = None,
    guest: int = LEARNER,
) -> list[Success]:
    """Each of these options, so many games: the first game of every slot of a batch counts, so
    that short games count no more often than long ones. With `others`, those are the strangers
    that it sits `among`, or the one who is its `guest`."""
    found = []
    for given in options:
        batch = MixedBatch(game, its, [(given, 1)], games, device, among=among, guest=guest)
        batch.reset(AFTER_TRAINING)  # people tune by it: published results have deals of their own
        waiting = torch.ones(games, dtype=torch.bool, device=device)
        won = torch.zeros_like(waiting)
        paid, score = torch.zeros(games, device=device), torch.zeros(games, device=device)
        own = torch.arange(games, device=device).unsqueeze(1) % game.options(given).players
        while waiting.any():
            moves = _moves(policy, batch, device)
            if others is not None:
                theirs = _moves(others, batch, device)
                moves = torch.where(batch.theirs != LEARNER, theirs, moves)
            batch.step(moves)
            paid += batch.reward.sum(-1) * waiting
            won |= batch.won & batch.done & waiting
            of_own = batch.score.gather(1, own).squeeze(1)
            score = torch.where(batch.done & waiting, of_own, score)
            waiting &= ~batch.done
        told = (int(won.sum()), float(paid.mean()), float(score.mean()))
        found.append(
            Success(given, among, guest, games, *told, float(score.std()) / math.sqrt(games))
        )
    return found


def _moves(policy: PolicyNetwork, batch: MixedBatch, device: str) -> Tensor:
    with torch.autocast("cuda", torch.bfloat16, enabled=device == "cuda"):
        scores, *_ = policy(batch.seen)
    return greedy(scores, batch.mask)
