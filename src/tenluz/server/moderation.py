"""Who may come, and by which name: bans, names that an operator has cleared, and guests who have
had their data deleted. All of it is in the database; every worker has it in memory.

A worker asks every few seconds whether anything has changed, which is one row; what was done here
is looked at at once. Then whoever may no longer be here is told so, and tables whose names were
changed are read anew.
"""

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from tenluz.server import rewriting, schema
from tenluz.server.guests import Guest
from tenluz.server.live_tables import LiveTables
from tenluz.server.names import looks
from tenluz.server.open_sockets import OpenSockets
from tenluz.server.refusals import refusal
from tenluz.server.store import Store, kind_of_failure

MOST_BANS = 5000
MOST_CLEARED = 10_000  # names; the oldest goes first

Kind = Literal["guest", "address"]

logger = logging.getLogger("tenluz.moderation")


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who may not play here for a time. Of an address all who come from there may not."""

    id: str
    kind: Kind
    subject: str
    reason: str
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class ModerationState:
    """All that is held in memory."""

    bans: dict[tuple[str, str], Ban]
    cleared: frozenset[tuple[str, str]]  # guests, and how their names looked
    forgotten: frozenset[str]


NONE = ModerationState({}, frozenset(), frozenset())


class Moderation:
    """What one worker knows of it."""

    def __init__(
        self, store: Store, tables: LiveTables, sockets: OpenSockets, every: float
    ) -> None:
        self._store, self._tables, self._sockets = store, tables, sockets
        self._every = every  # seconds
        self._rules = NONE
        self._number = -1  # of the changes that are known here
        self._once_more = False
        self._looking = asyncio.Lock()
        self.watched = 0.0  # when an operator last looked

    # --- who comes ---------------------------------------------------------------------------

    def admit(self, guest: Guest | None) -> Guest | None:
        """Somebody with a cookie, as they may be here: a stranger if their data was deleted, and
        without a name that was cleared."""
        if guest is None or guest.id in self._rules.forgotten:
            return None
        return replace(guest, name=self.name_of(guest.id, guest.name))

    def name_of(self, guest: str, name: str) -> str:
        """A name that a guest gives themselves; none if it was cleared."""
        return "" if (guest, looks(name)) in self._rules.cleared else name

    def banned(self, guest: str | None, address: str) -> Ban | None:
        """The ban that keeps somebody out now, if any."""
        now = time.time()
        for subject in (("guest", guest or ""), ("address", address)):
            ban = self._rules.bans.get(subject)
            if ban is not None and ban.until > now:
                return ban
        return None

    def check(self, guest: Guest | None, address: str) -> None:
        """Refused for who is banned."""
        if self.banned(guest.id if guest else None, address) is not None:
            raise refusal("banned")

    # --- what has changed --------------------------------------------------------------------

    async def run(self) -> None:
        """For ever: hear what other workers have done."""
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.look()
            except Exception as problem:  # the database is away: what is known holds
                logger.warning(f"changes could not be read: {kind_of_failure(problem)}")

    async def look(self) -> None:
        """Take what has changed, and act on it."""
        async with self._looking:
            number, self.watched = await self._store.read(_read_changes)
            if number != self._number:
                self._rules = await self._store.read(_read_rules)
                self._turn_away()
            # Once more the next time: a table may have been on its way from the disk just now.
            if number != self._number or self._once_more:
                self._once_more = number != self._number
                await self._tables.read_again()
            self._number = number

    def _turn_away(self) -> None:
        for socket in self._sockets.all():
            if socket.guest in self._rules.forgotten:
                socket.bye("restart")  # they come back as a stranger
            elif socket.guest and self.name_of(socket.guest, socket.name) != socket.name:
                socket.bye("restart")  # and without that name
            elif self.banned(socket.guest, socket.address) is not None:
                socket.bye("banned")


def _read_changes(connection: Connection) -> tuple[int, float]:
    found = connection.execute(select(schema.changes.c.number, schema.changes.c.watched)).one()
    return found.number, found.watched


def _read_rules(connection: Connection) -> ModerationState:
    cleared, forgotten = schema.cleared_names, schema.forgotten
    return ModerationState(
        {(ban.kind, ban.subject): ban for ban in read_bans(connection)},
        frozenset(
            (row.guest, looks(row.name))  # one that was kept before may be of another skeleton
            for row in connection.execute(select(cleared.c.guest, cleared.c.name))
        ),
        frozenset(connection.execute(select(forgotten.c.guest)).scalars()),
    )


# --- in the database, inside a transaction ------------------------------------------------------


def read_bans(connection: Connection, most: int = MOST_BANS) -> list[Ban]:
    """All bans, the newest first."""
    bans = schema.bans
    found = connection.execute(select(bans).order_by(bans.c.since.desc()).limit(most))
    return [Ban(**row) for row in found.mappings()]


def ban(connection: Connection, kind: Kind, subject: str, reason: str, seconds: float) -> Ban:
    """Keep somebody out; a second ban of the same takes the place of the first."""
    bans, now = schema.bans, time.time()
    connection.execute(delete(bans).where(bans.c.kind == kind, bans.c.subject == subject))
    connection.execute(delete(bans).where(bans.c.until < now))
    if count(connection, bans) >= MOST_BANS:
        raise refusal("enough_bans")
    new = Ban(secrets.token_urlsafe(9), kind, subject, reason, now, now + seconds)
    connection.execute(insert(bans), _row(new))
    rewriting.tell_workers(connection)
    return new


def lift(connection: Connection, name: str) -> Ban | None:
    """End a ban; which it was."""
    bans = schema.bans
    found = connection.execute(select(bans).where(bans.c.id == name)).mappings().one_or_none()
    if found is None:
        return None
    connection.execute(delete(bans).where(bans.c.id == name))
    rewriting.tell_workers(connection)
    return Ban(**found)


def clear_name(connection: Connection, guest: str, name: str) -> None:
    """From now on a guest has no name where they have given this one."""
    cleared, kept = schema.cleared_names, {"guest": guest, "name": looks(name)}
    connection.execute(
        delete(cleared).where(cleared.c.guest == guest, cleared.c.name == kept["name"])
    )
    if count(connection, cleared) >= MOST_CLEARED:
        oldest = select(func.min(cleared.c.at)).scalar_subquery()
        connection.execute(delete(cleared).where(cleared.c.at == oldest))
    connection.execute(insert(cleared), {**kept, "at": time.time()})
    rewriting.tell_workers(connection)


def clear_name_at(connection: Connection, table: str, guest: str, name: str) -> None:
    """Take that name from a table if it stands there, as it looked when they sat down: with a
    number after it where somebody else was called the same."""
    wanted = looks(name)

    def alike(found: str) -> bool:
        return looks(found) == wanted or looks(found.rstrip("0123456789")) == wanted

    rewriting.clear_name(connection, table, guest, alike)
    rewriting.tell_workers(connection)


def count(connection: Connection, table: Any) -> int:
    """How many rows a table of the database has."""
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def watch(connection: Connection) -> None:
    """An operator looks: workers tell what they have."""
    connection.execute(update(schema.changes).values(watched=time.time()))


def _row(new: Ban) -> dict[str, Any]:
    return {name: getattr(new, name) for name in Ban.__dataclass_fields__}
