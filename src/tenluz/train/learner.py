"""All of it together: one round is a rollout in every game, and what is learnt from it.

On a GPU a round is two graphs, and nothing is copied to the host: figures are summed up there,
and read when somebody asks.
"""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from tenluz.train.advantage import estimate
from tenluz.train.config import TrainConfig
from tenluz.train.game_config import game_config
from tenluz.train.graphs import Pace, Replayed, fused
from tenluz.train.network import Network
from tenluz.train.rollout import Act, Rollout, act
from tenluz.train.tensor_env import TensorEnv
from tenluz.train.update import FIGURES, Updater, loss


class Learner:
    """A network, the games it plays, and its way to get better.

    `fuse` lets PyTorch compile what lies between matrix products; `graphs` is for a GPU.
    """

    def __init__(
        self, config: TrainConfig, *, threads: int = 0, graphs: bool = True, fuse: bool = False
    ) -> None:
        self.config = config
        self._on_gpu = config.device == "cuda"
        game, options = config.its_game()
        its = game_config(game)
        self.together = its.together
        self.metrics = its.metrics(options, config.reward)
        self.env = TensorEnv(config, threads)
        self.network = Network(self.env.encoding, config.layers, config.seed, config.device)
        self.rollout = Rollout(config, self.env)
        self._act: Act = fused(act) if fuse else act
        self.updater = Updater(config, self.network, fused(loss) if fuse else loss)
        self.generator: torch.Generator | None = None
        if self._on_gpu:
            torch.cuda.manual_seed(config.seed)
            self._stream: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            self._pace = Pace()
        else:
            self.generator = torch.Generator().manual_seed(config.seed)
        self.played = self._sums(2 * len(self.metrics))
        self.learnt = self._sums(len(FIGURES) + 1)
        self.rounds = 0
        graphs = graphs and self._on_gpu
        self.play: Callable[[], None] = Replayed(self._play) if graphs else self._play
        self.learn: Callable[[], None] = Replayed(self._learn) if graphs else self._learn
        with self.stream():
            self.env.reset(config.seed)

    @property
    def decisions(self) -> int:
        """Made so far."""
        return self.rounds * self.config.decisions

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
        """Play some steps in every game, and learn from them."""
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
        self.rollout.collect(self.env, self.network, self.generator, self._act)
        self._estimate_advantages()
        sums = [each for metric in self.metrics for each in metric.sums(self.rollout)]
        self.played += torch.stack([each.double() for each in sums])

    def _estimate_advantages(self) -> None:
        r, config = self.rollout, self.config
        given = (r.reward, r.done, r.seat, r.value, r.advantage, r.valid)
        estimate(self.together, config.gamma, config.gae_lambda, given, on_gpu=self._on_gpu)

    def _learn(self) -> None:
        self.updater.learn(self.rollout, self.learnt)

    def _sums(self, count: int) -> Tensor:
        return torch.zeros(count, dtype=torch.float64, device=self.config.device)


def prepare(config: TrainConfig) -> None:
    """Compile what a run needs, or load it: seconds the first time, on a CPU then never again."""
    Learner(dataclasses.replace(config, games=1, minibatches=1, steps=1), threads=1).round()


def _quotient(part: float, whole: float) -> float | None:
    return part / whole if whole else None
