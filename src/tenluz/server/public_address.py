"""A server behind a proxy: the address that people open, and whose word about clients is taken.

Without a public address nothing that a request says about its way is believed: a client is who
holds the other end of the connection.
"""

import contextlib
import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from tenluz.engine.errors import NotUnderstood

THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
LOOPBACK = ("127.0.0.0/8", "::1/128")
EXAMPLE = "https://games.example.org"
# A path below which everything may lie. What begins like a path of our own could be either.
_PATH = re.compile(r"(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+")
OUR_PATHS = (
    "api",
    "assets",
    "healthz",
    "learn",
    "readyz",
    "replay",
    "rules",
    "seat",
    "table",
    "ws",
)
LONGEST_PATH = 100
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")


class PublicAddress(NamedTuple):
    """What browsers say in `Origin`, the name in it, and the path below which everything lies:
    empty, or such as "/games"."""

    origin: str
    name: str
    path: str = ""

    @property
    def url(self) -> str:
        """What people open, without a slash at its end."""
        return self.origin + self.path

    @property
    def secure(self) -> bool:
        """Whether browsers come by TLS: cookies then go nowhere else."""
        return self.origin.startswith("https:")


def read_public_url(text: str) -> PublicAddress:
    """The address in `--public-url`; NotUnderstood says what is wrong with it."""
    wrong = f"--public-url must be an address such as {EXAMPLE}, not {text!r}."
    try:
        found = urlsplit(text.strip())
        port, name = found.port, (found.hostname or "").lower()
        plain = name.encode("idna").decode().removesuffix(".") if name else ""
    except (ValueError, UnicodeError):
        raise NotUnderstood(wrong) from None
    if found.scheme not in ("http", "https") or not plain or found.query or found.fragment:
        raise NotUnderstood(wrong)
    if "@" in found.netloc:
        raise NotUnderstood("--public-url is shown to everybody: it holds no name and password.")
    path = found.path.rstrip("/")
    if path and (_PATH.fullmatch(path) is None or len(path) > LONGEST_PATH):
        raise NotUnderstood(
            f"--public-url has a path, {found.path!r}, that Tenluz cannot lie below: it takes "
            "letters, digits, dots, - and _, such as /games."
        )
    if path and path.split("/")[1] in OUR_PATHS:
        raise NotUnderstood(
            f"--public-url has a path, {found.path!r}, that begins like one of Tenluz's own: take "
            "another, such as /games."
        )
    usual = {"http": 80, "https": 443}[found.scheme]
    host = f"[{plain}]" if ":" in plain else plain
    return PublicAddress(
        f"{found.scheme}://{host}" + (f":{port}" if port not in (None, usual) else ""),
        plain,
        path,
    )


def path_below(path: str, base: str) -> str:
    """The path of a request as our own: some proxies pass on what is before it, others do not."""
    return path.removeprefix(base) if base and path.startswith(f"{base}/") else path


def read_networks(given: Iterable[str]) -> tuple[str, ...]:
    """The addresses in `--proxy`, one by one or by network; NotUnderstood if one is neither."""
    found = []
    for text in given:
        try:
            found.append(str(ipaddress.ip_network(text, strict=False)))
        except ValueError:
            raise NotUnderstood(
                f"--proxy must be an address such as 10.0.0.5, or a network such as 10.0.0.0/8, "
                f"not {text!r}."
            ) from None
    return tuple(found)


def read_hosts(given: Iterable[str]) -> tuple[str, ...]:
    """The names in `--allow-host`, as requests have them; NotUnderstood if one is none."""
    found = []
    for text in given:
        name = _host(text)
        if not name:
            raise NotUnderstood(
                "--allow-host must be a name such as www.example.org, without http:// or a port, "
                f"not {text!r}."
            )
        found.append(name)
    return tuple(found)


def _host(text: str) -> str:
    """A name or an address as requests have it; nothing if it is neither."""
    bare = text.removeprefix("[").removesuffix("]")
    with contextlib.suppress(ValueError):
        return str(ipaddress.ip_address(bare)) if "%" not in bare else ""
    try:
        name = text.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        return ""
    return name if _NAME.fullmatch(name) else ""


class Proxies:
    """The networks whose proxies are believed."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(one) for one in networks]

    def include(self, address: str) -> bool:
        """Whether this is the address of one."""
        if not self._networks:
            return False
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in one for one in self._networks)
