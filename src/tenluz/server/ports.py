"""Where a server is reached: a port to listen on, and the addresses that lead to it.

A port may be taken. By a server of the same data folder: then that is the one to open. By
anything else: then the next port will do, unless somebody asked for this one.
"""

import contextlib
import errno
import hmac
import http.client
import ipaddress
import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from tenluz.engine.errors import NotUnderstood
from tenluz.server.settings import ServerSettings

WHOSE = "tenluz-whose"  # the header of /healthz by which owners know their own server
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # and how this machine reaches it
TRIED = 50  # ports, where any would do
MOST_FILES = 65_536  # that one process may have open
PATIENCE = 3.0  # seconds, for a server that has just begun to start


@dataclass(frozen=True)
class Listener:
    """A port of ours: to listen on or, without a socket, where our server is already."""

    host: str
    port: int
    listening: socket.socket | None

    @property
    def address(self) -> str:
        """What to open on this machine."""
        return address(EVERYWHERE.get(self.host, self.host), self.port)


def address(host: str, port: int) -> str:
    """What a browser is given."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def find_listener(host: str, port: int | None, data: Path | None) -> Listener:
    """A port to listen on, or the one where a server of this data folder is already.

    Without a folder any number of servers may run beside each other.
    Without a port the usual one, or the next that is free. NotUnderstood where there is none.
    """
    for number in _ports(port):
        try:
            return Listener(host, number, _listen(host, number))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise NotUnderstood(
                    f"Cannot listen on {host}:{number}: {error.strerror}."
                ) from None
        if data is not None and is_ours(EVERYWHERE.get(host, host), number, data):
            return Listener(host, number, None)
    if port is None:
        ports = _ports(None)
        raise NotUnderstood(
            f"Ports {ports[0]} to {ports[-1]} are all in use; choose another with --port."
        )
    free = next((one for one in range(port + 1, port + TRIED) if _is_free(host, one)), None)
    told = f"Port {free} is free: --port {free}" if free else "Choose another with --port."
    raise NotUnderstood(f"Port {port} is in use. {told}")


def is_ours(host: str, port: int, data: Path) -> bool:
    """Whether a server of this data folder answers there."""
    from tenluz.server.keys import parse_keys

    try:
        ours = parse_keys((data / "key").read_bytes()).mark
        asking = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        try:
            asking.request("GET", "/healthz")
            told = asking.getresponse().getheader(WHOSE, "")
        finally:
            asking.close()
    except (OSError, ValueError, http.client.HTTPException):
        return False  # no key yet, nobody there, or something that speaks otherwise
    return hmac.compare_digest(told.encode(), ours.encode())


def network_addresses() -> list[str]:
    """The IPv4 addresses at which others in this machine's network reach it, the best first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Sends nothing: only asks which of our addresses leads outside.
            asking.connect(("192.0.2.1", 9))
            found.append(asking.getsockname()[0])
        except OSError:
            pass  # in no network
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(one[4][0]) for one in named]
    except OSError:
        pass  # a machine that does not know its own name
    return [one for one in dict.fromkeys(found) if _leads_here(one)]


def allow_open_files() -> int:
    """Have as many connections as the system lets us, and not the few that it begins with; how
    many files this process may open."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if wanted > few:
        with contextlib.suppress(OSError, ValueError):  # macOS has another bound of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _leads_here(text: str) -> bool:
    one = ipaddress.ip_address(text)
    return not (one.is_loopback or one.is_link_local or one.is_unspecified)


def _ports(port: int | None) -> range:
    if port is not None:
        return range(port, port + 1)
    return range(ServerSettings.port, ServerSettings.port + TRIED)


def _is_free(host: str, port: int) -> bool:
    try:
        _listen(host, port).close()
    except (OSError, OverflowError):  # taken, or no port at all
        return False
    return True


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens from now on, so that nobody else gets this port meanwhile."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen()
    except OSError:
        found.close()
        raise
    return found
