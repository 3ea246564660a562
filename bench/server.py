"""How many moves a second a server does over real sockets, and how long each takes.

    python -m bench.server [--tables 10 100 1000] [--seconds 10] [--game luz]

Starts a server in a process of its own, with storage on disk, and plays from another: at
every table four people, each with a connection, make random legal moves as soon as it is
their turn. A move counts from its sending to its acknowledgement. The last line is JSON.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import socket
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop

from bench.wire import Wire, connect

SEATS = 4
WARM = 2.0  # seconds before counting begins


def serve(settings: Any) -> None:
    """The server's process."""
    from tenluz.server.app import server

    server(settings).run()


class Table:
    """Four clients at one table; whoever is on turn moves, game after game."""

    def __init__(self, bench: "Bench", number: int) -> None:
        self.bench, self.choice = bench, random.Random(number)
        self.wires: list[Wire] = []
        self.sent: dict[Wire, float] = {}
        self.over = asyncio.Event()
        self.next: tuple[Wire, bytes] | None = None

    async def open(self) -> None:
        """Make a table and sit down at it."""
        seats = [{"kind": "me"}] + [{"kind": "free"}] * (SEATS - 1)
        asked = {"game": self.bench.game, "seats": seats, "pace": 0}
        made = await self.bench.http.post(
            "/api/tables", json=asked, headers={"cookie": self.bench.cookies[0]}
        )
        table = made.json()["table"]
        self.wires = []
        for seat, cookie in enumerate(self.bench.cookies):
            wire = await connect(self.bench.address, f"/ws/{table}", cookie, self.hear)
            self.wires.append(wire)
            wire.send(b'{"type":"hello"}')
            if seat:
                wire.send(orjson.dumps({"type": "sit", "id": "sit", "seat": seat}))

    def hear(self, wire: Wire, text: bytes) -> None:
        """One client: moves when it can, and notes how long the answer took."""
        bench = self.bench
        if text.startswith(b'{"id":'):  # accepted or refused
            now, sent = time.perf_counter(), self.sent.get(wire, 0.0)
            if b'"refused"' in text:
                bench.refused += 1  # moved twice: somebody sat down in between
            elif sent > bench.begun:
                bench.took.append(now - sent)
        elif b'"phase":"over"' in text:
            self.over.set()
        elif b'"moves":[{' in text and not bench.playing:
            self.next = (wire, text)  # to begin with
        elif b'"moves":[{' in text:
            message = orjson.loads(text)
            sight, seq = message["sight"], message["seq"]
            moves = [move for move in sight["moves"] if not move.get("loses")] or sight["moves"]
            # In Level 10 all propose the first seat, so that they agree.
            move = moves[0] if sight["phase"] == "choose" else self.choice.choice(moves)
            self.sent[wire] = time.perf_counter()
            command = {"type": "move", "id": f"m{seq}", "at": seq, "move": move["move"]}
            wire.send(orjson.dumps(command))

    async def run(self) -> None:
        """Game after game."""
        assert self.next is not None
        self.hear(*self.next)
        while True:
            await self.over.wait()
            self.over.clear()
            self.close()
            await self.open()

    def close(self) -> None:
        """Leave the table."""
        for wire in self.wires:
            wire.transport.abort()
        self.sent.clear()


class Bench:
    """Some tables, for some seconds."""

    def __init__(self, address: str, game: str) -> None:
        self.address, self.game = address, game
        self.http = httpx.AsyncClient(base_url=f"http://{address}", timeout=120)
        self.cookies: list[str] = []
        self.took: list[float] = []
        self.begun = float("inf")
        self.playing = False
        self.refused = 0

    async def measure(self, count: int, seconds: float, server: int) -> dict[str, Any]:
        """Play at so many tables at once; what was measured."""
        while len(self.cookies) < SEATS:
            self.http.cookies.clear()
            answer = await self.http.get("/api/me")
            self.cookies.append(f"tenluz={answer.cookies['tenluz']}")
        self.http.cookies.clear()
        before = memory(server)
        tables = [Table(self, number) for number in range(count)]
        for at in range(0, count, 20):
            await asyncio.gather(*(table.open() for table in tables[at : at + 20]))
        await asyncio.sleep(WARM)  # until everybody has sat down
        full = memory(server)
        self.playing = True
        tasks = [asyncio.create_task(table.run()) for table in tables]
        await asyncio.sleep(WARM)
        self.begun = time.perf_counter()
        self.took.clear()
        cpu = processor(server)
        await asyncio.sleep(seconds)
        lasted = time.perf_counter() - self.begun
        cpu = processor(server) - cpu
        took = sorted(self.took)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in tables:
            table.close()
        failed = [task for task in tasks if not task.cancelled() and task.exception()]
        return {
            "tables": count,
            "moves_a_second": round(len(took) / lasted),
            "p50_ms": round(1000 * took[len(took) // 2], 2),
            "p99_ms": round(1000 * took[len(took) * 99 // 100], 2),
            "server_cpu": round(cpu / lasted, 2),
            "cpu_us_a_move": round(1e6 * cpu / max(len(took), 1)),
            "megabytes_for_tables": round(full - before, 1),
            "refused": self.refused,
            "failed_tables": len(failed),
        }


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure_all(address: str, server: int, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """One measurement for each number of tables, on a server that is running."""
    while True:
        try:
            async with httpx.AsyncClient() as http:
                made = {"game": asked.game, "seats": [{"kind": "bot"}] * 3}
                await http.post(f"http://{address}/api/tables", json=made, timeout=120)
            break
        except httpx.TransportError:
            await asyncio.sleep(0.1)
    found = []
    for count in asked.tables:
        bench = Bench(address, asked.game)
        found.append(await bench.measure(count, asked.seconds, server))
        await bench.http.aclose()
        print(found[-1], flush=True)
    return found


def main() -> None:
    """Serve in one process, play in this one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--game", default="luz")
    asked = parser.parse_args()
    from tenluz.server.settings import Settings

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data=Path(folder),
            port=port,
            messages_a_second=1e9,
            messages_at_once=10**9,
            tables_a_second=1e9,
            tables_at_once=10**9,
        )
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(settings,))
        process.start()
        assert process.pid is not None
        try:
            found = uvloop.run(measure_all(f"127.0.0.1:{port}", process.pid, asked))
        finally:
            process.terminate()
            process.join()
    print(json.dumps({"bench": "server", "game": asked.game, "runs": found}))


if __name__ == "__main__":
    main()
