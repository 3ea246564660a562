"""Better weights from a rollout: PPO's clipped step, on one block of games after another.

A block is a range of games with all their steps: a slice, so nothing is gathered or copied.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from tenluz.train.config import Settings
from tenluz.train.network import Network, Ready, look
from tenluz.train.policy import entropy, log_chance, scores
from tenluz.train.rollout import Rollout

# Figures of one gradient step, in the order in which `loss` gives them.
FIGURES = (
    ("entropy", "entropy of choices"),
    ("value_loss", "error of values, squared"),
    ("change", "change of chances (KL)"),
    ("clipped", "decisions clipped"),
)

Part = tuple[Tensor, ...]  # seen, allowed, action, log_chance, gain, target, known
Loss = Callable[[Ready, Part, int, Settings], tuple[Tensor, Tensor]]


def loss(ready: Ready, part: Part, actions: int, settings: Settings) -> tuple[Tensor, Tensor]:
    """What is to be made small on a part of a rollout, and the figures to tell."""
    seen, allowed, action, log_before, gain, target, known = part
    head = look(ready, seen)
    scored = scores(head, allowed)
    moved = log_chance(scored, action) - log_before
    ratio = moved.exp()
    near = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    share = known / known.sum().clamp(min=1.0)
    policy_loss = -(torch.minimum(ratio * gain, near * gain) * share).sum()
    value_loss = ((head[..., actions] - target).square() * share).sum()
    undecided = (entropy(scored) * share).sum()
    whole = policy_loss + settings.value_weight * value_loss - settings.spread * undecided
    change = ((ratio - 1 - moved) * share).sum()
    clipped = ((ratio != near) * share).sum()
    return whole, torch.stack((undecided, value_loss, change, clipped)).detach()


class Updater:
    """The network's weights and what the optimiser remembers of them."""

    def __init__(self, settings: Settings, network: Network, how: Loss = loss) -> None:
        self._settings, self._network, self._loss = settings, network, how
        self._weights = list(network.parameters())
        on_gpu = settings.device == "cuda"
        self.optimiser = torch.optim.Adam(
            self._weights, lr=settings.rate, eps=1e-5, fused=True, capturable=on_gpu
        )

    def learn(self, rollout: Rollout, figures: Tensor) -> None:
        """All epochs over a rollout. Adds the figures of every gradient step to `figures`, and
        their number at its end."""
        settings = self._settings
        gain, target = gains(rollout)
        whole = (
            rollout.seen,
            rollout.allowed,
            rollout.action,
            rollout.log_chance,
            gain,
            target,
            rollout.known,
        )
        size = settings.games // settings.blocks
        for _ in range(settings.epochs):
            for block in range(settings.blocks):
                games = slice(block * size, (block + 1) * size)
                figures[:-1] += self._step(tuple(each[:, games] for each in whole))
                figures[-1] += 1

    def _step(self, part: Part) -> Tensor:
        lost, told = self._loss(self._network.ready(), part, self._network.actions, self._settings)
        slopes = torch.autograd.grad(lost, self._weights)
        for weight, slope in zip(self._weights, slopes, strict=True):
            weight.grad = slope
        torch.nn.utils.clip_grad_norm_(self._weights, self._settings.most_gradient, foreach=True)
        self.optimiser.step()
        return told


@torch.no_grad()
def gains(rollout: Rollout) -> tuple[Tensor, Tensor]:
    """For each decision, how much better it was than expected, in standard deviations of all
    that are known; and what its value should have been."""
    worth, known = rollout.worth, rollout.known
    count = known.sum().clamp(min=1.0)
    mean = (worth * known).sum() / count
    spread = (((worth - mean) * known).square().sum() / count).sqrt()
    return (worth - mean) / (spread + 1e-8), worth + rollout.value[:-1]
