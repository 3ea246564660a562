"""The log on disk."""

import asyncio
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError

from tenluz.server import migrations
from tenluz.server.schema import NEWEST, metadata
from tenluz.server.seating import Seating
from tenluz.server.sqlite_store import MOST_AT_ONCE, SqliteStore
from tenluz.server.store import Conflict, DatabaseAway, Entry, TableRow, kind_of_failure
from tests.server.stores import KINDS, opened

ROW = TableRow("t", "luz", {"players": 3}, b"s" * 32, 1.0, 0.8, [{"guest": "g"}, {}, {}])
BEGIN = Entry(1, "begin", "begin", {}, 1.0)


def entry(seq: int, command: str | None = None) -> Entry:
    return Entry(seq, command or f"c{seq}", "move", {"seat": 0, "move": seq}, float(seq))


def to_shape(connection: Connection, version: str) -> None:
    """Make the tables of an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        await store.append("t", entry(2))
        store.close()
        store = SqliteStore(tmp_path / "tables.db")
        await store.write()  # nothing
        assert await store.load("t") == (ROW, [BEGIN, entry(2)])
        assert await store.load("nothing") is None
        assert await store.unfinished("g") == ["t"]
        assert await store.unfinished("h") == []
        await store.mark_over("t")
        assert await store.unfinished("g") == []
        store.close()

    asyncio.run(story())


def test_many_writes_are_committed_together(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        commits: list[int] = []
        store.on_commit = commits.append
        many = [entry(seq) for seq in range(2, MOST_AT_ONCE + 202)]
        await asyncio.gather(*(store.append("t", one) for one in many))
        assert sum(commits) == len(many)
        assert len(commits) < 250
        assert await store.load("t") == (ROW, [BEGIN, *many])
        store.close()

    asyncio.run(story())


WRITES = """
import asyncio, os, sys
from pathlib import Path
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Entry, TableRow

async def story():
    store = SqliteStore(Path(sys.argv[1]), durable=sys.argv[2] == "durable")
    await store.create(TableRow("t", "luz", {}, b"s" * 32, 1.0, 0.8, []))
    for seq in range(2, 17):
        await store.append("t", Entry(seq, f"c{seq}", "move", {}, 1.0))
        os.write(1, b"acknowledged\\n")
    store.close()

asyncio.run(story())
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="counts with strace")
@pytest.mark.parametrize("durable", [True, False])
def test_acknowledged_means_on_the_disk(tmp_path: Path, durable: bool) -> None:
    """A power cut takes what the system has not written yet: so every acknowledgement comes
    after a wait for the disk, unless the owner wants it otherwise."""
    notes, kind = tmp_path / "notes", "durable" if durable else "not"
    command = [sys.executable, "-c", WRITES, str(tmp_path / "tables.db"), kind]
    calls = ["-f", "-e", "trace=fsync,fdatasync,write", "-e", "signal=none", "-o", str(notes)]
    subprocess.run(["strace", *calls, *command], check=True, capture_output=True, timeout=60)
    before_each: list[int] = [0]
    for line in notes.read_text().splitlines():
        if "acknowledged" in line:
            before_each.append(0)
        elif re.search(r" (fsync|fdatasync)\(", line):
            before_each[-1] += 1
    assert len(before_each) == 16
    assert all(before_each[:-1]) if durable else not any(before_each[1:-1])


def test_two_writers_cannot_both_win_and_others_do_not_suffer(tmp_path: Path) -> None:
    async def story() -> None:
        one, other = SqliteStore(tmp_path / "tables.db"), SqliteStore(tmp_path / "tables.db")
        await one.create(ROW)
        results = await asyncio.gather(
            one.append("t", entry(2, "a")),
            other.append("t", entry(2, "b")),
            one.append("t", entry(4, "c")),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Conflict) for result in results[:2]) == 1
        assert results[2] is None
        one.close()
        other.close()

    asyncio.run(story())


def test_a_cancelled_writer_harms_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        gone = asyncio.ensure_future(store.append("t", entry(2)))
        await asyncio.sleep(0)
        gone.cancel()
        await store.append("t", entry(3))
        store.close()

    asyncio.run(story())


def test_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    store.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    steps = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert steps.get_current_head() == NEWEST


def test_tables_of_before_are_kept_and_have_a_maker(tmp_path: Path) -> None:
    """From the first shape of the database to the newest, with a game in progress."""
    path = tmp_path / "tables.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        to_shape(connection, "0001")
        connection.exec_driver_sql(
            "insert into tables values ('t', 'luz', '{}', x'00', 1.0, 0.8, "
            '\'[{},{"guest":"g","name":"Ana"}]\', 0)'
        )
        connection.exec_driver_sql("insert into log values ('t', 1, 'begin', 'begin', '{}', 1.0)")
    engine.dispose()

    async def story() -> None:
        store = SqliteStore(path)
        found = await store.load("t")
        assert found is not None
        row, entries = found
        assert (row.maker, row.game, len(entries)) == (None, "luz", 1)
        assert Seating(row.seats, row.maker).maker == "g"
        assert await store.healthy()
        store.close()

    asyncio.run(story())


def test_a_log_of_before_is_whole_and_goes_on(tmp_path: Path) -> None:
    """Its table is made anew, without the index over commands."""
    path = tmp_path / "tables.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        to_shape(connection, "0007")
        connection.exec_driver_sql(
            "insert into tables (id, game, options, seed, created, pace, seats, over) "
            "values ('t', 'luz', '{}', x'00', 1.0, 0.8, '[]', 0)"
        )
        for seq in range(1, 1001):
            connection.exec_driver_sql(
                "insert into log values ('t', ?, ?, 'move', '{}', 1.5)", (seq, f"c{seq}")
            )
    engine.dispose()

    async def story() -> None:
        store = SqliteStore(path)
        found = await store.load("t")
        assert found is not None
        assert [one.seq for one in found[1]] == list(range(1, 1001))
        assert found[1][-1] == Entry(1000, "c1000", "move", {}, 1.5)
        await store.append("t", entry(1001))
        with pytest.raises(Conflict):
            await store.append("t", entry(1001, "another"))
        store.close()

    asyncio.run(story())
    with sqlite3.connect(path) as database:
        indices = database.execute(
            "select name from sqlite_master where tbl_name = 'log'"
        ).fetchall()
        assert indices == [("log",), ("sqlite_autoindex_log_1",)]
    database.close()


IS_KILLED = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from tenluz.server.sqlite_store import SqliteStore

@event.listens_for(Engine, "before_cursor_execute")
def before(connection, cursor, statement, *rest):
    if statement.strip().lower().startswith("drop table log"):
        os.kill(os.getpid(), signal.SIGKILL)

SqliteStore(Path(sys.argv[1]))
"""


def test_who_is_killed_in_an_upgrade_has_the_shape_of_before(tmp_path: Path) -> None:
    """Somebody who restarts a server that seems to hang; the next start begins anew."""
    path = tmp_path / "tables.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        to_shape(connection, "0007")
        connection.exec_driver_sql(
            "insert into tables (id, game, options, seed, created, pace, seats, over) "
            "values ('t', 'luz', '{}', x'00', 1.0, 0.8, '[]', 0)"
        )
        connection.exec_driver_sql("insert into log values ('t', 1, 'c1', 'begin', '{}', 1.5)")
    engine.dispose()
    started = subprocess.run(
        [sys.executable, "-c", IS_KILLED, str(path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert started.returncode == -9, started.stderr
    assert "Bringing the database up to date (0007 to" in started.stderr

    async def story() -> None:
        store = SqliteStore(path)
        found = await store.load("t")
        assert found is not None
        assert found[1] == [Entry(1, "c1", "begin", {}, 1.5)]
        await store.append("t", entry(2))
        store.close()

    asyncio.run(story())


def test_names_cleared_before_fit_their_column(tmp_path: Path) -> None:
    """A file took any length, and would not have been copied to PostgreSQL."""
    path = tmp_path / "tables.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        to_shape(connection, "0006")
        for name in ("ida", "x" * 360, "x" * 270):
            connection.exec_driver_sql("insert into cleared_names values ('g', ?, 1.0)", (name,))
    engine.dispose()
    SqliteStore(path).close()
    with sqlite3.connect(path) as database:
        assert database.execute("select name from cleared_names order by name").fetchall() == [
            ("ida",),
            ("x" * 100,),
        ]
    database.close()


def test_a_file_that_cannot_be_opened_is_told_to_whoever_waits(tmp_path: Path) -> None:
    async def story() -> None:
        path, away = tmp_path / "tables.db", tmp_path / "away"
        store = SqliteStore(path)
        path.rename(away)
        path.mkdir()
        with pytest.raises(DatabaseAway):
            await asyncio.wait_for(store.append("t", entry(2)), 10.0)
        path.rmdir()
        away.rename(path)
        await store.create(ROW)
        store.close()

    asyncio.run(story())


def test_what_goes_wrong_beside_writing_is_told_to_whoever_waits(tmp_path: Path) -> None:
    def count(writes: int) -> None:
        raise RuntimeError("not counted")

    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        counted, store.on_commit = store.on_commit, count
        with pytest.raises(RuntimeError, match="not counted"):
            await asyncio.wait_for(store.create(ROW), 10.0)
        store.on_commit = counted
        await asyncio.wait_for(store.append("t", entry(2)), 10.0)
        store.close()

    asyncio.run(story())


def test_a_full_disk_is_told_to_all_who_wait(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        await store.write(text("pragma max_page_count=1"))  # no more than there are
        large = [Entry(seq, "c", "move", {"x": "x" * 100_000}, 1.0) for seq in (2, 3)]
        told = await asyncio.gather(
            *(store.append("t", one, guest=f"g{one.seq}") for one in large), return_exceptions=True
        )
        assert [type(one) for one in told] == [DatabaseAway] * 2
        assert [kind_of_failure(one) for one in told if one] == ["SQLITE_FULL"] * 2
        store.close()

    asyncio.run(story())


WRONG = {"sqlite": "select nothing from tables", "postgres": "select 1/0"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_of_ours_is_not_taken_for_a_database_that_is_away(
    kind: str, tmp_path: Path
) -> None:
    """Whoever asked would ask again for ever. Who is written with it does not suffer."""

    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            await store.create(ROW)
            for ask in (store.read, store.transact):
                with pytest.raises(DBAPIError):
                    await ask(lambda connection: connection.execute(text(WRONG[kind])))
            fine, wrong = await asyncio.gather(
                store.append("t", entry(2)),
                store.write(text(WRONG[kind])),
                return_exceptions=True,
            )
            assert fine is None
            assert isinstance(wrong, DBAPIError)
            assert await store.entries("t", 1) == [entry(2)]

    asyncio.run(story())


def test_a_file_that_is_damaged_is_not_taken_for_one_that_is_away(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        with sqlite3.connect(tmp_path / "tables.db") as database:
            database.execute("alter table log rename to lost")
        database.close()
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            await store.append("t", entry(2))
        store.close()

    asyncio.run(story())
