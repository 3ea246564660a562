"""People taken out of tables, on both databases: nothing leads to them, and the games are the
same, card for card."""

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Connection, event, select

from tenluz.engine.catalogue import game_named
from tenluz.server import operator_api, privacy, rewriting, schema
from tenluz.server.guests import Guest
from tenluz.server.names import looks
from tenluz.server.protocol import Lock, MakeMove, Sit
from tenluz.server.seating import Presence
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Entry, Store, TableRow
from tenluz.server.table_log import Actor, TableLog
from tenluz.server.tidying import Tidying
from tests.server.stores import KINDS, opened

ANA, BEN, CLEO = (
    Actor("anas-number-0001", "Ana"),
    Actor("bens-number-0002", "Ben"),
    Actor("cleo-number-0003"),
)
TRACES = ("anas-number", "Ana")


def table(name: str = "t") -> TableLog:
    """Ana's table, with a seat that Ben takes."""
    game = game_named("luz")
    seats: list[dict[str, Any]] = [
        {"guest": ANA.guest, "name": "Ana"},
        {},
        {"name": "Leo", "bot": "rules"},
    ]
    row = TableRow.new(name, game.name, game.options(players=3).write(), seats, 0.0, ANA.guest)
    log = TableLog(row)
    log.apply(row.first_entry)
    return log


class Game:
    """A table that is played, and kept."""

    def __init__(self, store: Store, log: TableLog) -> None:
        self.store, self.log = store, log

    async def do(self, actor: Actor, command: Any, key: str = "") -> None:
        kind, body = self.log.check(actor, command, Presence())
        await self.add(key or f"{actor.guest}:{command.id}", kind, body)

    async def add(self, key: str, kind: str, body: dict[str, Any]) -> None:
        entry = Entry(self.log.seq + 1, key, kind, body, 5.0)
        newcomer = body.get("guest") if body.get("change") in ("sat", "moved") else None
        await self.store.append(self.log.row.id, entry, guest=newcomer)
        self.log.apply(entry)

    async def move(self) -> None:
        seat, log = self.log.match.seat, self.log
        move = log.match.moves()[0]
        actor = (
            Actor(log.seating.chairs[seat].guest)
            if log.seating.chairs[seat].bot is None
            else Actor(bot_seat=seat)
        )
        command = MakeMove(id=f"m{log.seq}", at=log.position, move=move)
        await self.do(actor, command, f"{actor.guest or f'bot{seat}'}:m{log.seq}")


async def begun(store: Store, name: str = "t", moves: int = 4) -> Game:
    """Ana made it and sits, locks and unlocks it; Ben sits down and goes on with another device."""
    log = table(name)
    await store.create(log.row)
    game = Game(store, log)
    await game.do(ANA, Lock(id="l1", locked=True))
    await game.do(ANA, Lock(id="l2", locked=False))
    await game.do(BEN, Sit(id="s", seat=1))
    for _ in range(moves):
        await game.move()
    return game


def everything(connection: Connection) -> str:
    """All that a database holds, but for whose cookies are not believed."""
    known = (schema.forgotten, schema.sign_outs)
    kept = [one for one in schema.metadata.sorted_tables if one not in known]
    return repr([list(map(tuple, connection.execute(select(one)))) for one in kept])


async def read(store: Store, name: str = "t") -> TableLog | None:
    found = await store.load(name)
    if found is None:
        return None
    log = TableLog(found[0])
    for entry in found[1]:
        log.apply(entry)
    return log


@pytest.mark.parametrize("kind", KINDS)
def test_a_forgotten_guest_leaves_no_trace_and_the_game_is_the_same(
    kind: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            game = await begun(store)
            before = await store.read(everything)
            assert all(trace in before for trace in TRACES)
            assert await privacy.forget(store, str(ANA.guest)) == 1
            after = await store.read(everything)
            assert not any(trace in after for trace in TRACES)
            log = await read(store)
            assert log is not None
            assert log.match.record.to_json() == game.log.match.record.to_json()
            # The seat is left, by the rule for leaving; Ben's is his still.
            assert log.entries[-1].body["change"] == "left"
            assert [chair.name for chair in log.seating.chairs] == ["", "Ben", "Leo"]
            assert log.seating.seat_of(BEN.guest) == 1
            assert log.seating.seat_of(ANA.guest) is None
            assert log.row.rewritten == 1
            assert await store.unfinished(str(ANA.guest)) == []
            assert await store.unfinished(str(BEN.guest)) == ["t"]
            assert await privacy.forget(store, str(ANA.guest)) == 0  # twice is as good as once

    asyncio.run(story())


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_without_other_people_goes_altogether(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            await store.create(table("alone").row)
            await begun(store, "together")
            assert await privacy.forget(store, str(ANA.guest)) == 2
            assert await store.load("alone") is None
            assert await store.load("together") is not None

    asyncio.run(story())


def test_who_leaves_before_the_first_move_has_the_cards_dealt_anew(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            game = await begun(store, moves=0)
            await privacy.forget(store, str(ANA.guest))
            log = await read(store)
            assert log is not None
            assert log.match.record.to_json() != game.log.match.record.to_json()
            assert "seed" in log.entries[-1].body

    asyncio.run(story())


def test_a_guest_is_another_stranger_at_every_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            for name in ("one", "two"):
                await begun(store, name)
            await privacy.forget(store, str(ANA.guest))
            rows = [await store.load(name) for name in ("one", "two")]
            makers = {row[0].maker for row in rows if row}
            assert len(makers) == 2
            assert None not in makers

    asyncio.run(story())


@pytest.mark.parametrize("kind", KINDS)
def test_a_stripped_game_has_bots_names_and_no_others(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            game = await begun(store)
            await game.add("next", "next", {"seat": 1, "name": "Ben", "table": "t2"})
            await store.transact(rewriting.strip_names, "t")
            after = await store.read(everything)
            assert not any(trace in after for trace in (*TRACES, "bens-number", "Ben"))
            log = await read(store)
            assert log is not None
            assert [chair.name for chair in log.seating.chairs] == ["", "", "Leo"]
            assert log.match.record.to_json() == game.log.match.record.to_json()

    asyncio.run(story())


def test_a_cleared_name_goes_and_its_guest_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            await begun(store)
            alike = looks("BEN")
            await store.transact(
                rewriting.clear_name, "t", BEN.guest, lambda one: looks(one) == alike
            )
            log = await read(store)
            assert log is not None
            assert [chair.name for chair in log.seating.chairs] == ["Ana", "", "Leo"]
            assert log.seating.seat_of(BEN.guest) == 1
            assert "Ben" not in await store.read(everything)

    asyncio.run(story())


# --- moves are not kept waiting ------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_names_leave_a_long_game_by_a_few_statements(kind: str, tmp_path: Path) -> None:
    asked: list[str] = []

    def strip(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", lambda *about: asked.append(about[2]))
        rewriting.strip_names(connection, "t")

    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            await store.create(table().row)
            said = [Entry(seq, f"{ANA.guest}:{seq}", "say", {}, 1.0) for seq in range(2, 502)]
            await asyncio.gather(*(store.append("t", one) for one in said))
            await store.transact(strip)
            assert str(ANA.guest) not in await store.read(everything)
            assert len(asked) < 10

    asyncio.run(story())


def test_tables_are_rewritten_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else who plays waits for all of them: one writes at a time."""
    together: list[set[str]] = []
    transact, change = SqliteStore.transact, rewriting._locked
    delete_table = rewriting.delete_table

    async def counted(store: SqliteStore, *work: Any) -> Any:
        together.append(set())
        return await transact(store, *work)

    def changed(connection: Connection, name: str) -> Any:
        together[-1].add(name)
        return change(connection, name)

    def deleted(connection: Connection, name: str) -> None:
        together[-1].add(name)
        delete_table(connection, name)

    async def story() -> None:
        names = {"one", "two", "three"}
        async with opened("sqlite", tmp_path) as (store,):
            for work in (_clear_bens_name, _forget_ben, _tidy):
                for name in names:
                    await begun(store, f"{work.__name__}{name}")
                with monkeypatch.context() as patch:
                    patch.setattr(SqliteStore, "transact", counted)
                    patch.setattr(rewriting, "_locked", changed)
                    patch.setattr(rewriting, "delete_table", deleted)
                    together.clear()
                    await work(store)
                assert max(map(len, together)) == 1
                assert {f"{work.__name__}{name}" for name in names} <= set().union(*together)

    asyncio.run(story())


async def _clear_bens_name(store: Store) -> None:
    await operator_api._clear(store, str(BEN.guest), "Ben")


async def _forget_ben(store: Store) -> None:
    await privacy.forget(store, str(BEN.guest))


async def _tidy(store: Store) -> None:
    async def is_over(name: str) -> bool:
        return name.endswith("two")

    async def look() -> None:
        pass

    settings = ServerSettings(Path("nowhere"), tidy_every=0.0)
    await Tidying(store, settings, is_over, look).step()


# --- what somebody gets of their own --------------------------------------------------------------


async def exported(store: Store, actor: Actor) -> tuple[str, dict[str, Any]]:
    pieces = [piece async for piece in privacy.export(store, Guest(str(actor.guest), actor.name))]
    text = b"".join(pieces)
    return text.decode(), orjson.loads(text)


@pytest.mark.parametrize("kind", KINDS)
def test_an_export_holds_ones_own_and_nothing_of_others(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            game = await begun(store)
            # Ben leaves, with a seed as before the first move, and Ana puts a bot in his place.
            left = {
                "seat": 1,
                "change": "left",
                "guest": None,
                "name": "",
                "bot": None,
                "seed": "5eed" * 16,
            }
            await game.add(f"{BEN.guest}:x", "seat", {**left})
            stands_in = {
                "seat": 1,
                "change": "stands_in",
                "guest": BEN.guest,
                "name": "Ben",
                "bot": "rules",
            }
            await game.add(f"{ANA.guest}:y", "seat", stands_in)
            text, found = await exported(store, ANA)
            assert found["you"] == {"id": ANA.guest, "name": "Ana", "language": ""}
            (its,) = found["tables"]
            assert its["made_by_you"]
            assert its["your_seat_at_first"] == [{"seat": 0, "name": "Ana"}]
            changes = [one["change"] for one in its["your_entries"] if one["kind"] == "seat"]
            assert changes == ["locked", "unlocked", "stands_in"]
            assert any(one["kind"] == "move" and one["seat"] == 0 for one in its["your_entries"])
            assert not any(
                one.get("seat") == 1 and one["kind"] == "move" for one in its["your_entries"]
            )
            for secret in ("seed", "5eed", game.log.row.seed.hex(), "Ben", str(BEN.guest)):
                assert secret not in text
            text, found = await exported(store, BEN)
            assert [
                one["change"] for one in found["tables"][0]["your_entries"] if one["kind"] == "seat"
            ] == ["sat", "left", "stands_in"]
            for secret in ("seed", "5eed", "Ana", str(ANA.guest)):
                assert secret not in text
            assert (await exported(store, CLEO))[1]["tables"] == []

    asyncio.run(story())


def test_an_export_of_many_tables_comes_in_pieces_and_is_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            names = [f"t{number:03}" for number in range(2 * privacy.AT_ONCE + 1)]
            for name in names:
                await store.create(table(name).row)
            _, found = await exported(store, ANA)
            assert [one["table"] for one in found["tables"]] == names

    asyncio.run(story())


# --- while others write --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_rewritten_and_what_is_played_at_once_are_both_kept(
    kind: str, tmp_path: Path
) -> None:
    """A worker goes on with a table while another forgets somebody there: one entry a number."""

    async def story() -> None:
        async with opened(kind, tmp_path, 2) as (one, other):
            game = await begun(one, moves=1)

            async def play() -> int:
                for seq in range(game.log.seq + 1, game.log.seq + 30):
                    try:
                        await one.append("t", Entry(seq, f"c{seq}", "say", {"seat": 1}, 1.0))
                    except Exception:
                        return seq  # taken by the entry that leaves the seat
                return 0

            taken, _ = await asyncio.gather(play(), privacy.forget(other, str(ANA.guest)))
            entries = await one.entries("t", 0)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
            left = [entry for entry in entries if entry.body.get("change") == "left"]
            assert len(left) == 1
            assert taken in (0, left[0].seq)

    asyncio.run(story())
