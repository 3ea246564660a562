"""A game of OpenSpiel for every game of ours: its sizes, its states, its observers."""

from typing import Any, ClassVar, Protocol

import pyspiel

from tenluz.engine.game import Game
from tenluz.engine.types import Float32Array, JsonObject
from tenluz.envs.openspiel_adapter.game_context import context
from tenluz.envs.openspiel_adapter.history import History
from tenluz.envs.openspiel_adapter.observer import Observer
from tenluz.envs.openspiel_adapter.parameters import game_type, read_options, shortest
from tenluz.envs.openspiel_adapter.state import TableState


class Rows(Protocol):
    """What writes as numbers what a seat was told: a module of a game."""

    def blocks(self, game: "TableGame", /) -> dict[str, tuple[int, ...]]:
        """The blocks and their shapes."""
        ...

    def write(self, c: History, seat: int, out: dict[str, Float32Array], /) -> None:
        """Write what a seat was told. The blocks are zero before."""
        ...


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, agreed by parameters."""

    # What each game adds.
    game: ClassVar[Game]
    state_type: ClassVar[type[TableState]]
    parameters: ClassVar[JsonObject]  # with their defaults
    kind: ClassVar[JsonObject]  # what sort of game it is, in OpenSpiel's words
    actions: ClassVar[int]  # how many different moves there are
    rows: ClassVar[Rows]
    options: Any  # of the game's own type

    def __init__(self, parameters: JsonObject | None = None) -> None:
        given = {**self.parameters, **(parameters or {})}
        self.options = read_options(self.game, given)
        self.context = context(self.game.name, self.options)
        self._agree(given)
        least, most = self.utilities()
        information = pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=1
            + max(*self.context.deck, self.options.players - 1, len(self.context.ways) - 1),
            num_players=self.options.players,
            min_utility=least,
            max_utility=most,
            max_game_length=self.longest(),
        )
        kind = game_type(type(self), **self._kind())
        super().__init__(kind, information, shortest(self.parameters, given))

    # --- what each game adds -----------------------------------------------------------

    @staticmethod
    def public(o: Any, view: Any, /) -> str:
        """What everybody sees, in words, from plain options and a plain view."""
        raise NotImplementedError

    @staticmethod
    def private(o: Any, view: Any, /) -> str:
        """What a seat sees besides."""
        raise NotImplementedError

    def _agree(self, given: JsonObject) -> None:
        """Read the parameters that are no options of the rules."""

    def _kind(self) -> JsonObject:
        """What sort of game these options make it, where that differs."""
        return {}

    def utilities(self) -> tuple[float, float]:
        """The least and the most that a player can win."""
        raise NotImplementedError

    def longest(self) -> int:
        """The most moves that a game can take."""
        raise NotImplementedError

    def most_chance(self) -> int:
        """The most that chance decides in a game."""
        raise NotImplementedError

    # --- OpenSpiel's names ---------------------------------------------------------------

    def new_initial_state(self) -> TableState:
        """A game before its first card."""
        return self.state_type(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most that chance decides in a game."""
        return self.most_chance()

    def make_py_observer(
        self, iig_obs_type: object = None, params: JsonObject | None = None
    ) -> Observer:
        """Somebody who looks at states: see observer.py."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind, params)
