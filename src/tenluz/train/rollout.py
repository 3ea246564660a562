"""A rollout: some decisions in every game, and all that is learnt from later.

Observations and masks stay `int8`, a few hundred bytes a decision; what is a float is small.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from tenluz.train.config import TrainConfig
from tenluz.train.network import Network, Weights, forward, head_width
from tenluz.train.policy import log_prob, masked_logits, sample
from tenluz.train.tensor_env import TensorEnv

Act = Callable[[Weights, Tensor, Tensor, Tensor], tuple[Tensor, Tensor, Tensor]]


def act(
    weights: Weights, observation: Tensor, action_mask: Tensor, uniform: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """For each game an action sampled from the policy, its log-probability, and the head."""
    head = forward(weights, observation)
    action = sample(head, action_mask, uniform)
    return action, log_prob(masked_logits(head, action_mask), action), head


class Rollout:
    """Room for `steps` decisions in each of `games`; step first, then game."""

    def __init__(self, config: TrainConfig, env: TensorEnv) -> None:
        steps, games = config.steps, config.games
        place = env.observation.device
        self.actions: int = env.encoding.actions
        width = max(head_width(self.actions), env.action_mask.shape[1])

        def zeros(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=place)

        self.observation = zeros(torch.int8, steps, games, env.observation.shape[1])
        self.action_mask = zeros(torch.int8, steps, games, width)
        self.action = zeros(torch.int64, steps, games)
        self.log_prob = zeros(torch.float32, steps, games)
        # Of the position after the last step too.
        self.value = zeros(torch.float32, steps + 1, games)
        self.seat = zeros(torch.int8, steps + 1, games)
        self.reward = zeros(torch.float32, steps, games, env.players)
        self.returns = zeros(torch.float32, steps, games, env.players)
        self.done = zeros(torch.bool, steps, games)
        self.lengths = zeros(torch.int32, steps, games)
        # Written by advantage.py.
        self.advantage = zeros(torch.float32, steps, games)
        self.valid = zeros(torch.float32, steps, games)
        self._uniform = zeros(torch.float32, games, width)

    @torch.no_grad()
    def collect(
        self,
        env: TensorEnv,
        network: Network,
        generator: torch.Generator | None,
        how: Act = act,
    ) -> None:
        """Play on. `generator` is for the CPU; on a GPU it is the device's own."""
        weights = network.weights()
        columns = env.action_mask.shape[1]
        for step in range(len(self.action)):
            self.observation[step].copy_(env.observation)
            self.action_mask[step, :, :columns].copy_(env.action_mask)
            self.seat[step].copy_(env.seat)
            self._uniform.uniform_(generator=generator)
            action, likely, head = how(
                weights, self.observation[step], self.action_mask[step], self._uniform
            )
            self.action[step].copy_(action)
            self.log_prob[step].copy_(likely)
            self.value[step].copy_(head[:, self.actions])
            env.step(self.action[step])
            self.reward[step].copy_(env.reward)
            self.returns[step].copy_(env.returns)
            self.done[step].copy_(env.done)
            self.lengths[step].copy_(env.lengths)
        self.seat[-1].copy_(env.seat)
        self.value[-1].copy_(forward(weights, env.observation)[:, self.actions])
