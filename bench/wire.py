"""A WebSocket client as small as can be, so that a load generator costs less than what it
measures. Knows text frames and pings of a server that behaves; not for anything else."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any


class Wire(asyncio.Protocol):
    """One connection: `hear` is called with every message."""

    received = 0  # bytes, by all connections

    def __init__(self, request: bytes, hear: Callable[["Wire", bytes], None]) -> None:
        self._request, self._hear = request, hear
        self._buffer = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.transport: Any = None  # until it is connected

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, problem: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("not let in"))

    def data_received(self, data: bytes) -> None:
        Wire.received += len(data)
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open = True
            if not self.opened.done():  # cancelled when the bench is over
                self.opened.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            kind, length, begin = data[at], data[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if size - begin < length:
                break
            at = begin + length
            if kind == 0x81:
                self._hear(self, data[begin:at])
            elif kind == 0x89:  # who never answers a ping is taken for gone
                pong = bytes([0x8A, 0x80 | length]) + b"\0\0\0\0" + data[begin:at]
                self.transport.write(pong)
            elif kind == 0x88:
                self.transport.close()
        self._buffer = data[at:]

    def send(self, message: bytes) -> None:
        """Send a text; masked with zeros, which changes nothing."""
        size = len(message)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + message)


async def connect(
    address: str,
    path: str,
    hear: Callable[[Wire, bytes], None],
    cookie: str = "",
    opened: Callable[[Wire], None] = lambda wire: None,
) -> Wire:
    """Open a connection; `opened` has it before `hear` has its first message."""
    host, _, port = address.partition(":")
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\n"
        f"connection: Upgrade\r\nsec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n"
        f"cookie: {cookie}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()

    def wire() -> Wire:
        made = Wire(request.encode(), hear)
        opened(made)
        return made

    _, found = await loop.create_connection(wire, host, int(port))
    await found.opened
    return found
