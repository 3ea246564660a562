"""The network: what a seat sees -> a score for every action, and the value of the position.

Plain layers with ReLU. Its head has a column for each action, then one for the value, filled up
to a multiple of eight: matrix units are slow on odd sizes.

Weights are kept as float32. `weights` gives them in the kind of number in which the device
multiplies, bfloat16 on a GPU, and folds the scale of the observation into the first layer: an
observation, which is `int8`, then needs no arithmetic of its own.
"""

import itertools
import math

import torch
from torch import Tensor, nn

from tenluz.envs.encoding import Encoding

Weights = list[tuple[Tensor, Tensor]]  # and biases, layer by layer

WIDE = 8


def head_width(actions: int) -> int:
    """Columns of the head: the actions, the value, and what fills up."""
    return -(-(actions + 1) // WIDE) * WIDE


class Network(nn.Module):
    """The weights. What to do with them: `forward`, a function of this module."""

    scale: Tensor

    def __init__(
        self, encoding: Encoding, layers: tuple[int, ...], seed: int, device: torch.device | str
    ) -> None:
        super().__init__()
        self.actions: int = encoding.actions
        self.kind = torch.bfloat16 if torch.device(device).type == "cuda" else torch.float32
        row = encoding.rows().nbytes
        sizes = (row, *layers)
        generator = torch.Generator().manual_seed(seed)
        self.layers = nn.ModuleList(
            _layer(generator, before, after, math.sqrt(2.0))
            for before, after in itertools.pairwise(sizes)
        )
        # All actions begin as good as equal.
        self.head = _layer(generator, sizes[-1], head_width(self.actions), 0.01)
        scale = torch.zeros(row)
        scale[: encoding.size] = torch.from_numpy(encoding.scale)
        self.register_buffer("scale", scale, persistent=False)
        self.to(device)

    def weights(self) -> Weights:
        """The weights as `forward` takes them."""
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
        """Multiplications and additions for one observation."""
        return 2 * sum(layer.weight.numel() for layer in self.stack)


def forward(weights: Weights, observation: Tensor) -> Tensor:
    """The head's columns, as float32, for observations in the last dimension."""
    hidden = observation.to(weights[0][0].dtype)
    for weight, bias in weights[:-1]:
        hidden = torch.relu(nn.functional.linear(hidden, weight, bias))
    weight, bias = weights[-1]
    return nn.functional.linear(hidden, weight, bias).float()


def _layer(generator: torch.Generator, before: int, after: int, gain: float) -> nn.Linear:
    made = nn.Linear(before, after)
    nn.init.orthogonal_(made.weight, gain, generator=generator)
    nn.init.zeros_(made.bias)
    return made
