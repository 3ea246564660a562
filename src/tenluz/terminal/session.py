"""The course of a game at one keyboard: whose turn it is, who looks at the screen.

With one person at the table everything is told to that person. With several, the screen
belongs to all: what everybody may know is told as it happens, and a hand is shown only
after its owner has said ready, until the turn is over.
"""

import shlex
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tenluz.engine.errors import GameError, NotLegal, NotUnderstood, NotYours
from tenluz.engine.game import NO_SEAT, WATCHER
from tenluz.engine.table import Learnt
from tenluz.engine.types import Event, Move, Seat
from tenluz.terminal.commands import Commands
from tenluz.terminal.display import Display, Left
from tenluz.terminal.game_text import TableView
from tenluz.terminal.save import is_automatic, write_record, write_save
from tenluz.terminal.terminal_game import TerminalGame

KINDS = (NotUnderstood, NotLegal, NotYours)
INTERRUPTED = 130  # what shells expect after Ctrl-C


class Session:
    """People and bots at a table, from now until the game is over or they leave."""

    def __init__(
        self,
        game: TerminalGame,
        display: Display,
        save_to: Path,
        record_to: Path | None,
        pace: float,
    ) -> None:
        self.game, self.display = game, display
        self.text, self.say = game.text, game.text.say
        self.save_to, self.record_to, self.pace = save_to, record_to, pace
        self.looking = NO_SEAT  # with several people: whose hand may be on the screen
        self.private: dict[int, list[str]] = {seat: [] for seat in game.people}
        self.unsaved = ""  # why the game could not be saved
        self.orders = Commands(self)

    # --- readers ------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether several people share the screen."""
        return len(self.game.people) > 1

    @property
    def reader(self) -> Seat:
        """Who reads the screen now; WATCHER if it is not for one alone."""
        if self.shared:
            return self.looking if self.looking != NO_SEAT else WATCHER
        return self.game.people[0] if self.game.people else WATCHER

    @property
    def listener(self) -> Seat:
        """Whom events are told to: the one person, or everybody."""
        return WATCHER if self.shared else self.reader

    def table_view(self) -> TableView:
        """The table as whoever reads the screen may know it."""
        return self.game.table_view(self.reader)

    # --- the course -----------------------------------------------------------------------

    def run(self, fresh: bool) -> int:
        """Play to the end, or until somebody leaves; the status for the shell."""
        try:
            if fresh:
                table_view = self.game.table_view(self.listener)
                self.display.tell(self.text.opening(table_view))
                self._tell_events(table_view, self.game.news[0][self.listener])
            else:
                self._recall()
            while not self.game.match.over:
                self._let_bots_speak()
                seat = self.game.match.seat
                if self.game.seats[seat].bot:
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
        title = self.game.table.game.title
        self.display.tell([self.say("resumed", title=title, moves=self.game.moves)])
        listener = self.listener
        self._tell_events(self.game.table_view(listener), self.game.recent(listener))
        for seat in self.game.people:
            if seat != self.game.match.seat or not self.game.match.mid_turn:
                self.mutter(seat)  # a break may have come between a move and the talk after it

    def _let_bots_speak(self) -> None:
        """Before every move each bot says what it wants to say, as bots on a server do."""
        if self.game.match.mid_turn:
            return
        for at, who in enumerate(self.game.seats):
            seat = Seat(at)
            while who.bot and (said := self.game.bot_statement(seat)) is not None:
                self.make_statement(seat, said)

    def _bot_turn(self, seat: Seat) -> None:
        self.display.watch(self.text, self.table_view())
        if self.pace > 0:
            time.sleep(self.pace)
        self.play(seat, [self.game.bot_move(seat)])
        while self.game.match.mid_turn:
            self.play(seat, [self.game.bot_move(seat)])
        if not self.game.match.over:
            self.save()

    def _person_turn(self, seat: Seat) -> None:
        self.save()
        self._attend(seat)
        self.display.show(self.text, self.table_view(), self.private[seat])
        self.private[seat].clear()
        moves = self.game.moves
        while self.game.moves == moves:
            text = self.display.ask(self.text.question(self.table_view()))
            try:
                if not self.orders.obey(seat, text):
                    self._try_turn(seat, text)
            except GameError as error:
                self.display.refuse(self.refusal(error))
        if self.shared and self.game.match.seat != seat:
            self.looking = NO_SEAT
            self.display.cover()

    def refusal(self, error: GameError) -> str:
        """What was wrong, in one line: its kind, and why."""
        kind = next((kind.code for kind in KINDS if isinstance(error, kind)), NotLegal.code)
        return self.say(f"kind.{kind}", why=self.text.why(error))

    def _attend(self, seat: Seat) -> None:
        """Hide what the last reader saw until this one says ready."""
        if self.shared and self.looking != seat:
            self.looking = NO_SEAT
            self.display.cover()
            self.display.watch(self.text, self.table_view())
            name = self.game.seats[seat].name
            if self.display.ask(self.say("question.ready", name=name)).lower() in ("quit", "exit"):
                raise Left
            self.looking = seat

    def _try_turn(self, seat: Seat, text: str) -> None:
        """Make the moves that a text means, after a warning if they lose."""
        table_view = self.game.table_view(seat)
        plan = self.game.match.plan_turn(seat, self.read(table_view, text))
        warning = self.text.warning(table_view, plan)
        if warning and self.display.interactive:
            question = self.say("question.yesOrNo", question=warning)
            if self.display.ask(question).lower() not in ("y", "yes"):
                return
        self.play(seat, plan)

    def read(self, table_view: TableView, text: str) -> Sequence[Move]:
        """The moves that a text means: a number of the list, or notation."""
        if not text:
            usual = self.text.usual(table_view)
            if usual is None:
                raise self.say.error(NotUnderstood, "typed.nothing")
            return [usual]
        numbered = self.text.numbered(table_view)
        if numbered and text.isdecimal():
            if len(text) > 3 or not 1 <= int(text) <= len(numbered):
                most = len(numbered)
                raise self.say.error(NotUnderstood, "typed.noNumber", number=text, most=most)
            return [numbered[int(text) - 1]]
        try:
            return self.text.read(table_view, text)
        except NotUnderstood as error:
            if error.code != NotUnderstood.code:
                raise
            hint = self.text.typing_hint(table_view)
            raise self.say.error(NotUnderstood, "typed.unknown", text=text, hint=hint) from None

    # --- what changes the table ---------------------------------------------------------------

    def play(self, seat: Seat, moves: Sequence[Move]) -> None:
        """Make moves and tell of them."""
        for move in moves:
            self._tell(self.game.play(seat, move))
        if not self.game.match.mid_turn and not self.game.match.over:
            self.mutter(seat)

    def make_statement(self, seat: Seat, said: Any) -> None:
        """Say something to everybody."""
        self._tell(self.game.say(seat, said))

    def mutter(self, seat: Seat) -> None:
        """A person who tells everything tells what is new."""
        talk = self.text.talk
        if self.game.seats[seat].tells and talk is not None:
            for said in talk.everything(self.game.table_view(seat)):
                self.make_statement(seat, said)

    def _tell(self, learnt: Learnt) -> None:
        if self.shared:
            public = self.game.table_view(WATCHER)
            for seat in self.game.people:
                mine = self.game.table_view(seat)
                self.private[seat] += self._own_lines(mine, public, learnt)
        listener = self.listener
        self._tell_events(self.game.table_view(listener), learnt[listener])

    def _own_lines(self, mine: TableView, public: TableView, learnt: Learnt) -> list[str]:
        """What a person is told and not everybody."""
        tell = self.text.tell
        everybody = {line for event in learnt[WATCHER] for line in tell(public, event)}
        return [
            line
            for event in learnt[mine.reader]
            for line, for_all in zip(tell(mine, event), tell(public, event), strict=True)
            if for_all not in everybody
        ]

    def _tell_events(self, table_view: TableView, events: Iterable[Event]) -> None:
        self.display.tell([line for event in events for line in self.text.tell(table_view, event)])

    # --- keeping ------------------------------------------------------------------------------

    def save(self) -> None:
        """Keep the game where it is kept. If that fails the game goes on, and says so once."""
        try:
            write_save(self.game, self.save_to)
            self.unsaved = ""
        except NotUnderstood as error:
            why = self.text.why(error)
            if not self.unsaved:
                self.display.refuse(self.say("save.goesOn", why=why))
            self.unsaved = why

    def _leave(self) -> None:
        self.save()
        if self.shared:
            self.display.cover()
        if self.unsaved:
            self.display.farewell([self.say("save.not")])
            return
        command = f"tenluz play --resume {shlex.quote(str(self.save_to))}"
        self.display.farewell(
            [
                self.say("save.done", path=str(self.save_to)),
                self.say("save.resume", command=command),
            ]
        )

    def _end(self) -> None:
        game = self.game
        self.looking = NO_SEAT
        table_views = [game.table_view(Seat(seat)) for seat in range(len(game.seats))]
        self.display.end(self.text, self.table_view(), table_views)
        path = write_record(game, self.record_to)
        self.display.farewell([self.say("record.written", path=str(path))])
        if is_automatic(self.save_to):
            self.save_to.unlink(missing_ok=True)
        else:
            self.save()
