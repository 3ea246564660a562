"""The course of a game at one keyboard: whose turn it is, who looks at the screen.

With one person at the table everything is told to that person. With several, the screen
belongs to all: what everybody may know is told as it happens, and a hand is shown only
after its owner has said ready, until the turn is over.
"""

import shlex
import time
from collections.abc import Sequence
from pathlib import Path

from tenluz.games.errors import GameError, NotLegal, NotUnderstood, NotYours
from tenluz.games.game import NO_SEAT, WATCHER
from tenluz.terminal.names import number_of
from tenluz.terminal.orders import Orders
from tenluz.terminal.record import write_record
from tenluz.terminal.save import is_automatic, write_save
from tenluz.terminal.screen import Left, Screen
from tenluz.terminal.table import Change, Table
from tenluz.terminal.words import Scene, Statement

KINDS: dict[type[GameError], str] = {
    NotUnderstood: "Not understood",
    NotLegal: "Not legal",
    NotYours: "Not yours",
}
INTERRUPTED = 130  # what shells expect after Ctrl-C


class Sitting:
    """People and bots at a table, from now until the game is over or they leave."""

    def __init__(
        self, table: Table, screen: Screen, save_to: Path, record_to: Path | None, pace: float
    ) -> None:
        self.table, self.screen = table, screen
        self.save_to, self.record_to, self.pace = save_to, record_to, pace
        self.looking = NO_SEAT  # with several people: whose hand may be on the screen
        self.private: dict[int, list[str]] = {seat: [] for seat in table.people}
        self.unsaved = ""  # why the game could not be saved
        self.orders = Orders(self)

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

    def scene(self) -> Scene:
        """The table as whoever reads the screen may know it."""
        return self.table.scene(self.reader)

    # --- the course -----------------------------------------------------------------------

    def run(self, fresh: bool) -> int:
        """Play to the end, or until somebody leaves; the status for the shell."""
        try:
            if fresh:
                self.screen.tell(self.table.words.opening(self.table.scene(self._told())))
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
        self.screen.tell([f"{self.table.words.title} goes on after {moves}. The last events:"])
        for change in self.table.recent:
            self._tell(change)
        for seat in range(len(self.table.seats)):
            if seat != self.table.match.seat or not self.table.match.mid_turn:
                self.mutter(seat)  # a break may have come between a move and the talk after it

    def _bot_turn(self, seat: int) -> None:
        self.screen.watch(self.table.words, self.scene())
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
        self.screen.show(words, self.scene(), self.private[seat])
        self.private[seat].clear()
        moves = self.table.moves
        while self.table.moves == moves:
            text = self.screen.ask(words.question(self.scene()))
            try:
                if not self.orders.obey(seat, text):
                    self._try_turn(seat, text)
            except GameError as error:
                self.screen.refuse(f"{KINDS.get(type(error), 'Sorry')}: {error}")
        if self.shared and self.table.match.seat != seat:
            self.looking = NO_SEAT
            self.screen.cover()

    def _attend(self, seat: int) -> None:
        """Hide what the last reader saw until this one says ready."""
        if self.shared and self.looking != seat:
            self.looking = NO_SEAT
            self.screen.cover()
            self.screen.watch(self.table.words, self.scene())
            name = self.table.seats[seat].name
            text = self.screen.ask(f"{name}, it is your turn. Enter when only you see the screen")
            if text.lower() in ("quit", "exit"):
                raise Left
            self.looking = seat

    def _try_turn(self, seat: int, text: str) -> None:
        """Make the moves that a text means, after a warning if they lose."""
        scene = self.table.scene(seat)
        moves = self.read(scene, text)
        plan = self.table.match.plan_turn(seat, moves)
        danger = self.table.words.loses(scene, plan)
        if danger and self.screen.interactive:
            if self.screen.ask(f"{danger} Play it all the same? (y or n)").lower() not in (
                "y",
                "yes",
            ):
                return
        self.play(seat, plan)

    def read(self, scene: Scene, text: str) -> Sequence[int]:
        """The moves that a text means: a number of the list, or notation."""
        words = self.table.words
        if not text:
            usual = words.usual(scene)
            if usual is None:
                raise NotUnderstood("Type a move, or ? for what is legal.")
            return [usual]
        numbered = words.numbered(scene)
        if numbered and text.isdecimal():
            if len(text) > 3 or not 1 <= int(text) <= len(numbered):
                raise NotUnderstood(f"There is no move {text}: they are 1 to {len(numbered)}.")
            return [numbered[int(text) - 1]]
        return words.read(scene, text)

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
            mine = self.table.scene(seat)
            own = words.tell_own(mine, change.before[seat], change.after[seat], change.move)
            if self.shared:
                self.private[seat] += own
                own = []
        scene = self.table.scene(self._told())
        self.screen.tell(words.tell(scene, change.before[WATCHER], change.after[WATCHER], own))

    def say(self, seat: int, statements: Sequence[Statement], *, aside: bool = False) -> None:
        """Say something to everybody. `aside`: a picture of the table shows it anyway."""
        talk = self.table.words.talk
        self.table.say(seat, statements)
        assert talk is not None
        names = self.table.scene(self._told()).names
        self.screen.tell([talk.tell(names, seat, statements)], aside=aside)

    def mutter(self, seat: int) -> None:
        """A seat that tells everything tells what is new."""
        if self.table.seats[seat].tells and self.table.words.talk is not None:
            statements = self.table.words.talk.everything(self.table.scene(seat))
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
                self.screen.refuse(f"{error} The game is not being saved.")
            self.unsaved = str(error)

    def _leave(self) -> None:
        self.save()
        if self.shared:
            self.screen.cover()
        if self.unsaved:
            self.screen.farewell(["The game is not saved."])
            return
        self.screen.farewell(
            [
                f"The game is saved in {self.save_to}.",
                f"Go on with: tenluz play --resume {shlex.quote(str(self.save_to))}",
            ]
        )

    def _end(self) -> None:
        table = self.table
        self.looking = NO_SEAT
        scenes = [table.scene(seat) for seat in range(len(table.seats))]
        self.screen.end(table.words, self.scene(), scenes)
        path = write_record(table, self.record_to)
        self.screen.farewell([f"The record of the game is in {path}."])
        if is_automatic(self.save_to):
            self.save_to.unlink(missing_ok=True)
        else:
            self.save()
