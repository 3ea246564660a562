"""A PostgreSQL as a server needs it: reached, in the newest shape, with keys; and said in one
line where it cannot be used. Its URL may hold a password, so no message shows more of it than
host and database.
"""

import asyncio
import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

from sqlalchemy import Connection, delete, insert, select, text
from sqlalchemy.exc import DBAPIError

from tenluz.engine.errors import NotUnderstood
from tenluz.server import schema
from tenluz.server.data_folder import DamagedDatabase, NewerDatabase
from tenluz.server.keys import KEY_BYTES, Key, KeyRing, mark, ring_of
from tenluz.server.migrations import upgrade

if TYPE_CHECKING:
    import asyncpg
    from sqlalchemy.ext.asyncio import AsyncEngine

SCHEMES = ("postgresql", "postgres")
CONNECT_WITHIN = 5.0  # seconds
ANSWER_WITHIN = 10.0
# Of a line on which nothing comes: seconds until the system asks whether the other side is there,
# between two tries, and how many it makes.
KEEP_ALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
UPGRADING = 7_301_042  # a lock of the database's: one process at a time changes its shape
UPGRADE_WITHIN = 60.0  # and for its turn: servers may start together, on a busy machine
# That an upgrade waits for tables in use before it lets others use them again: who plays waits
# behind it. PostgreSQL ends its own tidying for who has waited for a second, so more than that.
LOCKED_FOR = "1500ms"
PAUSES = (1, 2, 4, 8, 16, 16)  # seconds between tries; then it gives up
LOCKED = "55P03"  # PostgreSQL's code for who has waited so long
PORT = 5432

Found = TypeVar("Found")

logger = logging.getLogger("tenluz.store")


def place(url: str) -> str:
    """Where a database is, for people: never who asks, nor with which password."""
    try:
        parts = urlsplit(url)
        asked = parse_qs(parts.query)
        host = parts.hostname or asked.get("host", ["this machine"])[0]
        port = parts.port or asked.get("port", [PORT])[0]
    except ValueError:
        return "that address"
    name = unquote(parts.path.lstrip("/"))
    return f"{host}:{port}" + (f", database {name}" if name else "")


def check_url(url: str) -> None:
    """NotUnderstood unless it is the URL of a PostgreSQL and there is what speaks to one."""
    if url.partition("://")[0] not in SCHEMES:
        raise NotUnderstood("--database takes postgresql://USER@HOST/NAME; see docs/serving.md.")
    for name in ("asyncpg", "greenlet"):
        if find_spec(name) is None:
            raise NotUnderstood(
                f"PostgreSQL needs {name}, which is not installed: pip install 'tenluz[postgres]'"
            )


async def connect(
    url: str, *, durable: bool = True, answer_within: float | None = ANSWER_WITHIN, **more: Any
) -> "asyncpg.Connection":
    """A connection. Who waits for it, or for an answer, does not wait for ever."""
    import asyncpg

    connection = await asyncpg.connect(
        url,
        timeout=CONNECT_WITHIN,
        command_timeout=answer_within,
        server_settings={
            "application_name": "tenluz",
            # A worker that stands still in the middle of writing holds up nobody else for long.
            "idle_in_transaction_session_timeout": "3000",
            "lock_timeout": "2000",
        },
        **more,
    )
    _keep_alive(connection._transport.get_extra_info("socket"))
    # What is acknowledged is on the disk, also where the database's owner thinks less of that;
    # more than that (a second machine) stays as it is.
    wanted, instead_of = ("on", "= 'off'") if durable else ("off", "<> 'off'")
    try:
        await connection.execute(
            f"select set_config('synchronous_commit', '{wanted}', false) "
            f"where current_setting('synchronous_commit') {instead_of}"
        )
    except BaseException:  # who waited for it may be told to stop meanwhile
        connection.terminate()
        raise
    return connection


def _keep_alive(line: socket.socket) -> None:
    """Have the system notice a machine that is gone without a word: an upgrade waits for its
    answer for as long as it takes."""
    if line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEP_ALIVE.items():
        if hasattr(socket, name):  # else as the system has it
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def engine(
    url: str, *, durable: bool = True, answer_within: float | None = ANSWER_WITHIN, **more: Any
) -> "AsyncEngine":
    """SQLAlchemy on connections of ours: asyncpg itself reads the URL, with all that it knows."""
    from sqlalchemy.ext.asyncio import create_async_engine

    async def creator(*_: Any, **given: Any) -> "asyncpg.Connection":
        return await connect(url, durable=durable, answer_within=answer_within)

    # An error that is logged does not say what was to be written: seeds, numbers of guests.
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=creator, hide_parameters=True, **more
    )


# --- before a server starts -------------------------------------------------------------------


def open_postgres(url: str) -> KeyRing:
    """Bring a database to the newest shape; the keys of its servers, made by the first of them.
    NotUnderstood where it cannot be used."""
    return with_postgres(url, lambda connection, _: first_keys(connection))


def upgrade_postgres(url: str) -> str | None:
    """Bring a database to the newest shape; which it had, None if it is new."""
    return with_postgres(url, lambda _, before: before)


def with_postgres(url: str, work: Callable[[Connection, str | None], Found]) -> Found:
    """Do something with a database in its newest shape, in one transaction. `work` is told which
    shape it had."""
    from sqlalchemy.pool import NullPool

    check_url(url)

    def upgraded(connection: Connection) -> Found:
        # What steps are written with is loaded in the middle of this, and that may take a while.
        for setting in ("lock_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"set local {setting} = '{UPGRADE_WITHIN:.0f}s'"))
        connection.execute(text(f"select pg_advisory_xact_lock({UPGRADING})"))
        connection.execute(text(f"set local lock_timeout = '{LOCKED_FOR}'"))
        before = _upgrade_when_free(connection)
        return work(connection, before)

    async def asked() -> Found:
        # A step over a large log takes as long as it takes.
        one = engine(url, answer_within=None, poolclass=NullPool)
        try:
            async with one.begin() as connection:
                return await connection.run_sync(upgraded)
        finally:
            await one.dispose()

    return _apart(lambda: _told(url, asked))


def _upgrade_when_free(connection: Connection) -> str | None:
    pauses = iter(PAUSES)
    while True:
        try:
            with connection.begin_nested():  # what it has locked is free again where it fails
                return upgrade(connection)
        except DBAPIError as problem:
            pause = next(pauses, None)
            if pause is None or getattr(problem.orig, "sqlstate", None) != LOCKED:
                raise
        logger.warning(f"The tables are in use; once more in {pause} s.")
        time.sleep(pause)


def ask_postgres(url: str, work: "Callable[[asyncpg.Connection], Awaitable[Found]]") -> Found:
    """What somebody finds in a database as it is; nothing is upgraded. NotUnderstood where it
    cannot be reached."""
    check_url(url)

    async def asked() -> Found:
        connection = await connect(url)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return _apart(lambda: _told(url, asked))


# --- keys ---------------------------------------------------------------------------------------


def first_keys(connection: Connection) -> KeyRing:
    """What the servers of a database sign with. Whoever asks holds the lock of `with_postgres`."""
    found = read_keys(connection)
    if found is None:
        found = KeyRing.of(secrets.token_bytes(KEY_BYTES))
        insert_keys(connection, found)
    return found


def read_keys(connection: Connection) -> KeyRing | None:
    """The keys of a database; None if it has none yet, NotUnderstood if they are not whole."""
    query = select(schema.keys).order_by(schema.keys.c.id.desc())
    rows = connection.execute(query).mappings().all()
    return _ring(rows) if rows else None


def kept_keys(url: str) -> KeyRing:
    """The keys of a database as it is, of this shape or an older one; NotUnderstood where there
    are none."""

    async def rows(connection: "asyncpg.Connection") -> list[dict[str, Any]]:
        if not await connection.fetchval("select to_regclass('keys') is not null"):
            return []
        return [dict(row) for row in await connection.fetch("select * from keys order by id desc")]

    found = ask_postgres(url, rows)
    if not found:
        raise NotUnderstood(f"There are no keys at {place(url)}: no server has started there.")
    return _ring(found)


def _ring(rows: Sequence[Mapping[Any, Any]]) -> KeyRing:
    keys = [Key(bytes(row["key"]), row.get("made") or 0.0, row.get("until")) for row in rows]
    try:
        if any(len(key.secret) != KEY_BYTES for key in keys):
            raise ValueError("one has another size")
        return ring_of(keys, rows[0].get("mark") or mark(keys[-1].secret))
    except ValueError as wrong:
        raise NotUnderstood(f"The database has no whole set of keys: {wrong}.") from None


def insert_keys(connection: Connection, ring: KeyRing) -> None:
    """Have these keys, and no others."""
    connection.execute(delete(schema.keys))
    rows = [
        {"id": at, "key": key.secret, "made": key.made, "until": key.until, "mark": ring.mark}
        for at, key in enumerate(reversed(ring.keys), 1)
    ]
    connection.execute(insert(schema.keys), rows)


def rotate_key(url: str, keep: float) -> KeyRing:
    """Have a new key sign for all servers of a database; the others are believed for so many
    seconds more. Servers that run take it up by themselves."""

    def rotate(connection: Connection, _: str | None) -> KeyRing:
        ring = first_keys(connection).rotated(time.time(), keep)
        insert_keys(connection, ring)
        return ring

    return with_postgres(url, rotate)


def _apart(work: Callable[[], Awaitable[Found]]) -> Found:
    """Wait for something of another loop: whoever asks may be in one of their own."""
    found: list[Found] = []
    failed: list[BaseException] = []

    async def run() -> None:
        try:
            found.append(await work())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="open-postgres")
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return found[0]


async def _told(url: str, work: Callable[[], Awaitable[Found]]) -> Found:
    """Errors as its owner is told them."""
    import asyncpg

    try:
        return await work()
    except NewerDatabase:
        said = "was made by a newer Tenluz. Update this one."
        raise NotUnderstood(f"The database at {place(url)} {said}") from None
    except DamagedDatabase as error:
        said = f"is damaged ({error}). Put back a copy of it."
        raise NotUnderstood(f"The database at {place(url)} {said}") from None
    except DBAPIError as error:
        problem = error.orig.__cause__ if error.orig else None
        raise _cannot(url, problem or error) from None
    except (
        OSError,
        TimeoutError,
        ValueError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
    ) as error:
        raise _cannot(url, error) from None


def _cannot(url: str, error: BaseException) -> NotUnderstood:
    from asyncpg import exceptions

    where = place(url)
    if isinstance(error, exceptions.InvalidAuthorizationSpecificationError):
        said = f"PostgreSQL at {where} does not let this user in: check user and password."
    elif isinstance(error, exceptions.InvalidCatalogNameError):
        said = f"There is no such database at {where}. Make one with createdb."
    elif isinstance(error, exceptions.InsufficientPrivilegeError):
        said = f"This user may not make tables at {where}: give it a database of its own."
    elif isinstance(error, exceptions.LockNotAvailableError):
        said = (
            f"The tables at {where} are in use: perhaps pg_dump is reading them, or another "
            "server is upgrading them. Try again when it has finished."
        )
    elif isinstance(error, OSError):
        number = error.errno or 0  # below 0 where it is about a host's name
        why = os.strerror(number) if number > 0 else error.strerror or "no answer"
        said = f"Cannot reach PostgreSQL at {where} ({why}). Does it run, is the address right?"
    elif isinstance(error, exceptions.PostgresError):
        said = f"PostgreSQL at {where} says: {str(error).splitlines()[0]}"
    else:  # the URL itself, which is not to be shown
        said = f"Cannot use {where} as a database: --database takes postgresql://USER@HOST/NAME."
    return NotUnderstood(said)
