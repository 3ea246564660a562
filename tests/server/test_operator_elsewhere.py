"""What an operator does reaches those who act at that moment, all workers, and all servers of one
database."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tenluz.engine.catalogue import game_named
from tenluz.server import moderation, privacy, rewriting
from tenluz.server.guests import Guest as Known
from tenluz.server.live_tables import LiveTables
from tenluz.server.open_sockets import OpenSockets
from tenluz.server.operator_session import new_secret
from tenluz.server.rate_limits import network
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Store
from tenluz.server.table import LiveTable
from tests.server.operating import Operator
from tests.server.player import Guest, Player, run
from tests.server.private_postgres import private_postgres
from tests.server.running import kept, running
from tests.server.stores import KINDS, opened
from tests.server.test_postgres import two
from tests.server.test_privacy import closed, table_of_two


def test_who_acts_at_a_table_that_was_just_deleted_is_answered(tmp_path: Path) -> None:
    """Before the worker that has it live has heard of it."""

    async def story() -> None:
        ana = Guest(address, "Ana Late")
        table = ana.make_table("luz", "me free free")
        player: Player = await ana.at(table)
        for name in ("log", "sat", "tables"):
            column = "id" if name == "tables" else "table_id"
            kept(tmp_path, f"delete from {name} where {column} = '{table}'")
        answer = await player.command("leave")
        assert (answer["type"], answer["code"]) == ("refused", "too_late")

    with running(tmp_path, look=60.0) as address:
        run(story())


# --- with other workers ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_one_worker_does_all_hear_of(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path, 2) as (one, other):
            heard = [worker(store, tmp_path) for store in (one, other)]
            for its in heard:
                await its.look()
            await one.transact(moderation.ban, "guest", "g", "rude", 60.0)
            await one.transact(moderation.ban, "address", "2001:db8::/64", "", 60.0)
            await one.transact(moderation.ban, "guest", "before", "", -1.0)
            await one.transact(moderation.clear_name, "h", "Rüde Name")
            await privacy.forget(one, "f")
            for its in heard:
                await its.look()
                assert its.banned("g", "") is not None
                assert its.banned(None, network("2001:db8::99")) is not None
                assert its.banned("before", "") is None, "its time is over"
                assert its.banned("somebody", "192.0.2.1") is None
                assert its.admit(Known("h", "RÜDE NAME")) == Known("h", "")
                assert its.admit(Known("h", "Hugo")) == Known("h", "Hugo")
                assert its.admit(Known("f", "Fay")) is None
            (ban,) = [one for one in await other.read(moderation.read_bans) if one.subject == "g"]
            await other.transact(moderation.lift, ban.id)
            await heard[0].look()
            assert heard[0].banned("g", "") is None

    def worker(store: Store, folder: Path) -> moderation.Moderation:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables = LiveTables(store, ServerSettings(folder), ready)
        return moderation.Moderation(store, tables, OpenSockets(1), 1.0)

    asyncio.run(story())


def test_servers_on_one_database_have_one_operator(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(one, "Ana Twice"), Guest(other, "Ben Twice")
        table, first, second = await table_of_two(ana, ben)
        operator = Operator(one, secret)
        while len((seen := operator.see())["workers"]) < 2:
            pass  # until the other has heard that somebody looks
        tables = [its for worker in seen["workers"] for its in worker["tables"]]
        assert {its["table"] for its in tables} == {table}
        # Ana's data goes by the one; Ben sees it by the other.
        assert ana.http.delete("/api/me/data").json() == {"tables": 1}
        assert await closed(first) == "restart"
        while second.seats[0]["name"] != "":
            await second.hear()
        operator.do("POST", "/bans", {"kind": "address", "subject": "127.0.0.1", "hours": 1})
        assert await closed(second) == "banned"
        operator.http.close()

    secret = new_secret(tmp_path / "secret")
    shared = {"operator_secret_file": tmp_path / "secret", "look": 0.1}
    with two(tmp_path, private_postgres().database_of(tmp_path), **shared) as (one, other):
        run(story())


def test_a_table_made_while_changes_are_read_stays_open(tmp_path: Path) -> None:
    class Slow(SqliteStore):
        """Reads of what has changed take until somebody has made a table."""

        async def read(self, query: Any, *about: Any) -> Any:
            found = await super().read(query, *about)
            if query is rewriting.rewritten:
                game = game_named("luz")
                made.append(await tables.create(game, game.options(players=4), [{}] * 4, 1.0))
            return found

    async def story() -> None:
        nonlocal tables
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ready.set_result(None)
        store = Slow(tmp_path / "tables.db")
        tables = LiveTables(store, ServerSettings(tmp_path), ready)
        await tables.read_again()
        (table,) = made
        assert tables.tables == {table.id: table}
        await tables.bots.close()
        await store.stop()

    made: list[LiveTable] = []
    tables: Any = None
    asyncio.run(story())
