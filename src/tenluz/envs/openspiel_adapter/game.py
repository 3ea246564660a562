"""A game of OpenSpiel for every game of ours: its sizes, its states, its observers."""

from typing import Any, ClassVar

import pyspiel

from tenluz.engine.game import Game
from tenluz.envs.openspiel_adapter.game_context import context
from tenluz.envs.openspiel_adapter.observer import Observer
from tenluz.envs.openspiel_adapter.parameters import game_type, read_options, shortest


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, agreed by parameters."""

    # What each game adds.
    game: ClassVar[Game]
    state_type: ClassVar[Any]
    parameters: ClassVar[dict[str, Any]]  # with their defaults
    kind: ClassVar[dict[str, Any]]  # what sort of game it is, in OpenSpiel's words
    actions: ClassVar[int]  # how many different moves there are
    public: ClassVar[Any]  # (o, view) -> what everybody sees, in words
    private: ClassVar[Any]  # (o, view) -> what a seat sees besides, in words
    rows: ClassVar[Any]  # the module that writes what a seat was told as numbers

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = {**self.parameters, **(parameters or {})}
        self.options = read_options(self.game, given)
        self.context = context(self.game.name, self.options)
        self._agree(given)
        least, most = self.utilities()
        information = pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=max(*self.context.deck, self.options.players - 1) + 1,
            num_players=self.options.players,
            min_utility=least,
            max_utility=most,
            max_game_length=self.longest(),
        )
        kind = game_type(type(self), **self._kind())
        super().__init__(kind, information, shortest(self.parameters, given))

    # --- what each game adds -----------------------------------------------------------

    def _agree(self, given: dict[str, Any]) -> None:
        """Read the parameters that are no options of the rules."""

    def _kind(self) -> dict[str, Any]:
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

    def new_initial_state(self) -> Any:
        """A game before its first card."""
        return self.state_type(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most that chance decides in a game."""
        return self.most_chance()

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """Somebody who looks at states: see observer.py."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind, params)
