"""Several servers on one PostgreSQL, many tables of people and bots, and everything goes wrong:
servers are killed and stopped, connections cut, PostgreSQL restarts, notifications are lost.

People come back by whichever server answers, and say again what was not answered. Afterwards
every acknowledged move is in the log once, no client has seen a gap or a card that is hidden from
its seat, every game passes `tenluz check`, and no table is stuck.
"""

import asyncio
import itertools
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.exceptions import WebSocketException

from tenluz.engine.types import Seat
from tenluz.lab.checking import check
from tenluz.server.app import server
from tenluz.server.protocol import News, Told, to_json_bytes
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Entry, TableRow
from tenluz.server.table_log import TableLog
from tenluz.server.wakeups import Wakeups
from tests.server.hidden_cards import Heard, told_too_much
from tests.server.player import Guest, Player, run
from tests.server.private_postgres import PrivatePostgres, private_postgres
from tests.server.running import Killable

SMALL = {"players": 3, "hand": 4, "deals": 1}
SILENT = 3.0  # seconds after which somebody tries another server
LOST = 0.3  # of all notifications
LOOKED_THROUGH = 500  # of all that somebody heard at one table: a few milliseconds each
TO_THE_END = 90.0  # seconds for the games that are on when the trouble ends
STOPPED = 2.0  # seconds that a server stands still


def serve_badly(settings: ServerSettings) -> None:
    """A server that loses some of what it would tell the others."""
    send = Wakeups._send

    async def send_some(self: Wakeups, line: Any) -> None:
        for waiting in self._to_tell.values():
            waiting -= {name for name in waiting if random.random() < LOST}
        await send(self, line)

    Wakeups._send = send_some  # type: ignore[method-assign]
    server(settings).run()


class World:
    """The servers, and what happens to them."""

    def __init__(
        self,
        folder: Path,
        postgres: PrivatePostgres,
        workers: int,
        target: Callable[[ServerSettings], None] = serve_badly,
    ) -> None:
        self.database = postgres.database_of(folder)
        self.postgres = postgres
        self.servers = [
            Killable(
                folder / str(number),
                target=target,
                database=self.database,
                gone=1.0,
                look=0.5,
                pace=0.05,
            )
            for number in range(workers)
        ]
        self.happened: dict[str, int] = {}
        self.over = asyncio.Event()

    def some_address(self, choice: random.Random) -> str:
        return choice.choice(self.servers).address

    async def trouble(self, seconds: float, choice: random.Random) -> None:
        """One thing after the other, each at least once, until the time is up."""
        end = time.monotonic() + seconds
        kinds = [self.kill, self.cut, self.stop, self.restart]
        for number in itertools.count():
            if number >= len(kinds) and time.monotonic() > end:
                break
            await asyncio.sleep(choice.uniform(0.3, 1.0))
            what = kinds[number] if number < len(kinds) else choice.choice([*kinds[:3]] * 5 + kinds)
            await what(choice.choice(self.servers))
            self.happened[what.__name__] = self.happened.get(what.__name__, 0) + 1
        self.over.set()

    async def kill(self, one: Killable) -> None:
        await asyncio.to_thread(one.kill)
        await asyncio.to_thread(one.start)

    async def stop(self, one: Killable) -> None:
        os.kill(one.number, signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        os.kill(one.number, signal.SIGCONT)

    async def cut(self, one: Killable) -> None:
        await asyncio.to_thread(self.postgres.cut_connections, self.database)

    async def restart(self, one: Killable) -> None:
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.to_thread(self.postgres.start)


class Person:
    """Somebody who plays game after game at the tables that one leads to, come what may."""

    def __init__(self, world: World, guest: Guest, table: str, seat: int, begun: set[str]) -> None:
        self.world, self.guest, self.table, self.seat = world, guest, table, seat
        self.begun = begun  # tables to which one of those who play together has gone on
        self.choice = random.Random(f"{table} {seat}")
        self.seen, self.led = 0, ""  # entries of this game, and the table of the next one
        self.pending: dict[str, Any] | None = None
        self.accepted: dict[tuple[str, str], int] = {}  # table and command, and the entry
        self.heard: dict[str, Heard] = {}  # at each table
        self.games = 0
        self.asked, self.longest = 0.0, 0.0  # when, and how long until that was answered
        self.done = False

    def __repr__(self) -> str:
        return f"seat {self.seat} of {self.table} after {self.seen}, about to say {self.pending}"

    async def play(self) -> None:
        """Until the trouble is over, and then to the end of that game."""
        while True:
            next_table = await self._game()
            self.games += 1
            if self.world.over.is_set() and next_table not in self.begun:
                self.done = True
                return
            self.begun.add(next_table)
            self.table = next_table

    async def _game(self) -> str:
        """Play a game; the table of the next one."""
        self.seen, self.pending, self.led = 0, None, ""
        while True:
            player = None
            try:
                self.guest.address = self.world.some_address(self.choice)
                async with asyncio.timeout(SILENT):
                    player = await self.guest.at(self.table, seen=self.seen, you=self.seat)
                welcome = player.messages[-1]
                assert player.you == self.seat
                assert welcome["since"] == self.seen, "it knows what another had told"
                return await self._sit_there(player)
            except (WebSocketException, OSError, EOFError):  # (a TimeoutError is one, too)
                await asyncio.sleep(0.05)
            finally:
                if player is not None:
                    player.socket.transport.abort()
                    heard = self.heard.setdefault(self.table, Heard())
                    for message in player.messages:
                        heard.note(message)

    async def _sit_there(self, player: Player) -> str:
        if self.pending is not None:
            await player.send(self.pending)
        while True:
            self.seen = player.seq
            for event in itertools.chain(*player.entries.values()):
                self.led = event.get("table", self.led)  # also what an earlier connection told
            if self.pending is None:
                if self.led:
                    return self.led
                if player.over:
                    self.pending = {"type": "again", "id": f"again{self.seen}"}
                elif player.screen["moves"]:
                    move = player.some_move(self.choice)
                    name = f"m{self.seat}x{self.seen}"
                    self.pending = {"type": "move", "id": name, "at": self.seen, "move": move}
                if self.pending is not None:
                    self.asked = time.monotonic()
                    await player.send(self.pending)
            async with asyncio.timeout(SILENT):
                heard = await player.hear()
            if heard["type"] == "accepted":
                self.longest = max(self.longest, time.monotonic() - self.asked)
                if self.pending is not None and self.pending["type"] == "move":
                    place = self.table, heard["id"]
                    assert self.accepted.setdefault(place, heard["seq"]) == heard["seq"]
                self.pending = None
                async with asyncio.timeout(SILENT):
                    await player.until_seq(heard["seq"])
            elif heard["type"] == "refused":
                assert heard["kind"] == "not_kept", heard
                await asyncio.sleep(0.1)
                await player.send(self.pending)


@pytest.mark.parametrize(
    ("workers", "tables", "seconds"),
    [(4, 12, 60), pytest.param(4, 200, 600, marks=pytest.mark.soak)],
)
def test_whatever_happens(workers: int, tables: int, seconds: float, tmp_path: Path) -> None:
    postgres = private_postgres()
    postgres.require_ours()
    people: list[Person] = []

    async def story() -> None:
        world = World(tmp_path, postgres, workers)
        try:
            await asyncio.gather(*(asyncio.to_thread(one.start) for one in world.servers))
            for number in range(tables):
                people.extend(await at_a_table(world, number))
            playing = asyncio.gather(*(person.play() for person in people))
            await world.trouble(seconds, random.Random(tables))
            ended, _ = await asyncio.wait({playing}, timeout=TO_THE_END)
            if not ended:
                stuck = [person for person in people if not person.done]
                pytest.fail(f"stuck: {stuck}")
            await playing
            assert world.happened.keys() == {"kill", "cut", "stop", "restart"}
            await all_is_well(world, people)
        finally:
            for one in world.servers:
                one.kill()

    run(story())


async def at_a_table(world: World, number: int) -> list[Person]:
    """One or two people, each by another server, with bots."""
    addresses = [one.address for one in world.servers]
    ana = Guest(addresses[number % len(addresses)], "Ana")
    table = ana.make_table(
        "luz", "me free rules" if number % 3 else "me rules rules", options=SMALL
    )
    begun: set[str] = set()
    people = [Person(world, ana, table, 0, begun)]
    if number % 3:
        ben = Guest(addresses[(number + 1) % len(addresses)], "Ben")
        sitting = await ben.at(table)
        assert (await sitting.command("sit", seat=1))["type"] == "accepted"
        sitting.socket.transport.abort()
        people.append(Person(world, ben, table, 1, begun))
    return people


async def all_is_well(world: World, people: list[Person]) -> None:
    logs: dict[str, list[Any]] = {}
    for row in world.postgres.execute(
        world.database, "select table_id, seq, command_id, kind from log order by table_id, seq"
    ):
        logs.setdefault(row["table_id"], []).append(row)
    for rows in logs.values():
        assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
        assert len({row["command_id"] for row in rows}) == len(rows)
    kept = {
        (table, row["command_id"].rpartition(":")[2]): row["seq"]
        for table, rows in logs.items()
        for row in rows
        if not row["command_id"].startswith("bot")
    }
    acknowledged = {place: seq for person in people for place, seq in person.accepted.items()}
    assert acknowledged, "somebody has moved"
    assert acknowledged.items() <= kept.items()
    assert all(person.games for person in people)
    look_for_hidden_cards(world, people)
    # Each game that led on to another was played to its end, by the rules.
    ended = [table for table, rows in logs.items() if rows[-1]["kind"] == "next"]
    assert len(ended) >= len({person.table for person in people})
    asking = Guest(world.servers[0].address)
    for table in ended:
        found = asking.http.get(f"/api/tables/{table}/record")
        assert found.status_code == 200, found.text
        assert check(orjson.dumps(found.json()).decode())["ok"]


def look_for_hidden_cards(world: World, people: list[Person]) -> None:
    """Nobody was told what their seat may not know, whichever server they were with."""
    heard = [(table, person.seat, one) for person in people for table, one in person.heard.items()]
    chosen = random.Random(1).sample(heard, min(LOOKED_THROUGH, len(heard)))
    tables = {table for table, _, _ in chosen}
    named = ", ".join(f"'{table}'" for table in tables)
    entries: dict[str, list[Entry]] = {table: [] for table in tables}
    asked = f"select * from log where table_id in ({named}) order by table_id, seq"
    for row in world.postgres.execute(world.database, asked):
        kept = {**row, "body": orjson.loads(row["body"])}
        entries[kept.pop("table_id")].append(Entry(**kept))
    rows = {}
    for row in world.postgres.execute(
        world.database, f"select * from tables where id in ({named})"
    ):
        kept = {**row, "options": orjson.loads(row["options"]), "seats": orjson.loads(row["seats"])}
        rows[kept["id"]] = TableRow(**kept)
    assert sum(len(one.screens) for _, _, one in chosen) > len(people), "they have heard something"
    for table, seat, one in chosen:
        assert told_too_much(rows[table], entries[table], Seat(seat), one) == []


def test_a_hidden_card_would_be_found() -> None:
    """By what finds none above: a screen of another seat, or news of it, is told too much."""
    row = TableRow.new("x", "luz", {**SMALL}, [{}, {}, {}], 0.0)
    log, heard, wrong, news = TableLog(row), Heard(), Heard(), Heard()
    choice = random.Random(1)
    entries = [row.first_entry]
    while True:
        entry = entries[-1]
        learnt = log.apply(entry, (Seat(0), Seat(1)))
        for one, seat, told in ((heard, 0, 0), (wrong, 1, 0), (news, 0, 1)):
            message = News(entry.seq, [Told(entry.seq, learnt[Seat(told)])], log.screen(Seat(seat)))
            one.note(orjson.loads(to_json_bytes(message)))
        if log.over:
            break
        seat, move = log.match.seat, choice.choice(log.match.moves())
        body = {"seat": seat, "move": move}
        entries.append(Entry(entry.seq + 1, f"m{entry.seq}", "move", body, 0.0))
    assert told_too_much(row, entries, Seat(0), heard) == []
    assert any("saw more" in one for one in told_too_much(row, entries, Seat(0), wrong))
    assert any("was told more" in one for one in told_too_much(row, entries, Seat(0), news))
