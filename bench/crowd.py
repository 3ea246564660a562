"""A crowd at many tables: everybody moves as soon as it is their turn, game after game.

What a server speaks is up to its own kind of table: `ours.py`, `theirs.py`.
"""

import asyncio
import contextlib
import os
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx

from bench.wire import Wire

SEATS = 4
WARM = 2.0  # seconds before counting begins
AT_ONCE = 20  # tables opened side by side
PATIENCE = 120.0  # seconds, until everybody has sat down


class Table(ABC):
    """Four people at one table, each with a connection."""

    def __init__(self, crowd: "Crowd", number: int) -> None:
        self.crowd, self.choice = crowd, random.Random(number)
        self.wires: list[Wire] = []
        self.over = asyncio.Event()
        self._sent: dict[Wire, float] = {}
        self._first: tuple[Wire, Any] | None = None
        self.ready = asyncio.Event()  # somebody is on turn

    @abstractmethod
    async def open(self) -> None:
        """Have a table made and sit down at it."""

    @abstractmethod
    def answer(self, wire: Wire, turn: Any) -> bytes:
        """The message that makes a random legal move."""

    def on_turn(self, wire: Wire, turn: Any) -> None:
        """Move, or wait with it until everybody has sat down everywhere."""
        if not self.crowd.playing:
            self._first = wire, turn
            self.ready.set()
            return
        if wire in self._sent:
            return  # it has moved, and hears of somebody else
        message = self.answer(wire, turn)
        self._sent[wire] = time.perf_counter()
        wire.send(message)

    def seen(self, wire: Wire) -> None:
        """The mover has seen what the move has brought: that is a round trip."""
        sent = self._sent.pop(wire, 0.0)
        if sent > self.crowd.begun:
            self.crowd.took.append(time.perf_counter() - sent)

    async def run(self) -> None:
        """Game after game."""
        assert self._first is not None, "a table where nobody is on turn"
        self.on_turn(*self._first)
        while True:
            await self.over.wait()
            self.over.clear()
            self.close()
            await self.open()

    def close(self) -> None:
        """Leave the table."""
        for wire in self.wires:
            if wire.transport is not None:  # a measure may end while people come to a new game
                wire.transport.abort()
        self.wires = []
        self._sent.clear()


class Crowd:
    """Some tables, for some seconds, at one server."""

    def __init__(self, kind: type[Table], address: str, api: str) -> None:
        self.address, self.addresses = address, [address]
        self.http = httpx.AsyncClient(base_url=f"http://{api}", timeout=120)
        self.took: list[float] = []
        self.begun = float("inf")
        self.playing = False
        self.refused = 0
        self._kind = kind

    async def measure(self, count: int, seconds: float, *servers: int) -> dict[str, Any]:
        """Play at so many tables at once; `servers` are the processes that serve them."""
        before = memory(*servers)
        tables = [self._kind(self, number) for number in range(count)]
        for at in range(0, count, AT_ONCE):
            await asyncio.gather(*(table.open() for table in tables[at : at + AT_ONCE]))
        async with asyncio.timeout(PATIENCE):
            for table in tables:
                await table.ready.wait()
        await asyncio.sleep(WARM)  # until all have heard of all
        full = memory(*servers)
        self.playing = True
        tasks = [asyncio.create_task(table.run()) for table in tables]
        await asyncio.sleep(WARM)
        self.took.clear()
        self.begun, cpu, disk = time.perf_counter(), processor(*servers), written(*servers)
        received = Wire.received
        await asyncio.sleep(seconds)
        lasted, cpu = time.perf_counter() - self.begun, processor(*servers) - cpu
        disk, received = written(*servers) - disk, Wire.received - received
        took = sorted(self.took)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in tables:
            table.close()
        await self.http.aclose()
        failed = [task for task in tasks if not task.cancelled() and task.exception()]
        if failed:
            raise RuntimeError(f"{len(failed)} tables failed") from failed[0].exception()
        return {
            "tables": count,
            "moves_a_second": round(len(took) / lasted),
            "p50_ms": round(1000 * took[len(took) // 2], 2),
            "p95_ms": round(1000 * took[len(took) * 95 // 100], 2),
            "p99_ms": round(1000 * took[len(took) * 99 // 100], 2),
            "cpu_us_a_move": round(1e6 * cpu / len(took)),
            "bytes_written_a_move": round(disk / len(took)),
            "bytes_sent_a_move": round(received / len(took)),
            "megabytes_for_tables": round(full - before, 1),
            "refused": self.refused,
        }


def memory(*processes: int) -> float:
    """Megabytes that processes and those they have started hold."""
    kilobytes = 0
    for one in _families(processes):
        # What several share counts once: PostgreSQL's processes are mostly that.
        shares = dict(line.split(":") for line in _read(one, "smaps_rollup").splitlines()[1:])
        kilobytes += int(shares["Pss"].split()[0])
    return kilobytes / 1000


def processor(*processes: int) -> float:
    """Seconds of processor time that they have used."""
    fields = [_read(one, "stat").rpartition(")")[2].split() for one in _families(processes)]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def written(*processes: int) -> int:
    """Bytes that they have had written to a disk; 0 where this may not be asked."""
    total = 0
    for one in _families(processes):
        with contextlib.suppress(PermissionError):
            counts = dict(line.split(": ") for line in _read(one, "io").splitlines())
            total += int(counts["write_bytes"])
    return total


def _families(processes: Iterable[int]) -> list[int]:
    """Processes and all that they have started."""
    found: list[int] = []
    for process in processes:
        started = [int(one) for one in _read(process, f"task/{process}/children").split()]
        found += [process, *_families(started)]
    return found


def _read(process: int, name: str) -> str:
    return Path(f"/proc/{process}/{name}").read_text()
