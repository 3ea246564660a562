"""Everything together: one app for each set of settings, and how it is served."""

import asyncio
import contextlib
import functools
import gc
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
)
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from tenluz import __version__
from tenluz.engine.errors import GameError
from tenluz.server import account_api, operator_api, pages, people_api, warm_up
from tenluz.server.api import router
from tenluz.server.connection import Connection
from tenluz.server.guests import Guests, address_of
from tenluz.server.health import Health
from tenluz.server.http_guard import HttpGuard
from tenluz.server.http_io import http_io
from tenluz.server.live_tables import LiveTables
from tenluz.server.metrics import Metrics
from tenluz.server.metrics_server import metrics_served
from tenluz.server.moderation import Moderation
from tenluz.server.open_sockets import OpenSockets
from tenluz.server.operator_session import OperatorSession
from tenluz.server.oversight import Oversight
from tenluz.server.ports import WHOSE, allow_open_files
from tenluz.server.rate_limits import Buckets, ClientLimits, Connections
from tenluz.server.refusals import (
    NO_PAGE,
    OUR_FAULT,
    WRONG_FORM,
    HttpProblem,
    kind_of,
    refusal,
    status_of,
)
from tenluz.server.settings import ServerSettings
from tenluz.server.sign_outs import SignOuts
from tenluz.server.storage import open_storage
from tenluz.server.store import DatabaseAway, kind_of_failure
from tenluz.server.systemd import report_alive
from tenluz.server.table_sharding import SOCKET
from tenluz.server.tidying import Tidying
from tenluz.server.websocket_io import EXTENSION, websocket_io

logger = logging.getLogger("tenluz.http")

# People who are brought to their tables at once. When hundreds come, after a restart, the first
# play on while the last wait; all at once each would wait for all.
COMING = 8


def create_app(settings: ServerSettings) -> FastAPI:
    """The whole server as an ASGI app. It holds its data folder until its lifespan ends;
    NotUnderstood says why it cannot."""
    metrics = Metrics()
    storage = open_storage(settings)
    store = storage.store
    base = settings.public.path if settings.public else ""  # below which everything lies
    guests, sign_outs = Guests(storage.keys, base), SignOuts(store, settings.look)
    operator = OperatorSession(storage.keys, settings.operator_file, base)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await store.start()
        # Pages are there at once; the first table waits until the rules are compiled.
        warming = warm_up.begin(slow_bots=settings.warm_slow_bots)
        app.state.warming = warming
        live_tables = LiveTables(store, settings, warming.ready)
        app.state.store, app.state.live_tables = store, live_tables
        app.state.health = Health(store.healthy)
        live_tables.on_count = metrics.tables.set
        sockets = app.state.sockets
        moderation = Moderation(store, live_tables, sockets, settings.look)
        oversight = Oversight(store, live_tables, sockets, moderation, settings.look)
        tidying = Tidying(store, settings, live_tables.is_over, moderation.look)
        app.state.moderation, app.state.oversight = moderation, oversight

        def committed(writes: int) -> None:
            metrics.committed(writes)
            oversight.load.committed(writes)

        store.on_commit = committed
        await moderation.look()  # who is banned is so from the first connection on
        running = [
            asyncio.create_task(one)
            for one in (
                live_tables.put_away_idle(),
                live_tables.keep_up(),
                sign_outs.keep_up(),
                storage.keep_keys(settings.look, guests.use, operator.use),
                moderation.run(),
                oversight.run(),
                oversight.load.run(),
                tidying.run(),
            )
        ]
        yield
        for task in running:
            task.cancel()
        warming.ready.cancel()
        farewell(app)
        await live_tables.bots.close()
        await store.stop()
        if storage.lock is not None:
            storage.lock.close()

    app = FastAPI(
        title="Tenluz",
        version=__version__,
        description="Tables of card games: made over HTTP, played over a WebSocket.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        servers=[{"url": base}] if base else None,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.base = base
    app.state.guests = guests
    app.state.sign_outs = sign_outs
    app.state.mark = storage.keys.mark
    app.state.limits = ClientLimits(settings)
    app.state.behind = Connections(settings.connections_an_address)  # a proxy
    app.state.replays = Buckets(settings.tables_a_second, settings.tables_at_once)
    app.state.folding = asyncio.Lock()
    app.state.sockets = OpenSockets(settings.connections_a_guest)
    app.state.operator = operator
    app.state.secrets = Buckets(settings.secrets_a_second, settings.secrets_at_once)
    app.state.exports = Buckets(settings.exports_a_second, settings.exports_at_once)
    app.state.reports = Buckets(settings.reports_a_second, settings.reports_at_once)
    routers = (router, people_api.router, account_api.router)
    for one in (*routers, operator_api.entrance, operator_api.router):
        app.include_router(one)
    for path, page in PAGES.items():
        app.add_api_route(path, page, include_in_schema=False)
    app.mount("/", pages.client(settings.web, base))
    app.add_exception_handler(GameError, _game_error)
    app.add_exception_handler(DatabaseAway, _database_away)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _our_fault)

    coming = asyncio.Semaphore(COMING)

    async def play(scope: Scope, receive: Receive, send: Send) -> None:
        """One client at a table, until it goes."""
        asked = SOCKET.fullmatch(scope["raw_path"].decode("latin-1"))
        if asked is None:
            await send({"type": "websocket.close"})  # answered with 403
            return
        state = app.state
        asking = HTTPConnection(scope)
        guest = state.moderation.admit(guests.read(asking))
        address = address_of(asking)
        may_read = functools.partial(state.limits.logs_read.take, address)
        # Without a proxy they are counted where they come in, before a byte of theirs is read.
        if settings.proxies and not state.behind.take(address):
            await send({"type": "websocket.close"})
            return
        try:
            await send({"type": "websocket.accept"})
            websocket = scope["extensions"][EXTENSION]
            connection = Connection(
                receive, send, websocket, guest, address, state.limits, settings, metrics
            )
            if not state.sockets.add(connection):
                await connection.run(None, "too_many")
                return
            try:
                with sign_outs.socket(guest, lambda: connection.bye("signed_out")):
                    try:
                        async with coming:
                            if websocket.is_closed:
                                return
                            believed = guest is None or await sign_outs.believes(guest)
                            table = await state.live_tables.find(asked[1], may_read)
                    except (GameError, DatabaseAway):  # they come back
                        await connection.run(None, "restart")
                        return
                    # Looked at last: a ban may come while the table is on its way.
                    if state.moderation.banned(connection.guest, address):
                        await connection.run(None, "banned")
                    elif believed:
                        await connection.run(table)
                    else:
                        await connection.run(None, "signed_out")
            finally:
                state.sockets.remove(connection)
        finally:
            if settings.proxies:
                state.behind.give_back(address)

    app.add_middleware(HttpGuard, sockets=play, settings=settings, metrics=metrics)
    return app


def farewell(app: FastAPI) -> None:
    """Tell everybody to come back in a moment."""
    app.state.live_tables.everybody(lambda client: client.bye("restart"))


# --- pages beside the interface -----------------------------------------------------------


async def docs() -> Response:
    """How to play by program."""
    from tenluz.server.guide import page  # seldom asked for, and a start would feel it

    return HTMLResponse(await asyncio.to_thread(page.page))


async def docs_as_text() -> Response:
    """The same as Markdown."""
    from tenluz.server.guide import whole

    return PlainTextResponse(await asyncio.to_thread(whole.markdown))


async def docs_style() -> Response:
    """How our plain pages look."""
    return FileResponse(pages.STYLE, media_type="text/css")


async def healthz(request: Request) -> Response:
    """Whether this server can do its work, and, for its owner, whose it is."""
    fine = await request.app.state.health.ask()
    return JSONResponse({"ok": fine}, 200 if fine else 503, {WHOSE: request.app.state.mark})


async def readyz(request: Request) -> Response:
    """Whether it can also open tables: who replaces one server after the other waits for this."""
    state = request.app.state
    ready = state.warming.ready.done() and await state.health.ask()
    return JSONResponse({"ok": ready}, 200 if ready else 503)


PAGES: dict[str, Callable[..., Awaitable[Response]]] = {
    "/api/docs": docs,
    "/api/docs.css": docs_style,
    "/api/protocol": docs_as_text,
    "/healthz": healthz,
    "/readyz": readyz,
}


# --- errors -------------------------------------------------------------------------------


def _answer(status: int, kind: str, code: str, why: str) -> JSONResponse:
    return JSONResponse({"error": {"kind": kind, "code": code, "why": why}}, status)


def _problem(problem: HttpProblem, *, status: int = 0, why: str = "") -> JSONResponse:
    return _answer(status or problem.status, problem.kind, problem.code, why or problem.why)


async def _game_error(request: Request, error: Any) -> Response:
    return _answer(status_of(error), kind_of(error), error.code, str(error))


async def _database_away(request: Request, error: Exception) -> Response:
    logger.error(f"the database did not answer: {kind_of_failure(error)}")
    return await _game_error(request, refusal("not_kept"))


async def _not_understood(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return _problem(WRONG_FORM, why=f"{where}: {first['msg']}" if where else first["msg"])


async def _http_error(request: Request, error: Any) -> Response:
    if error.status_code == NO_PAGE.status:
        response = _problem(NO_PAGE)
    else:
        response = _problem(WRONG_FORM, status=error.status_code, why=str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def _our_fault(request: Request, error: Exception) -> Response:
    return _problem(OUR_FAULT)


# --- serving ------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """Says when it is ready, and goodbye while people are still there to hear it."""

    when_ready: Callable[[], None] | None = None
    every_tick: Callable[[], None] | None = None  # ten times a second, while the loop turns
    handed: socket.socket | None = None  # connections come over it, not by a port of our own

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Until somebody stops it; NotUnderstood if its metrics cannot be where they should."""
        with self._metrics():
            super().run(sockets)

    def _metrics(self) -> contextlib.AbstractContextManager[None]:
        app = self.config.app
        if not isinstance(app, FastAPI) or self.handed is not None:  # who hands them serves those
            return contextlib.nullcontext()
        state = app.state
        return metrics_served(state.settings, state.metrics.registry, lambda: {0: "self"})

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.handed is not None:
            self.handed.setblocking(False)
            asyncio.get_running_loop().add_reader(self.handed, self._take_handed, self.handed)
        if self.started and self.when_ready is not None:
            self.when_ready()
        if self.started and self.handed is None:  # else who hands them reports
            report_alive()

    async def on_tick(self, counter: int) -> bool:
        if self.every_tick is not None:
            self.every_tick()
        return await super().on_tick(counter)

    def _take_handed(self, line: socket.socket) -> None:
        try:
            said, found, *_ = socket.recv_fds(line, 1, 1)
        except BlockingIOError:
            return
        except OSError:  # it was gone before it heard that we live
            said, found = b"", []
        if not said:  # who hands them is gone, and we with it
            asyncio.get_running_loop().remove_reader(line)
            self.should_exit = True
        for number in found:
            connection = socket.socket(fileno=number)
            connection.setblocking(False)
            taking = asyncio.ensure_future(self._take(connection))
            self.server_state.tasks.add(taking)
            taking.add_done_callback(self.server_state.tasks.discard)

    async def _take(self, connection: socket.socket) -> None:
        config, loop = self.config, asyncio.get_running_loop()

        def protocol() -> asyncio.Protocol:
            kind: Any = config.http_protocol_class
            return kind(config, self.server_state, self.lifespan.state)

        with contextlib.suppress(OSError):  # the client is gone
            await loop.connect_accepted_socket(protocol, connection)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, FastAPI) and hasattr(app.state, "live_tables"):
            farewell(app)
            await asyncio.sleep(0.1)  # for the goodbyes to get out
        await super().shutdown(sockets)


def server(settings: ServerSettings) -> Server:
    """A server ready to `run`, in this process."""
    allow_open_files()
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        http=http_io(settings),
        ws=websocket_io(settings),
        ws_max_size=4 * settings.largest_message,  # the rest is answered by us
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        ws_per_message_deflate=False,  # small messages: time and memory for little
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    # Thousands of connections live long, and messages leave no cycles behind: looking for
    # garbage as often as Python does by default would take up to half of the time.
    gc.set_threshold(50_000, 20, 100)
    # They would log paths, and paths hold keys to tables and seats; the guard logs routes.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    return Server(config)
