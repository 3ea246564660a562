"""What is too old goes by itself: the names in finished games, tables at which nobody has moved for
long, finished games where the owner wants that, and what operators no longer need.

In small steps, by whichever worker's turn it is: one row says when somebody last looked, and how
far. So several workers, also on several machines, do it once. What a step finds it does in a
transaction for each table: who plays waits for no more than one.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, exists, or_, select, update

from tenluz.server import privacy, rewriting, schema, sign_outs
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Store, kind_of_failure

DAY = 24 * 3600.0
AT_ONCE = 100  # tables that one step looks at
FORGOTTEN_FOR = DAY  # that a guest is known to have been deleted
LATELY = 600.0  # seconds in which a worker that had not heard of it may have added to their tables
AUDIT_FOR = 365 * DAY
OVERVIEWS_FOR = 60.0  # seconds

logger = logging.getLogger("tenluz.tidying")


@dataclass(frozen=True)
class Found:
    """A table, and how old it is."""

    id: str
    over: bool
    last: float  # when something last happened there
    named: bool  # whether it still leads to people
    bots_alone: bool  # no person has sat there; not known any more once names are gone


class Tidying:
    """One worker's part in it."""

    def __init__(
        self,
        store: Store,
        settings: ServerSettings,
        is_over: Callable[[str], Awaitable[bool]],
        look: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._settings = store, settings
        self._is_over = is_over  # by its log: the mark of a finished game may have been lost
        self._look = look  # at what has changed
        self._first = True

    async def run(self) -> None:
        """For ever: a step, and a pause."""
        while True:
            await asyncio.sleep(self._settings.tidy_every)
            try:
                await self.step()
            except Exception as problem:  # the database is away: what is too old can wait
                logger.warning(f"nothing was tidied: {kind_of_failure(problem)}")

    async def step(self) -> bool:
        """Look at some tables; False if it was not this worker's turn."""
        found = await self._store.transact(_take_turn, self._settings.tidy_every)
        if found is None:
            return False
        changed = await self._change(found)
        await self._store.transact(_forget_old, self._settings.keep_names_days * DAY)
        # All of them once: whoever deleted one may have been stopped halfway, long ago.
        since = 0.0 if self._first else time.time() - LATELY
        left_over = await self._store.read(_still_there, since)
        self._first = False
        for guest in left_over:
            changed = bool(await privacy.forget_tables(self._store, guest)) or changed
        if changed:
            await self._look()
        return True

    async def _change(self, found: list[Found]) -> bool:
        settings, now = self._settings, time.time()
        delete_names: list[str] = []
        strip: list[str] = []
        for one in found:
            age = (now - one.last) / DAY
            over = one.over
            if not over and 0 < settings.keep_unfinished_days < age:
                over = await self._is_over(one.id)
                if not over:
                    delete_names.append(one.id)
                    continue
            finished_for = settings.keep_finished_days
            if one.bots_alone:  # nobody's game goes with those at which nobody moves
                finished_for = _sooner(
                    finished_for, settings.keep_unfinished_days, settings.keep_names_days
                )
            if over and 0 < finished_for < age:
                delete_names.append(one.id)
            elif over and one.named and 0 < settings.keep_names_days < age:
                strip.append(one.id)
        for work, names in ((_delete, delete_names), (_strip, strip)):
            for name in names:
                await self._store.transact(work, name)
        return bool(delete_names or strip)


def _take_turn(connection: Connection, every: float) -> list[Found] | None:
    """The next tables to look at; None if somebody else has just looked, or does."""
    tidying, tables, sat, now = schema.tidying, schema.tables, schema.sat, time.time()
    turn = connection.execute(select(tidying).with_for_update(skip_locked=True)).one_or_none()
    if turn is None or turn.at <= now < turn.at + every / 2:
        return None
    people = exists().where(sat.c.table_id == tables.c.id)
    query = (
        select(
            tables.c.id,
            tables.c.over,
            tables.c.created,
            rewriting.last_entry().label("last"),
            (tables.c.maker.is_not(None) | people).label("named"),
            (tables.c.maker.is_not(None) & ~people).label("bots_alone"),
        )
        .where(tables.c.id > turn.after)
        .order_by(tables.c.id)
        .limit(AT_ONCE)
    )
    rows: list[Any] = list(connection.execute(query))
    after = rows[-1].id if len(rows) == AT_ONCE else ""  # from the beginning again
    connection.execute(update(tidying).values(at=now, after=after))
    return [
        Found(
            row.id,
            row.over,
            row.last or row.created,
            named=bool(row.named),
            bots_alone=bool(row.bots_alone),
        )
        for row in rows
    ]


def _sooner(*days: float) -> float:
    """The first of some times, of which 0 is never."""
    return min((one for one in days if one > 0), default=0.0)


def _delete(connection: Connection, table: str) -> None:
    rewriting.delete_table(connection, table)
    rewriting.tell_workers(connection)


def _strip(connection: Connection, table: str) -> None:
    rewriting.strip_names(connection, table)
    rewriting.tell_workers(connection)


def _still_there(connection: Connection, since: float) -> list[str]:
    """Guests who were deleted after this and still lead to a table."""
    forgotten, sat, tables = schema.forgotten, schema.sat, schema.tables
    there = (
        exists().where(sat.c.guest == forgotten.c.guest),
        exists().where(tables.c.maker == forgotten.c.guest),
    )
    query = select(forgotten.c.guest).where(forgotten.c.at > since, or_(*there))
    return list(connection.execute(query).scalars())


def _forget_old(connection: Connection, names_for: float) -> None:
    """What nobody needs any more."""
    now = time.time()
    for table, before in (
        (schema.forgotten, now - FORGOTTEN_FOR),
        (schema.reports, now - names_for if names_for else 0.0),
        (schema.audit, now - AUDIT_FOR),
        (schema.overviews, now - OVERVIEWS_FOR),
    ):
        connection.execute(delete(table).where(table.c.at < before))
    connection.execute(delete(schema.bans).where(schema.bans.c.until < now))
    sign_outs.forget_ends(connection)
