"""What every request passes: who may ask from where, how much, and what browsers are told.

A page of another site must not speak for our guests, so a browser's Origin has to be ours.
Programs that are no browsers send none, and hold no cookies that others could use.
"""

import logging
import time
from collections.abc import Iterable

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenluz.server import refusals
from tenluz.server.metrics import Metrics
from tenluz.server.public_address import THIS_MACHINE, path_below
from tenluz.server.rate_limits import Buckets, network
from tenluz.server.refusals import HttpProblem
from tenluz.server.settings import ServerSettings

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; worker-src 'self'; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),  # a link to a table is a key to it
    (b"x-content-type-options", b"nosniff"),
]
# For every answer that does not say otherwise, as pages do: most are about whoever asks.
NO_STORE = (b"cache-control", b"no-store")
SAFE = ("GET", "HEAD", "OPTIONS")

# Of the built page, each named by its content. A first visit asks for a hundred of them, once.
FILES, A_FILE = "/assets/", 0.1  # and what one counts for, where another request is 1

logger = logging.getLogger("tenluz.http")


class HttpGuard:
    """The outermost part of the app: it sees every request before anything else does."""

    def __init__(
        self, app: ASGIApp, sockets: ASGIApp, settings: ServerSettings, metrics: Metrics
    ) -> None:
        self._app = app
        self._sockets = sockets
        self._settings = settings
        self._metrics = metrics
        self._public = public = settings.public
        self._base = public.path if public else ""  # below which everything lies
        # By another name that points here another site would speak for our guests. In a network
        # at home nobody knows all names of a machine.
        self._names = {*THIS_MACHINE, *settings.hosts, *([public.name] if public else [])}
        self._any_name = public is None and settings.host not in THIS_MACHINE
        # With several workers the next request may be another's: it comes by another way.
        self._headers = HEADERS if settings.workers == 1 else [*HEADERS, (b"connection", b"close")]
        self._asked = Buckets(settings.requests_a_second, settings.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if not self._may_ask(scope):
            await self._too_fast(scope, receive, send)
            return
        if self._base:
            if scope["path"] == self._base and scope["type"] == "http":
                where = (b"location", f"{self._base}/".encode())
                await _answer(send, 308, [where, *self._headers])
                return
            raw = path_below(scope["raw_path"].decode("latin-1"), self._base).encode("latin-1")
            scope = {**scope, "path": path_below(scope["path"], self._base), "raw_path": raw}
        scope = {**scope, "headers": [_without_backslashes(*one) for one in scope["headers"]]}
        headers = dict(scope["headers"])
        wrong = self._wrong(scope, headers)
        if scope["type"] == "websocket":
            await receive()  # that somebody wants to connect
            if wrong is None:
                await self._sockets(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})  # answered with 403
            return
        await self._http(scope, receive, send, wrong)

    def _may_ask(self, scope: Scope) -> bool:
        """Whether an address has not asked too often, for whatever."""
        cost = A_FILE if path_below(scope["path"], self._base).startswith(FILES) else 1
        client = scope["client"]
        return self._asked.take(network(client[0]) if client else "", cost)

    async def _too_fast(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As little as can be done for who asks and asks: there is no line in the log either."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        self._metrics.requests.labels(scope["method"], "other", refusals.TOO_FAST.status).inc()
        await _refuse(send, refusals.TOO_FAST, [(b"retry-after", b"1"), NO_STORE, *self._headers])

    def _wrong(self, scope: Scope, headers: dict[bytes, bytes]) -> HttpProblem | None:
        """Why this request may not come in; None if it may."""
        host = _without_dot(headers.get(b"host", b"").decode("latin-1").lower())
        if not self._any_name and _name(host) not in self._names:
            return refusals.OTHER_HOST
        if b"origin" in headers:
            ours = self._is_ours(headers[b"origin"].decode("latin-1").lower(), host)
            if not ours and (scope["type"] == "websocket" or scope["method"] not in SAFE):
                return refusals.OTHER_ORIGIN
        if b"%" in scope["raw_path"] and scope["path"].startswith("/api/"):
            return refusals.NO_PAGE  # one spelling, so that all who read it read the same
        if scope["type"] == "http":
            length = headers.get(b"content-length", b"0")
            if b"transfer-encoding" in headers:
                return refusals.NO_LENGTH
            if not length.isdigit() or int(length) > self._settings.largest_body:
                return refusals.TOO_LARGE
        return None

    def _is_ours(self, origin: str, host: str) -> bool:
        """Whether a page of ours is speaking, by the scheme, name and port it was opened with."""
        public = self._public
        scheme, _, opened = origin.partition("://")
        opened = _without_dot(opened)
        if public is None:
            return opened == host
        if f"{scheme}://{opened}" == public.origin:
            return True  # whatever the host: a proxy may give its own name
        # Another name of ours, or this machine's. Where people come by TLS, a page without it may
        # be that of anybody in the network between.
        name = _name(opened)
        trusted = name in THIS_MACHINE or scheme == "https" or not public.secure
        return opened == host and name != public.name and trusted

    async def _http(
        self, scope: Scope, receive: Receive, send: Send, wrong: HttpProblem | None
    ) -> None:
        begun = time.perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                its = message.get("headers", ())
                unsaid = not any(name.lower() == b"cache-control" for name, _ in its)
                message["headers"] = [*its, *self._headers, *([NO_STORE] if unsaid else [])]
            await send(message)

        try:
            if wrong is None:
                await self._app(scope, receive, send_with_headers)
            else:
                await _refuse(send_with_headers, wrong)
        finally:
            # The route, not the path: paths hold keys to tables and seats.
            route = getattr(scope.get("route"), "path", "other")
            self._metrics.requests.labels(scope["method"], route, status).inc()
            took = round((time.perf_counter() - begun) * 1000, 1)
            told = {"method": scope["method"], "route": route, "status": status, "ms": took}
            logger.info("request", extra=told)


def _without_backslashes(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header as it is, but for what only a quoted cookie has: ours are not, and to take quotes
    away takes an older Python a time that grows with the square of their length (CVE-2024-7592)."""
    return name, value.replace(b"\\", b"") if name == b"cookie" else value


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _without_dot(host: str) -> str:
    """A name and its port without the dot that may end a whole name: it is the same name."""
    name, colon, port = host.partition(":")
    return name.removesuffix(".") + colon + port


async def _refuse(
    send: Send, wrong: HttpProblem, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    body = orjson.dumps({"error": {"kind": wrong.kind, "code": wrong.code, "why": wrong.why}})
    await _answer(send, wrong.status, [(b"content-type", b"application/json"), *headers], body)


async def _answer(
    send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b""
) -> None:
    headers = [*headers, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
