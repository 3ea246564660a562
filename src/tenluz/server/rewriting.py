"""People taken out of the tables they sat at: their names go, and the numbers that tie a table to
a person. The game itself stays whole, card for card, for all others.

A guest becomes somebody of this one table: a new number, other at each table, so that nothing
leads from one game to the next. Works on rows, given a connection inside a transaction, for which
moves wait: so whoever changes many tables does it one by one. Knows who sits where (`seating.py`),
and no game.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import orjson
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from tenluz.engine import shuffle
from tenluz.engine.types import JsonObject, Seat
from tenluz.server import schema
from tenluz.server.seating import Seating

NOBODY = ""  # the name of a seat whose player has none: pages say "Player 2" then
AT_ONCE = 200  # tables that one query names


def tables_of(
    connection: Connection, guest: str, after: str = "", most: int = AT_ONCE
) -> list[str]:
    """The next tables, by name, where a guest has sat or that they made."""
    sat, tables = schema.sat, schema.tables
    found: set[str] = set()
    for name, whose in ((sat.c.table_id, sat.c.guest), (tables.c.id, tables.c.maker)):
        query = select(name).where(whose == guest, name > after).order_by(name).limit(most)
        found.update(connection.execute(query).scalars())
    return sorted(found)[:most]


def forget_at(connection: Connection, table: str, guest: str) -> bool:
    """Take a guest out of a table. A game that nobody else sat at goes altogether; a seat in one
    that is not over is left, as if they had said so."""
    row = _locked(connection, table)
    if row is None:
        return False
    entries = _entries(connection, table)
    seating, played = _seating(row, entries)
    people = set(seating.known) | ({row.maker} if row.maker else set())
    if people <= {guest}:
        delete_table(connection, table)
        return True
    seat = seating.seat_of(guest)
    if seat is not None and not row.over:
        _leave(connection, table, seat, len(entries) + 1, played=played)
    _replace(connection, row, entries, {guest: _stranger()}, lambda guest, name: NOBODY)
    return True


def strip_names(connection: Connection, table: str) -> None:
    """Take all people out of a table that is over; its bots keep their names."""
    row = _locked(connection, table)
    if row is None:
        return
    entries = _entries(connection, table)
    seating, _ = _seating(row, entries)
    guests = set(seating.known) | ({row.maker} if row.maker else set())
    _replace(connection, row, entries, {one: _stranger() for one in guests}, lambda *_: NOBODY)
    connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(maker=None))
    connection.execute(delete(schema.reports).where(schema.reports.c.table_id == table))
    _strip_results(connection, table)


def clear_name(
    connection: Connection, table: str, guest: str, looks: Callable[[str], bool]
) -> None:
    """Have a guest without their name at a table, wherever it looks like this one."""
    row = _locked(connection, table)
    if row is not None:

        def cleared(_: str, name: str) -> str:
            return NOBODY if looks(name) else name

        _replace(connection, row, _entries(connection, table), {guest: guest}, cleared)


def delete_table(connection: Connection, table: str) -> None:
    """A table with all that belongs to it."""
    owned = (schema.log, schema.sat, schema.presence, schema.bot_workers, schema.reports)
    for one in (*owned, schema.seen_seats):
        connection.execute(delete(one).where(one.c.table_id == table))
    _strip_results(connection, table)
    connection.execute(delete(schema.tables).where(schema.tables.c.id == table))


def _strip_results(connection: Connection, table: str) -> None:
    """How people fared in a game, but for those who have an account to keep it."""
    results = schema.results
    lasting = select(schema.accounts.c.guest)
    connection.execute(
        delete(results).where(results.c.table_id == table, results.c.guest.not_in(lasting))
    )


def tell_workers(connection: Connection) -> None:
    """Have every worker look at what has changed."""
    changes = schema.changes
    connection.execute(update(changes).values(number=changes.c.number + 1))


# --- a table's rows -----------------------------------------------------------------------------


def _stranger() -> str:
    return f"gone{secrets.token_urlsafe(12)}"


def _locked(connection: Connection, table: str) -> Row[Any] | None:
    """The row of a table, that nobody adds to until this is done: an entry needs it."""
    query = select(schema.tables).where(schema.tables.c.id == table).with_for_update()
    return connection.execute(query).one_or_none()


def _entries(connection: Connection, table: str) -> list[Row[Any]]:
    log = schema.log
    return list(connection.execute(select(log).where(log.c.table_id == table).order_by(log.c.seq)))


def _seating(row: Row[Any], entries: Iterable[Row[Any]]) -> tuple[Seating, bool]:
    """Who sits where, and whether a person has moved."""
    seating, played = Seating(orjson.loads(row.seats), row.maker), False
    for entry in entries:
        body = orjson.loads(entry.body)
        if entry.kind == "seat":
            seating.apply(body)
        elif entry.kind == "move":
            played = played or seating.chairs[body["seat"]].bot is None
    return seating, played


def _leave(connection: Connection, table: str, seat: Seat, seq: int, *, played: bool) -> None:
    body: JsonObject = {"seat": seat, "change": "left", "guest": None, "name": "", "bot": None}
    if not played:  # that seat was looked through: see TableLog
        body["seed"] = shuffle.new_seed().hex()
    connection.execute(
        insert(schema.log),
        {
            "table_id": table,
            "seq": seq,
            "command_id": f"gone:{seq}",
            "kind": "seat",
            "body": orjson.dumps(body).decode(),
            "at": time.time(),
        },
    )


def _replace(
    connection: Connection,
    row: Row[Any],
    entries: Iterable[Row[Any]],
    new: Mapping[str, str],
    named: Callable[[str, str], str],
) -> None:
    """Put other guests, and what `named` gives for their names, in the place of these."""
    log, tables, sat = schema.log, schema.tables, schema.sat
    chairs = [_renamed(chair, new, named) for chair in orjson.loads(row.seats)]
    # Whose seat it is, entry by entry: some name a seat and its player, but no guest.
    sits: dict[int, str | None] = {
        at: one.get("guest") for at, one in enumerate(orjson.loads(row.seats))
    }
    rows: list[JsonObject] = []
    for entry in entries:
        body = orjson.loads(entry.body)
        command = entry.command_id
        if entry.kind == "seat":
            changed = _renamed(body, new, named)
            if body["change"] not in ("locked", "unlocked"):
                sits[body["seat"]] = body["guest"]
        elif entry.kind == "next" and sits.get(body["seat"]) in new:
            changed = {**body, "name": named(str(sits[body["seat"]]), body["name"])}
        else:
            changed = body
        if any(old != other and old in command for old, other in new.items()):
            command = f"gone:{entry.seq}"
        if changed != body or command != entry.command_id:
            written = orjson.dumps(changed).decode()
            rows.append({"at_seq": entry.seq, "body": written, "command_id": command})
    if rows:
        # All by one statement: nobody writes meanwhile, and others wait to.
        where = (log.c.table_id == row.id, log.c.seq == bindparam("at_seq"))
        connection.execute(update(log).where(*where), rows)
    connection.execute(
        update(tables)
        .where(tables.c.id == row.id)
        .values(
            seats=orjson.dumps(chairs).decode(),
            maker=new.get(row.maker, row.maker) if row.maker else None,
            rewritten=tables.c.rewritten + 1,
        )
    )
    gone = [old for old, other in new.items() if old != other]
    if gone:
        connection.execute(delete(sat).where(sat.c.table_id == row.id, sat.c.guest.in_(gone)))


def _renamed(
    chair: JsonObject, new: Mapping[str, str], named: Callable[[str, str], str]
) -> JsonObject:
    guest = chair.get("guest")
    if guest is None or guest not in new:
        return chair
    return {**chair, "guest": new[guest], "name": named(guest, chair.get("name", ""))}


def rewritten(connection: Connection, tables: list[str]) -> dict[str, int]:
    """How often each of these tables was rewritten; those that are gone are not there."""
    found: dict[str, int] = {}
    for begin in range(0, len(tables), AT_ONCE):
        part = tables[begin : begin + AT_ONCE]
        query = select(schema.tables.c.id, schema.tables.c.rewritten)
        rows = connection.execute(query.where(schema.tables.c.id.in_(part)))
        found.update((name, count) for name, count in rows)
    return found


def last_entry() -> Any:
    """When something last happened at a table, as part of a query on `tables`."""
    log = schema.log
    return select(func.max(log.c.at)).where(log.c.table_id == schema.tables.c.id).scalar_subquery()
