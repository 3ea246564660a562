"""The log of a table, and the table that it leads to. No storage, no clients, no clocks.

`check` says what a command would add to the log, or raises; `apply` adds it and tells each
viewer what it learns. Applying the same entries always leads to the same table.
"""

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
from pydantic import TypeAdapter, ValidationError

from tenluz.bots.registry import bot_named
from tenluz.engine import shuffle
from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NO_TALK
from tenluz.engine.game import WATCHER, Game
from tenluz.engine.table import BOT_NAMES, Learnt, Table
from tenluz.engine.types import Event, JsonObject, Records, Seat, Statement
from tenluz.server.protocol import (
    Again,
    ClearSeat,
    Command,
    GoesOn,
    HandOver,
    Leave,
    Lock,
    MakeMove,
    Remove,
    Say,
    Sit,
    Told,
)
from tenluz.server.refusals import refusal
from tenluz.server.seating import Presence, Seating, Stage
from tenluz.server.store import Entry, TableRow
from tenluz.server.table_sharding import new_name

# The one command of a table, whoever gives it, that leads on to the next: so all are led to
# the same, also by two servers at once.
NEXT = "next"
WORTH_KEEPING = 30  # entries; fewer are told again as quickly as found


@dataclass(frozen=True, slots=True)
class Actor:
    """Who gives a command: a guest, or the bot of a seat."""

    guest: str | None = None
    name: str = ""
    bot_seat: Seat | None = None


class TableLog(Table):
    """A table as its log tells it so far."""

    def __init__(self, row: TableRow) -> None:
        game = game_named(row.game)
        super().__init__(game, game.options(row.options), row.seed)
        self.row = row
        self.seating = Seating(row.seats, row.maker)
        self.stage = Stage.DEALT
        self.entries: list[Entry] = []
        self.position = 0  # the entry after which the cards last moved
        self.done: dict[str, int] = {}  # commands, and the entries they became
        # Statements and changes of each seat since a card was last played.
        self.between: Counter[Seat] = Counter()
        self._retold: dict[Seat, tuple[TableLog, list[list[Event]]]] = {}
        self._over = False

    @property
    def over(self) -> bool:
        """Whether the game has ended. Asked many times for every entry, so looked up once."""
        return self._over

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def leads_on(self) -> bool:
        """Whether the way to the next game is there."""
        return NEXT in self.done

    def viewer(self, guest: str | None) -> Seat:
        """From which seat a guest looks; WATCHER for those who have none."""
        seat = self.seating.seat_of(guest)
        return WATCHER if seat is None else seat

    # --- commands ------------------------------------------------------------------------

    def check(
        self, actor: Actor, command: Command, presence: Presence, agreed: Collection[str] = ()
    ) -> tuple[str, JsonObject]:
        """Kind and body of the entry that a command would become; GameError if it may not."""
        if isinstance(command, MakeMove):
            return "move", self._check_move(actor, command)
        if isinstance(command, Say):
            return "say", self._check_say(actor, command)
        if actor.guest is None:
            raise refusal("not_seated")
        if isinstance(command, Again):
            return "next", self._check_again(actor)
        return "seat", self._check_seat(actor.guest, actor.name, command, presence, agreed)

    def check_room(self, kind: str, body: JsonObject, of_seat: float, of_table: int) -> None:
        """Refuse what does not bring the game on where there is enough of it: a log would have no
        end. A game can always be played to its end, and lead to the next."""
        aside = kind in ("say", "seat")
        if aside and self.between[body["seat"]] >= of_seat:
            raise refusal("enough")
        if self.seq >= of_table and (
            aside or (kind == "move" and self.match.stands_still(body["move"]))
        ):
            raise refusal("enough_entries")

    def _check_seat(
        self,
        guest: str,
        name: str,
        command: Command,
        presence: Presence,
        agreed: Collection[str],
    ) -> JsonObject:
        seating = self.seating
        if isinstance(command, Sit):
            return seating.sit(guest, name, command.seat, self.stage, agreed)
        if isinstance(command, Lock):
            return seating.lock(guest, name, locked=command.locked)
        if isinstance(command, Leave):
            return self._dealt_anew(seating.leave(guest))
        if isinstance(command, ClearSeat):
            return self._dealt_anew(seating.clear(guest, command.seat, presence))
        if isinstance(command, Remove):
            return self._dealt_anew(seating.remove(guest, command.seat))
        assert isinstance(command, HandOver)
        seat = command.seat
        bot = None if command.bot is None else bot_named(self.game, command.bot).name
        bot_name = BOT_NAMES[seat]
        return seating.hand_over(guest, seat, bot, bot_name, presence, self.stage)

    def _dealt_anew(self, body: JsonObject) -> JsonObject:
        """A seat that somebody has looked through is free. Before a person's first move the cards
        are dealt anew, so that nobody else plays on with what was seen."""
        played = self.stage in (Stage.PLAYED, Stage.OVER)
        return body if played else {**body, "seed": shuffle.new_seed().hex()}

    def _check_move(self, actor: Actor, command: MakeMove) -> JsonObject:
        seat = self.playing(actor)
        if command.at > self.seq:
            raise refusal("not_yet", at=command.at)
        if command.at < self.position:
            raise refusal("too_late")
        self.match.check(seat, command.move)
        return {"seat": seat, "move": command.move}

    def _check_say(self, actor: Actor, command: Say) -> JsonObject:
        said = self.statement(self.playing(actor), _statement(self.game, command.statement))
        before: Any = self.match.state
        after = before.copy()
        self.game.say(self.match.packed, after, said)
        if after.tobytes() == before.tobytes():
            raise refusal("said_already")  # it would only make the log longer
        return said

    def _check_again(self, actor: Actor) -> JsonObject:
        seat = self.seating.seat_of(actor.guest)
        if seat is None:
            raise refusal("not_seated")
        if not self.over:
            raise refusal("not_over")
        name = self.seating.chairs[seat].name
        return {"seat": seat, "name": name, "table": new_name(beside=self.row.id)}

    def playing(self, actor: Actor) -> Seat:
        """The seat that an actor plays now."""
        if actor.bot_seat is not None:
            if self.seating.chairs[actor.bot_seat].bot is None:
                raise refusal("too_late")  # the person is back
            return actor.bot_seat
        seat = self.seating.seat_of(actor.guest)
        if seat is None:
            raise refusal("not_seated")
        if self.seating.chairs[seat].bot is not None:
            raise refusal("bot_plays")
        return seat

    # --- the fold ------------------------------------------------------------------------

    def apply(self, entry: Entry, viewers: Iterable[Seat] = ()) -> Learnt:
        """Add an entry; what each of these viewers learns from it."""
        assert entry.seq == self.seq + 1, "a log has no gaps"
        body = entry.body
        if entry.kind == "begin":
            self.seating.locked = body.get("locked", False)
            events = self.deal(viewers)
            self.position = entry.seq
        elif entry.kind == "move":
            events = self.move(body["seat"], body["move"], viewers)
            if self.seating.chairs[body["seat"]].bot is None:
                self.stage = Stage.PLAYED
            elif self.stage is Stage.DEALT:
                self.stage = Stage.BEGUN
            self.position = entry.seq
            if self.stage is Stage.PLAYED:  # else bots would move after every new deal
                self.between.clear()
        else:
            told: Event
            if entry.kind == "say":
                told = self.say(body)
            elif entry.kind == "next":
                told = GoesOn(body["seat"], body["name"], body["table"])
            else:
                told = self.seating.apply(body)
            self.between[body["seat"]] += 1
            events = {viewer: [told] for viewer in viewers}
            if "seed" in body:
                Table.__init__(self, self.game, self.match.options, bytes.fromhex(body["seed"]))
                self.position, self.stage = entry.seq, Stage.DEALT
                for viewer, dealt in self.deal(viewers).items():
                    events[viewer] += dealt
        self._over = self.match.over
        if self._over:
            self.stage = Stage.OVER
        self.entries.append(entry)
        self.done[entry.command_id] = entry.seq
        return events

    # --- what was ------------------------------------------------------------------------

    def history(self, seat: Seat) -> Records:
        """What a seat saw before every move so far, the first one first."""
        again = TableLog(self.row)
        seen = []
        for entry in self.entries:
            if entry.kind == "move":
                seen.append(again.match.view(seat))
            elif "seed" in entry.body:  # the cards were dealt anew
                seen.clear()
            again.apply(entry)
        return np.array(seen, self.game.view_type)

    def told(self, viewer: Seat, since: int) -> list[Told]:
        """All entries after `since` again, as this viewer was told them, less what the rules
        have covered up meanwhile. Those entries keep their numbers."""
        if since >= self.seq:
            return []
        again, told = self._retold.get(viewer) or (TableLog(self.row), [])
        for entry in self.entries[again.seq :]:
            told.append(again.apply(entry, (viewer,))[viewer])
        if self.seq > WORTH_KEEPING:  # so a long log is folded once, and then only what is new
            self._retold[viewer] = again, told
        kept = self.game.retell(self.match.packed, self.plain_view(viewer), told[since:])
        return [Told(since + at, events) for at, events in enumerate(kept, 1)]


@functools.cache
def _statements(kind: type[Statement]) -> TypeAdapter[Statement]:
    return TypeAdapter(kind)


def _statement(game: Game, given: Mapping[str, object]) -> Statement:
    """What a client says, as the game's own type; NotUnderstood if it is nothing of the kind."""
    if game.statement_type is None:
        raise NO_TALK.error("There is no talk in this game")
    try:
        # As JSON: a strict type takes an object from there, and no dictionary from Python.
        return _statements(game.statement_type).validate_json(orjson.dumps(given))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(["statement", *map(str, first["loc"])])
        raise refusal("no_such_message", f"{where}: {first['msg']}") from None
