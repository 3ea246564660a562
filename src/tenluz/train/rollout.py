"""A stretch of play: some decisions in every game, and all that is learnt from later.

Observations and masks stay `int8`, a few hundred bytes a decision; what is a float is small.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from tenluz.train.config import Settings
from tenluz.train.network import Network, Ready, head_width, look
from tenluz.train.policy import log_chance, pick, scores
from tenluz.train.tensor_env import Tables

Act = Callable[[Ready, Tensor, Tensor, Tensor], tuple[Tensor, Tensor, Tensor]]


def act(
    ready: Ready, seen: Tensor, allowed: Tensor, chance: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """For each game an action by chance, and the network's head for it."""
    head = look(ready, seen)
    action = pick(head, allowed, chance)
    return action, log_chance(scores(head, allowed), action), head


class Rollout:
    """Room for one stretch: `steps` decisions in each of `games`; step first, then game."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        steps, games = settings.steps, settings.games
        place = tables.seen.device
        self.actions: int = tables.encoding.actions
        width = max(head_width(self.actions), tables.allowed.shape[1])

        def room(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=place)

        self.seen = room(torch.int8, steps, games, tables.seen.shape[1])
        self.allowed = room(torch.int8, steps, games, width)
        self.action = room(torch.int64, steps, games)
        self.log_chance = room(torch.float32, steps, games)
        # Of the position after the last step too.
        self.value = room(torch.float32, steps + 1, games)
        self.seat = room(torch.int8, steps + 1, games)
        self.reward = room(torch.float32, steps, games, tables.players)
        self.returns = room(torch.float32, steps, games, tables.players)
        self.done = room(torch.bool, steps, games)
        self.taken = room(torch.int32, steps, games)
        # Written by credit.py.
        self.worth = room(torch.float32, steps, games)
        self.known = room(torch.float32, steps, games)
        self._chance = room(torch.float32, games, width)

    @torch.no_grad()
    def collect(
        self,
        tables: Tables,
        network: Network,
        chance: torch.Generator | None,
        how: Act = act,
    ) -> None:
        """Play on. `chance` is for the CPU; on a GPU chance is the device's own."""
        ready = network.ready()
        columns = tables.allowed.shape[1]
        for step in range(len(self.action)):
            self.seen[step].copy_(tables.seen)
            self.allowed[step, :, :columns].copy_(tables.allowed)
            self.seat[step].copy_(tables.seat)
            self._chance.uniform_(generator=chance)
            action, likely, head = how(ready, self.seen[step], self.allowed[step], self._chance)
            self.action[step].copy_(action)
            self.log_chance[step].copy_(likely)
            self.value[step].copy_(head[:, self.actions])
            tables.step(self.action[step])
            self.reward[step].copy_(tables.reward)
            self.returns[step].copy_(tables.returns)
            self.done[step].copy_(tables.done)
            self.taken[step].copy_(tables.taken)
        self.seat[-1].copy_(tables.seat)
        self.value[-1].copy_(look(ready, tables.seen)[:, self.actions])
