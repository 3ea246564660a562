"""One client's connection: messages in, checked; messages out, at once. Plain ASGI, as
every layer in between would see every message.

Who somebody is comes from the signed cookie alone. A client that reads too slowly is
dropped and may come back: it is told what it missed.
"""

import asyncio
import contextlib
import logging
import time

import orjson
from pydantic import ValidationError
from starlette.types import Receive, Send

from tenluz.bots.registry import is_slow
from tenluz.engine.errors import GameError
from tenluz.engine.game import WATCHER
from tenluz.server.guests import Guest
from tenluz.server.hints import hint
from tenluz.server.metrics import Metrics
from tenluz.server.protocol import (
    Accepted,
    Again,
    Bye,
    ByeReason,
    Command,
    HandOver,
    Hello,
    Hint,
    MakeMove,
    Ping,
    Pong,
    to_server,
)
from tenluz.server.rate_limits import ClientLimits
from tenluz.server.refusals import refusal, refused
from tenluz.server.settings import ServerSettings
from tenluz.server.store import DatabaseAway, kind_of_failure
from tenluz.server.table import LiveTable
from tenluz.server.table_log import Actor, TableLog
from tenluz.server.websocket_io import WebSocketIO

# What a browser sees when the connection closes.
CLOSE_CODES: dict[ByeReason, int] = {"restart": 1012, "too_slow": 1013, "too_large": 1009}
POLICY = 1008
PATIENCE = 1.0  # seconds that closing may take with a client that does not read

PONG = orjson.dumps(Pong())

logger = logging.getLogger("tenluz.socket")


class Connection:
    """A client at a table, from accept to close."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        websocket: WebSocketIO,
        guest: Guest | None,
        address: str,
        limits: ClientLimits,
        settings: ServerSettings,
        metrics: Metrics,
    ) -> None:
        self.guest = guest.id if guest else None
        self.viewer = WATCHER
        self.name = guest.name if guest else ""
        self._actor = Actor(self.guest, self.name)
        self._receive, self._send, self._websocket = receive, send, websocket
        self._settings = settings
        self._metrics = metrics
        self.address, self._limits = address, limits
        self._mistakes = 0
        self._accepted = b""  # goes out with the news of it
        self._bye: ByeReason | None = None
        self._closing: asyncio.Task[None] | None = None

    # --- out -------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send a message; a client that leaves too much unread is dropped."""
        if self._bye is not None:
            return
        if self._accepted:
            unread = self._websocket.write(self._accepted, message)
            self._accepted = b""
        else:
            unread = self._websocket.write(message)
        if unread > self._settings.unread:
            self.bye("too_slow")

    def bye(self, reason: ByeReason) -> None:
        """Say goodbye, and close."""
        if self._bye is None:
            self._bye = reason
            self._websocket.write(orjson.dumps(Bye(reason)))
            self._closing = asyncio.create_task(self._close(reason))

    async def _close(self, reason: ByeReason) -> None:
        code = CLOSE_CODES.get(reason, POLICY)
        with contextlib.suppress(OSError, RuntimeError):  # the client was quicker
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def _silent(self, table: LiveTable) -> None:
        if self not in table.clients:
            self.bye("silent")

    # --- in --------------------------------------------------------------------------------

    async def run(self, table: LiveTable | None, why_none: ByeReason = "no_table") -> None:
        """Serve this client until it goes or must go."""
        self._metrics.connections.inc()
        try:
            if table is None:
                self.bye(why_none)
            else:
                loop = asyncio.get_running_loop()
                timer = loop.call_later(self._settings.hello_within, self._silent, table)
                await self._listen(table)
                timer.cancel()
            if self._closing is not None:
                await asyncio.wait({self._closing}, timeout=PATIENCE)
        finally:
            if table is not None:
                table.part(self)
            self._metrics.connections.dec()

    async def _listen(self, table: LiveTable) -> None:
        while self._bye is None:
            received = await self._receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or b""
            if len(data) > self._settings.largest_message:
                self.bye("too_large")
            elif not self._may() or not self._limits.take_bytes(
                self.guest, self.address, len(data)
            ):
                self._mistake(refusal("too_fast"), "too_fast")
            else:
                await self._hear(table, data)

    def _may(self, count: int = 1) -> bool:
        return self._limits.take_messages(self.guest, self.address, count)

    async def _hear(self, table: LiveTable, data: str | bytes) -> None:
        try:
            message = to_server.validate_json(data)
        except ValidationError as error:
            self._mistake(_not_understood(error), "not_understood")
            return
        # A move first, as in `LiveTable.do`.
        if isinstance(message, MakeMove) and self in table.clients:
            await self._do(table, message)
        elif isinstance(message, Ping):
            self.send(PONG)
        elif isinstance(message, Hello):
            await self._hello(table, message)
        elif self not in table.clients:
            self._mistake(refusal("hello_first"), "not_understood")
        elif isinstance(message, Hint):
            await self._hint(table, message)
        else:
            await self._do(table, message)

    async def _hello(self, table: LiveTable, hello: Hello) -> None:
        # Counted here: any number may have connected before one of them said hello.
        if self not in table.clients and not table.has_room(self):
            self.bye("full")
        elif self._may(self._settings.hello_costs - 1):
            if hello.seen > table.log.seq and table.shared:  # by another worker, a moment ago
                try:
                    await table.look()
                except Exception:  # rather nothing than less than it has seen
                    self.bye("restart")
                    return
            table.join(self, hello.seen, hello.you)
        else:
            self._mistake(refusal("too_fast"), "too_fast")

    async def _hint(self, table: LiveTable, asked: Hint) -> None:
        """Answer with a hint. This client is heard again when it is there, so has one at a time."""
        try:
            if not self._may(self._settings.hint_costs - 1):
                raise refusal("too_fast")
            self.send(orjson.dumps(await hint(table, self._actor, asked.id)))
        except GameError as error:
            self._refuse(error, asked.id)

    async def _do(self, table: LiveTable, command: Command) -> None:
        begun = time.perf_counter()
        try:
            # A move first here too.
            if not isinstance(command, MakeMove) and isinstance(command, (Again, HandOver)):
                self._count_table(table.log, command)
            await table.do(self._actor, command, self._accept)
            self._metrics.commands.observe(time.perf_counter() - begun)
        except GameError as error:
            self._refuse(error, command.id)
        finally:
            if self._accepted:  # it was done before, so there was no news
                self._websocket.write(self._accepted)
                self._accepted = b""

    def _count_table(self, log: TableLog, command: Again | HandOver) -> None:
        """What leads to one table more, or to one more whose bots think for long."""
        has_slow = any(chair.bot and is_slow(log.game, chair.bot) for chair in log.seating.chairs)
        if isinstance(command, Again):
            new, slow = not log.leads_on, not log.leads_on and has_slow
        else:
            new, slow = False, not has_slow and is_slow(log.game, command.bot or "")
        limits, who = self._limits, (self.guest, self.address)
        if (new and not limits.take_table(*who)) or (slow and not limits.take_slow_table(*who)):
            raise refusal("too_fast")

    def _accept(self, command: str, seq: int) -> None:
        self._accepted = orjson.dumps(Accepted(command, seq))

    def _refuse(self, error: GameError, command: str | None = None) -> None:
        message = refused(error, command)
        self._metrics.refused.labels(message.kind).inc()
        if message.kind == "not_kept":
            away = isinstance(error.__cause__, DatabaseAway)  # that is no mistake to be traced
            said = f"not kept: {kind_of_failure(error)}" if away else "not kept"
            logger.error(said, exc_info=None if away else error)
        self.send(orjson.dumps(message))

    def _mistake(self, error: GameError, reason: ByeReason) -> None:
        """Answer what no client of ours would send; close when it happens again and again."""
        self._refuse(error)
        self._mistakes += 1
        if self._mistakes >= self._settings.mistakes:
            self.bye(reason)


def _not_understood(error: ValidationError) -> GameError:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return refusal("no_such_message", f"{where}: {first['msg']}" if where else first["msg"])
