"""A game at a table: what moves and statements do to it, and what each viewer learns from them.

One class for every place where people play: the server and the terminal keep a log of moves and
statements, and fold it through this. Knows no log, no storage, no seats' owners and no screen.
"""

from collections.abc import Iterable

from tenluz.engine.game import NO_SEAT, Game
from tenluz.engine.match import Match, Prepared
from tenluz.engine.options import Options
from tenluz.engine.plain import constant
from tenluz.engine.types import Event, JsonObject, Move, Screen, Seat, Statement, ViewRecord

Learnt = dict[Seat, list[Event]]  # by viewer: a seat, or WATCHER

# What bots are called: by their seat, or one of the rest where a person has that name.
BOT_NAMES = (
    *("Ida", "Otto", "Mila", "Leo", "Nora", "Hugo", "Vera", "Emil"),
    *("Finn", "Greta", "Iris", "Jan", "Kira", "Lars", "Maja", "Olga"),
)


class Table:
    """A match, and the views of those who look at it."""

    def __init__(
        self, game: Game, options: Options, seed: bytes | None, prepared: Prepared | None = None
    ) -> None:
        self.game = game
        self.match = Match(game, options, seed, prepared)
        self._options = constant(self.match.packed)
        self._views: dict[Seat, ViewRecord] = {}  # of the viewers told last

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    def plain_view(self, viewer: Seat) -> ViewRecord:
        """What a viewer may know now, in plain values."""
        found = self._views.get(viewer)
        if found is None:
            match = self.match
            found = self._views[viewer] = self.game.plain_view(match.packed, match.state, viewer)
        return found

    def screen(self, viewer: Seat) -> Screen:
        """The same for a screen; at the end with what is laid open then."""
        screen = self.game.screen(self._options, self.plain_view(viewer))
        if self.over:
            screen = self.game.final_screen(self.match.packed, self.match.state, screen)
        return screen

    # --- what happens ----------------------------------------------------------------------

    def deal(self, viewers: Iterable[Seat]) -> Learnt:
        """What the first deal has told these viewers. It was made with the table."""
        packed = self.match.packed
        undealt = self.game.new_state(packed)
        learnt: Learnt = {}
        for viewer in viewers:
            before = self.game.plain_view(packed, undealt, viewer)
            news = self.game.news(self._options, before, self.plain_view(viewer), None)
            learnt[viewer] = list(news)
        return learnt

    def move(self, seat: Seat, move: Move, viewers: Iterable[Seat] = ()) -> Learnt:
        """Make a move that was checked, and deal if the rules wait for it; what these viewers
        learn from both."""
        learnt: Learnt = {viewer: [] for viewer in viewers}
        before = {viewer: self.plain_view(viewer) for viewer in learnt}
        self.match.make(move)
        before = self._learn(before, learnt, seat, move)
        if self.match.undealt:
            self.match.deal()
            self._learn(before, learnt, NO_SEAT, move)
        return learnt

    def _learn(
        self, before: dict[Seat, ViewRecord], learnt: Learnt, seat: Seat, move: Move
    ) -> dict[Seat, ViewRecord]:
        """What one step has told each viewer; their views after it."""
        options, game = self._options, self.game
        after = self._views = self.match.plain_views(learnt)
        for viewer, events in learnt.items():
            own = move if viewer == seat and seat != NO_SEAT else None
            events.extend(game.news(options, before[viewer], after[viewer], own))
        return after

    # --- talk ------------------------------------------------------------------------------

    def statement(self, seat: Seat, said: Statement) -> JsonObject:
        """What a seat would say, complete and true, as a log keeps it; NotLegal if it may not.

        `said` is of the game's own type for statements.
        """
        return self.game.statement(self.match.packed, self.match.state, seat, said)

    def say(self, statement: JsonObject) -> Event:
        """Make a statement of the log, and tell what everybody hears."""
        event = self.game.say(self.match.packed, self.match.state, statement)
        self._views.clear()
        return event
