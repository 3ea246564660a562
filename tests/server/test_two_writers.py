"""Two servers that have one table live: what both are told is written once."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from tenluz.server.protocol import Say
from tenluz.server.refusals import NotKept
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Conflict, DatabaseAway, Store, TableRow
from tenluz.server.table import LiveTable
from tenluz.server.table_log import Actor, TableLog
from tests.server.stores import KINDS, opened

ANA, BEN = ({"guest": name, "name": name} for name in ("ana", "ben"))
ROW = TableRow("t", "level10", {"players": 2}, b"s" * 32, 1.0, 0.8, [ANA, BEN])
TIMES = 20


async def live(store: Store) -> LiveTable:
    found = await store.load("t")
    assert found is not None
    row, entries = found
    log = TableLog(row)
    for entry in entries:
        log.apply(entry)
    return LiveTable(log, store, ServerSettings(Path("nowhere")))


@pytest.mark.parametrize("kind", KINDS)
def test_a_command_that_comes_to_both_becomes_one_entry(kind: str, tmp_path: Path) -> None:
    """Somebody who was cut off asks again, and comes to another worker."""

    async def story() -> None:
        async with opened(kind, tmp_path, 2) as stores:
            await stores[0].create(ROW)
            tables = [await live(store) for store in stores]
            for number in range(TIMES):
                # Each is asked for something of its own besides, so both have much to find out.
                wishes = [Say(id=f"{number}{who}", statement=_wish(number)) for who in ("a", "b")]
                both = Say(id=f"{number}", statement=_count(number))
                accepted: list[int] = []
                await asyncio.gather(
                    *(_do(tables[at], "ana", wishes[at]) for at in (0, 1)),
                    *(_do(table, "ben", both, accepted) for table in tables),
                )
                assert len(set(accepted)) <= 1, "accepted with one number"
            found = await stores[0].load("t")
            assert found is not None
            keys = [entry.command_id for entry in found[1]]
            assert len(set(keys)) == len(keys) > 5

    asyncio.run(story())


def test_whose_entry_is_not_there_and_cannot_be_asked_for_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker has deleted the table, or so it seems, and then the database goes away."""

    async def away(*about: object) -> bool:
        raise DatabaseAway

    async def conflict(*about: object, guest: object) -> None:
        raise Conflict

    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            await store.create(ROW)
            table = await live(store)
            monkeypatch.setattr(store, "append", conflict)
            monkeypatch.setattr(store, "exists", away)
            with pytest.raises(NotKept) as refused:
                await table.do(Actor("ana", "Ana"), Say(id="1", statement=_count(1)))
            assert isinstance(refused.value.__cause__, DatabaseAway)  # and the log has no trace

    asyncio.run(story())


@pytest.mark.parametrize("kind", KINDS)
def test_health_that_another_wrote_first_is_as_good(kind: str, tmp_path: Path) -> None:
    """Two ask at nearly one time, or by clocks that differ, and the later comes first."""

    async def story() -> None:
        async with opened(kind, tmp_path, 2) as (one, other):
            await one._put(health=[1000.0])
            await other._put(health=[900.0])
            assert await one._wrote(1000.0)
            assert await other._wrote(900.0)
            assert not await one._wrote(1001.0), "which nobody wrote"

    asyncio.run(story())


def _wish(number: int) -> dict[str, object]:
    return {"kind": "card", "world": number % 5}


def _count(number: int) -> dict[str, object]:
    return {"kind": "count", "world": number % 5}


async def _do(table: LiveTable, who: str, said: Say, accepted: list[int] | None = None) -> None:
    heard = [] if accepted is None else accepted
    with contextlib.suppress(Exception):  # said already
        await table.do(Actor(who, who), said, lambda _, seq: heard.append(seq))
