"""A batch of games as an environment of TorchRL: `TorchRLGames(vector.make(...))`.

`observation`, `action_mask` and `seat` are those of whoever acts next, `reward` has a number for
each seat. A game that is `done` has begun again: what is seen is its first position. Tensors are
copies, because TorchRL keeps what it was given, and lie where the batch plays: on the CPU, or on
its GPU.
"""

from typing import Any

import torch
from tensordict import TensorDict
from torch.utils.dlpack import from_dlpack
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from tenluz.envs.vector.batch import Batch
from tenluz.envs.vector.gpu import GpuBatch


class TorchRLGames(EnvBase):  # type: ignore[misc]
    """`batch.n` games; an action outside the mask leaves its game as it is. Every `reset` begins
    the games of `seed`; without one, others each time."""

    def __init__(self, batch: Batch, seed: int | None = None) -> None:
        n, players = batch.n, batch.players
        place = torch.device(batch.device)
        super().__init__(device=place, batch_size=[n])
        self.batch, self._seed = batch, seed
        low, high = (
            torch.from_numpy(each).to(place).expand(n, -1)
            for each in (batch.encoding.low, batch.encoding.high)
        )
        actions, flags = batch.actions, (n, batch.actions)
        self.observation_spec = Composite(
            observation=Bounded(low, high, dtype=torch.int8, device=place),
            action_mask=Binary(actions, shape=flags, dtype=torch.bool, device=place),
            seat=Bounded(0, players - 1, shape=(n, 1), dtype=torch.int8, device=place),
            shape=(n,),
        )
        self.action_spec = Categorical(actions, shape=(n,), device=place)
        self.reward_spec = Unbounded((n, players), dtype=torch.float32, device=place)

    def _observed(self) -> dict[str, torch.Tensor]:
        batch = self.batch
        mask = from_dlpack(batch.mask).bool()
        self.action_spec.update_mask(mask)  # `rand_action` is legal then
        return {
            "observation": from_dlpack(batch.observation).clone(),
            "action_mask": mask,
            "seat": from_dlpack(batch.info["seat"]).clone()[:, None],
        }

    def _reset(self, tensordict: Any = None, **_: Any) -> Any:
        self._follow()
        if tensordict is None or "_reset" not in tensordict.keys():  # noqa: SIM118
            self.batch.reset(self._seed)  # else: the games that are over have begun again
        return TensorDict(self._observed(), self.batch_size)

    def _step(self, tensordict: Any) -> Any:
        self._follow()
        _, _, reward, done, _ = self.batch.step(tensordict["action"])
        over = from_dlpack(done).clone()[:, None]
        paid = {"reward": from_dlpack(reward).clone(), "done": over, "terminated": over}
        return TensorDict({**self._observed(), **paid}, self.batch_size)

    def _follow(self) -> None:
        """A batch on a GPU works in PyTorch's own stream."""
        if isinstance(self.batch, GpuBatch):
            self.batch.on(torch.cuda.current_stream().cuda_stream)

    def _set_seed(self, seed: int | None) -> None:
        self._seed = seed
