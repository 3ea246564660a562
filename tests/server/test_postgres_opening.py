"""A database in PostgreSQL before a server has it: upgraded, copied to; and what its owner is told
where it cannot be used."""

import asyncio
import contextlib
import importlib.util
import logging
import random
import socket
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from typer.testing import CliRunner

from tenluz.cli import app
from tenluz.engine.errors import NotUnderstood
from tenluz.server import migrations, postgres
from tenluz.server.data_folder import FolderLock, read_key
from tenluz.server.guests import Guest as Known
from tenluz.server.guests import Guests
from tenluz.server.keys import Key
from tenluz.server.postgres_doctor import look_at_postgres
from tenluz.server.postgres_store import PostgresStore
from tenluz.server.schema import NEWEST, metadata
from tenluz.server.settings import ServerSettings
from tests.server.player import Guest, run
from tests.server.private_postgres import ANOTHER, PrivatePostgres, private_postgres
from tests.server.running import free_port, running
from tests.server.test_postgres import by
from tests.server.test_store import to_shape


@pytest.fixture
def database(tmp_path: Path) -> str:
    return private_postgres().database_of(tmp_path)


# --- its shape ------------------------------------------------------------------------------


def at_version(database: str, version: str, *statements: str) -> None:
    """Have a database as an older Tenluz left it."""

    async def make() -> None:
        engine = postgres.engine(database)
        async with engine.begin() as connection:

            def steps(sync: Any) -> None:
                config = Config()
                config.set_main_option("script_location", str(Path(migrations.__file__).parent))
                config.attributes["connection"] = sync
                command.upgrade(config, version)
                for statement in statements:
                    sync.exec_driver_sql(statement)

            await connection.run_sync(steps)
        await engine.dispose()

    asyncio.run(make())


def test_migrations_lead_to_the_schema(database: str) -> None:
    def compare(connection: Any, before: str | None) -> tuple[Any, str | None]:
        return compare_metadata(MigrationContext.configure(connection), metadata), before

    assert postgres.with_postgres(database, compare) == ([], None)
    assert postgres.upgrade_postgres(database) == NEWEST


def test_tables_of_before_are_played_on(tmp_path: Path, database: str) -> None:
    """From the first shape, with a game in progress; by two servers that start at once."""
    seats = '[{"guest":"g","name":"Ana"},{"bot":"rules","name":"Ida"},{"bot":"rules","name":"Leo"}]'
    at_version(
        database,
        "0001",
        "insert into tables values ('abc', 'luz', '{\"players\":3,\"hand\":5,\"deals\":1}', "
        f"decode(repeat('07', 32), 'hex'), 1.0, 0.0, '{seats}', false)",
        "insert into log values ('abc', 1, 'begin', 'begin', '{}', 1.0)",
        "insert into sat values ('abc', 'g')",
    )
    with ThreadPoolExecutor() as threads:
        keys = list(threads.map(postgres.open_postgres, [database] * 3))
    assert len(set(keys)) == 1

    async def story() -> None:
        with running(tmp_path, database=database) as address:
            ana, guests = Guest(address), Guests(keys[0])
            ana.http.cookies.clear()
            ana.http.cookies.set(guests.cookie_name, guests.cookie(Known("g", "Ana")))
            player = await ana.at("abc")
            assert player.you == 0
            assert player.messages[-1]["yours"], "the first who sat there made it"
            await player.play_on(random.Random(1))

    run(story())
    rows = private_postgres().execute(database, "select version_num from alembic_version")
    assert [row[0] for row in rows] == [NEWEST]


def test_servers_that_start_together_wait_for_the_one_that_upgrades(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than a server that stands still may hold up others: it may have much to load."""
    upgrade, slow = postgres.upgrade, threading.Lock()

    def upgrade_slowly(connection: Connection) -> str | None:
        if slow.acquire(blocking=False):
            time.sleep(3.2)
        return upgrade(connection)

    monkeypatch.setattr(postgres, "upgrade", upgrade_slowly)
    with ThreadPoolExecutor() as threads:
        assert len(set(threads.map(postgres.open_postgres, [database] * 2))) == 1


def test_an_upgrade_waits_for_who_reads_and_holds_up_nobody_for_long(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    at_version(
        database,
        "0007",
        "insert into tables (id, game, options, seed, created, pace, seats, over) "
        "values ('abc', 'luz', '{}', '', 1.0, 0.0, '[]', false)",
    )

    async def story() -> None:
        reads, plays = [await asyncpg.connect(database) for _ in range(2)]
        try:
            reading = reads.transaction()  # as pg_dump does, for as long as it runs
            await reading.start()
            await reads.fetch("select * from log")
            upgrading = asyncio.create_task(asyncio.to_thread(postgres.upgrade_postgres, database))
            # Who plays is refused after five seconds; PostgreSQL knows how long they waited for it.
            await plays.execute("set lock_timeout = '5s'")
            moves = 0
            while caplog.text.count("are in use; once more in") < 2 and not upgrading.done():
                moves += 1
                await plays.execute(
                    "insert into log values ('abc', $1, $2, 'move', '{}', 1.0)", moves, str(moves)
                )
            await reading.rollback()
            assert await upgrading == "0007"
            assert await plays.fetchval("select count(*) from log") == moves
        finally:
            await reads.close()
            await plays.close()

    asyncio.run(story())


def test_a_step_of_an_upgrade_takes_as_long_as_it_takes(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade_slowly(connection: Connection) -> str | None:
        connection.exec_driver_sql("select pg_sleep(2)")
        return migrations.upgrade(connection)

    monkeypatch.setattr(postgres, "upgrade", upgrade_slowly)
    monkeypatch.setattr(postgres, "UPGRADE_WITHIN", 1.0)
    monkeypatch.setattr(postgres, "ANSWER_WITHIN", 0.5)
    assert postgres.upgrade_postgres(database) is None


def test_a_database_whose_machine_is_gone_is_not_waited_for_for_ever(database: str) -> None:
    """An upgrade has no other end to its wait: the system asks whether the other side is there."""
    server = private_postgres()
    server.require_ours()

    async def pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while piece := await source.read(65536):
            target.write(piece)
        target.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, on = await asyncio.open_unix_connection(server.folder / ".s.PGSQL.5432")
        await asyncio.gather(pass_on(reader, on), pass_on(back, writer))

    async def story() -> None:
        far = await asyncio.start_server(connected, "127.0.0.1", 0)
        host, port = far.sockets[0].getsockname()
        name = urlsplit(database).path
        connection = await postgres.connect(
            f"postgresql://postgres@{host}:{port}{name}", answer_within=None
        )
        line = connection._transport.get_extra_info("socket")
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        asked = ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT")
        idle, between, times = (
            line.getsockopt(socket.IPPROTO_TCP, getattr(socket, one)) for one in asked
        )
        assert idle + between * times <= 60
        await connection.close()
        far.close()

    asyncio.run(story())


# --- `tenluz db` ----------------------------------------------------------------------------


def tenluz(*words: str) -> str:
    ran = CliRunner().invoke(app, words, catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return ran.output


def test_a_folder_is_copied_and_played_on(tmp_path: Path, database: str) -> None:
    data = tmp_path / "data"
    words = ("db", "copy", "--data", str(data), "--database", database)

    async def story() -> None:
        with running(data, database="") as address:
            ana = Guest(address, "Ana")
            table = ana.make_table("luz", "me rules rules", options={"hand": 5, "deals": 1})
            over = ana.make_table("luz", "rules rules rules", options={"hand": 1, "deals": 1})
            watcher = await ana.at(over)
            while not watcher.over:
                await watcher.hear()
            player = await ana.at(table)
            while not player.screen["moves"]:
                await player.until("news")
            with pytest.raises(NotUnderstood, match="Another Tenluz server uses"):
                tenluz(*words)
        told = tenluz(*words)
        entries = player.seq + watcher.seq
        assert f"Copied 2 tables (1 of them not over) with {entries} entries" in told
        with pytest.raises(NotUnderstood, match="has 2 tables already; copy into an empty"):
            tenluz(*words)
        with running(tmp_path / "other", database=database) as address:
            back = await by(ana, address).at(table, seen=player.seq, you=0)  # by the same cookie
            assert back.screen == player.screen
            assert back.messages[-1]["since"] == player.seq
            await back.play_on(random.Random(1))

    run(story())
    assert not (tmp_path / "other").exists(), "nothing is kept in a folder"


def test_upgrade_says_what_it_did(tmp_path: Path, database: str) -> None:
    at_version(database, "0002")
    assert "Upgraded from 0002 to " in tenluz("db", "upgrade", "--database", database)
    assert "is up to date" in tenluz("db", "upgrade", "--database", database)
    assert "A new database" in tenluz("db", "upgrade", "--data", str(tmp_path))
    assert "is up to date" in tenluz("db", "upgrade", "--data", str(tmp_path))
    with pytest.raises(NotUnderstood, match="There are no tables to copy"):
        tenluz("db", "copy", "--data", str(tmp_path / "none"), "--database", database)
    with FolderLock(tmp_path), pytest.raises(NotUnderstood, match="Another Tenluz server"):
        tenluz("db", "upgrade", "--data", str(tmp_path))
    assert len(read_key(tmp_path)) == 32


def version(database: str) -> str:
    rows = private_postgres().execute(database, "select version_num from alembic_version")
    return str(rows[0][0])


def test_keys_are_listed_without_an_upgrade(database: str) -> None:
    with pytest.raises(
        NotUnderstood, match=r"There are no keys at .*: no server has started there"
    ):
        tenluz("keys", "list", "--database", database)
    key = "insert into keys (id, key) values (1, decode(repeat('07', 32), 'hex'))"
    first = Key(b"\7" * 32)
    at_version(database, "0004", key)
    for older in ("0004", "0007"):
        at_version(database, older)
        told = tenluz("keys", "list", "--database", database)
        assert told == f"{first.id}  the first, signs\n"
        assert version(database) == older
    ring = postgres.rotate_key(database, 1000.0)
    assert tenluz("keys", "list", "--database", database).split()[0] == ring.keys[0].id


def test_a_folder_that_is_not_copied_stays_as_it_is(tmp_path: Path, database: str) -> None:
    """Neither side is upgraded, and no key is made."""
    file = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with file.begin() as connection:
        to_shape(connection, "0007")
    file.dispose()
    row = "'abc', 'luz', '{}', '', 1.0, 0.0, '[]', true"
    at_version(
        database,
        "0007",
        f"insert into tables (id, game, options, seed, created, pace, seats, over) values ({row})",
    )
    with pytest.raises(NotUnderstood, match="has 1 tables already; copy into an empty"):
        tenluz("db", "copy", "--data", str(tmp_path), "--database", database)
    nowhere = f"postgresql://ana@127.0.0.1:{free_port()}/x"
    with pytest.raises(NotUnderstood, match="Cannot reach"):
        tenluz("db", "copy", "--data", str(tmp_path), "--database", nowhere)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as left:
        assert left.execute("select version_num from alembic_version").fetchall() == [("0007",)]
    assert version(database) == "0007"
    assert not (tmp_path / "key").exists()


def test_a_version_that_nobody_made_is_said(told: Any, database: str) -> None:
    postgres.open_postgres(database)
    private_postgres().execute(database, "update alembic_version set version_num = '0000'")
    assert "is damaged (it says that its version is '0000'" in told(database)
    private_postgres().execute(database, "delete from alembic_version")
    assert "is damaged (it says no version)" in told(database)
    found, _ = look_at_postgres(database)
    assert "the database is damaged: it says no version" in [one.what for one in found]


# --- what its owner is told -----------------------------------------------------------------

SECRET = "s3cret"


@pytest.fixture
def told() -> Any:
    """Why a database cannot be used, in one line that tells no password."""

    def why(url: str) -> str:
        with pytest.raises(NotUnderstood) as problem:
            postgres.open_postgres(url)
        said = str(problem.value)
        assert SECRET not in said
        assert len(said.splitlines()) == 1
        return said

    return why


def test_nobody_there(told: Any) -> None:
    port = free_port()
    url = f"postgresql://ana:{SECRET}@127.0.0.1:{port}/tenluz"
    assert told(url) == (
        f"Cannot reach PostgreSQL at 127.0.0.1:{port}, database tenluz (Connection refused). "
        "Does it run, is the address right?"
    )
    assert "Cannot reach" in told(f"postgresql://ana:{SECRET}@nowhere.invalid/tenluz")


def test_no_such_address(told: Any) -> None:
    for url in (f"mysql://ana:{SECRET}@host/x", f"ana:{SECRET}@host", f"postgresql:{SECRET}"):
        assert "postgresql://USER@HOST/NAME" in told(url)
    assert "Cannot use that address" in told(f"postgresql://ana:{SECRET}@host:port/x")


def test_a_wrong_password_and_no_such_database(told: Any, database: str) -> None:
    server: PrivatePostgres = private_postgres()
    assert "There is no such database" in told(server.url("nothing_here"))
    server.require_ours()
    server.execute("postgres", f"create role locked login password 'x{SECRET}'")
    server.ask_for_passwords("locked")
    name = database.partition("?")[0].rpartition("/")[2]
    assert told(server.url(name, user="locked", password=SECRET)).endswith(
        "does not let this user in: check user and password."
    )
    assert "may not make tables" in told(server.url(name, user="locked", password=f"x{SECRET}"))


def test_a_database_of_a_newer_version(told: Any, database: str) -> None:
    postgres.open_postgres(database)
    private_postgres().execute(database, "update alembic_version set version_num = '9999'")
    assert told(database).endswith("was made by a newer Tenluz. Update this one.")


def test_tables_that_are_always_in_use(
    told: Any, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_version(database, "0007")
    monkeypatch.setattr(postgres, "PAUSES", (0.01, 0.02))

    async def story() -> None:
        reads = await asyncpg.connect(database)
        async with reads.transaction():
            await reads.fetch("select * from log")
            assert (await asyncio.to_thread(told, database)).endswith(
                "are in use: perhaps pg_dump is reading them, or another server is upgrading "
                "them. Try again when it has finished."
            )
        await reads.close()

    asyncio.run(story())


def test_no_driver(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "find_spec", lambda name: None)
    assert told("postgresql://x/y").endswith("not installed: pip install 'tenluz[postgres]'")
    assert importlib.util.find_spec("asyncpg") is not None


def test_a_url_is_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    url = f"postgresql://ana:{SECRET}@db.example:6000/club?sslmode=require"
    assert postgres.place(url) == "db.example:6000, database club"
    assert SECRET not in repr(ServerSettings(Path("x"), database=url))

    async def story() -> None:
        store = PostgresStore(f"postgresql://ana:{SECRET}@127.0.0.1:{free_port()}/x")
        await store.start()
        while "not on the line" not in caplog.text:
            await asyncio.sleep(0.01)
        await store.stop()

    with caplog.at_level(logging.DEBUG):
        asyncio.run(story())
    assert SECRET not in caplog.text
    assert ANOTHER == "" or ANOTHER not in caplog.text
