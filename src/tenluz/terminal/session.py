"""The course of a game at one keyboard: whose turn it is, who looks at the screen.

With one person at the table everything is told to that person. With several, the screen
belongs to all: what everybody may know is told as it happens, and a hand is shown only
after its owner has said ready, until the turn is over.
"""

import shlex
import time
from collections.abc import Sequence
from pathlib import Path

from tenluz.engine import types
from tenluz.engine.errors import GameError, NotLegal, NotUnderstood, NotYours
from tenluz.engine.game import NO_SEAT, WATCHER
from tenluz.terminal.commands import Commands
from tenluz.terminal.display import Display, Left
from tenluz.terminal.game_text import Statement, TableView
from tenluz.terminal.names import number_of
from tenluz.terminal.record import write_record
from tenluz.terminal.save import is_automatic, write_save
from tenluz.terminal.table import Change, Table

KINDS: dict[type[GameError], str] = {
    NotUnderstood: "Not understood",
    NotLegal: "Not legal",
    NotYours: "Not yours",
}
INTERRUPTED = 130  # what shells expect after Ctrl-C


class Session:
    """People and bots at a table, from now until the game is over or they leave."""

    def __init__(
        self, table: Table, display: Display, save_to: Path, record_to: Path | None, pace: float
    ) -> None:
        self.table, self.display = table, display
        self.save_to, self.record_to, self.pace = save_to, record_to, pace
        self.looking: int = NO_SEAT  # with several people: whose hand may be on the screen
        self.private: dict[int, list[str]] = {seat: [] for seat in table.people}
        self.unsaved = ""  # why the game could not be saved
        self.orders = Commands(self)

    # --- readers ------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether several people share the screen."""
        return len(self.table.people) > 1

    @property
    def reader(self) -> int:
        """Who reads the screen now; WATCHER if it is not for one alone."""
        if self.shared:
            return self.looking if self.looking != NO_SEAT else WATCHER
        return self.table.people[0] if self.table.people else WATCHER

    def table_view(self) -> TableView:
        """The table as whoever reads the screen may know it."""
        return self.table.table_view(self.reader)

    # --- the course -----------------------------------------------------------------------

    def run(self, fresh: bool) -> int:
        """Play to the end, or until somebody leaves; the status for the shell."""
        try:
            if fresh:
                self.display.tell(self.table.words.opening(self.table.table_view(self._told())))
                for seat in range(len(self.table.seats)):
                    self.mutter(seat)
            else:
                self._recall()
            while not self.table.match.over:
                seat = self.table.match.seat
                if self.table.seats[seat].bot:
                    self._bot_turn(seat)
                else:
                    self._person_turn(seat)
            self._end()
        except Left:
            self._leave()
        except KeyboardInterrupt:
            print()
            self._leave()
            return INTERRUPTED
        return 0

    def _recall(self) -> None:
        """Tell whoever comes back what happened last."""
        moves = number_of(self.table.moves, "move")
        self.display.tell([f"{self.table.words.title} goes on after {moves}. The last events:"])
        for change in self.table.recent:
            self._tell(change)
        for seat in range(len(self.table.seats)):
            if seat != self.table.match.seat or not self.table.match.mid_turn:
                self.mutter(seat)  # a break may have come between a move and the talk after it

    def _bot_turn(self, seat: int) -> None:
        self.display.watch(self.table.words, self.table_view())
        if self.pace > 0:
            time.sleep(self.pace)
        self.play(seat, [self.table.bot_move(seat)])
        while self.table.match.mid_turn:
            self.play(seat, [self.table.bot_move(seat)])
        if not self.table.match.over:
            self.save()

    def _person_turn(self, seat: int) -> None:
        words = self.table.words
        self.save()
        self._attend(seat)
        self.display.show(words, self.table_view(), self.private[seat])
        self.private[seat].clear()
        moves = self.table.moves
        while self.table.moves == moves:
            text = self.display.ask(words.question(self.table_view()))
            try:
                if not self.orders.obey(seat, text):
                    self._try_turn(seat, text)
            except GameError as error:
                self.display.refuse(f"{KINDS.get(type(error), 'Sorry')}: {error}")
        if self.shared and self.table.match.seat != seat:
            self.looking = NO_SEAT
            self.display.cover()

    def _attend(self, seat: int) -> None:
        """Hide what the last reader saw until this one says ready."""
        if self.shared and self.looking != seat:
            self.looking = NO_SEAT
            self.display.cover()
            self.display.watch(self.table.words, self.table_view())
            name = self.table.seats[seat].name
            text = self.display.ask(f"{name}, it is your turn. Enter when only you see the screen")
            if text.lower() in ("quit", "exit"):
                raise Left
            self.looking = seat

    def _try_turn(self, seat: int, text: str) -> None:
        """Make the moves that a text means, after a warning if they lose."""
        table_view = self.table.table_view(seat)
        moves = self.read(table_view, text)
        plan = self.table.match.plan_turn(types.Seat(seat), [types.Move(move) for move in moves])
        danger = self.table.words.loses(table_view, plan)
        if danger and self.display.interactive:
            if self.display.ask(f"{danger} Play it all the same? (y or n)").lower() not in (
                "y",
                "yes",
            ):
                return
        self.play(seat, plan)

    def read(self, table_view: TableView, text: str) -> Sequence[int]:
        """The moves that a text means: a number of the list, or notation."""
        words = self.table.words
        if not text:
            usual = words.usual(table_view)
            if usual is None:
                raise NotUnderstood("Type a move, or ? for what is legal.")
            return [usual]
        numbered = words.numbered(table_view)
        if numbered and text.isdecimal():
            if len(text) > 3 or not 1 <= int(text) <= len(numbered):
                raise NotUnderstood(f"There is no move {text}: they are 1 to {len(numbered)}.")
            return [numbered[int(text) - 1]]
        return words.read(table_view, text)

    # --- what changes the table ---------------------------------------------------------------

    def play(self, seat: int, moves: Sequence[int]) -> None:
        """Make moves and tell of them."""
        for move in moves:
            for change in self.table.play(seat, move):
                self._tell(change)
        if not self.table.match.mid_turn and not self.table.match.over:
            self.mutter(seat)

    def _told(self) -> int:
        """Whom events are told to: the one person, or everybody."""
        return WATCHER if self.shared else self.reader

    def _tell(self, change: Change) -> None:
        words, seat = self.table.words, change.seat
        own: list[str] = []
        if seat in self.table.people:
            mine = self.table.table_view(seat)
            own = words.tell_own(mine, change.before[seat], change.after[seat], change.move)
            if self.shared:
                self.private[seat] += own
                own = []
        table_view = self.table.table_view(self._told())
        self.display.tell(
            words.tell(table_view, change.before[WATCHER], change.after[WATCHER], own)
        )

    def say(self, seat: int, statements: Sequence[Statement], *, aside: bool = False) -> None:
        """Say something to everybody. `aside`: a picture of the table shows it anyway."""
        talk = self.table.words.talk
        self.table.say(seat, statements)
        assert talk is not None
        names = self.table.table_view(self._told()).names
        self.display.tell([talk.tell(names, seat, statements)], aside=aside)

    def mutter(self, seat: int) -> None:
        """A seat that tells everything tells what is new."""
        if self.table.seats[seat].tells and self.table.words.talk is not None:
            statements = self.table.words.talk.everything(self.table.table_view(seat))
            if statements:
                self.say(seat, statements, aside=True)

    # --- keeping ------------------------------------------------------------------------------

    def save(self) -> None:
        """Keep the table where it is kept. If that fails the game goes on, and says so once."""
        try:
            write_save(self.table, self.save_to)
            self.unsaved = ""
        except NotUnderstood as error:
            if not self.unsaved:
                self.display.refuse(f"{error} The game is not being saved.")
            self.unsaved = str(error)

    def _leave(self) -> None:
        self.save()
        if self.shared:
            self.display.cover()
        if self.unsaved:
            self.display.farewell(["The game is not saved."])
            return
        self.display.farewell(
            [
                f"The game is saved in {self.save_to}.",
                f"Go on with: tenluz play --resume {shlex.quote(str(self.save_to))}",
            ]
        )

    def _end(self) -> None:
        table = self.table
        self.looking = NO_SEAT
        table_views = [table.table_view(seat) for seat in range(len(table.seats))]
        self.display.end(table.words, self.table_view(), table_views)
        path = write_record(table, self.record_to)
        self.display.farewell([f"The record of the game is in {path}."])
        if is_automatic(self.save_to):
            self.save_to.unlink(missing_ok=True)
        else:
            self.save()
