"""Servers that share a PostgreSQL: players of one table with different ones, and nobody notices."""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.player import Guest, run
from tests.server.private_postgres import PrivatePostgres, private_postgres
from tests.server.running import running


@pytest.fixture(scope="session")
def postgres() -> PrivatePostgres:
    return private_postgres()


@pytest.fixture
def database(postgres: PrivatePostgres, tmp_path: Path) -> str:
    return postgres.database_of(tmp_path)


@contextlib.contextmanager
def two(tmp_path: Path, database: str, **changes: object) -> Iterator[tuple[str, str]]:
    """Two servers with one database."""
    with (
        running(tmp_path / "a", database=database, **changes) as one,
        running(tmp_path / "b", database=database, **changes) as other,
    ):
        yield one, other


def at(guest: Guest, address: str) -> Guest:
    """The same person, by another server."""
    twin = Guest(address)
    twin.http.cookies.clear()
    twin.http.cookies.update(guest.http.cookies)
    return twin


def test_players_of_one_table_with_different_servers(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        with two(tmp_path, database) as (one, other):
            ana, ben = Guest(one, "Ana"), Guest(other, "Ben")
            table = ana.make_table("luz", "me free rules", options={"deals": 1})
            first = await ana.at(table)
            second = await ben.at(table)
            assert (await second.command("sit", seat=1))["type"] == "accepted"
            await second.until("welcome")
            choice = random.Random(1)
            await asyncio.gather(first.play_on(choice), second.play_on(choice))
            assert first.screen["points"] == second.screen["points"]
            await first.until_seq(second.seq)
            assert sorted(first.entries) == sorted(second.entries) == list(range(1, first.seq + 1))

    run(story())
