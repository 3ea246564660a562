"""Whether a champion's thought delays other tables: round trips with and without it.

    python -m bench.champions [--tables 20] [--seconds 20] [--rounds 2]

A real server in one process, on disk. At every table four people on sockets move about a quarter of
a second after their turn comes, so the server is not busy. In every second measure there is one
more table, of Level 10, where two champions think about every move of theirs, and a person moves at
once. A round trip lasts from a move to the news of it at its mover, at the other tables alone. The
last line is JSON.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
from collections.abc import AsyncIterator
from typing import Any

import uvloop

from bench.crowd import Crowd
from bench.ours import OurTable, guests
from bench.server import ours
from bench.wire import Wire, connect

PAUSE = 0.25  # seconds that somebody takes for a move


class Unhurried(OurTable):
    """Four people who take a moment for every move."""

    def on_turn(self, wire: Wire, turn: Any) -> None:
        if not self.crowd.playing:
            super().on_turn(wire, turn)
            return
        pause = PAUSE * (0.5 + self.choice.random())
        asyncio.get_running_loop().call_later(pause, self._move, wire, turn)

    def _move(self, wire: Wire, turn: Any) -> None:
        if wire in self.wires:  # else the game is over
            super().on_turn(wire, turn)


class WithChampions(OurTable):
    """A person and two champions at Level 10."""

    heard = 0  # news, most of them of a champion's moves

    async def open(self) -> None:
        cookie = (await guests(self.crowd))[0]
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "champion"}] * 2]
        asked = {"game": "level10", "seats": seats, "pace": 0}
        made = await self.crowd.http.post("/api/tables", json=asked, headers={"cookie": cookie})
        made.raise_for_status()
        wire = await connect(self.crowd.address, f"/ws/{made.json()['table']}", self.hear, cookie)
        self.wires.append(wire)
        wire.send(b'{"type":"hello"}')

    def seen(self, wire: Wire) -> None:
        self._sent.pop(wire, None)
        self.heard += 1

    async def run(self) -> None:
        while True:
            await self.open()
            await self.over.wait()
            self.over.clear()
            self.close()


@contextlib.asynccontextmanager
async def thinking(address: str) -> AsyncIterator[WithChampions]:
    """A table with champions, for as long as the measure takes."""
    crowd = Crowd(WithChampions, address, address)
    crowd.playing = True
    table = WithChampions(crowd, 1)
    running = asyncio.create_task(table.run())
    try:
        yield table
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        table.close()
        await crowd.http.aclose()


async def measure(
    address: str, process: int, tables: int, seconds: float, *, champions: bool
) -> dict[str, Any]:
    """Round trips at the other tables."""
    crowd = Crowd(Unhurried, address, address)
    if not champions:
        return await crowd.measure(tables, seconds, process)
    async with thinking(address) as table:
        found = await crowd.measure(tables, seconds, process)
        if table.heard < seconds / 4:
            raise RuntimeError(f"The champions hardly moved: {table.heard} news.")
        return {**found, "news_of_champions": table.heard}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {"without": [], "with": []}
    with ours(1) as (process, address, _):
        for _ in range(given.rounds):
            for name, results in found.items():
                work = measure(
                    address, process, given.tables, given.seconds, champions=name == "with"
                )
                results.append(uvloop.run(work))
                print(name, "champions", results[-1], flush=True)
    medians = {
        name: {key: statistics.median(one[key] for one in results) for key in results[0]}
        for name, results in found.items()
    }
    print(json.dumps(medians))


if __name__ == "__main__":
    main()
