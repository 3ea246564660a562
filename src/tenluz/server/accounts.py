"""What is kept of people who have a passkey, and of guests who have been one another.

An account is a guest who can sign in on another device: it has that guest's number, and so its
seats and its games. Knows nothing of how passkeys are verified (`passkeys.py`), nor of requests.
"""

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import (
    Connection,
    Executable,
    Table,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    update,
)

from tenluz.engine.types import JsonObject, Seat
from tenluz.server import schema, sign_outs
from tenluz.server.refusals import refusal
from tenluz.server.results import hand_on
from tenluz.server.store import Store
from tenluz.server.table_log import TableLog

MOST_PASSKEYS = 10  # of one account

_accounts, _passkeys, _used = schema.accounts, schema.passkeys, schema.used_challenges
_results, _seen = schema.results, schema.seen_seats

_SEEN = text(
    "insert into seen_seats (table_id, guest, seat) values (:table, :guest, :seat) "
    "on conflict (table_id, guest, seat) do nothing"
)
_ACCOUNT = text(
    "insert into accounts (guest, handle, name, language, created) values "
    "(:guest, :handle, :name, :language, :created) on conflict (guest) do nothing"
)


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who can sign in."""

    guest: str
    handle: bytes
    name: str
    language: str
    created: float


@dataclass(frozen=True, slots=True)
class Passkey:
    """One way to sign in."""

    id: str
    guest: str
    public_key: bytes
    counter: int
    name: str
    synced: bool
    created: float
    used: float


class Accounts:
    """The accounts of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, guest: str) -> Account | None:
        """The account of a guest; None for those who have none."""
        return await self._store.read(_read_account, guest)

    async def passkeys(self, guest: str) -> list[Passkey]:
        """The passkeys of an account, the oldest first."""
        return await self._store.read(_read_passkeys, guest)

    async def passkey(self, name: str) -> Passkey | None:
        """A passkey by its id."""
        return await self._store.read(_read_passkey, name)

    # --- sign in ---------------------------------------------------------------------------

    async def add(self, account: Account, passkey: Passkey, challenge: str, until: float) -> None:
        """Keep a new passkey, and the account if it is the first; Conflict if the challenge was
        answered before, or the passkey is there. Refused where there are enough: counted here, as
        any number may have been asked for before the first of them was made."""
        own = _accounts.c.guest == account.guest
        await self._store.write(
            *_use(challenge, until),
            _ACCOUNT.bindparams(**asdict(account)),
            update(_accounts).where(own).values(guest=account.guest),  # others wait for this row
            _unless_enough(passkey),
        )
        if await self.passkey(passkey.id) is None:
            raise refusal("enough_passkeys")

    async def use(self, passkey: Passkey, counter: int, challenge: str, until: float) -> None:
        """A passkey was used; Conflict if its challenge was answered before."""
        changed = {"counter": counter, "used": time.time()}
        await self._store.write(
            *_use(challenge, until),
            update(_passkeys).where(_passkeys.c.id == passkey.id).values(**changed),
        )

    # --- change ----------------------------------------------------------------------------

    async def call(self, guest: str, name: str, language: str) -> None:
        """Keep how somebody wants to be called, if they have an account."""
        account = await self.find(guest)
        if account is not None and (account.name, account.language) != (name, language):
            chosen = update(_accounts).where(_accounts.c.guest == guest)
            await self._store.write(chosen.values(name=name, language=language))

    async def name_passkey(self, passkey: Passkey, name: str) -> None:
        """Call a passkey something else."""
        await self._store.write(
            update(_passkeys).where(_passkeys.c.id == passkey.id).values(name=name)
        )

    async def remove_passkey(self, passkey: Passkey) -> None:
        """Forget a passkey. With the last one goes the account: the guest stays."""
        left = select(_passkeys.c.id).where(_passkeys.c.guest == passkey.guest)
        await self._store.write(
            delete(_passkeys).where(_passkeys.c.id == passkey.id),
            delete(_accounts).where(_accounts.c.guest == passkey.guest, ~left.exists()),
        )

    # --- guests who have been one another ----------------------------------------------------

    async def has_seen(self, guest: str, seats: Iterable[tuple[str, Seat]]) -> None:
        """Somebody has been at a device that has looked through these seats of tables."""
        rows: list[Executable] = [
            _SEEN.bindparams(table=table, guest=guest, seat=seat) for table, seat in seats
        ]
        if rows:
            await self._store.write(*rows)

    async def take_along(self, before: str, to: str) -> None:
        """Finished games of a guest become those of an account."""
        await self._store.write(*hand_on(before, to))


class AccountsOfGuests:
    """What an account keeps of a guest, for `privacy.py`."""

    name = "account"

    def export(self, connection: Connection, guest: str) -> JsonObject:
        """Account, passkeys and results, and what is known of their cookies and seats."""
        return _read_all(connection, guest)

    def forget(self, connection: Connection, guest: str) -> None:
        """None of it any more. Whoever has a copy of the cookie has that of a stranger."""
        for one in (_passkeys, _accounts, _results, _seen):
            connection.execute(delete(one).where(one.c.guest == guest))
        sign_outs.end(connection, guest)


async def seen_seats(store: Store, table: str, guest: str) -> set[Seat]:
    """The seats of a table that a guest knows from others of the same device."""
    return await store.read(_read_seen, table, guest)


async def check_seen(store: Store, log: TableLog, guest: str, seat: Seat) -> None:
    """Who has been another guest on the same device takes no other seat than that one knew."""
    if log.over or guest in log.seating.known:
        return
    try:
        seen = await seen_seats(store, log.row.id, guest)
    except Exception as problem:
        raise refusal("not_kept") from problem
    other = min(seen - {seat}, default=None)
    if other is not None:
        raise refusal("other_seat", seat=other)


def _use(challenge: str, until: float) -> tuple[Executable, Executable]:
    """A challenge is answered once. Those that are too old anyway need not be remembered."""
    return (
        delete(_used).where(_used.c.until < time.time()),
        insert(_used).values(id=challenge, until=until),
    )


def _unless_enough(passkey: Passkey) -> Executable:
    """Keep a passkey where its account has fewer than it may have."""
    values = [literal(value, _passkeys.c[name].type) for name, value in asdict(passkey).items()]
    there = select(func.count()).where(_passkeys.c.guest == passkey.guest).scalar_subquery()
    return insert(_passkeys).from_select(
        list(asdict(passkey)), select(*values).where(there < MOST_PASSKEYS)
    )


# --- queries ------------------------------------------------------------------------------------


def _read_account(connection: Connection, guest: str) -> Account | None:
    found = connection.execute(select(_accounts).where(_accounts.c.guest == guest)).one_or_none()
    return None if found is None else Account(**found._mapping)


def _read_passkeys(connection: Connection, guest: str) -> list[Passkey]:
    query = select(_passkeys).where(_passkeys.c.guest == guest).order_by(_passkeys.c.created)
    return [Passkey(**row._mapping) for row in connection.execute(query)]


def _read_passkey(connection: Connection, name: str) -> Passkey | None:
    found = connection.execute(select(_passkeys).where(_passkeys.c.id == name)).one_or_none()
    return None if found is None else Passkey(**found._mapping)


def _read_seen(connection: Connection, table: str, guest: str) -> set[Seat]:
    query = select(_seen.c.seat).where(_seen.c.table_id == table, _seen.c.guest == guest)
    return {Seat(seat) for seat in connection.execute(query).scalars()}


def _read_all(connection: Connection, guest: str) -> JsonObject:
    account = _read_account(connection, guest)
    signed_out = connection.execute(
        select(schema.sign_outs).where(schema.sign_outs.c.guest == guest)
    ).one_or_none()
    return {
        "account": None
        if account is None
        else {
            "name": account.name,
            "language": account.language,
            "created": account.created,
            "handle": account.handle.hex(),
        },
        "passkeys": [
            {
                "id": one.id,
                "name": one.name,
                "synced": one.synced,
                "created": one.created,
                "used": one.used,
                "signatures": one.counter,
                "public_key": one.public_key.hex(),
            }
            for one in _read_passkeys(connection, guest)
        ],
        "results": _own_rows(connection, _results, guest),
        "seats_seen": _own_rows(connection, _seen, guest),
        "signed_out_everywhere": None
        if signed_out is None
        else {"times": signed_out.generation, "last": signed_out.at},
    }


def _own_rows(connection: Connection, table: Table, guest: str) -> list[JsonObject]:
    rows = connection.execute(select(table).where(table.c.guest == guest)).mappings()
    # SQLAlchemy's names are no mere strings, as JSON needs them.
    return [{str(name): row[name] for name in row if name != "guest"} for row in rows]
