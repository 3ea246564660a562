"""An upgrade while people play: servers on one PostgreSQL are ended and started anew, one after the
other. Nothing that was acknowledged is lost, and nobody waits for long."""

import asyncio
from pathlib import Path

import pytest

from tests.server.player import run
from tests.server.private_postgres import private_postgres
from tests.server.running import serve
from tests.server.test_chaos import TO_THE_END, Person, World, all_is_well, at_a_table

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
