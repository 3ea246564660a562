"""Looking at a state of OpenSpiel, as a tensor and as a string.

OpenSpiel asks for an observer by what it may see: what is open to all, what is private to
one seat or to all of them, and whether it remembers (`perfect_recall`). Without memory the
string and the tensor are made from a view of the rules; with memory, from all that the seat
was told since the beginning. Nothing is ever made from a state.

While chance deals hands, a seat sees the table as it was, and strings name the cards dealt so
far; while a move waits for its cards, it sees the table as it was before that move.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from tenluz.engine.types import Float32Array, JsonObject
from tenluz.envs.openspiel_adapter.history import WATCHER, History

if TYPE_CHECKING:
    from tenluz.envs.openspiel_adapter.game import TableGame
    from tenluz.envs.openspiel_adapter.state import TableState


class Observer:
    """An observer as OpenSpiel's Python games have it: `tensor`, `dict`, and two methods.

    A tensor is made for what a player sees; other kinds of observers have strings only.
    """

    def __init__(self, game: "TableGame", kind: Any, params: JsonObject | None) -> None:
        if params:
            raise ValueError(f"There are no parameters for observing: {params} is too much.")
        self._game = game
        self._public: bool = kind.public_info
        self._private = kind.private_info
        self._remembers: bool = kind.perfect_recall
        self.tensor: Float32Array | None = None
        self.dict: dict[str, Float32Array] = {}
        if self._public and self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            self._lay_out()

    def _lay_out(self) -> None:
        """One array, and every block a part of it."""
        observation_tensor = self._game.context.observation_tensor
        shapes = {"player": (self._game.options.players,), **observation_tensor.shapes}
        if self._remembers:
            blocks = self._game.rows.blocks(self._game)
            shapes |= {f"history_{name}": shape for name, shape in blocks.items()}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size
        players = self._game.options.players
        self._observation = self.tensor[players : players + observation_tensor.size]
        self._history = {
            name.removeprefix("history_"): block
            for name, block in self.dict.items()
            if name.startswith("history_")
        }

    def set_from(self, state: "TableState", player: int) -> None:
        """Let the tensor show a state as a player sees it."""
        if self.tensor is None:
            return
        game_history = state.game_history
        self.tensor.fill(0.0)
        self.dict["player"][player] = 1.0
        if game_history.record != game_history.context.undealt:
            game_history.context.see(game_history.record, player, self._observation)
        if self._remembers:
            self._game.rows.write(game_history, player, self._history)

    def string_from(self, state: "TableState", player: int) -> str:
        """A state as a player sees it, in words."""
        game_history = state.game_history
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            if self._remembers and self._public:
                return str(state)
            seats = tuple(range(game_history.context.players))
        else:
            seats = () if self._private == pyspiel.PrivateInfoType.NONE else (player,)
        if self._remembers and self._public:
            texts = [game_history.text_for(*seats or (WATCHER,))]
        elif self._remembers:
            texts = [game_history.private_text(seat) for seat in seats]
        else:
            texts = [self._observation_text(game_history, seat) for seat in seats]
            if self._public:
                view = game_history.context.plain_view(game_history.record, WATCHER)
                texts.insert(0, self._game.public(game_history.context.plain, view))
        texts += [state.being_dealt(seat) for seat in seats]
        return "; ".join(text for text in texts if text)

    def _observation_text(self, game_history: History, seat: int) -> str:
        """What a seat alone sees."""
        text = self._game.private(
            game_history.context.plain, game_history.context.plain_view(game_history.record, seat)
        )
        return f"seat {seat}, {text}" if text else ""
