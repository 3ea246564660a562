"""The vector environment as tensors, on the device where it plays. Nothing is copied."""

from typing import Any

import torch
from torch import Tensor

from tenluz.envs import vector
from tenluz.envs.vector.batch import Array
from tenluz.train.config import TrainConfig


class TensorEnv:
    """Many games in progress. Its tensors are written in place by `step`.

    observation  int8     (n, row)      what the seat on turn sees, filled up to the row's length
    action_mask  int8     (n, columns)  its legal actions; at least as many columns as actions
    seat         int8     (n,)          who that is
    reward       float32  (n, players)  of the last step; done, returns as in vector.Batch
    lengths      int32    (n,)          steps of each game so far
    """

    def __init__(self, config: TrainConfig, threads: int = 0) -> None:
        self.batch: Any = vector.make(
            config.game,
            config.games,
            device=config.device,
            reward=config.reward,
            shaped=config.shaped,
            threads=threads,
            **config.options,
        )
        self._on_gpu = config.device == "cuda"
        self.encoding = self.batch.encoding
        self.players: int = self.batch.players
        rows, masks = self.batch.words
        self.observation = self._tensor(rows).view(torch.int8)
        self.action_mask = self._tensor(masks).view(torch.int8)
        self.reward = self._tensor(self.batch.reward)
        self.done = self._tensor(self.batch.done)
        info = self.batch.info
        self.seat = self._tensor(info["seat"])
        self.returns = self._tensor(info["returns"])
        self.lengths = self._tensor(info["steps"])
        self.refused = self._tensor(info["refused"])

    def reset(self, seed: int) -> None:
        """All games anew."""
        self._follow()
        self.batch.reset(seed)

    def step(self, actions: Tensor) -> None:
        """One action in every game."""
        self._follow()
        self.batch.step(actions if self._on_gpu else actions.numpy())

    def restore(self, kept: dict[str, bytes]) -> None:
        """Set all games to where they were when `batch.snapshot` was taken."""
        self._follow()
        self.batch.restore(kept)

    def _follow(self) -> None:
        """Work in PyTorch's own stream, also while that is being captured as a graph."""
        if self._on_gpu:
            self.batch.on(torch.cuda.current_stream().cuda_stream)

    def _tensor(self, array: Array) -> Tensor:
        if self._on_gpu:
            return torch.as_tensor(array, device="cuda")
        return torch.from_numpy(array)
