"""Experts that are trained in no time, for tests. Needs PyTorch."""

import torch

from tenluz.bots.expert_game import expert_game
from tenluz.train.expert.config import ExpertConfig
from tests.games_played import GAMES

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
AMONG_STRANGERS = [name for name in TRAINED if expert_game(GAMES[name]).strangers]
SMALL = ExpertConfig(
    device="cpu", games=64, steps=16, minibatches=4, width=32, depth=1, critic_width=32,
    critic_depth=1, learning_rate=2e-3,
)  # fmt: skip


def expect_to_learn(learner):
    """After some rounds a game is worth clearly more than at first."""

    def worth(rounds):
        total = 0.0
        for _ in range(rounds):
            learner.round()
            total += float(learner.reward[..., 0].sum()) / max(1, int(learner.done.sum()))
        return total / rounds

    first = worth(4)
    worth(16)
    assert worth(4) > first + 0.2 * abs(first)
    assert torch.isfinite(learner.figures).all()
