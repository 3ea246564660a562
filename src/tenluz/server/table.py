"""One live table: its log, the people looking at it, and the order of things.

A command is checked, kept on disk, and only then done and told: one at a time, so that
nobody ever sees what could still be lost. Where other workers serve the same table, their entries
are taken from the log in between (`look`), and those who are there with them are `elsewhere`.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tenluz.bots.registry import best_bot, bot_names
from tenluz.engine.errors import GameError
from tenluz.engine.game import WATCHER
from tenluz.engine.types import JsonObject, Seat
from tenluz.server.accounts import check_seen
from tenluz.server.asking import Asking
from tenluz.server.protocol import (
    Again,
    Agree,
    ByeReason,
    Command,
    Hinted,
    MakeMove,
    News,
    People,
    Say,
    SeatInfo,
    Sit,
    Told,
    Welcome,
    to_json_bytes,
)
from tenluz.server.refusals import refusal
from tenluz.server.results import keep_results
from tenluz.server.seating import Presence
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Conflict, Entry, Store, TableRow
from tenluz.server.table_log import NEXT, Actor, TableLog

NOBODY = Presence()  # who is there does not matter
PEOPLE_AFTER = 0.05  # seconds in which comings and goings are told together


class Client(Protocol):
    """Somebody who looks at a table, on one connection."""

    guest: str | None
    address: str
    viewer: Seat

    def send(self, message: bytes) -> None:
        """Put a message into this client's queue; never waits."""

    def bye(self, reason: ByeReason) -> None:
        """Say goodbye, and close."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Who is at the same table by other workers."""

    guests: frozenset[str] = frozenset()
    watchers: int = 0


class LiveTable:
    """A table in memory. Whatever happens to it goes through `do`."""

    def __init__(self, log: TableLog, store: Store, settings: ServerSettings) -> None:
        self.log = log
        self._settings = settings
        self.clients: set[Client] = set()
        self.used = time.monotonic()  # when somebody last needed it
        self.elsewhere = Elsewhere()
        self.on_change: Callable[[LiveTable], None] = lambda table: None
        self.on_people: Callable[[LiveTable], None] = lambda table: None  # who is here, who asks
        # Before it counts who is there: what other workers say of it.
        self.ask_elsewhere: Callable[[LiveTable], Awaitable[None]] | None = None
        self.hinted: dict[Seat, tuple[int, Hinted]] = {}  # the last hint of a seat, by entry
        self.asking = Asking(store)  # those who would like to sit down
        self._opened = self._turn_since = time.monotonic()
        self._gone: dict[str, float] = {}  # people who have a seat, and when they went
        self._store = store
        self._one_at_a_time = asyncio.Lock()
        self._telling_people: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        """The name of the table in links."""
        return self.log.row.id

    @property
    def shared(self) -> bool:
        """Whether other workers may serve it too."""
        return self._store.shared

    @property
    def online(self) -> set[str]:
        """The guests who are here."""
        return {client.guest for client in self.clients if client.guest} | self.elsewhere.guests

    @property
    def presence(self) -> Presence:
        """Who is here, who was a moment ago, and who keeps the others waiting."""
        now, online, log = time.monotonic(), self.online, self.log
        since = now - self._settings.away
        lately = {
            guest
            for guest in log.seating.people
            if guest not in online and self._gone.get(guest, self._opened) > since
        }
        slow = not log.over and now - self._turn_since >= self._settings.slow
        return Presence(online, lately, log.match.seat if slow else None)

    @property
    def takes_talk(self) -> bool:
        """Whether its log has room for more than the game."""
        return self.log.seq < self._settings.entries_a_table

    # --- what happens --------------------------------------------------------------------

    async def do(
        self,
        actor: Actor,
        command: Command,
        accept: Callable[[str, int], None] = lambda command, seq: None,
    ) -> None:
        """Do a command; GameError says why it is not done.

        `accept` is told the number of its entry, before everybody is told what happened. A
        command that was done before is accepted again with the same number.
        """
        who = actor.guest if actor.bot_seat is None else f"bot{actor.bot_seat}"
        key = f"{who}:{command.id}"
        # A move is asked for first: that a message is not of some type takes pydantic long to say.
        plays = isinstance(command, (MakeMove, Say))
        if not plays:
            if self.ask_elsewhere is not None:
                await self.ask_elsewhere(self)
            if isinstance(command, Sit) and actor.guest is not None:
                await check_seen(self._store, self.log, actor.guest, command.seat)
            if isinstance(command, Agree):
                await self.asking.agree(self, actor, command, accept)
                return
            if isinstance(command, Again):
                key = NEXT
        try:
            await self.add(
                key,
                lambda: self.log.check(actor, command, NOBODY if plays else self.presence),
                lambda seq: accept(command.id, seq),
                # A bot says only what is new, and has no other way to go on.
                bounded=actor.bot_seat is None,
            )
        except GameError as error:
            if error.code == "asks_first" and isinstance(command, Sit):
                self.asking.ask(self, actor, command.seat)
            raise

    async def move_seat(self, seat: Seat, holder: str, moves: int, guest: str) -> None:
        """A person goes on with another device: see Seating.move."""
        await check_seen(self._store, self.log, guest, seat)
        seating = self.log.seating
        key = f"moved:{seat}:{moves}:{guest}"
        await self.add(key, lambda: ("seat", seating.move(seat, holder, moves, guest)))

    async def add(
        self,
        key: str,
        check: Callable[[], tuple[str, JsonObject]],
        accept: Callable[[int], None] = lambda seq: None,
        *,
        bounded: bool = True,
    ) -> None:
        """Check, keep on disk, do and tell. What was done before under this key is accepted
        again; `check` gives the kind and the body of the entry."""
        most_between = self._settings.entries_a_seat if bounded else math.inf
        async with self._one_at_a_time:
            self.used = time.monotonic()
            while True:
                log = self.log
                if key in log.done:
                    accept(log.done[key])
                    return
                try:
                    kind, body = check()
                except GameError:
                    # Refused by what this worker knows: others may have written meanwhile.
                    if not self._store.shared or not await self._catch_up():
                        raise
                    continue
                log.check_room(kind, body, most_between, self._settings.entries_a_table)
                entry = Entry(log.seq + 1, key, kind, body, time.time())
                try:
                    await self._keep(entry)
                except Conflict:
                    # Another process serves this table too, or has deleted it.
                    if not await self._catch_up() and not await self._exists():
                        raise refusal("too_late") from None
                    continue
                except Exception as problem:
                    raise refusal("not_kept") from problem
                accept(entry.seq)
                self._took(entry)
                if log.over and kind == "move":
                    await self._store.mark_over(self.id, *keep_results(log))
                return

    async def _keep(self, entry: Entry) -> None:
        """Write an entry down, with all that goes with it."""
        seating, body = self.log.seating, entry.body
        if entry.kind == "next":
            row, seats = self.log.row, seating.for_next_game(body["seat"])
            new = TableRow.new(
                *(body["table"], row.game, row.options, seats, row.pace, seating.maker),
                locked=seating.locks_next_game,
            )
            await self._store.create(new, led_by=(self.id, entry))
            return
        guest = body["guest"] if body.get("change") in ("sat", "moved") else None
        newcomer = guest if guest and guest not in seating.known else None
        await self._store.append(self.id, entry, guest=newcomer)

    async def look(self) -> None:
        """Take what other workers have written since somebody last looked."""
        async with self._one_at_a_time:
            await self._catch_up()

    async def exchange(self, read: Callable[[str], Awaitable[TableLog | None]]) -> bool:
        """Take the same log anew, as names in it were changed; False if there is none any more."""
        async with self._one_at_a_time:
            log = await read(self.id)
            if log is None:
                return False
            self.log = log
            for client in self.clients:
                client.viewer = log.viewer(client.guest)
                client.send(self.welcome(client))
        self.people_changed()
        self.on_change(self)
        return True

    async def _catch_up(self) -> bool:
        """Take the entries that somebody else has written; whether there were any."""
        try:
            found = await self._store.entries(self.id, self.log.seq)
        except Exception as problem:  # the database is away
            raise refusal("not_kept") from problem
        for entry in found:
            self._took(entry)
        return bool(found)

    async def _exists(self) -> bool:
        """Whether the table has not been deleted by another worker."""
        try:
            return await self._store.exists(self.id)
        except Exception as problem:  # the database is away
            raise refusal("not_kept") from problem

    def _took(self, entry: Entry) -> None:
        """An entry is safe: make it so, and tell everybody."""
        log = self.log
        viewers = {client.viewer for client in self.clients}
        events = log.apply(entry, viewers)
        changed = entry.kind == "seat"
        if log.position == entry.seq or entry.body.get("change") == "sat":
            self._turn_since = time.monotonic()  # who only calls a bot and sends it away waits on
        seats = self.seats() if changed else None
        messages: dict[Seat, bytes] = {}
        for client in self.clients:
            viewer = log.viewer(client.guest) if changed else client.viewer
            if viewer != client.viewer:
                client.viewer = viewer
                client.send(self.welcome(client))
                continue
            message = messages.get(viewer)
            if message is None:
                told = [Told(entry.seq, events[viewer])]
                news = News(entry.seq, told, log.screen(viewer), seats)
                message = messages[viewer] = to_json_bytes(news)
            client.send(message)
        if changed:
            if entry.body["guest"]:
                self.asking.asks.taken(entry.body["seat"])
                if entry.body["guest"] not in self.online:  # with another worker, or on the way
                    self._gone[entry.body["guest"]] = time.monotonic()
            self.people_changed()  # whether it is locked, and who asks
        self.on_change(self)

    # --- who looks -----------------------------------------------------------------------

    def has_room(self, client: Client) -> bool:
        """Whether somebody new may look. Watchers are so many, and of one address fewer; whoever
        has a seat may always come to it."""
        if self.log.viewer(client.guest) >= 0:
            return True
        watching = [one.address for one in self.clients if one.viewer < 0]
        return (
            len(watching) < self._settings.connections_a_table
            and watching.count(client.address) < self._settings.watchers_an_address
        )

    def join(self, client: Client, seen: int = 0, seen_from: Seat | None = None) -> None:
        """Let a client look, and give it what it has not seen."""
        self.used = time.monotonic()
        new = client not in self.clients
        self.clients.add(client)
        client.viewer = self.log.viewer(client.guest)
        self._gone.pop(client.guest or "", None)
        same = seen_from == client.viewer and seen <= self.log.seq
        client.send(self.welcome(client, seen if same else 0))
        if new:
            self.people_changed()
        self.on_change(self)

    def part(self, client: Client) -> None:
        """A client is gone."""
        self.used = time.monotonic()
        if client in self.clients:
            self.clients.discard(client)
            if client.guest and client.guest not in self.online:
                self.asking.asks.forget(client.guest)
                if client.viewer >= 0:
                    self._gone[client.guest] = time.monotonic()
            self.people_changed()

    # --- with other workers ---------------------------------------------------------------

    def here(self) -> JsonObject | None:
        """Who is here and what they ask, for other workers; None if nobody is."""
        if not self.clients:
            return None
        guests = sorted({client.guest for client in self.clients if client.guest})
        watchers = sum(client.viewer < 0 for client in self.clients)
        return {"guests": guests, "watchers": watchers, **self.asking.asks.to_json()}

    def hear_elsewhere(self, told: Sequence[JsonObject]) -> None:
        """Who is there by other workers, and what they ask, as each of those tells it."""
        before = self.elsewhere
        guests = frozenset(guest for one in told for guest in one["guests"])
        self.elsewhere = Elsewhere(guests, sum(one["watchers"] for one in told))
        online = self.online
        for guest in before.guests - online:
            if guest in self.log.seating.people:
                self._gone[guest] = time.monotonic()
        for guest in guests:
            self._gone.pop(guest, None)
        if self.asking.hear_others(self, told) or before != self.elsewhere:
            self.people_changed()
        self.asking.seat_agreed(self)
        if before != self.elsewhere:
            self.on_change(self)  # bots may have rested

    def welcome(self, client: Client, since: int = 0) -> bytes:
        """All that a client must know to go on after entry `since`."""
        log, viewer = self.log, client.viewer
        since = max(since, log.seq - self._settings.entries_told)
        old_seat = log.seating.old_seat(client.guest)
        message = Welcome(
            table=self.id,
            game=log.game.name,
            options=log.row.options,
            you=viewer,
            old_seat=WATCHER if old_seat is None else old_seat,
            seats=self.seats(),
            watchers=self.watchers(),
            bots=bot_names(log.game),
            best_bot=best_bot(log.game),
            seq=log.seq,
            since=since,
            entries=log.told(viewer, since),
            screen=log.screen(viewer),
            yours=client.guest is not None and client.guest == log.seating.maker,
            locked=log.seating.locked,
            asks=self.asking.listed(self),
        )
        return to_json_bytes(message)

    def seats(self) -> list[SeatInfo]:
        """Who sits where, and who of them is here."""
        return self.log.seating.seats(self.online)

    def watchers(self) -> int:
        """How many look on without a seat."""
        return sum(client.viewer < 0 for client in self.clients) + self.elsewhere.watchers

    def people_changed(self) -> None:
        if self._telling_people is None:
            loop = asyncio.get_running_loop()
            self._telling_people = loop.call_later(PEOPLE_AFTER, self._tell_people)

    def _tell_people(self) -> None:
        self._telling_people = None
        if self.clients:
            people = People(
                self.seats(), self.watchers(), self.log.seating.locked, self.asking.listed(self)
            )
            message = to_json_bytes(people)
            for client in self.clients:
                client.send(message)
        self.on_people(self)
