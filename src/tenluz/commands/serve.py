"""`tenluz serve`: tables in the browser, and what its owner is told about them."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.data_folder import Data, own_folder

if TYPE_CHECKING:
    import socket
    import threading

    from tenluz.server.ports import Listener
    from tenluz.server.settings import ServerSettings

LEVELS = ("debug", "info", "warning", "error")


def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Who can reach it. 127.0.0.1: this machine only. 0.0.0.0: friends in the "
            "same network too.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            metavar="NUMBER",
            help="The port to listen on.",
            show_default="8010, or the next that is free",
        ),
    ] = None,
    data: Data = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="TENLUZ_DATABASE",
            show_envvar=True,
            metavar="URL",
            help="A PostgreSQL that keeps the tables instead: postgresql://USER@HOST/NAME. Any "
            "number of servers may share it.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="NUMBER",
            help="How many processes share the tables. One is right at home; for hundreds of "
            "tables, one for each processor.",
        ),
    ] = 1,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="What people open, where a proxy stands in front, such as "
            "https://games.example.org or https://example.org/games/. See docs/serving.md.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A trusted proxy: its address, or a network. Repeat for several.",
            show_default="this machine, with --public-url",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another host name to answer to. Repeat for several."),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            metavar="NUMBER",
            help="Serve metrics for Prometheus on a port of their own.",
            show_default="none",
        ),
    ] = None,
    metrics_host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Who can read them. 127.0.0.1: this machine only."),
    ] = "127.0.0.1",
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER",
            help="Change a limit, such as connections_an_address=1000 behind a proxy. Repeat for "
            "several; `--limit list` names them all.",
        ),
    ] = None,
    durable: Annotated[
        bool,
        typer.Option(
            "--durable/--not-durable",
            help="Whether a move is on the disk before it is acknowledged. If not, moves are "
            "quicker on a slow disk, and a power cut may take the last seconds.",
        ),
    ] = True,
    operator_secret_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The secret that opens /operator, the operator's page.",
            show_default="operator-secret in the folder, if `tenluz operator secret` made one",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = True,
    log: Annotated[
        str, typer.Option(metavar="LEVEL", help=f"How much to log: {', '.join(LEVELS)}.")
    ] = "warning",
) -> None:
    """Play in the browser: alone with bots, or with friends by link.

    Tables are kept in a file on this machine, so games survive a restart. If your server is
    already running, this only opens its page.
    """
    from tenluz.engine.errors import NotUnderstood
    from tenluz.server.ports import find_listener
    from tenluz.server.settings import all_limits
    from tenluz.server.workers import NotStarted, check_workers, serve_with_workers

    check_workers(workers)
    if limit == ["list"]:
        _tell(all_limits())
        return
    if log.lower() not in LEVELS:
        raise NotUnderstood(f"--log must be debug, info, warning or error, not {log!r}.")
    folder = data or own_folder()
    if database:
        from tenluz.server.postgres import check_url

        check_url(database)
    listener = find_listener(host, port, None if database else folder)
    if listener.listening is None:
        place, lines = _runs_already(listener, folder)
        _tell(lines)
        if open_browser:
            _open(place).join(10)
        return

    from tenluz.server import json_logs, pages
    from tenluz.server.data_folder import prepare_folder
    from tenluz.server.settings import ServerSettings, with_limits

    if not database:
        prepare_folder(folder)
    json_logs.set_up(log)
    settings = ServerSettings(
        data=folder,
        database=database or "",
        host=host,
        port=listener.port,
        workers=workers,
        metrics_host=metrics_host,
        metrics_port=metrics_port or 0,
        durable=durable,
        operator_secret_file=operator_secret_file,
    )
    _check_secret(settings, given=operator_secret_file is not None)
    settings = _behind(with_limits(settings, limit or []), public_url, proxy, allow_host)

    def ready() -> None:
        place, *more = _addresses(listener)
        if settings.public is not None:
            slash = "/" if settings.public.path else ""
            place, more = settings.public.url + slash, []
        other_port = port is None and listener.port != ServerSettings.port
        if settings.public is None:
            _tell(_where(listener, place, more, other_port=other_port))
        else:
            _tell([f"Tenluz is at {place}, by a proxy in front of {listener.address}"])
        if not pages.built():
            _tell(["The pages of the game have not been built: `make play` builds them."])
        _tell([f"Ctrl-C stops it. Tables are kept in {_kept_in(settings)}"])
        if open_browser:
            _open(place)

    try:
        if workers > 1:
            serve_with_workers(settings, listener.listening, log, ready)
        else:
            _serve_here(settings, listener.listening, ready)
    except KeyboardInterrupt:
        from tenluz.server.warm_up import leave_now

        _tell(["", "Stopped. Your tables are kept."])
        leave_now()
    except NotStarted:
        print("tenluz: the server could not start; the lines above say why.", file=sys.stderr)
        raise typer.Exit(1) from None


def _serve_here(
    settings: "ServerSettings", listening: "socket.socket", ready: Callable[[], None]
) -> None:
    from tenluz.server.app import server
    from tenluz.server.workers import NotStarted

    served = server(settings)
    served.when_ready = ready
    served.run(sockets=[listening])
    if not served.started:
        raise NotStarted


def _check_secret(settings: "ServerSettings", *, given: bool) -> None:
    """NotUnderstood if there is an operator's secret that cannot be used, or none where one was
    named."""
    from tenluz.engine.errors import NotUnderstood
    from tenluz.server.operator_session import read_secret

    if read_secret(settings.operator_file) is None and given:
        raise NotUnderstood(
            f"There is no operator's secret in {settings.operator_file}: make one with "
            "`tenluz operator secret --file`."
        )


def _behind(
    settings: "ServerSettings",
    public_url: str | None,
    proxies: list[str] | None,
    hosts: list[str] | None,
) -> "ServerSettings":
    """The same settings, with what stands in front of the server."""
    from dataclasses import replace

    from tenluz.engine.errors import NotUnderstood
    from tenluz.server.public_address import (
        LOOPBACK,
        read_hosts,
        read_networks,
        read_public_url,
    )

    if public_url is None:
        if proxies or hosts:
            raise NotUnderstood(
                "--proxy and --allow-host need --public-url: the address that people open."
            )
        return settings
    return replace(
        settings,
        public_url=read_public_url(public_url).url,
        proxies=read_networks(proxies or LOOPBACK),
        hosts=read_hosts(hosts or []),
    )


def _kept_in(settings: "ServerSettings") -> str:
    if not settings.database:
        return str(settings.data)
    from tenluz.server.postgres import place

    return f"PostgreSQL at {place(settings.database)}"


# --- what its owner is told ---------------------------------------------------------------


def _tell(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, flush=True)  # also into a pipe, where somebody waits for the address


def _addresses(listener: "Listener") -> list[str]:
    """What to open, first the address that friends can open too: links are made from it."""
    from tenluz.server import ports

    if listener.host not in ports.EVERYWHERE:
        return [listener.address]
    others = [ports.address(one, listener.port) for one in ports.network_addresses()]
    return [*others, listener.address]


def _where(listener: "Listener", place: str, more: list[str], *, other_port: bool) -> Iterator[str]:
    """Where the server is, and who can come."""
    from tenluz.server.public_address import THIS_MACHINE
    from tenluz.server.settings import ServerSettings

    yield f"Tenluz is at {place}"
    if other_port:
        yield f"  (port {ServerSettings.port} is taken by another program)"
    if listener.host in THIS_MACHINE:
        yield f"Only this machine can open it. With friends in the same network: {_command()}"
    elif more:
        yield "Friends in the same network open this address too, or the link of your table."
        yield f"Other addresses of this machine: {'  '.join(more)}"


def _runs_already(listener: "Listener", folder: Path) -> tuple[str, list[str]]:
    """Where one's own server is, and what to say of it."""
    from tenluz.server import ports

    place, lines = listener.address, []
    if listener.host in ports.EVERYWHERE:
        reached = [
            one
            for one in ports.network_addresses()[:1]
            if ports.is_ours(one, listener.port, folder)
        ]
        if reached:
            place = ports.address(reached[0], listener.port)
            lines = ["Friends in the same network open this address too."]
        else:
            lines = ["It is open to this machine only: stop it first to let friends in."]
    return place, [f"Tenluz is already running at {place}", *lines]


def _command() -> str:
    """How this was started, with what lets friends in: by make or by name."""
    friends = "--host 0.0.0.0"
    return f'make play ARGS="{friends}"' if "MAKELEVEL" in os.environ else f"tenluz serve {friends}"


# --- the browser --------------------------------------------------------------------------


def _open(address: str) -> "threading.Thread":
    """Open a browser where there is one. Whatever comes of it, the server goes on."""
    import threading

    # Some browsers only come back when they are closed.
    opening = threading.Thread(target=_open_now, args=[address], daemon=True)
    opening.start()
    return opening


def _open_now(address: str) -> None:
    import contextlib
    import webbrowser

    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if screen:
        with contextlib.suppress(Exception):
            webbrowser.open(address)
