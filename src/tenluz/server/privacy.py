"""Somebody's own data: all that is kept about a guest, given to them, or deleted.

What they get holds nothing of other people and no card that they could not see: a seed that stands
in a log would tell every hand, so fields are chosen one by one. What is deleted goes by
`rewriting.py`, table by table; a server that is stopped in between goes on with it later
(`tidying.py`), as the guest is written down as forgotten first.

Parts of a server that keep more about guests are `Keeper`s: they are asked for both in the same
transactions. `KEEPERS` is the one list of them.
"""

import time
from collections.abc import AsyncIterator
from typing import Any, Protocol

import orjson
from sqlalchemy import Connection, delete, insert, select, update

from tenluz.engine.types import JsonObject
from tenluz.server import rewriting, schema
from tenluz.server.accounts import AccountsOfGuests
from tenluz.server.guests import Guest
from tenluz.server.reports import ReportsOfGuests
from tenluz.server.store import Store

AT_ONCE = 20  # tables in one query
GONE = "gone"  # who somebody was, in what operators did
DISMISSED = "dismissed"  # reports of a name, by an operator who had looked at them

# Of an entry's body, what somebody may be told of their own: never "seed".
OF_A_SEAT = ("seat", "change", "bot")
NEVER = ("seed", "guest", "name")


class Keeper(Protocol):
    """A part of the server that keeps something about guests beside their tables."""

    name: str  # of its part in an export

    def export(self, connection: Connection, guest: str) -> object:
        """What it keeps of a guest, as JSON can hold it."""

    def forget(self, connection: Connection, guest: str) -> None:
        """Keep nothing of a guest from now on."""


class ActsOnGuests:
    """Bans and cleared names, and what operators have written down of a guest."""

    name = "operator"

    def export(self, connection: Connection, guest: str) -> JsonObject:
        """What was decided about a guest; not that somebody has reported their name, as at a
        table of two they would know who."""
        bans, cleared, audit = schema.bans, schema.cleared_names, schema.audit
        banned = connection.execute(select(bans).where(bans.c.subject == guest))
        names = connection.execute(select(cleared).where(cleared.c.guest == guest))
        acts = connection.execute(
            select(audit)
            .where(audit.c.subject == guest, audit.c.action != DISMISSED)
            .order_by(audit.c.at)
        )
        return {
            "bans": [
                {"of": row.kind, "reason": row.reason, "since": row.since, "until": row.until}
                for row in banned
            ],
            "names_cleared": [{"name": row.name, "at": row.at} for row in names],
            "acts": [{"at": row.at, "action": row.action, "detail": row.detail} for row in acts],
        }

    def forget(self, connection: Connection, guest: str) -> None:
        """Nobody comes by that number any more, so nothing need be known of it."""
        bans, cleared, audit = schema.bans, schema.cleared_names, schema.audit
        connection.execute(delete(bans).where(bans.c.subject == guest))
        connection.execute(delete(cleared).where(cleared.c.guest == guest))
        connection.execute(
            update(audit).where(audit.c.subject == guest).values(subject=GONE, detail="")
        )


KEEPERS: list[Keeper] = [AccountsOfGuests(), ReportsOfGuests(), ActsOnGuests()]


# --- given to them ----------------------------------------------------------------------------


async def export(store: Store, guest: Guest) -> AsyncIterator[bytes]:
    """All that is kept about a guest: one JSON object, in pieces, one table after the other."""
    head = {
        "made": time.time(),
        "you": {"id": guest.id, "name": guest.name, "language": guest.language},
        **await store.read(_export_keepers, guest.id),
    }
    yield orjson.dumps(head)[:-1] + b',"tables":['
    after, first = "", True
    while True:
        names, tables = await store.read(_export_tables, guest.id, after)
        for table in tables:
            yield (b"" if first else b",\n") + orjson.dumps(table)
            first = False
        if len(names) < AT_ONCE:
            break
        after = names[-1]
    yield b"]}\n"


def _export_keepers(connection: Connection, guest: str) -> JsonObject:
    return {keeper.name: keeper.export(connection, guest) for keeper in KEEPERS}


def _export_tables(
    connection: Connection, guest: str, after: str
) -> tuple[list[str], list[JsonObject]]:
    names = rewriting.tables_of(connection, guest, after, AT_ONCE)
    tables, log = schema.tables, schema.log
    found = []
    for row in connection.execute(
        select(tables).where(tables.c.id.in_(names)).order_by(tables.c.id)
    ):
        entries = connection.execute(
            select(log).where(log.c.table_id == row.id).order_by(log.c.seq)
        )
        own = [_own_entry(entry, guest) for entry in entries]
        seats = [
            {"seat": at, "name": chair.get("name", "")}
            for at, chair in enumerate(orjson.loads(row.seats))
            if chair.get("guest") == guest
        ]
        found.append(
            {
                "table": row.id,
                "game": row.game,
                "options": orjson.loads(row.options),
                "created": row.created,
                "over": row.over,
                "made_by_you": row.maker == guest,
                "your_seat_at_first": seats,
                "your_entries": [one for one in own if one is not None],
            }
        )
    return names, found


def _own_entry(entry: Any, guest: str) -> JsonObject | None:
    """An entry that a guest made, or that is about their seat; else None."""
    body = orjson.loads(entry.body)
    about = entry.kind == "seat" and body.get("guest") == guest
    if not about and not entry.command_id.startswith(f"{guest}:"):
        return None
    if entry.kind == "seat":
        told = {name: body[name] for name in OF_A_SEAT if body.get(name) is not None}
        if about:
            told["name"] = body["name"]
    else:  # what they played and said
        told = {name: value for name, value in body.items() if name not in NEVER}
    return {"seq": entry.seq, "at": entry.at, "kind": entry.kind, **told}


# --- deleted ----------------------------------------------------------------------------------


async def forget(store: Store, guest: str) -> int:
    """Delete all that is kept about a guest; at how many tables that was. Their cookie is no
    longer taken as soon as the first step is done."""
    await store.transact(_begin_to_forget, guest)
    return await forget_tables(store, guest)


async def forget_tables(store: Store, guest: str) -> int:
    """Take a guest out of all tables, one by one; at how many that was."""
    done = 0
    while await store.transact(_forget_next, guest):
        done += 1
    return done


def _begin_to_forget(connection: Connection, guest: str) -> None:
    forgotten = schema.forgotten
    connection.execute(delete(forgotten).where(forgotten.c.guest == guest))
    connection.execute(insert(forgotten), {"guest": guest, "at": time.time()})
    for keeper in KEEPERS:
        keeper.forget(connection, guest)
    rewriting.tell_workers(connection)


def _forget_next(connection: Connection, guest: str) -> bool:
    names = rewriting.tables_of(connection, guest, most=1)
    for name in names:
        rewriting.forget_at(connection, name, guest)
        rewriting.tell_workers(connection)
    return bool(names)
