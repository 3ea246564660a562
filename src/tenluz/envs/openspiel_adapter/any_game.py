"""A game in OpenSpiel that brings no part `openspiel` of its own.

Chance draws who is first, where the seed decides that at a table, then how many cards are dealt,
where chance decides that, and every one of them (`Game.ways_to_deal`). What a seat was told is the
game's own news, made from the seat's views; what it sees, the game's own screen. Tensors are the
observation of every other environment.

For games in which chance decides nothing but deals. One whose moves draw from a hidden pile, or
whose information states should be tensors too, brings its own part.
"""

import dataclasses
import functools
import json
from collections.abc import Callable
from typing import ClassVar

import pyspiel

from tenluz.engine.compiled import compiled
from tenluz.engine.game import DEAL, NO_SEAT, OVER, Game, moves_in
from tenluz.engine.types import (
    Card,
    Float32Array,
    JsonObject,
    Move,
    OptionsRecord,
    Records,
    ViewRecord,
)
from tenluz.envs.openspiel_adapter.game import Rows, TableGame
from tenluz.envs.openspiel_adapter.game_context import GameContext
from tenluz.envs.openspiel_adapter.history import ALL_SEEING, FIRST, TERMINAL, WATCHER, History
from tenluz.envs.openspiel_adapter.parameters import specification
from tenluz.envs.openspiel_adapter.state import TableState

NO_SEED = bytes(32)
UNTOLD = ("game", "seat", "moves", "refused")  # of a screen: said otherwise, or for people


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _screen_text(context: GameContext, view: ViewRecord) -> str:
    """A screen in one line."""
    shown = dataclasses.asdict(context.game.screen(context.plain, view))
    return _text({name: value for name, value in shown.items() if name not in UNTOLD})


class StepText:
    """What one step told everybody: a text for each seat, the watcher, and who sees all."""

    __slots__ = ("texts",)

    def __init__(self, texts: dict[int, str]) -> None:
        self.texts = texts

    def to(self, seat: int) -> str:
        """What somebody was told."""
        return self.texts[seat]


class AnyState(TableState):
    """A game in progress."""

    def _begin(self, context: GameContext) -> History:
        c = History(context)
        if self._drawn_first(context):
            c.waits = FIRST
        else:
            c.first = NO_SEAT if context.players > 1 else 0
            self._await_hands(c)
        return c

    @staticmethod
    def _drawn_first(context: GameContext) -> bool:
        game, options = context.game, context.options
        return context.players > 1 and game.first_from_seed(options, NO_SEED) != NO_SEAT

    def _views(self) -> dict[int, ViewRecord]:
        c = self._history
        return {
            seat: c.context.plain_view(c.record, seat)
            for seat in (WATCHER, *range(c.context.players))
        }

    def _laid_out(self, hands: tuple[bytes, ...]) -> None:
        c = self._history
        texts = {seat: _screen_text(c.context, view) for seat, view in self._views().items()}
        names = " | ".join(
            " ".join(map(c.context.game.card_name, map(Card, hand))) for hand in hands
        )
        c.events.append(StepText({**texts, ALL_SEEING: f"hands {names}; {texts[WATCHER]}"}))
        self._find_turn(c)

    def _hands_text(self, hands: tuple[bytes, ...], seat: int) -> str:
        return ""  # while they are dealt, nobody looks

    def _play(self, move: int) -> None:
        c = self._history
        game, seat = c.context.game, c.player
        before = self._views()
        scratch = c.context.scratches.mine
        scratch.bytes[:] = c.record
        _make_move(game)(scratch.o, scratch.s, move)
        c.record = scratch.bytes.tobytes()
        texts = {}
        for viewer, view in self._views().items():
            own = Move(move) if viewer == seat else None
            news = game.news(c.context.plain, before[viewer], view, own)
            texts[viewer] = "; ".join(_text(dataclasses.asdict(event)) for event in news)
        c.events.append(StepText({**texts, ALL_SEEING: texts[seat]}))
        self._find_turn(c)

    def _find_turn(self, c: History) -> None:
        """Whose turn it is, and what is legal."""
        scratch = c.context.scratches.mine
        scratch.bytes[:] = c.record
        state = scratch.s[0]
        phase = state.table.phase
        if phase == OVER:
            c.player, c.legal = TERMINAL, ()
        elif phase == DEAL:
            self._await_hands(c)
        else:
            c.player = int(state.table.seat)
            c.legal = tuple(moves_in(*c.context.game.rules.legal(scratch.o[0], state)))

    def returns(self) -> list[float]:
        """The scores, when the game is over; 0 before."""
        c = self._history
        if c.player != TERMINAL:
            return [0.0] * c.context.players
        scratch = c.context.scratches.mine
        scratch.bytes[:] = c.record
        score = c.context.game.rules.score
        return [float(score(scratch.o[0], scratch.s[0], seat)) for seat in range(c.context.players)]

    def rewards(self) -> list[float]:
        """All comes at the end."""
        return self.returns()

    def _move_name(self, player: int, move: int) -> str:
        c = self._history
        if c.player != player:
            return f"move {move}"
        view = c.context.view(c.record, player)
        return c.context.game.move_name(c.context.options.packed(), view, Move(move))


@functools.cache
def _make_move(game: Game) -> Callable[[Records, Records, int], None]:
    apply = game.rules.apply

    def make_move(o: Records, s: Records, move: int) -> None:
        apply(o[0], s[0], move)

    return compiled(make_move, made_for=game)


class _NoRows:
    """There is no tensor of all that a seat was told."""

    @staticmethod
    def blocks(game: TableGame) -> dict[str, tuple[int, ...]]:
        return {}

    @staticmethod
    def write(c: History, seat: int, out: dict[str, Float32Array]) -> None:
        """Nothing to write."""


def any_game(of: Game) -> type[TableGame]:
    """A class for OpenSpiel to register: any game of ours."""
    players = next(
        field.metadata["range"]
        for field in dataclasses.fields(of.options_type)
        if field.name == "players"
    )

    class DefaultGame(TableGame):
        """A game with its options."""

        game: ClassVar[Game] = of
        state_type: ClassVar[type[TableState]] = AnyState
        parameters: ClassVar[JsonObject] = specification(of, {}, {})
        kind: ClassVar[JsonObject] = {
            "utility": pyspiel.GameType.Utility.GENERAL_SUM,
            "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
            "min_num_players": players[0],
            "max_num_players": players[1],
            "provides_information_state_tensor": False,
            "provides_factored_observation_string": False,
        }
        actions: ClassVar[int] = of.moves_end
        rows: ClassVar[Rows] = _NoRows

        @staticmethod
        def public(o: OptionsRecord, view: ViewRecord) -> str:
            """What lies open."""
            return "" if view.table.phase == DEAL else _of(o, view)

        @staticmethod
        def private(o: OptionsRecord, view: ViewRecord) -> str:
            """What a seat sees besides."""
            return "" if view.table.phase == DEAL else _of(o, view)

        def utilities(self) -> tuple[float, float]:
            """The lowest and the highest score."""
            low, high = of.score_range(self.options)
            return float(low), float(high)

        def longest(self) -> int:
            """The most moves that a game can take."""
            return of.longest(self.options)

        def most_chance(self) -> int:
            """Who is first, how many cards there are to a hand, and every card that is dealt."""
            ways = self.context.ways
            most = (len(ways) > 1) + max(map(sum, ways))
            return 1 + of.deals(self.options) * most

    def _of(o: OptionsRecord, view: ViewRecord) -> str:
        shown = dataclasses.asdict(of.screen(o, view))
        return _text({name: value for name, value in shown.items() if name not in UNTOLD})

    return DefaultGame
