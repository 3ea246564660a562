"""The course of a table: a fold over its log. No storage, no clients, no clocks.

`check` says what a command would add to the log, or raises; `apply` adds it and tells each
viewer what it learns. Applying the same entries always leads to the same table.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from tenluz.games.catalogue import game_named
from tenluz.games.errors import NotUnderstood
from tenluz.games.game import WATCHER, Event, Look
from tenluz.games.plain import constant
from tenluz.match import Match
from tenluz.server import refusals
from tenluz.server.homes import new_name
from tenluz.server.protocol import (
    Again,
    Command,
    GoesOn,
    HandOver,
    Leave,
    MakeMove,
    Say,
    Sit,
    Told,
)
from tenluz.server.seating import Seating
from tenluz.server.store import Entry, TableRow

BOT_NAMES = ("Ida", "Otto", "Mila", "Leo", "Nora")  # by seat


@dataclass(frozen=True, slots=True)
class Actor:
    """Who gives a command: a guest, or the bot of a seat."""

    guest: str | None = None
    name: str = ""
    bot_seat: int | None = None


class Course:
    """A table as its log tells it so far."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game = game_named(row.game)
        self.match = Match(self.game, self.game.options(row.options), row.seed)
        self._options = constant(self.match.packed)
        self.seating = Seating(row.seats)
        self.entries: list[Entry] = []
        self.position = 0  # the entry after which the cards last moved
        self.done: dict[str, int] = {}  # commands, and the entries they became
        self._looks: dict[int, Look] = {}  # of the viewers told last

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    def viewer(self, guest: str | None) -> int:
        """From which seat a guest looks; WATCHER for those who have none."""
        seat = self.seating.seat_of(guest)
        return WATCHER if seat is None else seat

    def look(self, viewer: int) -> Look:
        """What a viewer may know now."""
        found = self._looks.get(viewer)
        if found is None:
            match = self.match
            found = self._looks[viewer] = self.game.look(match.packed, match.state, viewer)
        return found

    def sight(self, viewer: int) -> Any:
        """The same for a screen."""
        return self.game.sight(self._options, self.look(viewer))

    # --- commands ------------------------------------------------------------------------

    def check(
        self, actor: Actor, command: Command, online: Collection[str]
    ) -> tuple[str, dict[str, Any]]:
        """Kind and body of the entry that a command would become; GameError if it may not."""
        if isinstance(command, MakeMove):
            return "move", self._check_move(actor, command)
        if isinstance(command, Say):
            match = self.match
            seat = self._playing(actor)
            return "say", self.game.statement(
                match.packed, match.state, seat, command.kind, command.world, command.to
            )
        if actor.guest is None:
            raise refusals.not_seated()
        if isinstance(command, Again):
            return "next", self._check_again(actor)
        seating = self.seating
        if isinstance(command, Sit):
            return "seat", seating.sit(actor.guest, actor.name, command.seat)
        if isinstance(command, Leave):
            return "seat", seating.leave(actor.guest)
        assert isinstance(command, HandOver)
        name = BOT_NAMES[command.seat]
        return "seat", seating.hand_over(actor.guest, command.seat, command.bot, name, online)

    def _check_move(self, actor: Actor, command: MakeMove) -> dict[str, Any]:
        seat = self._playing(actor)
        if command.at > self.seq:
            raise NotUnderstood(f"There is no entry {command.at} yet.", "not_yet", at=command.at)
        if command.at < self.position:
            raise refusals.moved_on()
        match = self.match
        if not match.over and match.seat != seat:
            raise refusals.not_your_turn(match.seat)
        if match.over or not match.allows(command.move):
            raise self.game.why_not(match.packed, match.view(seat), command.move)
        return {"seat": seat, "move": command.move}

    def _check_again(self, actor: Actor) -> dict[str, Any]:
        seat = self.seating.seat_of(actor.guest)
        if seat is None:
            raise refusals.not_seated()
        if not self.over:
            raise refusals.not_over()
        name = self.seating.chairs[seat].name
        return {"seat": seat, "name": name, "table": new_name(beside=self.row.id)}

    def _playing(self, actor: Actor) -> int:
        """The seat that an actor plays now."""
        if actor.bot_seat is not None:
            if self.seating.chairs[actor.bot_seat].bot is None:
                raise refusals.moved_on()  # the person is back
            return actor.bot_seat
        seat = self.seating.seat_of(actor.guest)
        if seat is None:
            raise refusals.not_seated()
        if self.seating.chairs[seat].bot is not None:
            raise refusals.bot_plays()
        return seat

    # --- the fold ------------------------------------------------------------------------

    def apply(self, entry: Entry, viewers: Iterable[int] = ()) -> dict[int, list[Event]]:
        """Add an entry; what each of these viewers learns from it."""
        assert entry.seq == self.seq + 1, "a log has no gaps"
        body = entry.body
        events: dict[int, list[Event]] = {viewer: [] for viewer in viewers}
        if entry.kind == "begin":
            self._begin(events)
            self.position = entry.seq
        elif entry.kind == "move":
            self._move(body["seat"], body["move"], events)
            self.position = entry.seq
        else:
            if entry.kind == "say":
                told = self.game.say(self.match.packed, self.match.state, body)
                self._looks.clear()
            elif entry.kind == "next":
                told = GoesOn(body["seat"], body["name"], body["table"])
            else:
                told = self.seating.apply(body)
            for its_events in events.values():
                its_events.append(told)
        self.entries.append(entry)
        self.done[entry.command_id] = entry.seq
        return events

    def _begin(self, events: dict[int, list[Event]]) -> None:
        packed = self.match.packed
        undealt = self.game.new_state(packed)
        for viewer, its_events in events.items():
            before = self.game.look(packed, undealt, viewer)
            its_events.extend(self.game.news(self._options, before, self.look(viewer), None))

    def _move(self, seat: int, move: int, events: dict[int, list[Event]]) -> None:
        before = {viewer: self.look(viewer) for viewer in events}
        self.match.make(move)
        before = self._learn(before, events, seat, move)
        if self.match.undealt:
            self.match.deal()
            self._learn(before, events, WATCHER, move)

    def _learn(
        self, before: dict[int, Look], events: dict[int, list[Event]], seat: int, move: int
    ) -> dict[int, Look]:
        """What one step has told each viewer; their looks after it."""
        options, game = self._options, self.game
        after = self._looks = game.looks(self.match.packed, self.match.state, events)
        for viewer, its_events in events.items():
            own = move if viewer == seat and seat != WATCHER else None
            its_events.extend(game.news(options, before[viewer], after[viewer], own))
        return after

    # --- what was ------------------------------------------------------------------------

    def told(self, viewer: int, since: int) -> list[Told]:
        """All entries after `since` again, as this viewer was told them, less what the rules
        have covered up meanwhile. Those entries keep their numbers."""
        if since >= self.seq:
            return []
        again = Course(self.row)
        told = []
        for entry in self.entries:
            viewers = (viewer,) if entry.seq > since else ()
            events = again.apply(entry, viewers)
            if viewers:
                told.append(events[viewer])
        kept = self.game.still_told(self.match.packed, self.look(viewer), told)
        return [Told(since + at, events) for at, events in enumerate(kept, 1)]
