"""The server's end of a socket, with a short way out.

By ASGI every message to a client is a task that wakes, a dictionary, a text encoded twice
and several objects of a frame: with four clients a table that took a third of a move's time.
A `WebSocketIO` takes the bytes of whole messages and sends them at once, together. Everything
else, from the handshake and the reading to the closing, stays uvicorn's.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from tenluz.server.settings import ServerSettings

EXTENSION = "tenluz.websocket"
MOST_PIECES = 100  # of one message


class WebSocketIO(WebSocketsSansIOProtocol):
    """One connection. The app finds it in its scope, under `extensions`."""

    most_unread: int  # bytes: see `websocket_io`
    when_lost: Callable[[], None] = staticmethod(lambda: None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.when_lost()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # it was a proper request
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def write(self, *texts: bytes) -> int:
        """Send text messages, together; how many bytes wait for the client to read them."""
        transport = self.transport
        if self.conn.state is not State.OPEN or transport.is_closing():
            return 0  # nobody listens any more
        transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))
        return transport.get_write_buffer_size()

    # --- what the app is not told of --------------------------------------------------------

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self.most_unread:
            self.transport.abort()  # it asks and asks, and reads no answer

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()  # they may be empty, and so without end
        else:
            super().handle_cont(event)


def websocket_io(settings: ServerSettings) -> type[WebSocketIO]:
    """The class for the sockets of one server: uvicorn makes them, and knows no settings."""
    return type("WebSocketIO", (WebSocketIO,), {"most_unread": settings.unread})


def _head(size: int) -> bytes:
    """What goes before a whole text message from a server (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
