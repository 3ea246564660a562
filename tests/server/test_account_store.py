"""What is kept of people, in a file and in PostgreSQL: results, accounts, keys, and who is signed
out."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import delete

from tenluz.engine.game import Outcome
from tenluz.server import postgres, schema, sign_outs
from tenluz.server.accounts import Account, Accounts, AccountsOfGuests, Passkey, seen_seats
from tenluz.server.guests import Guest
from tenluz.server.keys import DAY
from tenluz.server.postgres_store import PostgresStore
from tenluz.server.results import (
    finished,
    keep_results,
    make_missing,
    results_of,
    totals,
    winners,
)
from tenluz.server.sign_outs import SignOuts
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Conflict, Entry, Store, TableRow
from tenluz.server.table_log import TableLog
from tests.server.private_postgres import private_postgres

ANA = Account("ana", b"h" * 32, "Ana", "en", 1.0)
KEY = Passkey("k1", "ana", b"public", 0, "Phone", True, 1.0, 1.0)
SEATS: list[dict[str, Any]] = [{"guest": "ana", "name": "Ana"}, {"guest": "ben"}, {"guest": "eve"}]


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Opens a store of the same database, any number of times."""

    @contextlib.asynccontextmanager
    async def store() -> AsyncIterator[Store]:
        one: Store
        if request.param == "sqlite":
            one = SqliteStore(tmp_path / "tables.db")
        else:
            database = private_postgres().database_of(tmp_path)
            postgres.open_postgres(database)
            one = PostgresStore(database)
        await one.start()
        try:
            yield one
        finally:
            await one.stop()

    return store


Opened = Callable[[], contextlib.AbstractAsyncContextManager[Store]]


def with_store(opened: Opened, story: Callable[[Store], Awaitable[None]]) -> None:
    async def tell() -> None:
        async with opened() as store:
            await story(store)

    asyncio.run(tell())


def played(name: str = "t", changes: list[tuple[int, dict[str, Any]]] | None = None) -> TableLog:
    """A small game to its end by the first legal moves; seats change before some of them, or, at
    -1, after the last."""
    row = TableRow(name, "luz", {"players": 3, "hand": 1, "deals": 1}, b"s" * 32, 1.0, 0.0, SEATS)
    log = TableLog(row)
    log.apply(row.first_entry)
    left = dict(changes or [])

    def add(kind: str, body: dict[str, Any]) -> None:
        log.apply(Entry(log.seq + 1, f"c{log.seq + 1}", kind, body, 100.0 + log.seq))

    moves = 0
    while not log.over:
        if moves in left:
            add("seat", left.pop(moves))
        add("move", {"seat": log.match.seat, "move": log.match.moves()[0]})
        moves += 1
    if -1 in left:
        add("seat", left[-1])
    return log


def seat(change: str, at: int, guest: str | None) -> dict[str, Any]:
    return {"seat": at, "change": change, "guest": guest, "name": guest or "", "bot": None}


# --- results ----------------------------------------------------------------------------------


def test_who_has_won_is_what_the_game_says() -> None:
    def told(scores: tuple[int, ...], **more: Any) -> Outcome:
        return cast(Outcome, SimpleNamespace(scores=scores, to_json=lambda: more))

    assert winners(told((7, 7), won=True)) == {0, 1}
    assert winners(told((7, 7), won=False)) == set()
    assert winners(told((9, 9, 3), winner=1)) == {1}
    assert winners(told((4, 9, 9))) == {1, 2}


def test_results_are_of_those_who_sat_there_at_the_last_move() -> None:
    log = played(changes=[(1, seat("left", 2, None)), (-1, seat("sat", 2, "late"))])
    found = {one.guest: one for one in results_of(log)}
    assert {guest: one.seat for guest, one in found.items()} == {
        "ana": 0, "ben": 1, "eve": -1, "late": -1,
    }  # fmt: skip
    outcome = log.match.outcome()
    assert [found[guest].score for guest in ("ana", "ben")] == list(outcome.scores[:2])
    winner = outcome.to_json()["winner"]
    assert [found[guest].won for guest in ("ana", "ben")] == [winner == 0, winner == 1]
    assert not found["eve"].won
    moved = [entry for entry in log.entries if entry.kind == "move"]
    assert {one.finished for one in found.values()} == {moved[-1].at}


def test_of_a_game_that_was_put_an_end_to_nothing_came() -> None:
    whole = played()
    log = TableLog(whole.row)
    for entry in whole.entries[:2]:
        log.apply(entry)
    assert [(one.guest, one.seat, one.won) for one in results_of(log)] == [
        ("ana", -1, False), ("ben", -1, False), ("eve", -1, False),
    ]  # fmt: skip


async def keep(store: Store, log: TableLog) -> None:
    """A finished table as a server leaves it."""
    await store.create(log.row)
    for entry in log.entries[1:]:
        await store.append(log.row.id, entry)
    await store.mark_over(log.row.id, *keep_results(log))


def test_results_are_kept_counted_and_made_again_from_the_log(opened: Opened) -> None:
    async def story(store: Store) -> None:
        for name in ("t1", "t2"):
            await keep(store, played(name))
        kept = await finished(store, "ana")
        assert [one.table_id for one in kept] == ["t1", "t2"]
        assert kept[0] == next(one for one in results_of(played("t1")) if one.guest == "ana")
        assert [one.table_id for one in await finished(store, "ana", 1)] == ["t2"]
        (total,) = await totals(store, "ana")
        score = kept[0].score
        assert (total.game, total.games, total.won) == ("luz", 2, 2 * kept[0].won)
        assert (total.score, total.best) == (2 * score, score)
        assert not await make_missing(store, "ana")
        await store.write(delete(schema.results))  # the mark after the last move was lost
        assert await finished(store, "ana") == []
        assert await make_missing(store, "ana")
        assert await finished(store, "ana") == kept
        assert await totals(store, "nobody") == []

    with_store(opened, story)


def test_results_go_over_to_an_account_once(opened: Opened) -> None:
    async def story(store: Store) -> None:
        accounts = Accounts(store)
        await keep(store, played("t1"))
        for _ in range(2):
            await accounts.take_along("eve", "mia")
        assert [one.seat for one in await finished(store, "mia")] == [2]
        assert await finished(store, "eve") == []
        assert not await make_missing(store, "eve"), "and does not come back"
        await accounts.take_along("ana", "ben")  # both sat there: each keeps their own
        assert [one.seat for one in await finished(store, "ben")] == [1]

    with_store(opened, story)


# --- accounts ---------------------------------------------------------------------------------


def test_an_account_and_its_passkeys(opened: Opened) -> None:
    async def story(store: Store) -> None:
        accounts, later = Accounts(store), time.time() + 60
        await accounts.add(ANA, KEY, "c1", later)
        with pytest.raises(Conflict):  # the same challenge
            await accounts.add(ANA, replace(KEY, id="k2"), "c1", later)
        with pytest.raises(Conflict):  # the same passkey
            await accounts.add(ANA, KEY, "c2", later)
        await accounts.add(ANA, replace(KEY, id="k2", created=2.0), "c2", later)
        assert await accounts.find("ana") == ANA
        await accounts.use(KEY, 4_000_000_000, "c3", later)
        with pytest.raises(Conflict):
            await accounts.use(KEY, 5, "c3", later)
        found = await accounts.passkey("k1")
        assert found is not None
        assert found.counter == 4_000_000_000, "32 bits without a sign"
        await accounts.name_passkey(KEY, "Blue")
        assert [one.name for one in await accounts.passkeys("ana")] == ["Blue", "Phone"]
        await accounts.call("ana", "Anna", "pl")
        await accounts.call("nobody", "X", "en")
        assert await accounts.find("nobody") is None
        told = await store.read(AccountsOfGuests().export, "ana")
        assert told["account"] == {
            "name": "Anna", "language": "pl", "created": 1.0, "handle": "68" * 32,
        }  # fmt: skip
        assert [one["id"] for one in told["passkeys"]] == ["k1", "k2"]
        await accounts.remove_passkey(KEY)
        assert await accounts.find("ana") is not None
        await accounts.remove_passkey(replace(KEY, id="k2"))
        assert await accounts.find("ana") is None

    with_store(opened, story)


def test_what_was_answered_is_forgotten_in_time(opened: Opened) -> None:
    async def story(store: Store) -> None:
        accounts = Accounts(store)
        await accounts.add(ANA, KEY, "old", time.time() - 1)
        await accounts.use(KEY, 1, "new", time.time() + 60)
        found = await store.read(
            lambda connection: connection.execute(schema.used_challenges.select()).all()
        )
        assert [row.id for row in found] == ["new"]

    with_store(opened, story)


def test_everything_is_told_and_forgotten(opened: Opened) -> None:
    async def story(store: Store) -> None:
        accounts = Accounts(store)
        await keep(store, played("t1"))
        await accounts.add(ANA, KEY, "c1", time.time() + 60)
        await accounts.has_seen("ana", [("t9", 2)])  # type: ignore[list-item]
        await accounts.has_seen("ana", [("t9", 2)])  # type: ignore[list-item]
        assert await seen_seats(store, "t9", "ana") == {2}
        told = await store.read(AccountsOfGuests().export, "ana")
        assert [one["table_id"] for one in told["results"]] == ["t1"]
        assert told["seats_seen"] == [{"table_id": "t9", "seat": 2}]
        await store.transact(AccountsOfGuests().forget, "ana")
        told = await store.read(AccountsOfGuests().export, "ana")
        assert told.pop("signed_out_everywhere")["times"] == sign_outs.NEVER
        assert not any(told.values())
        assert await seen_seats(store, "t9", "ana") == set()
        assert len((await store.read(AccountsOfGuests().export, "ben"))["results"]) == 1

    with_store(opened, story)


# --- signed out, keys -------------------------------------------------------------------------


def test_who_is_signed_out_is_heard_of_by_others(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store, opened() as other:
            ours, theirs = SignOuts(store, 60), SignOuts(other, 0.01)
            closed: list[str] = []
            first, second = Guest("ana"), Guest("ana", generation=1)
            assert await theirs.believes(first)
            hearing = asyncio.create_task(theirs.keep_up())
            with (
                theirs.socket(first, lambda: closed.append("first")),
                theirs.socket(second, lambda: closed.append("second")),
            ):
                await ours.everywhere("ana")
                assert not await ours.believes(first)
                assert await ours.believes(second)
                async with asyncio.timeout(30):
                    while not closed or await theirs.believes(first):
                        await asyncio.sleep(0.01)
                assert set(closed) == {"first"}
            await sign_outs.sign_out(store, "ana")
            async with asyncio.timeout(30):
                while await theirs.believes(second):
                    await asyncio.sleep(0.01)
            assert await theirs.believes(Guest("ben")), "nobody else"
            hearing.cancel()

    asyncio.run(story())


def test_a_database_has_a_new_key_and_keeps_the_old(tmp_path: Path) -> None:
    database = private_postgres().database_of(tmp_path)
    first = postgres.open_postgres(database)
    rotated = postgres.rotate_key(database, DAY)
    assert rotated.newest != first.newest
    assert rotated.believed(time.time()) == [rotated.newest, first.newest]
    assert postgres.open_postgres(database) == rotated
    assert rotated.mark == first.mark
    assert len(postgres.rotate_key(database, 0).keys) == 1
