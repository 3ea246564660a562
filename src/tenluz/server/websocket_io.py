"""The server's end of a socket, with a short way out and a short way in.

By ASGI every message to a client is a task that wakes, a dictionary, a text encoded twice
and several objects of a frame: with four clients a table that took a third of a move's time.
A `Wire` takes the bytes of whole messages and sends them at once, together.

A small text that comes in as one whole frame, as every move does, goes straight to who
receives; the general way would stop and start the reading of the socket for each. Everything
else, from the handshake to the closing, stays uvicorn's.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXTENSION = "tenluz.wire"
MOST_WAITING = 32  # messages of one client; then it is read no further until they are heard

# The first bytes of a frame from a client (RFC 6455, 5.2).
TEXT = 0x81  # a text, whole
CONTROL = 0x88  # the first of the whole control frames: close, ping, pong
MASKED = 0x80  # with a length below 126 added
SMALL = 126
HEAD = 6  # what goes before it: two bytes and the mask


class Wire(WebSocketsSansIOProtocol):
    """One connection. The app finds it in its scope, under `extensions`."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # it was a proper request
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    # Whether only whole frames have come, so that another must begin where data begins.
    _whole = True

    def data_received(self, data: bytes) -> None:
        """Take what the client has sent."""
        if self._whole and self.handshake_initiated and not self.close_sent:
            texts = _whole_texts(data) if self.handshake_complete else []
            for text in texts:
                self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
            if texts:
                if self.queue.qsize() >= MOST_WAITING and not self.read_paused:
                    self.read_paused = True  # `receive` goes on when it has taken them
                    self.transport.pause_reading()
                return
            # A client that sends its frames in pieces is heard the long way from now on.
            self._whole = data[0] >= CONTROL and len(data) == HEAD + data[1] - MASKED
        super().data_received(data)

    def write(self, *texts: bytes) -> int:
        """Send text messages, together; how many bytes wait for the client to read them."""
        transport = self.transport
        if self.conn.state is not State.OPEN or transport.is_closing():
            return 0  # nobody listens any more
        transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))
        return transport.get_write_buffer_size()


def _head(size: int) -> bytes:
    """What goes before a whole text message from a server (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def _whole_texts(data: bytes) -> list[bytes]:
    """The small texts that data consists of; none if it is anything else."""
    texts = []
    while data:
        size = data[1] - MASKED if len(data) >= HEAD and data[0] == TEXT else -1
        end = HEAD + size
        if not 0 <= size < SMALL or len(data) < end:
            return []
        mask = (data[2:HEAD] * (SMALL // 4 + 1))[:size]
        text = int.from_bytes(data[HEAD:end], "big") ^ int.from_bytes(mask, "big")
        texts.append(text.to_bytes(size, "big"))
        data = data[end:]
    return texts
