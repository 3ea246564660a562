"""A batch of games as an environment of PufferLib: `PufferGames("level10", 1024, players=3)`.

Every seat of every game is an agent: seat s of game k is number k * players + s. Only the one on
turn in a game is told something new and its action taken: `masks` says who that is. PufferLib
has no action masks, so what an agent may do lies behind what it sees: `observations[:, size:]`.
A game that is over begins again; an action that is not legal leaves its game as it is.
"""

from typing import Any

import gymnasium
import numpy as np
import pufferlib

from tenluz.engine.types import JsonObject
from tenluz.envs import vector
from tenluz.envs.vector.batch import Array


class PufferGames(pufferlib.PufferEnv):  # type: ignore[misc]
    """`n` games, on the CPU, where PufferLib's arrays are. Options are those of `vector.make`. A
    `reset` without a seed begins the games of `seed`; without that too, others each time."""

    def __init__(
        self, game: str, n: int, buf: object = None, seed: int | None = None, **options: Any
    ) -> None:
        self.batch = batch = vector.make(game, n, "cpu", **options)
        self.num_agents = n * batch.players
        encoding, flags = batch.encoding, np.zeros(batch.actions, np.int8)
        low = np.concatenate([encoding.low, flags])
        high = np.concatenate([encoding.high, flags + 1]).astype(np.int8)
        self.single_observation_space = gymnasium.spaces.Box(low, high, dtype=np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(batch.actions)
        super().__init__(buf)
        self._seed = seed
        self._first = np.arange(n) * batch.players  # agents: seat 0 of every game

    def reset(self, seed: int | None = None) -> tuple[Array, list[JsonObject]]:
        self.batch.reset(self._seed if seed is None else seed)
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        self._show()
        return self.observations, []

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, list[JsonObject]]:
        batch = self.batch
        batch.step(np.asarray(actions).reshape(-1)[self._first + batch.info["seat"]])
        self.rewards[:] = batch.reward.reshape(-1)
        self.terminals[:] = np.repeat(batch.done, batch.players)
        self._show()
        infos = []
        if batch.done.any():
            infos.append({"return": float(batch.info["returns"][batch.done].mean())})
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _show(self) -> None:
        batch, size = self.batch, self.batch.encoding.size
        on_turn = self._first + batch.info["seat"]
        self.observations[on_turn, :size] = batch.observation
        self.observations[on_turn, size:] = batch.mask
        self.masks[:] = False
        self.masks[on_turn] = True

    def close(self) -> None:
        """Nothing is held open."""
