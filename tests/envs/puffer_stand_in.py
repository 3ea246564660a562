"""What of PufferLib 3.0 our adapter stands on: its base class, with the arrays that it hands out.

PufferLib has no wheels, its build downloads other sources, and it asks for a NumPy older than
ours: no extra of ours can hold it. The tests take the real one where it can be imported, and for
that its Python part is enough: its source archive unpacked, its folder in PYTHONPATH, and
`pip install gym psutil`.
"""

import sys
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np


class PufferEnv:
    """As pufferlib.PufferEnv: it needs spaces for one agent, and a number of agents."""

    num_agents: int
    single_observation_space: gymnasium.spaces.Box
    single_action_space: gymnasium.spaces.Discrete

    def __init__(self, buf: dict[str, Any] | None = None) -> None:
        agents, seen = self.num_agents, self.single_observation_space
        buf = buf or {
            "observations": np.zeros((agents, *seen.shape), seen.dtype),
            "rewards": np.zeros(agents, np.float32),
            "terminals": np.zeros(agents, bool),
            "truncations": np.zeros(agents, bool),
            "masks": np.ones(agents, bool),
            "actions": np.zeros(agents, np.int32),
        }
        vars(self).update(buf)
        low, high = (np.repeat(each[None], agents, axis=0) for each in (seen.low, seen.high))
        self.observation_space = gymnasium.spaces.Box(low, high, dtype=seen.dtype)
        self.action_space = gymnasium.spaces.MultiDiscrete([self.single_action_space.n] * agents)


def stand_in() -> None:
    """Let `import pufferlib` find this."""
    module: Any = ModuleType("pufferlib")
    module.PufferEnv = PufferEnv
    sys.modules["pufferlib"] = module
