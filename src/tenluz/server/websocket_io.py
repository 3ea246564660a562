"""The server's end of a socket, with a short way out.

By ASGI every message to a client is a task that wakes, a dictionary, a text encoded twice
and several objects of a frame: with four clients a table that took a third of a move's time.
A `WebSocketIO` takes the bytes of whole messages and sends them at once, together. What comes in
is read in small pieces, and frames that the app never hears of are counted. Everything else, from
the handshake to the closing, stays uvicorn's.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from tenluz.server.rate_limits import Bucket
from tenluz.server.settings import ServerSettings

EXTENSION = "tenluz.websocket"
MOST_PIECES = 100  # of one message
AT_ONCE = 4096  # bytes that are read before others have their turn
NO_UTF_8 = 1007


class WebSocketIO(WebSocketsSansIOProtocol):
    """One connection. The app finds it in its scope, under `extensions`."""

    settings: ServerSettings  # see `websocket_io`
    when_lost: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, *what: Any, **more: Any) -> None:
        super().__init__(*what, **more)
        its = self.settings
        self._unheard = Bucket(its.control_frames_a_second, its.control_frames_at_once)
        self._rest = b""  # has come, and waits to be read
        self._goes_on = False  # by itself, when others had their turn

    def connection_lost(self, exc: Exception | None) -> None:
        self.when_lost()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # it was a proper request
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    @property
    def is_closed(self) -> bool:
        """Whether nobody listens any more."""
        return self.conn.state is not State.OPEN or self.transport.is_closing()

    def write(self, *texts: bytes) -> int:
        """Send text messages, together; how many bytes wait for the client to read them."""
        transport = self.transport
        if self.conn.state is not State.OPEN or transport.is_closing():
            return 0
        transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))
        return transport.get_write_buffer_size()

    # --- in, piece by piece -----------------------------------------------------------------

    # A quarter of a megabyte may come at once, and be forty thousand frames of six bytes: read in
    # one go they would hold up everybody, and fill the queue. So the next piece is read when the
    # app has taken all messages of the last one, and others had their turn.

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self._goes_on:
            self._read_piece()

    def _read_piece(self) -> None:
        self._goes_on = False
        piece, self._rest = self._rest[:AT_ONCE], self._rest[AT_ONCE:]
        if self.transport.is_closing():
            self._rest = b""
            return
        super().data_received(piece)
        if self.conn.handshake_exc is not None and not self.close_sent:
            # Too many headers, or too long ones: the library answers that, uvicorn waits on.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            return
        if self._rest and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if self.read_paused and (self.queue.empty() or self.close_sent):
            self._read_on()

    def _read_on(self) -> None:
        if not self._rest:
            self.read_paused = False
            self.transport.resume_reading()
        elif not self._goes_on:
            self._goes_on = True
            self.loop.call_soon(self._read_piece)

    async def receive(self) -> Any:  # a message of ASGI
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self._read_on()
        return message

    def send_receive_event_to_app(self) -> None:
        if self.close_sent and not self._count():
            return
        text = self.curr_msg_data_type == "text"
        if text and not _is_utf_8(b"".join(self.frames)):  # uvicorn would log each of them
            self.conn.send_close(NO_UTF_8)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    # --- what the app is not told of --------------------------------------------------------

    def _count(self) -> bool:
        """Whether one more frame may come that nobody hears of; else that was the last one."""
        fine = self._unheard.take()
        if not fine:
            self.transport.abort()
        return fine

    def handle_ping(self) -> None:
        if self._count():
            super().handle_ping()
            if self.transport.get_write_buffer_size() > self.settings.unread:
                self.transport.abort()  # it asks and asks, and reads no answer

    def handle_pong(self, event: Frame) -> None:
        if self._count():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()  # they may be empty, and so without end
        else:
            super().handle_cont(event)


def websocket_io(settings: ServerSettings) -> type[WebSocketIO]:
    """The class for the sockets of one server: uvicorn makes them, and knows no settings."""
    return type("WebSocketIO", (WebSocketIO,), {"settings": settings})


def _head(size: int) -> bytes:
    """What goes before a whole text message from a server (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def _is_utf_8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
