"""The line between workers that share a PostgreSQL: who has written to a table says so
(NOTIFY), and all others hear it (LISTEN).

What is said only wakes: it may be lost, come late or twice, and the log is the truth. Over the
same connection a worker says again and again that it lives.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Literal

import orjson

from tenluz.server.store import kind_of_failure

if TYPE_CHECKING:
    import asyncpg

CHANNEL = "tenluz"
BEATS = 4  # signs of life in the time after which a worker would be thought gone
FORGOTTEN_AFTER = 60.0
AT_ONCE = 200  # tables that one notification names: it may have 8,000 bytes
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds before a lost connection is made again

NOW = "extract(epoch from clock_timestamp())"
_BEAT = (
    f"insert into workers (id, beat) values ($1, {NOW}) "
    "on conflict (id) do update set beat = excluded.beat"
)
_FORGET = (
    f"delete from workers where beat < {NOW} - {FORGOTTEN_AFTER}",
    "delete from presence where worker not in (select id from workers)",
    "delete from bot_workers where worker not in (select id from workers)",
)


Topic = Literal["log", "people"]  # what is new at a table

logger = logging.getLogger("tenluz.wakeups")


class Wakeups:
    """One worker's end of the line."""

    def __init__(self, connect: Callable[[], Awaitable["asyncpg.Connection"]], gone: float) -> None:
        self._beat = gone / BEATS  # seconds
        self.worker = secrets.token_urlsafe(9)  # its name, for as long as it lives
        self.on_news: Callable[[Topic, str], None] = lambda topic, table: None
        self.on_return: Callable[[], None] = lambda: None  # much may have been missed
        self._connect = connect
        self._to_tell: dict[Topic, set[str]] = {"log": set(), "people": set()}
        self._something = asyncio.Event()
        self._tried = asyncio.Event()  # to be on the line, with success or not
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Be on the line until `stop`. Once this returns, others see that this worker lives, so
        what it claims is its own; if the database is away, as soon as it is back."""
        self._task = asyncio.create_task(self._run())
        await self._tried.wait()

    def tell(self, topic: Topic, tables: Iterable[str]) -> None:
        """Something is new at these tables; all others are told in a moment."""
        self._to_tell[topic].update(tables)
        self._something.set()

    async def stop(self) -> None:
        """Leave, so that others need not wait to see that this worker is gone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(Exception):
            line = await self._connect()
            try:
                for table in ("presence", "bot_workers"):
                    await line.execute(f"delete from {table} where worker = $1", self.worker)
                await line.execute("delete from workers where id = $1", self.worker)
                await line.close()
            finally:
                line.terminate()

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while True:
            begun = time.monotonic()
            try:
                await self._be_on_line()
            except asyncio.CancelledError:
                raise
            except Exception as problem:
                logger.warning(f"not on the line to other workers: {kind_of_failure(problem)}")
                self._tried.set()
            pause = (
                FIRST_PAUSE
                if time.monotonic() > begun + LONGEST_PAUSE
                else min(2 * pause, LONGEST_PAUSE)
            )
            await asyncio.sleep(pause)

    async def _be_on_line(self) -> None:
        line = await self._connect()
        try:
            await line.execute(_BEAT, self.worker)
            self._tried.set()
            for statement in _FORGET:
                await line.execute(statement)
            await line.add_listener(CHANNEL, self._heard)
            line.add_termination_listener(lambda _: self._something.set())
            self.on_return()
            beat = time.monotonic()
            while not line.is_closed():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(max(beat + self._beat - time.monotonic(), 0)):
                        await self._something.wait()
                self._something.clear()
                await self._send(line)
                if time.monotonic() >= beat + self._beat:
                    beat = time.monotonic()
                    await line.execute(_BEAT, self.worker)
        finally:
            line.terminate()

    async def _send(self, line: "asyncpg.Connection") -> None:
        for topic, waiting in self._to_tell.items():
            while waiting:
                names = [waiting.pop() for _ in range(min(len(waiting), AT_ONCE))]
                said = orjson.dumps([self.worker, topic, names]).decode()
                await line.execute("select pg_notify($1, $2)", CHANNEL, said)

    def _heard(self, line: object, process: int, channel: str, said: object) -> None:
        try:
            worker, topic, names = orjson.loads(str(said))
        except ValueError:  # somebody else's
            return
        if worker != self.worker:
            for name in names:
                self.on_news(topic, name)
