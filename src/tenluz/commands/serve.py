"""`tenluz serve`: tables in the browser."""

import errno
import socket
from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(help="Who can reach it: 127.0.0.1 is this machine, 0.0.0.0 all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8010,
    data: Annotated[
        Path | None,
        typer.Option(help="The folder for tables in play.", show_default="yours for Tenluz"),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = True,
    log: Annotated[str, typer.Option(help="How much to log: info, warning, error.")] = "warning",
) -> None:
    """Play in the browser, alone with bots or with friends by link."""
    from tenluz.games.errors import NotUnderstood

    if log.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise NotUnderstood(f"--log must be debug, info, warning or error, not {log!r}.")
    listening = _listen(host, port)
    import platformdirs

    from tenluz.server import logs
    from tenluz.server.app import server
    from tenluz.server.settings import Settings

    logs.set_up(log)
    folder = data or Path(platformdirs.user_data_dir("tenluz", appauthor=False))
    served = server(Settings(data=folder, host=host, port=port))
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/"
    typer.echo(f"Tenluz is at {address}  (Ctrl-C stops it; tables are kept in {folder})")
    if open_browser:
        _open(address)
    served.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """A socket on that port; NotUnderstood, with a port that is free, if it is taken."""
    from tenluz.games.errors import NotUnderstood

    try:
        return _bound(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise NotUnderstood(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
    for free in range(port + 1, min(port + 50, 65536)):
        try:
            _bound(host, free).close()
        except OSError:
            continue
        raise NotUnderstood(f"Port {port} is in use. Port {free} is free: --port {free}")
    raise NotUnderstood(f"Port {port} is in use; choose another with --port.")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


def _open(address: str) -> None:
    """Open a browser where there is one; a machine without a screen has none."""
    import os
    import sys
    import threading
    import webbrowser

    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if screen:
        threading.Timer(0.5, webbrowser.open, [address]).start()
