"""An upgrade while people play: servers on one PostgreSQL are ended and started anew, one after the
other. Nothing that was acknowledged is lost, and nobody waits for long."""

import asyncio
import random
import socket
import threading
from pathlib import Path

import httpx
import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.server.settings import ServerSettings
from tenluz.server.workers import serve_with_workers
from tests.server.player import Guest, run
from tests.server.private_postgres import private_postgres
from tests.server.running import serve
from tests.server.test_chaos import TO_THE_END, Person, World, all_is_well, at_a_table
from tests.server.test_workers import WORKERS, Served, kill, needs_pidfd

# Seconds without an answer, on a machine with other things to do: who is told to come back in a
# moment finds the other server, and says again what was not answered.
PAUSE = 3.0
STILL = 6.0  # seconds for a table to go on, with a bot on turn that the ended server played


async def restart_in_turn(world: World, rounds: int) -> None:
    for _ in range(rounds):
        for one in world.servers:
            await asyncio.to_thread(one.stop)
            await asyncio.to_thread(one.start)
    world.over.set()


def stood_still(world: World) -> float:
    """The longest time between two entries of a game that was on."""
    statement = (
        "select max(gap) from (select at - lag(at) over (partition by table_id order by seq) "
        "as gap from log where kind <> 'next') as gaps"
    )
    return float(world.postgres.execute(world.database, statement)[0][0])


@pytest.mark.parametrize(
    ("tables", "rounds"), [(3, 1), pytest.param(12, 20, marks=pytest.mark.soak)]
)
def test_servers_are_restarted_in_turn_while_people_play(
    tables: int, rounds: int, tmp_path: Path
) -> None:
    people: list[Person] = []

    async def story() -> None:
        world = World(tmp_path, private_postgres(), 2, target=serve)
        try:
            await asyncio.gather(*(asyncio.to_thread(one.start) for one in world.servers))
            for number in range(tables):
                people.extend(await at_a_table(world, number))
            playing = asyncio.gather(*(person.play() for person in people))
            await restart_in_turn(world, rounds)
            await asyncio.wait_for(playing, TO_THE_END)
            await all_is_well(world, people)
            waited, still = max(person.longest for person in people), stood_still(world)
            print(f"without an answer {waited:.2f} s at most, a table stood still {still:.2f} s")
            assert waited < PAUSE
            assert still < STILL
        finally:
            for one in world.servers:
                one.kill()

    run(story())


@needs_pidfd
def test_an_old_server_replaces_a_worker_of_a_database_that_a_newer_one_has_upgraded(
    tmp_path: Path,
) -> None:
    postgres = private_postgres()
    database = postgres.database_of(tmp_path)
    served = Served(tmp_path, "--database", database)
    answered: list[int] = []
    over = threading.Event()

    def ask_on() -> None:
        """About no table, again and again."""
        while not over.is_set():
            answer = httpx.get(f"http://{served.address}/healthz", timeout=10)
            answered.append(answer.status_code)

    async def story() -> None:
        ana = Guest(served.address, "Ana")
        tables = [ana.make_table("luz", "me rules rules", pace=0) for _ in range(WORKERS)]
        players = [await ana.at(table) for table in tables]
        postgres.execute(database, "update alembic_version set version_num = '9999'")
        before = served.children()
        killed = min(before)
        await asyncio.to_thread(kill, killed)
        asking = asyncio.create_task(asyncio.to_thread(ask_on))
        try:
            await asyncio.to_thread(served.wait_for_children, {killed})
            choice = random.Random(1)
            for table, player in zip(tables, players, strict=True):
                back = await ana.at(table, seen=player.seq, you=player.you)
                while not back.screen["moves"]:
                    await back.until("news")
                answer = await back.command("move", at=back.seq, move=back.some_move(choice))
                assert answer["type"] == "accepted"
        finally:
            over.set()
            await asking
        assert set(answered) == {200}
        assert len(served.children() & before) == WORKERS - 1

    try:
        run(story())
    finally:
        _, complained = served.stop()
    assert "did not start" not in complained
    anew = ServerSettings(tmp_path, database=database, workers=WORKERS)
    with socket.socket() as listening, pytest.raises(NotUnderstood, match="by a newer Tenluz"):
        serve_with_workers(anew, listening)
