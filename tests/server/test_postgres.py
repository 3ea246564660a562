"""Servers that share a PostgreSQL: players of one table with different ones, and nobody notices;
not when notifications are lost, connections are cut, PostgreSQL restarts, or a server is killed."""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tenluz.server.wakeups import Wakeups
from tests.server.player import Guest, Player, run
from tests.server.private_postgres import PrivatePostgres, private_postgres
from tests.server.running import Killable, running
from tests.server.test_seats import asked, begin, code, sits

SMALL = {"players": 3, "hand": 5, "deals": 1}
GONE = 1.0  # seconds after which a worker that says nothing is thought dead


@pytest.fixture
def postgres() -> PrivatePostgres:
    return private_postgres()


@pytest.fixture
def database(postgres: PrivatePostgres, tmp_path: Path) -> str:
    return postgres.database_of(tmp_path)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Two servers with one database, for tests that harm neither."""
    folder = tmp_path_factory.mktemp("data")
    with two(folder, private_postgres().database_of(folder)) as addresses:
        yield addresses


@contextlib.contextmanager
def two(folder: Path, database: str, **changes: Any) -> Iterator[tuple[str, str]]:
    with (
        running(folder / "a", database=database, **changes) as one,
        running(folder / "b", database=database, **changes) as other,
    ):
        yield one, other


def by(guest: Guest, address: str) -> Guest:
    """The same person, by another server."""
    twin = Guest(address)
    twin.http.cookies.clear()
    for cookie in guest.http.cookies.jar:
        twin.http.cookies.set(cookie.name, cookie.value or "")
    return twin


async def ana_and_ben(one: str, other: str, **table: Any) -> tuple[str, Player, Player]:
    """Each with another server, at one table with a bot."""
    return await meet(Guest(one, "Ana"), Guest(other, "Ben"), **table)


async def meet(ana: Guest, ben: Guest, **table: Any) -> tuple[str, Player, Player]:
    name = ana.make_table("luz", "me free rules", **{"options": SMALL, **table})
    first, second = await ana.at(name), await ben.at(name)
    await sits(second, 1)
    return name, first, second


async def to_the_end(*players: Player) -> None:
    choice = random.Random(1)
    await asyncio.gather(*(player.play_on(choice) for player in players))
    last = max(player.seq for player in players)
    for player in players:
        await player.until_seq(last)
        assert sorted(player.entries) == list(range(1, last + 1))
    assert len({str(player.screen["points"]) for player in players}) == 1


# --- as with one server ---------------------------------------------------------------------


def test_players_of_one_table_with_different_servers(servers: tuple[str, str]) -> None:
    async def story() -> None:
        ana, ben = Guest(servers[0], "Ana"), Guest(servers[1], "Ben")
        name, first, second = await meet(ana, ben)
        await to_the_end(first, second)
        record = by(ana, servers[1]).http.get(f"/api/tables/{name}/record")
        assert record.status_code == 200
        # Both are led to the same next game.
        await asyncio.gather(first.command("again"), second.command("again"))
        await first.until_seq(max(first.seq, second.seq))
        await second.until_seq(first.seq)
        assert first.entries[first.seq] == second.entries[first.seq]
        mine = by(ana, servers[1]).http.get("/api/tables/mine").json()
        assert [table["table"] for table in mine] == [first.entries[first.seq][-1]["table"]]

    run(story())


def test_who_is_with_another_server_is_here(servers: tuple[str, str]) -> None:
    """`away` is 0 in these tests: whoever is not here could be replaced at once."""

    async def story() -> None:
        name, first, second = await ana_and_ben(*servers)
        for player in (first, second):
            while [seat["online"] for seat in player.seats] != [True, True, True]:
                await player.until("people")
        assert code(await second.command("hand_over", seat=0, bot="rules")) == "is_here"
        assert code(await first.command("hand_over", seat=1, bot="rules")) == "is_here"
        watcher = await Guest(servers[1], "Eve").at(name)
        while (await first.until("people"))["watchers"] != 1:
            pass
        await watcher.socket.close()
        await second.socket.close()
        while first.seats[1]["online"]:
            await first.until("people")
        assert (await first.command("hand_over", seat=1, bot="rules"))["type"] == "accepted"

    run(story())


def test_all_agree_to_a_newcomer_by_whatever_server(servers: tuple[str, str]) -> None:
    async def story() -> None:
        name, first, second = await ana_and_ben(*servers)
        await begin(first, second)
        watcher = await Guest(servers[0], "Eve").at(name)
        assert code(await watcher.command("sit", seat=2)) == "asks_first"
        await asked(second, (2, "Eve", []))
        assert (await second.command("agree", seat=2, yes=True))["type"] == "accepted"
        await asked(first, (2, "Eve", [1]))
        assert watcher.you == -1
        assert (await first.command("agree", seat=2, yes=True))["type"] == "accepted"
        await watcher.until("welcome")
        assert watcher.you == 2
        await asked(second)

    run(story())


def test_two_moves_of_one_player_by_two_servers(servers: tuple[str, str]) -> None:
    """In two tabs at once: one is made, the other comes too late."""

    async def story() -> None:
        ana = Guest(servers[0], "Ana")
        table = ana.make_table("luz", "me rules rules", options={**SMALL, "hand": 10})
        tabs = [await ana.at(table), await by(ana, servers[1]).at(table)]
        for _ in range(5):
            while not all(tab.screen["moves"] for tab in tabs) or tabs[0].seq != tabs[1].seq:
                await min(tabs, key=lambda tab: tab.seq).until("news")
            moves = [int(tabs[0].screen["moves"][at]["move"]) for at in (0, -1)]
            answers = await asyncio.gather(
                *(tab.command("move", at=tab.seq, move=move) for tab, move in zip(tabs, moves))
            )
            assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
            for tab in tabs:
                await tab.until_seq(next(one["seq"] for one in answers if "seq" in one))

    run(story())


def test_tables_that_must_be_read_for_somebody_are_counted(tmp_path: Path, database: str) -> None:
    """Those of another server: a whole log is folded for each."""
    with two(tmp_path, database, logs_read_a_second=0, logs_read_at_once=8) as (one, other):
        ana = Guest(one, "Ana")
        for _ in range(3):
            ana.make_table("luz", "me rules rules", options=SMALL, pace=10)
        twin = by(ana, other)
        asked = [twin.http.get("/api/tables/mine") for _ in range(3)]
        assert [answer.status_code for answer in asked] == [200, 200, 429]
        assert len(asked[0].json()) == 3
        assert len(ana.http.get("/api/tables/mine").json()) == 3, "live there, so nothing is read"
        everywhere = {"everywhere": True}
        refused = twin.http.post("/api/account/sign-out", json=everywhere)
        assert refused.json()["error"]["code"] == "too_fast"
        assert ana.http.get("/api/me").json()["name"] == "Ana", "and nothing was done"
        signed_out = ana.http.post("/api/account/sign-out", json=everywhere)
        assert signed_out.status_code == 200
        assert ana.http.get("/api/me").json()["name"] == ""
        for guest in (ana, twin):
            guest.http.close()


# --- what goes wrong ------------------------------------------------------------------------


def test_notifications_are_lost(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(self: Wakeups, line: object) -> None:
        for waiting in self._to_tell.values():
            waiting.clear()

    monkeypatch.setattr(Wakeups, "_send", nothing)

    async def story() -> None:
        with two(tmp_path, database, look=0.05) as addresses:
            _, first, second = await ana_and_ben(*addresses)
            await to_the_end(first, second)

    run(story())


def test_connections_are_cut_and_postgres_restarts(
    tmp_path: Path, database: str, postgres: PrivatePostgres
) -> None:
    postgres.require_ours()

    async def trouble() -> None:
        cut = 0
        for _ in range(5):
            await asyncio.sleep(0.1)
            cut += await asyncio.to_thread(postgres.cut_connections, database)
        assert cut
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postgres.start)

    async def story() -> None:
        with two(tmp_path, database, look=0.2) as addresses:
            name, first, second = await ana_and_ben(
                *addresses, pace=0.02, options={"players": 3, "hand": 8, "deals": 2}
            )
            troubled = asyncio.create_task(trouble())
            await to_the_end(first, second)
            await troubled
            (log,) = postgres.execute(
                database, "select count(*), max(seq) from log where table_id = $1", name
            )
            assert log[0] == log[1] == first.seq
            for address in addresses:
                while not httpx.get(f"http://{address}/healthz").is_success:
                    await asyncio.sleep(0.05)

    run(story())


def test_a_server_is_killed_when_its_bot_is_to_move(
    tmp_path: Path, database: str, postgres: PrivatePostgres
) -> None:
    """Two real processes. Who was with the killed one goes on with the other; so do the bots."""
    one, other = (
        Killable(tmp_path / name, database=database, gone=GONE, look=0.2) for name in "ab"
    )

    def ask(statement: str, *values: str) -> Any:
        return postgres.execute(database, statement, *values)[0][0]

    one.start()
    its_name = ask("select id from workers")
    other.start()
    accepted: dict[str, int] = {}
    choice = random.Random(3)

    async def bot_is_next(first: Player, second: Player) -> None:
        """Play until somebody's move has the bot on turn."""
        while True:
            latest = max(first.seq, second.seq)
            await first.until_seq(latest)
            await second.until_seq(latest)
            mover = first if first.screen["moves"] else second
            if not mover.screen["moves"]:
                await first.until("news")
                continue
            answer = await mover.command("move", at=latest, move=mover.some_move(choice))
            assert answer["type"] == "accepted", answer
            accepted[answer["id"]] = answer["seq"]
            await mover.until_seq(answer["seq"])
            if mover.screen["turn"] == 2:
                return

    async def story() -> None:
        ana, ben = Guest(one.address, "Ana"), Guest(other.address, "Ben")
        name, first, second = await meet(ana, ben, pace=0.3)
        await bot_is_next(first, second)
        await first.until_seq(max(first.seq, second.seq) + 1)  # it has moved
        plays = "select worker from bot_workers where table_id = $1"
        one_plays = ask(plays, name) == its_name
        killed, lives = (one, other) if one_plays else (other, one)
        lost, goes_on = (first, second) if one_plays else (second, first)
        await bot_is_next(first, second)
        killed.kill()
        last = max(accepted.values())
        assert ask("select max(seq) from log where table_id = $1", name) == last, (
            "the bot was quick"
        )
        guest = by(ana if one_plays else ben, lives.address)
        back = await guest.at(name, seen=lost.seq, you=lost.you)
        assert back.messages[-1]["since"] == lost.seq
        back.entries = {**lost.entries, **back.entries}
        await to_the_end(back, goes_on)
        assert (ask(plays, name) == its_name) != one_plays, "another plays them"
        rows = postgres.execute(
            database, "select seq, command_id from log where table_id = $1 order by seq", name
        )
        assert [row["seq"] for row in rows] == list(range(1, goes_on.seq + 1))
        kept = {row["command_id"].rpartition(":")[2]: row["seq"] for row in rows}
        assert len(kept) == len(rows), "no command twice"
        assert accepted.items() <= kept.items(), "none lost"

    try:
        run(story())
    finally:
        one.kill()
        other.kill()
