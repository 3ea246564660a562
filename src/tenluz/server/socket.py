"""One client's connection: messages in, checked; messages out, in a queue. Plain ASGI, as
every layer in between would see every message.

Who somebody is comes from the signed cookie alone. A client that reads too slowly is
dropped and may come back: it is told what it missed.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import orjson
from pydantic import ValidationError

from tenluz.games.errors import GameError, NotUnderstood
from tenluz.games.game import WATCHER
from tenluz.server import refusals
from tenluz.server.course import Actor
from tenluz.server.guests import Guest
from tenluz.server.limits import Bucket
from tenluz.server.metrics import Metrics
from tenluz.server.protocol import (
    Accepted,
    Bye,
    ByeReason,
    Command,
    Hello,
    Ping,
    Pong,
    to_server,
)
from tenluz.server.settings import Settings
from tenluz.server.table import LiveTable

# What a browser sees when the connection closes.
CLOSE_CODES: dict[ByeReason, int] = {"restart": 1012, "too_slow": 1013, "too_large": 1009}
POLICY = 1008
PATIENCE = 1.0  # seconds that a goodbye may take

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PONG = orjson.dumps(Pong())

log = logging.getLogger("tenluz.socket")


class Connection:
    """A client at a table, from accept to close."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        guest: Guest | None,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self.guest = guest.id if guest else None
        self.viewer = WATCHER
        self._actor = Actor(self.guest, guest.name if guest else "")
        self._receive, self._send = receive, send
        self._settings = settings
        self._metrics = metrics
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._mistakes = 0
        self._waiting: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._bye: ByeReason | None = None
        self._task: asyncio.Task[None] | None = None
        self._busy = False  # with a command, which must not be interrupted

    # --- out -------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Put a message into the queue; a queue too long ends the connection."""
        if self._bye is not None:
            return
        if len(self._waiting) >= self._settings.waiting_messages:
            self._waiting.clear()
            self.bye("too_slow")
            return
        self._waiting.append(message)
        self._something.set()

    def bye(self, reason: ByeReason) -> None:
        """Say goodbye after what is in the queue, and close."""
        if self._bye is None:
            self._waiting.append(orjson.dumps(Bye(reason)))
            self._bye = reason
            self._something.set()
            asyncio.get_running_loop().call_later(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        """Wait no longer for a client that neither reads nor speaks."""
        if self._task is not None and not self._busy:
            self._task.cancel()

    async def _send_all(self) -> None:
        """For as long as the connection lasts: send what is in the queue."""
        waiting, send = self._waiting, self._send
        try:
            while True:
                await self._something.wait()
                self._something.clear()
                while waiting:
                    text = waiting.popleft().decode()
                    await send({"type": "websocket.send", "text": text})
                if self._bye is not None:
                    code = CLOSE_CODES.get(self._bye, POLICY)
                    await send({"type": "websocket.close", "code": code, "reason": self._bye})
                    return
        except (OSError, RuntimeError):
            return  # the client is gone: the other half hears of it

    # --- in --------------------------------------------------------------------------------

    async def run(self, table: LiveTable | None) -> None:
        """Serve this client until it goes or must go."""
        self._task = asyncio.current_task()
        sending = asyncio.create_task(self._send_all())
        self._metrics.connections.inc()
        try:
            if table is None:
                self.bye("no_table")
            elif len(table.clients) >= self._settings.connections_a_table:
                self.bye("full")
            else:
                await self._listen(table)
            if self._bye is not None:
                await asyncio.wait({sending})  # let the goodbye out
        except asyncio.CancelledError:
            if self._bye is None:
                raise
        finally:
            self._task = None
            sending.cancel()
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
            elif not self._bucket.take():
                self._mistake(refusals.too_fast(), "too_fast")
            else:
                await self._hear(table, data)

    async def _hear(self, table: LiveTable, data: str | bytes) -> None:
        try:
            message = to_server.validate_json(data)
        except ValidationError as error:
            self._mistake(_not_understood(error), "not_understood")
            return
        if isinstance(message, Ping):
            self.send(PONG)
        elif isinstance(message, Hello):
            table.join(self, message.seen, message.you)
        elif self not in table.clients:
            self._mistake(refusals.hello_first(), "not_understood")
        else:
            await self._do(table, message)

    async def _do(self, table: LiveTable, command: Command) -> None:
        begun = time.perf_counter()
        self._busy = True
        try:
            await table.do(self._actor, command, self._accept)
            self._metrics.commands.observe(time.perf_counter() - begun)
        except GameError as error:
            self._refuse(error, command.id)
        finally:
            self._busy = False

    def _accept(self, command: str, seq: int) -> None:
        self.send(orjson.dumps(Accepted(command, seq)))

    def _refuse(self, error: GameError, command: str | None = None) -> None:
        message = refusals.refused(error, command)
        self._metrics.refused.labels(message.kind).inc()
        if message.kind == "not_kept":
            log.error("not kept", exc_info=error)
        self.send(orjson.dumps(message))

    def _mistake(self, error: GameError, reason: ByeReason) -> None:
        """Answer what no client of ours would send; close when it happens again and again."""
        self._refuse(error)
        self._mistakes += 1
        if self._mistakes >= self._settings.mistakes:
            self.bye(reason)


def _not_understood(error: ValidationError) -> NotUnderstood:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return NotUnderstood(f"{where}: {first['msg']}" if where else first["msg"], "no_such_message")
