"""Better weights from a rollout: PPO's clipped step, on one minibatch after another.

A minibatch is a range of games with all their steps: a slice, so nothing is gathered or copied.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from tenluz.train.config import TrainConfig
from tenluz.train.network import Network, Weights, forward
from tenluz.train.policy import entropy, log_prob, masked_logits
from tenluz.train.rollout import Rollout

# Figures of one gradient step, in the order in which `loss` gives them.
FIGURES = (
    ("entropy", "entropy of the policy"),
    ("value_loss", "value loss"),
    ("approx_kl", "change of the policy (KL)"),
    ("clip_fraction", "decisions clipped"),
)

# observation, action_mask, action, log_prob, advantage, value target, valid
Minibatch = tuple[Tensor, ...]
Loss = Callable[[Weights, Minibatch, int, TrainConfig], tuple[Tensor, Tensor]]


def loss(
    weights: Weights, minibatch: Minibatch, actions: int, config: TrainConfig
) -> tuple[Tensor, Tensor]:
    """PPO's loss on a minibatch, and the figures to tell."""
    observation, action_mask, action, log_prob_before, advantage, target, valid = minibatch
    head = forward(weights, observation)
    logits = masked_logits(head, action_mask)
    log_ratio = log_prob(logits, action) - log_prob_before
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - config.clip_range, 1 + config.clip_range)
    share = valid / valid.sum().clamp(min=1.0)  # of each decision in the means
    policy_loss = -(torch.minimum(ratio * advantage, clipped * advantage) * share).sum()
    value_loss = ((head[..., actions] - target).square() * share).sum()
    mean_entropy = (entropy(logits) * share).sum()
    whole = policy_loss + config.value_coef * value_loss - config.entropy_coef * mean_entropy
    approx_kl = ((ratio - 1 - log_ratio) * share).sum()
    clip_fraction = ((ratio != clipped) * share).sum()
    return whole, torch.stack((mean_entropy, value_loss, approx_kl, clip_fraction)).detach()


class Updater:
    """The network's weights and what the optimiser remembers of them."""

    def __init__(self, config: TrainConfig, network: Network, how: Loss = loss) -> None:
        self._config, self._network, self._loss = config, network, how
        self._parameters = list(network.parameters())
        on_gpu = config.device == "cuda"
        self.optimiser = torch.optim.Adam(
            self._parameters, lr=config.learning_rate, eps=1e-5, fused=True, capturable=on_gpu
        )

    def learn(self, rollout: Rollout, figures: Tensor) -> None:
        """All epochs over a rollout. Adds the figures of every gradient step to `figures`, and
        their number at its end."""
        config = self._config
        advantage, target = normalised(rollout)
        whole = (
            rollout.observation,
            rollout.action_mask,
            rollout.action,
            rollout.log_prob,
            advantage,
            target,
            rollout.valid,
        )
        size = config.games // config.minibatches
        for _ in range(config.epochs):
            for first in range(0, config.games, size):
                games = slice(first, first + size)
                figures[:-1] += self._step(tuple(each[:, games] for each in whole))
                figures[-1] += 1

    def _step(self, minibatch: Minibatch) -> Tensor:
        network = self._network
        lost, figures = self._loss(network.weights(), minibatch, network.actions, self._config)
        gradients = torch.autograd.grad(lost, self._parameters)
        for parameter, gradient in zip(self._parameters, gradients, strict=True):
            parameter.grad = gradient
        torch.nn.utils.clip_grad_norm_(self._parameters, self._config.max_grad_norm, foreach=True)
        self.optimiser.step()
        return figures


@torch.no_grad()
def normalised(rollout: Rollout) -> tuple[Tensor, Tensor]:
    """The advantage of each decision, in standard deviations of all that are valid; and what its
    value should have been."""
    advantage, valid = rollout.advantage, rollout.valid
    count = valid.sum().clamp(min=1.0)
    mean = (advantage * valid).sum() / count
    deviation = (((advantage - mean) * valid).square().sum() / count).sqrt()
    return (advantage - mean) / (deviation + 1e-8), advantage + rollout.value[:-1]
