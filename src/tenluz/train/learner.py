"""All of it together: one round is a stretch of play in every game, and what is learnt from it.

On a GPU a round is two graphs, and nothing is copied to the host: figures are summed up there,
and read when somebody asks.
"""

import contextlib
import dataclasses
import warnings
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from tenluz.train.advantage import credit_all, credit_kernel
from tenluz.train.config import Settings
from tenluz.train.game_config import game_config
from tenluz.train.graphs import Pace, Replayed
from tenluz.train.network import Network
from tenluz.train.rollout import Act, Rollout, act
from tenluz.train.slower import Slower, why
from tenluz.train.tensor_env import Tables
from tenluz.train.update import FIGURES, Updater, loss

BLOCK = 128  # threads of a block, for credit


class Learner:
    """A network, the games it plays, and its way to get better.

    `fused` lets PyTorch compile what lies between matrix products; `graphs` is for a GPU.
    """

    def __init__(
        self, settings: Settings, *, threads: int = 0, graphs: bool = True, fused: bool = False
    ) -> None:
        self.settings = settings
        self._on_gpu = settings.device == "cuda"
        game, options = settings.its_game()
        config = game_config(game)
        self.together = config.together
        self.metrics = config.metrics(options, settings.reward)
        self.tables = Tables(settings, threads)
        self.network = Network(
            self.tables.encoding, settings.layers, settings.seed, settings.device
        )
        self.rollout = Rollout(settings, self.tables)
        self._act: Act = _fused(act) if fused else act
        self.updater = Updater(settings, self.network, _fused(loss) if fused else loss)
        self.chance: torch.Generator | None = None
        if self._on_gpu:
            torch.cuda.manual_seed(settings.seed)
            self._stream: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            self._pace = Pace()
        else:
            self.chance = torch.Generator().manual_seed(settings.seed)
        self.played = self._sums(2 * len(self.metrics))
        self.learnt = self._sums(len(FIGURES) + 1)
        self.rounds = 0
        graphs = graphs and self._on_gpu
        self.play: Any = Replayed(self._play) if graphs else self._play
        self.learn: Any = Replayed(self._learn) if graphs else self._learn
        with self.stream():
            self.tables.reset(settings.seed)

    @property
    def decisions(self) -> int:
        """Made so far."""
        return self.rounds * self.settings.decisions

    @contextlib.contextmanager
    def stream(self) -> Iterator[None]:
        """Where a GPU's work goes: not the default stream, which cannot be recorded."""
        if not self._on_gpu:
            yield
            return
        before = torch.cuda.current_stream()
        self._stream.wait_stream(before)
        with torch.cuda.stream(self._stream):
            yield
        before.wait_stream(self._stream)

    def round(self) -> None:
        """Play a stretch, and learn from it."""
        with self.stream():
            self.play()
            self.learn()
            if self._on_gpu:
                self._pace.mark()
        self.rounds += 1

    def figures(self) -> dict[str, float | None]:
        """What was counted since the last time, read from the device; None: nothing was."""
        with self.stream():
            played, learnt = self.played.tolist(), self.learnt.tolist()
            self.played.zero_()
            self.learnt.zero_()
        found: dict[str, float | None] = {}
        for place, metric in enumerate(self.metrics):
            found[metric.name] = _quotient(*played[2 * place : 2 * place + 2])
        for (name, _), total in zip(FIGURES, learnt[:-1], strict=True):
            found[name] = _quotient(total, learnt[-1])
        return found

    def _play(self) -> None:
        self.rollout.collect(self.tables, self.network, self.chance, self._act)
        self._credit()
        sums = [each for metric in self.metrics for each in metric.sums(self.rollout)]
        self.played += torch.stack([each.double() for each in sums])

    def _credit(self) -> None:
        r, settings = self.rollout, self.settings
        given = (r.reward, r.done, r.seat, r.value, r.worth, r.known)
        how = (self.together, settings.later, settings.trace)
        if self._on_gpu:
            from tenluz.envs.vector.gpu import cuda

            gpu = cuda()
            stream = gpu.external_stream(torch.cuda.current_stream().cuda_stream)
            arrays = [gpu.as_cuda_array(each) for each in given]
            blocks = -(-settings.games // BLOCK)
            credit_kernel()[blocks, BLOCK, stream](*how, *arrays)
        else:
            credit_all(*how, *(each.numpy() for each in given))

    def _learn(self) -> None:
        self.updater.learn(self.rollout, self.learnt)

    def _sums(self, count: int) -> Tensor:
        return torch.zeros(count, dtype=torch.float64, device=self.settings.device)


def prepare(settings: Settings) -> None:
    """Compile what a run needs, or load it: seconds the first time, on a CPU then never again."""
    Learner(dataclasses.replace(settings, games=1, blocks=1, steps=1), threads=1).round()


def _quotient(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _fused(function: Any) -> Any:
    """The function compiled by PyTorch, or itself where that does not work."""
    made: Any = torch.compile(function, dynamic=False)
    usable = True

    def call(*arguments: Any) -> Any:
        nonlocal usable
        if usable:
            try:
                return made(*arguments)
            except Exception as error:  # PyTorch's compiler has many ways to give up
                usable = False
                said = f"PyTorch cannot compile here, so this is slower: {why(error)}"
                warnings.warn(said, Slower, stacklevel=2)
        return function(*arguments)

    return call
