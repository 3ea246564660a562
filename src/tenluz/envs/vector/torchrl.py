"""A batch of games as an environment of TorchRL: `TorchRLGames(vector.make(...))`.

`observation`, `action_mask` and `seat` are those of whoever acts next, `reward` has a number for
each seat. A game that is `done` has begun again: what is seen is its first position. Tensors are
copies, because TorchRL keeps what it was given.
"""

from typing import Any

import torch
from tensordict import TensorDict
from torch.utils.dlpack import from_dlpack
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from tenluz.envs.vector.batch import Batch


class TorchRLGames(EnvBase):  # type: ignore[misc]
    """`batch.n` games; an action outside the mask leaves its game as it is."""

    def __init__(self, batch: Batch, seed: int = 0) -> None:
        n, players = batch.n, batch.players
        super().__init__(device="cpu", batch_size=[n])
        self.batch, self._seed = batch, seed
        encoding = batch.encoding
        low, high = (torch.from_numpy(each).expand(n, -1) for each in (encoding.low, encoding.high))
        self.observation_spec = Composite(
            observation=Bounded(low, high, dtype=torch.int8),
            action_mask=Binary(batch.actions, shape=(n, batch.actions), dtype=torch.bool),
            seat=Bounded(0, players - 1, shape=(n, 1), dtype=torch.int8),
            shape=(n,),
        )
        self.action_spec = Categorical(batch.actions, shape=(n,))
        self.reward_spec = Unbounded((n, players), dtype=torch.float32)

    def _seen(self) -> dict[str, Any]:
        batch = self.batch
        mask = from_dlpack(batch.mask).bool()
        self.action_spec.update_mask(mask)  # `rand_action` is legal then
        return {
            "observation": from_dlpack(batch.observation).clone(),
            "action_mask": mask,
            "seat": from_dlpack(batch.info["seat"]).clone()[:, None],
        }

    def _reset(self, tensordict: Any = None, **_: Any) -> Any:
        if tensordict is None or "_reset" not in tensordict.keys():  # noqa: SIM118
            self.batch.reset(self._seed)  # else: the games that are over have begun again
        return TensorDict(self._seen(), self.batch_size)

    def _step(self, tensordict: Any) -> Any:
        _, _, reward, done, _ = self.batch.step(tensordict["action"])
        over = from_dlpack(done).clone()[:, None]
        paid = {"reward": from_dlpack(reward).clone(), "done": over, "terminated": over}
        return TensorDict({**self._seen(), **paid}, self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        self._seed = seed or 0
