"""Two servers that have one table live: what both are told is written once."""

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from tenluz.engine.errors import GameError
from tenluz.server.protocol import Say
from tenluz.server.refusals import NotKept
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Conflict, DatabaseAway, Store, TableRow
from tenluz.server.table import LiveTable
from tenluz.server.table_log import Actor, TableLog
from tests.server.stores import KINDS, opened

ANA, BEN = ({"guest": name, "name": name} for name in ("ana", "ben"))
ROW = TableRow("t", "level10", {"players": 2}, b"s" * 32, 1.0, 0.8, [ANA, BEN])
WORLDS = 5  # of which each player may count each once


async def live(store: Store, name: str) -> LiveTable:
    found = await store.load(name)
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
            for name in ("t1", "t2", "t3", "t4"):
                await stores[0].create(replace(ROW, id=name))
                tables = [await live(store, name) for store in stores]
                for world in range(WORLDS):
                    # Each is asked for something of its own besides, so both have much to find out.
                    wish = {"kind": "card", "world": world}
                    wishes = [Say(id=f"{world}{who}", statement=wish) for who in ("a", "b")]
                    both = Say(id=f"{world}", statement={"kind": "count", "world": world})
                    *_, first, second = await asyncio.gather(
                        *(_wish(tables[at], wishes[at]) for at in (0, 1)),
                        *(_accepted(table, both) for table in tables),
                    )
                    assert len(first) == 1, "accepted"
                    assert first == second, "with one number"
                found = await stores[0].load(name)
                assert found is not None
                keys = [entry.command_id for entry in found[1]]
                assert len(set(keys)) == len(keys)
                assert {f"ben:{world}" for world in range(WORLDS)} <= set(keys)

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
            table = await live(store, "t")
            monkeypatch.setattr(store, "append", conflict)
            monkeypatch.setattr(store, "exists", away)
            with pytest.raises(NotKept) as refused:
                await table.do(
                    Actor("ana", "Ana"), Say(id="1", statement={"kind": "count", "world": 1})
                )
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


async def _wish(table: LiveTable, said: Say) -> None:
    with contextlib.suppress(GameError):  # the other was quicker, and it is said already
        await table.do(Actor("ana", "ana"), said)


async def _accepted(table: LiveTable, said: Say) -> list[int]:
    numbers: list[int] = []
    await table.do(Actor("ben", "ben"), said, lambda _, seq: numbers.append(seq))
    return numbers
