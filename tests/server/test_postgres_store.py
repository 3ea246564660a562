"""The log in PostgreSQL: written, raced for, and who plays the bots of a table."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest

from tenluz.server import postgres
from tenluz.server.postgres_store import PostgresStore
from tenluz.server.store import Conflict
from tests.server.private_postgres import private_postgres
from tests.server.test_store import BEGIN, ROW, entry


@pytest.fixture
def database(tmp_path: Path) -> str:
    return private_postgres().database_of(tmp_path)


@contextlib.asynccontextmanager
async def stores(database: str, count: int = 1) -> Any:
    """Some stores of one database, with a table."""
    postgres.open_postgres(database)
    opened = [PostgresStore(database) for _ in range(count)]
    for store in opened:
        await store.start()
    await opened[0].create(ROW)
    try:
        yield opened
    finally:
        for store in opened:
            await store.stop()


# --- written --------------------------------------------------------------------------------


def test_what_was_written_is_read_back(database: str) -> None:
    async def story() -> None:
        async with stores(database, 2) as (one, other):
            await one.append("t", entry(2), guest="h")
            assert await other.load("t") == (ROW, [BEGIN, entry(2)])
            assert await other.entries("t", 1) == [entry(2)]
            assert await other.load("nothing") is None
            assert await other.newest(["t", "nothing"]) == {"t": 2, "nothing": 0}
            assert await other.unfinished("g") == await other.unfinished("h") == ["t"]
            await one.mark_over("t")
            assert await other.unfinished("g") == []
            assert await other.healthy()

    asyncio.run(story())


def test_two_writers_cannot_both_win_and_others_do_not_suffer(database: str) -> None:
    async def story() -> None:
        async with stores(database, 2) as (one, other):
            for seq in range(2, 22):
                fine, *raced = await asyncio.gather(
                    one.append("t", entry(1000 + seq)),
                    one.append("t", entry(seq, f"a{seq}")),
                    other.append("t", entry(seq, f"b{seq}")),
                    return_exceptions=True,
                )
                assert fine is None
                assert sorted(type(one).__name__ for one in raced) == ["Conflict", "NoneType"]
            with pytest.raises(Conflict):
                await one.append("t", entry(1003, "another"))

    asyncio.run(story())


def test_many_writes_are_committed_together(database: str) -> None:
    async def story() -> None:
        async with stores(database) as (store,):
            commits: list[int] = []
            store.on_commit = commits.append
            await asyncio.gather(*(store.append("t", entry(seq)) for seq in range(2, 502)))
            assert sum(commits) == 500
            assert len(commits) < 50

    asyncio.run(story())


def test_a_move_does_not_wait_for_all_who_read(database: str) -> None:
    """Hundreds come back at once when another server is restarted, and each reads a log."""

    async def story() -> None:
        async with stores(database) as (store,):
            reading = {asyncio.create_task(store.load("t")) for _ in range(300)}
            await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
            await store.append("t", entry(2))
            assert sum(not one.done() for one in reading) > 150
            await asyncio.gather(*reading)

    asyncio.run(story())


def test_what_was_written_before_a_cut_is_found_and_not_written_twice(database: str) -> None:
    """The connection goes after the commit and before its answer: nobody knows, so it is written
    again, and its own entry is there."""

    async def story() -> None:
        async with stores(database) as (store,):
            answers = store._write

            async def cut(batch: Any, until: float) -> Any:
                store._write = answers
                assert await answers(batch, until) == [None]
                return await answers(batch, until)

            store._write = cut
            with pytest.raises(Conflict):  # a table takes it from the log then
                await store.append("t", entry(2))
            assert await store.entries("t", 1) == [entry(2)]

    asyncio.run(story())


def test_one_of_several_plays_the_bots(database: str) -> None:
    async def story() -> None:
        async with stores(database, 2) as (one, other):
            assert [await one.claim_bots("t"), await other.claim_bots("t")] == [True, False]
            assert [await other.claim_bots("t"), await one.claim_bots("t")] == [False, True]
            await one.release_bots("t")
            assert [await other.claim_bots("t"), await one.claim_bots("t")] == [True, False]
            await other.wakeups.stop()  # it is gone, and says so
            assert await one.claim_bots("t")

    asyncio.run(story())


def test_a_claim_holds_from_the_first_moment(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has just started is seen to live, so nobody takes its bots from it."""
    connect = postgres.connect

    async def slow(url: str, *, durable: bool = True, **more: Any) -> Any:
        await asyncio.sleep(0.0 if durable else 0.3)  # the line to other workers
        return await connect(url, durable=durable, **more)

    async def story() -> None:
        async with stores(database, 2) as (one, other):
            assert [await one.claim_bots("t"), await other.claim_bots("t")] == [True, False]

    monkeypatch.setattr(postgres, "connect", slow)
    asyncio.run(story())


def test_a_connection_that_nobody_waits_for_any_more_is_closed(database: str) -> None:
    import asyncpg

    made = []

    class Slow(asyncpg.Connection):  # type: ignore[misc]
        async def execute(self, *given: Any, **more: Any) -> str:
            made.append(self)
            asked.set()
            return str(await asyncio.Event().wait())

    async def story() -> None:
        connecting = asyncio.create_task(postgres.connect(database, connection_class=Slow))
        await asked.wait()
        connecting.cancel()
        await asyncio.wait({connecting})
        assert [connection.is_closed() for connection in made] == [True]

    asked = asyncio.Event()
    asyncio.run(story())


def test_acknowledged_means_on_the_disk_whatever_the_database_is_set_to(database: str) -> None:
    name = database.partition("?")[0].rpartition("/")[2]
    private_postgres().execute("postgres", f"alter database {name} set synchronous_commit = off")

    async def commits(durable: bool) -> str:
        line = await postgres.connect(database, durable=durable)
        try:
            return str(await line.fetchval("show synchronous_commit"))
        finally:
            await line.close()

    assert asyncio.run(commits(True)) == "on"
    assert asyncio.run(commits(False)) == "off"
