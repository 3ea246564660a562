"""The network: what a seat sees -> a score for every action, and what the position is worth.

Plain layers with ReLU. Its head has a column for each action, then one for the value, filled up
to a multiple of eight: matrix units are slow on odd sizes.

Weights are kept as float32. `ready` gives them in the kind of number in which the device
multiplies, bfloat16 on a GPU, and folds the scale of the observation into the first layer: an
observation, which is `int8`, then needs no arithmetic of its own.
"""

import itertools
import math
from typing import Any

import torch
from torch import Tensor, nn

Ready = list[tuple[Tensor, Tensor]]  # weights and biases, layer by layer

WIDE = 8


def head_width(actions: int) -> int:
    """Columns of the head: the actions, the value, and what fills up."""
    return -(-(actions + 1) // WIDE) * WIDE


class Network(nn.Module):
    """The weights. What to do with them: `look`."""

    scale: Tensor

    def __init__(
        self, encoding: Any, layers: tuple[int, ...], seed: int, device: torch.device | str
    ) -> None:
        super().__init__()
        self.actions: int = encoding.actions
        self.kind = torch.bfloat16 if torch.device(device).type == "cuda" else torch.float32
        row = encoding.rows().nbytes
        sizes = (row, *layers)
        chance = torch.Generator().manual_seed(seed)
        self.layers = nn.ModuleList(
            _layer(chance, before, after, math.sqrt(2.0))
            for before, after in itertools.pairwise(sizes)
        )
        # All actions begin as good as equal.
        self.head = _layer(chance, sizes[-1], head_width(self.actions), 0.01)
        scale = torch.zeros(row)
        scale[: encoding.size] = torch.from_numpy(encoding.scale)
        self.register_buffer("scale", scale, persistent=False)
        self.to(device)

    def ready(self) -> Ready:
        """The weights as `look` takes them."""
        first, *others = self.stack
        made = [((first.weight * self.scale).to(self.kind), first.bias.to(self.kind))]
        made += [(layer.weight.to(self.kind), layer.bias.to(self.kind)) for layer in others]
        return made

    @property
    def stack(self) -> list[nn.Linear]:
        """All layers, the head last."""
        return [layer for layer in (*self.layers, self.head) if isinstance(layer, nn.Linear)]

    @property
    def operations(self) -> int:
        """Multiplications and additions for one look."""
        return 2 * sum(layer.weight.numel() for layer in self.stack)


def look(ready: Ready, seen: Tensor) -> Tensor:
    """The head's columns, as float32, for observations in the last dimension."""
    flow = seen.to(ready[0][0].dtype)
    for weight, bias in ready[:-1]:
        flow = torch.relu(nn.functional.linear(flow, weight, bias))
    weight, bias = ready[-1]
    return nn.functional.linear(flow, weight, bias).float()


def _layer(chance: torch.Generator, before: int, after: int, gain: float) -> nn.Linear:
    made = nn.Linear(before, after)
    nn.init.orthogonal_(made.weight, gain, generator=chance)
    nn.init.zeros_(made.bias)
    return made
