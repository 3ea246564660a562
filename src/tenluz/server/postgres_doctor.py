"""Looks at a PostgreSQL as a server would have it: whether it is reached, in which shape it is,
whether it waits for its disk, and whether its clock is ours. Nothing is changed.
"""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tenluz.engine.errors import NotUnderstood
from tenluz.server.doctor import Finding, of_version
from tenluz.server.keys import mark
from tenluz.server.postgres import ask_postgres, place
from tenluz.server.postgres_store import OF_A_PROCESS

if TYPE_CHECKING:
    import asyncpg

OLDEST = 13  # version that its makers still mend
SLOW = 0.05  # seconds for a question: every move waits for one
APART = 2.0  # seconds between two clocks, as signs of life count in seconds


class DatabaseReport(NamedTuple):
    """What a database says of itself."""

    took: float
    apart: float
    version: int
    settings: dict[str, str]
    empty: bool
    shape: str | None
    tables: int
    mark: str | None


async def _see(connection: "asyncpg.Connection") -> DatabaseReport:
    begun = time.time()
    theirs = await connection.fetchval("select extract(epoch from clock_timestamp())::float8")
    ended = time.time()
    names = ("fsync", "full_page_writes", "max_connections")
    settings = {name: str(await connection.fetchval(f"show {name}")) for name in names}
    shape, tables, whose = None, 0, None
    empty = await connection.fetchval("select to_regclass('alembic_version') is null")
    if not empty:
        shape = await connection.fetchval("select version_num from alembic_version")
    if await connection.fetchval("select to_regclass('tables') is not null"):
        tables = await connection.fetchval("select count(*) from tables")
    if await connection.fetchval("select to_regclass('keys') is not null"):
        rows = [dict(row) for row in await connection.fetch("select * from keys order by id")]
        if rows:  # of an older shape it has no mark, and one key
            whose = rows[-1].get("mark") or mark(bytes(rows[0]["key"]))
    return DatabaseReport(
        ended - begun,
        abs(float(theirs) - (begun + ended) / 2),
        int(connection.get_server_version().major),
        settings,
        bool(empty),
        shape,
        int(tables),
        whose,
    )


def look_at_postgres(url: str) -> tuple[list[Finding], str | None]:
    """What was found there, and the mark of its servers."""
    try:
        seen = ask_postgres(url, _see)
    except NotUnderstood as error:
        return [Finding(False, str(error), "Without it no server starts.")], None
    return list(_findings(url, seen)), seen.mark


def _findings(url: str, seen: DatabaseReport) -> Iterator[Finding]:
    told = f"PostgreSQL {seen.version} at {place(url)} answers in {seen.took * 1000:.1f} ms"
    yield Finding(
        seen.took < SLOW and seen.version >= OLDEST,
        told,
        "Every move waits for it: it should be near."
        if seen.version >= OLDEST
        else f"Nobody mends that version any more: take {OLDEST} or newer.",
    )
    if seen.empty:
        yield Finding(False, "its database is empty", "The first start makes its tables.")
    else:
        yield of_version(seen.shape, f"the database has {seen.tables} tables")
    lasts = seen.settings["fsync"] == seen.settings["full_page_writes"] == "on"
    yield Finding(
        lasts,
        "it waits for its disk" if lasts else "it does not wait for its disk",
        "A power cut may damage everything: set fsync and full_page_writes to on.",
    )
    yield Finding(
        seen.apart < APART,
        f"its clock and that of this machine are {seen.apart:.1f} s apart",
        "Have both set by NTP: systemctl status systemd-timesyncd.",
    )
    most = int(seen.settings["max_connections"])
    yield Finding(
        most >= 4 * OF_A_PROCESS,
        f"it takes {most} connections, and a process of Tenluz {OF_A_PROCESS}",
        f"For four processes max_connections should be {4 * OF_A_PROCESS} or more.",
    )
