"""A table without a disk and without a clock, for tests about when something happens: time passes
while nobody has anything to do, and then at once."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from tenluz.server.database import Write
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Entry, Read, Store, TableRow
from tenluz.server.table import Elsewhere, LiveTable
from tenluz.server.table_log import TableLog

LONGEST = 10_000.0  # seconds that a story may last: it hangs for none

Told = TypeVar("Told")


class VirtualTime(asyncio.SelectorEventLoop):
    """An event loop whose clock is moved by waiting for it."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._wait = self._selector.select  # type: ignore[attr-defined]
        self._selector.select = self._pass  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._now

    def _pass(self, timeout: float | None) -> Any:
        if timeout:
            self._now += timeout
            timeout = 0.0
        return self._wait(timeout)


def run_at_once(story: Coroutine[Any, Any, Told]) -> Told:
    """Let something happen in virtual time."""

    async def bounded() -> Told:
        async with asyncio.timeout(LONGEST):
            return await story

    with asyncio.Runner(loop_factory=VirtualTime) as runner:
        return runner.run(bounded())


class InMemory(Store):
    """Says that all is kept, and keeps nothing. The first writes and reads may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.writes_fail: list[Exception] = []
        self.reads_fail: list[Exception] = []

    def _start_writing(self, batch: list[Write]) -> None:
        self._written(batch, [self.writes_fail.pop(0) if self.writes_fail else None for _ in batch])

    async def entries(self, table: str, after: int) -> list[Entry]:
        if self.reads_fail:
            raise self.reads_fail.pop(0)
        return []

    async def read(self, query: Callable[..., Read], *about: Any) -> Read:
        raise NotImplementedError

    async def transact(self, work: Callable[..., Read], *about: Any) -> Read:
        raise NotImplementedError

    async def _wrote(self, at: float) -> bool:
        return True

    async def stop(self) -> None:
        pass


def table_of_bots(store: Store, pace: float) -> LiveTable:
    """Three bots at a table of Luz, which has many moves and little talk; somebody looks on."""
    seats = [{"name": name, "bot": "random"} for name in "abc"]
    row = TableRow("t", "luz", {"players": 3}, bytes(32), 1.0, pace, seats)
    log = TableLog(row)
    log.apply(row.first_entry)
    table = LiveTable(log, store, ServerSettings(Path("nowhere")))
    table.elsewhere = Elsewhere(watchers=1)
    return table
