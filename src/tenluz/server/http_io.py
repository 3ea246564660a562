"""The server's end of an HTTP connection, with bounds on what comes before a request is known.

Everything else looks at requests that have been parsed. Here the bytes and the time that a
request may take until then are counted, and the connections of each address. The parsing, the
answering and the way to a socket stay uvicorn's.
"""

import asyncio
import math
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from tenluz.server.ports import allow_open_files
from tenluz.server.public_address import Proxies
from tenluz.server.rate_limits import Connections, network
from tenluz.server.settings import ServerSettings

MOST_WAITING = 8  # requests on one connection, behind the one that is being answered


class HttpIO(HttpToolsProtocol):
    """One connection. `settings` are those of its server: see `http_io`."""

    settings: ServerSettings
    open: Connections  # of all
    proxies: Proxies

    def __init__(self, *what: Any, **more: Any) -> None:
        super().__init__(*what, **more)
        self._in_head = True  # or before it: the end of a head has not come yet
        self._head = 0  # bytes of it so far
        self._last = False  # no more is read: the last request is answered, and that is all
        self._request_timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None
        self._answered: Any = None  # the request that is being answered

    # --- a request's head --------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # we hear of all that waits to be read
        address = self.client[0] if self.client else ""
        self._address = network(address)
        proxied = self.proxies.include(address)  # its clients are counted later
        self._counted = not proxied and self.open.take(self._address)
        if self._counted or proxied:
            self._wait_for_request()
        else:
            self._refuse(429)

    def _gone(self) -> None:
        if self._counted:
            self.open.give_back(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()
        self._no_more_waiting()
        self.resume_writing()
        # uvicorn tells only the last of several requests: an answer to another would be written
        # to nobody, and that is an error.
        self.pipeline.clear()
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # In pieces no longer than a head may be: so what is parsed is bounded too.
        piece = self.settings.largest_head
        for begin in range(0, len(data), piece):
            if self._reads_on():
                self._take(data[begin : begin + piece])

    def _reads_on(self) -> bool:
        """Whether it was not refused, and has not become a socket."""
        transport = self.transport
        return not (self._last or transport.is_closing()) and transport.get_protocol() is self

    def _take(self, data: bytes) -> None:
        self._wait_for_request()
        self._parse(data)
        if self._in_head:
            self._head += len(data)
            if self._head > self.settings.largest_head:
                self._refuse(431)

    def _parse(self, data: bytes) -> None:
        """As uvicorn does it, but for a line in the log for whatever anybody sends."""
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()  # to anything else it stays a request
        except httptools.HttpParserError:
            self._refuse(400)

    def on_message_begin(self) -> None:
        self._wait_for_request()  # also if it came together with the one before
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        if len(self.pipeline) >= MOST_WAITING:
            # Each answer lets more in, so they would be without end. The parser stops here.
            raise OverflowError
        if self.parser.should_upgrade() and self._should_upgrade():
            # It has no body, and no answer of before is written between its messages.
            answered = self._answered
            if self._length() or (answered is not None and not answered.response_complete):
                raise OverflowError
        super().on_headers_complete()
        if self._length() > self.settings.largest_body:
            # The guard refuses it by its head. Trailers and extensions would be without end too.
            self._last = True
            self.cycle.keep_alive = False

    def _length(self) -> float:
        """Bytes of a request's body, as its head says; in chunks, no end."""
        length = 0.0
        for name, value in self.headers:
            if name == b"transfer-encoding":
                return math.inf
            if name == b"content-length":
                length = int(value)
        return length

    def on_message_complete(self) -> None:
        self._in_head = True  # what comes now is another request
        self._no_more_waiting()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _refuse(self, status: int) -> None:
        if self.transport.is_closing():
            return
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:  # else an answer is on its way
            self.transport.write(
                STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n"
            )
        self.transport.close()

    # --- its time ----------------------------------------------------------------------------

    def _wait_for_request(self) -> None:
        if self._request_timer is None:
            self._request_timer = self.loop.call_later(self.settings.request_within, self._late)

    def _no_more_waiting(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _late(self) -> None:
        self._request_timer = None
        self._refuse(408)

    def handle_websocket_upgrade(self) -> None:
        self._no_more_waiting()
        self.resume_writing()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        socket.when_lost = self._gone

    # --- a client that does not read ---------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_timer = self.loop.call_later(self.settings.read_within, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None


def http_io(settings: ServerSettings) -> type[HttpIO]:
    """The class for the connections of one server: uvicorn makes them, and knows no settings."""
    most = min(settings.connections_an_address, allow_open_files() * 3 // 4)
    its = {"settings": settings, "open": Connections(most), "proxies": Proxies(settings.proxies)}
    return type("HttpIO", (HttpIO,), its)
