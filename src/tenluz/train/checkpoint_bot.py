"""The network of a checkpoint as a bot: its likeliest legal action, in plain PyTorch on the CPU.

It plays the game that it was trained for, with as many players and whatever else decides the size
of what it sees; with other options it says what does not fit.
"""

import functools
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch

from tenluz.bots.bot import BotFailed
from tenluz.engine.game import Game, moves_in
from tenluz.engine.plain import constant
from tenluz.engine.types import Dice, Int64Array, JsonObject, OptionsRecord, Records, ViewRecord
from tenluz.envs.encoding import Encoding, encoding, writers
from tenluz.envs.environment import environment
from tenluz.train.checkpoint import VERSION
from tenluz.train.config import TrainConfig
from tenluz.train.expert.checkpoint import shipped
from tenluz.train.network import Network, forward
from tenluz.train.policy import greedy


class CheckpointPolicy:
    """A network at the table."""

    def __init__(self, game: Game, network: Network, encoded: Encoding) -> None:
        self._game, self._network, self._encoding = game, network, encoded
        self._weights = [(weight.detach(), bias.detach()) for weight, bias in network.weights()]
        self._observe, self._move = writers(game).observe, environment(game).move
        self._fits = functools.cache(self._check)

    def choose(self, o: OptionsRecord, v: ViewRecord, dice: Dice) -> int:
        """The likeliest legal move."""
        return int(self.choose_many(o, np.array([v]), dice)[0])

    @torch.no_grad()
    def choose_many(self, o: OptionsRecord, views: Records, dice: Dice) -> Int64Array:
        """The same in many games at once."""
        packed = cast(np.void, o)
        self._fits(packed.tobytes(), packed.dtype)
        rows = self._encoding.rows(len(views))
        legal: list[dict[int, int]] = []
        view: Any
        for view, row in zip(views, rows):
            self._observe(o, view, row)
            legal.append(self._actions(o, view))
        head = forward(self._weights, torch.from_numpy(rows).view(torch.int8))
        mask = torch.zeros_like(head, dtype=torch.int8)
        for at, actions in enumerate(legal):
            mask[at, list(actions)] = 1
        chosen = greedy(head, mask).tolist()
        return np.array([actions[one] for actions, one in zip(legal, chosen)], np.int64)

    def _actions(self, o: OptionsRecord, v: ViewRecord) -> dict[int, int]:
        """The legal actions of a view, each with the move that it stands for."""
        moves = list(moves_in(*self._game.rules.choices(o, v)))
        stands_for: Any = self._move  # reads no more of a state than its table, as a view has it
        return {action: int(stands_for(o, v, action)) for action in moves}

    def _check(self, content: bytes, layout: np.dtype[np.void]) -> None:
        o = np.frombuffer(content, layout)[0]
        size = sum(block.size for block in environment(self._game).blocks(constant(o)))
        trained: Any = self._encoding.options
        if size != self._encoding.size or int(o["players"]) != trained.players:
            agreed = ", ".join(f"{name} {value}" for name, value in trained.write().items())
            raise BotFailed(
                f"This network sees {self._encoding.size} numbers and here there are {size}: it "
                f"was trained for {self._game.title} with {agreed}."
            )


def expert_weights(game: Game, path: Path) -> dict[str, npt.NDArray[np.float16]] | None:
    """The weights of a checkpoint of `tenluz train-expert`, as they would ship; None of another."""
    kept = _read(path)
    if "policy" not in kept:
        return None
    if kept["game"] != game.name:
        raise BotFailed(f"{path} plays {kept['game']}, not {game.name}.")
    return shipped(kept)


def _read(path: Path) -> JsonObject:
    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
        if isinstance(found, dict):
            return found
    except Exception:  # torn files fail in many ways
        pass
    raise BotFailed(f"{path} is not a checkpoint of Tenluz, or not all of it.")


def load(game: Game, path: Path) -> CheckpointPolicy:
    """The network of a checkpoint of `tenluz train`; BotFailed says why it cannot play."""
    kept = _read(path)
    try:
        version, config = kept["version"], TrainConfig.read(kept["config"])
    except Exception:
        raise BotFailed(f"{path} is not a checkpoint of Tenluz, or not all of it.") from None
    if version != VERSION:
        raise BotFailed(f"{path} is of version {version}; this Tenluz reads version {VERSION}.")
    if config.game != game.name:
        raise BotFailed(f"{path} plays {config.game}, not {game.name}.")
    _, options = config.its_game()
    encoded = encoding(game, options)
    network = Network(encoded, config.layers, 0, "cpu")
    network.load_state_dict(kept["network"])
    return CheckpointPolicy(game, network, encoded)
