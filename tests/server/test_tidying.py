"""What is too old goes by itself, once, whoever's turn it is, on both databases."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from tenluz.server import privacy, schema, sign_outs
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Entry, Store
from tenluz.server.tidying import DAY, Tidying
from tests.server.stores import KINDS, opened
from tests.server.test_rewriting import ANA, BEN, table

NAMED = [{"guest": ANA.guest, "name": "Ana"}, {"guest": BEN.guest, "name": "Ben"}, {}]


async def kept(store: Store, name: str, days: float, *, over: bool = False) -> None:
    """A table at which something last happened so many days ago."""
    at = time.time() - days * DAY
    await store.create(replace(table(name).row, created=at - DAY, seats=NAMED, over=over))
    await store.append(name, Entry(2, "c", "say", {"seat": 0}, at))


def tidying(store: Store, **changes: Any) -> Tidying:
    settings = replace(ServerSettings(Path("nowhere")), **{"tidy_every": 0.0, **changes})

    async def is_over(name: str) -> bool:
        return name.startswith("unmarked")

    async def look() -> None:
        pass

    return Tidying(store, settings, is_over, look)


def left(connection: Connection) -> dict[str, list[str]]:
    found = connection.execute(select(schema.tables.c.id, schema.tables.c.seats))
    return {name: [word for word in ("Ana", "Ben") if word in seats] for name, seats in found}


@pytest.mark.parametrize("kind", KINDS)
def test_names_and_idle_tables_go_when_their_time_has_come(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            for name, days, over in (
                ("over-new", 89, True),
                ("over-old", 91, True),
                ("idle-new", 29, False),
                ("idle-old", 31, False),
                ("unmarked-old", 91, False),  # its last move was written, and the mark was not
            ):
                await kept(store, name, days, over=over)
            assert await tidying(store).step()
            assert await store.read(left) == {
                "over-new": ["Ana", "Ben"],
                "over-old": [],
                "idle-new": ["Ana", "Ben"],
                "unmarked-old": [],
            }
            before = await store.load("over-old")
            assert await tidying(store).step()
            assert await store.load("over-old") == before  # nothing is done twice

    asyncio.run(story())


def test_an_owner_may_keep_all_or_less(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            await kept(store, "over", 1000, over=True)
            await kept(store, "idle", 1000)
            for_ever = {"keep_names_days": 0.0, "keep_unfinished_days": 0.0}
            await tidying(store, **for_ever).step()
            assert await store.read(left) == {"over": ["Ana", "Ben"], "idle": ["Ana", "Ben"]}
            await tidying(store, **for_ever, keep_finished_days=999.0).step()
            assert await store.read(left) == {"idle": ["Ana", "Ben"]}

    asyncio.run(story())


@pytest.mark.parametrize("names_days", [90.0, 10.0])
def test_games_of_bots_alone_go_when_idle_ones_do(tmp_path: Path, names_days: float) -> None:
    """Nobody's game: over or not, and whether names would go sooner or later."""

    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            bots = [{"name": "Ida", "bot": "rules"}] * 3
            for name, days in (("new", 9), ("old", 31)):
                at = time.time() - days * DAY
                row = replace(table(name).row, created=at, seats=bots, over=True)
                await store.create(replace(row, maker=str(ANA.guest)))
            await kept(store, "of-people", 31, over=True)
            await tidying(store, keep_names_days=names_days).step()
            assert set(await store.read(left)) == {"new", "of-people"}

    asyncio.run(story())


def test_many_tables_are_looked_at_some_at_a_time(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("tenluz.server.tidying.AT_ONCE", 4)

    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            for number in range(10):
                await kept(store, f"t{number}", 31)
            sizes = []
            for _ in range(3):
                await tidying(store).step()
                sizes.append(len(await store.read(left)))
            assert sizes == [6, 2, 0]

    asyncio.run(story())


@pytest.mark.parametrize("kind", KINDS)
def test_one_of_several_workers_takes_the_turn(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path, 3) as stores:
            await kept(stores[0], "idle", 31)
            turns = [tidying(store, tidy_every=60.0).step() for store in stores]
            assert sorted(await asyncio.gather(*turns)) == [False, False, True]

    asyncio.run(story())


@pytest.mark.parametrize("kind", KINDS)
def test_who_was_forgotten_stays_so_whatever_comes_late(kind: str, tmp_path: Path) -> None:
    """A worker that had not heard of it yet, or a server that was stopped in the middle."""

    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            await privacy.forget(store, str(ANA.guest))
            await kept(store, "late", 0)
            assert (await store.read(left))["late"] == ["Ana", "Ben"]
            await tidying(store).step()
            assert (await store.read(left))["late"] == ["Ben"]
            await store.transact(_long_ago)
            await tidying(store).step()
            assert await store.read(_forgotten) == []  # nobody knows any more that they were here

    asyncio.run(story())


def test_those_who_were_forgotten_long_ago_are_not_looked_for_again_and_again(
    tmp_path: Path, monkeypatch: Any
) -> None:
    """Once by each worker: the one that deleted somebody may have been stopped halfway."""
    asked: list[str] = []
    forget_tables = privacy.forget_tables

    async def counted(store: Store, guest: str) -> int:
        asked.append(guest)
        return await forget_tables(store, guest)

    monkeypatch.setattr("tenluz.server.privacy.forget_tables", counted)

    def put(connection: Connection) -> None:
        ago = time.time() - DAY / 2
        rows = [{"guest": f"g{number}", "at": ago} for number in range(50)]
        connection.execute(insert(schema.forgotten), [*rows, {"guest": ANA.guest, "at": ago}])

    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            await store.transact(put)
            await kept(store, "halfway", 0)
            worker = tidying(store)
            await worker.step()
            assert asked == [ANA.guest], "the others lead to no table"
            assert (await store.read(left))["halfway"] == ["Ben"]
            await kept(store, "later", 0)
            await worker.step()
            assert asked == [ANA.guest], "by now no worker takes her cookie"

    asyncio.run(story())


def _long_ago(connection: Connection) -> None:
    connection.execute(update(schema.forgotten).values(at=time.time() - 2 * DAY))


def _forgotten(connection: Connection) -> list[str]:
    return list(connection.execute(select(schema.forgotten.c.guest)).scalars())


def test_what_nobody_needs_any_more_goes_too(tmp_path: Path) -> None:
    def put(connection: Connection) -> None:
        old = time.time() - 400 * DAY
        report = {"table_id": "t", "seat": 0, "name": "n", "guest": "g", "reporter": "r"}
        connection.execute(insert(schema.reports), {"id": "r", "at": old, **report})
        audit = {"action": "banned", "subject": "g", "detail": ""}
        connection.execute(insert(schema.audit), {"id": "a", "at": old, **audit})
        ban = {"kind": "guest", "subject": "g", "reason": "", "since": old, "until": old + 1}
        connection.execute(insert(schema.bans), {"id": "b", **ban})
        connection.execute(insert(schema.overviews), {"worker": "w", "at": old, "body": "{}"})
        ended = {"guest": "g", "generation": sign_outs.NEVER, "at": old}  # no cookie lives longer
        connection.execute(insert(schema.sign_outs), ended)

    def rows(connection: Connection) -> int:
        tables = (
            schema.reports, schema.audit, schema.bans, schema.overviews, schema.sign_outs,
        )  # fmt: skip
        return sum(len(connection.execute(select(one)).all()) for one in tables)

    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            await store.transact(put)
            assert await store.read(rows) == 5
            await tidying(store).step()
            assert await store.read(rows) == 0

    asyncio.run(story())
