"""What a server believes of what a request says about its way: whose address, which name, which
path."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tenluz.engine.errors import NotUnderstood
from tenluz.server.public_address import (
    LOOPBACK,
    Proxies,
    path_below,
    read_hosts,
    read_networks,
    read_public_url,
)
from tests.server.running import running, wait_until

TABLE = {"game": "luz", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "free"}]}


def socket_from(server: str, address: str, table: str) -> ClientConnection:
    headers = {"x-forwarded-for": address}
    return connect(f"ws://{server}/ws/{table}", additional_headers=headers)


def test_sockets_behind_a_proxy_are_counted_for_their_own_address(tmp_path: Path) -> None:
    front = {"public_url": "http://localhost", "proxies": LOOPBACK, "connections_an_address": 2}
    with running(tmp_path, **front) as server:
        table = httpx.post(f"http://{server}/api/tables", json=TABLE).json()["table"]
        with socket_from(server, "203.0.113.7", table):
            with socket_from(server, "203.0.113.7", table):
                assert not can_come(server, "203.0.113.7", table)
                assert can_come(server, "203.0.113.8", table)
            wait_until(lambda: can_come(server, "203.0.113.7", table))


def can_come(server: str, address: str, table: str) -> bool:
    try:
        with socket_from(server, address, table):
            return True
    except InvalidStatus:
        return False


@pytest.mark.parametrize("addresses", [("203.0.113.7:{}",), ("[2001:db8::7]:{}", "2001:db8::{}")])
def test_a_port_that_a_proxy_names_makes_no_other_address(
    tmp_path: Path, addresses: tuple[str, ...]
) -> None:
    front = {"public_url": "http://localhost", "proxies": LOOPBACK}
    with running(tmp_path, **front, tables_at_once=2, tables_a_second=0) as server:
        made = [
            httpx.post(f"http://{server}/api/tables", json=TABLE, headers={"x-forwarded-for": one})
            for number in range(1, 4)
            for one in (address.format(number) for address in addresses)
        ]
    assert [one.status_code for one in made][:3] == [201, 201, 429]


def test_without_a_proxy_nobody_is_believed(tmp_path: Path) -> None:
    with running(tmp_path, tables_at_once=2, tables_a_second=0) as server:
        made = [
            httpx.post(
                f"http://{server}/api/tables",
                json=TABLE,
                headers={"x-forwarded-for": f"203.0.113.{n}", "x-forwarded-proto": "https"},
            )
            for n in range(3)
        ]
    assert [one.status_code for one in made] == [201, 201, 429]
    assert "Secure" not in made[0].headers["set-cookie"]


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("games.example.org", 200),
        ("www.example.org", 200),
        ("evil.org", 403),
        ("games.example.org.:8010", 200),
        ("www.example.org.", 200),
        ("www.example.org..", 403),
    ],
)
def test_it_answers_to_its_own_names_alone(public: str, name: str, status: int) -> None:
    told = httpx.get(f"http://{public}/api/games", headers={"host": name})
    assert told.status_code == status


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("games.example.org", "https://games.example.org", 200),
        ("10.0.0.5:8010", "https://games.example.org", 403),  # no name of ours
        ("localhost:8010", "https://games.example.org", 200),  # a proxy's own name
        ("games.example.org", "http://games.example.org", 403),
        ("games.example.org", "HTTP://Games.example.org", 403),
        ("games.example.org:8443", "https://games.example.org:8443", 403),
        ("games.example.org", "https://games.example.org.evil.org", 403),
        ("www.example.org", "https://www.example.org", 200),
        ("www.example.org", "http://www.example.org", 403),
        ("localhost:8010", "http://localhost:8010", 200),
        ("localhost:8010", "http://localhost:8011", 403),
        ("games.example.org", "null", 403),
        ("games.example.org.", "https://games.example.org.", 200),  # the same name, as DNS has it
        ("www.example.org.", "https://www.example.org.", 200),
        ("games.example.org.", "http://games.example.org.", 403),
    ],
)
def test_only_its_own_pages_speak_for_its_guests(
    public: str, host: str, origin: str, status: int
) -> None:
    """A page without TLS may be that of anybody in the network between."""
    headers = {"host": host, "origin": origin}
    told = httpx.put(f"http://{public}/api/me", json={"name": "Ana"}, headers=headers)
    assert told.status_code == status
    upgrade = {"upgrade": "websocket", "connection": "upgrade", "sec-websocket-version": "13"}
    key = {"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    with httpx.stream(
        "GET", f"http://{public}/ws/x", headers={**headers, **upgrade, **key}
    ) as line:
        assert line.status_code == (101 if status == 200 else 403)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    front = {"public_url": "https://games.example.org", "hosts": ("www.example.org",)}
    with running(tmp_path_factory.mktemp("data"), **front) as server:
        yield server


@pytest.mark.parametrize(
    ("text", "origin", "name"),
    [
        ("https://games.example.org/", "https://games.example.org", "games.example.org"),
        ("HTTPS://Games.Example.org:443", "https://games.example.org", "games.example.org"),
        ("http://games.example.org:8080", "http://games.example.org:8080", "games.example.org"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]", "2001:db8::1"),
        ("https://żuk.example.org", "https://xn--uk-vva.example.org", "xn--uk-vva.example.org"),
        ("https://games.example.org./", "https://games.example.org", "games.example.org"),
    ],
)
def test_a_public_address_is_read(text: str, origin: str, name: str) -> None:
    assert read_public_url(text) == (origin, name, "")


@pytest.mark.parametrize(
    ("text", "path"),
    [("https://example.org/games", "/games"), ("https://example.org/a/b.c/", "/a/b.c")],
)
def test_it_may_have_a_path(text: str, path: str) -> None:
    assert read_public_url(text) == ("https://example.org", "example.org", path)


def test_a_path_may_be_passed_on_or_not() -> None:
    assert path_below("/games/ws/x", "/games") == "/ws/x"
    assert path_below("/ws/x", "/games") == "/ws/x"
    assert path_below("/gamesome", "/games") == "/gamesome"
    assert path_below("//x", "") == "//x"


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("www.Example.org", "www.example.org"),
        ("żuk.example.org", "xn--uk-vva.example.org"),
        ("www.example.org.", "www.example.org"),
        ("10.0.0.5", "10.0.0.5"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("2001:DB8:0:0::1", "2001:db8::1"),
    ],
)
def test_another_name_is_read(text: str, host: str) -> None:
    assert read_hosts([text]) == (host,)


@pytest.mark.parametrize(
    "text", ["http://x/", "x/", "x:8010", "a:b", "cafe:80", "[cafe:80]", "x.:80"]
)
def test_a_name_has_no_scheme_and_no_port(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"www\.example\.org, without http:// or a port"):
        read_hosts([text])


@pytest.mark.parametrize(
    "text",
    ["", ".", "x..", "a b", "ana@x", "x?", "*.x", "." + "x" * 300, "fe80::1%eth0", "2001:db8::1."],
)
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"--allow-host must be a name such as www\.example"):
        read_hosts([text])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("games.example.org", "such as https://games"),
        ("ftp://games.example.org", "such as"),
        ("https://", "such as"),
        ("https://games.example.org:99999", "such as"),
        ("https://games.example.org/?x=1", "such as"),
        ("https://anna:secret@games.example.org", "no name and password"),
        ("https://example.org/a//b", "cannot lie below"),
        ("https://example.org/../x", "cannot lie below"),
        ("https://example.org/ga mes", "cannot lie below"),
        ("https://example.org/" + "x" * 101, "cannot lie below"),
        ("https://example.org/api", "one of Tenluz's own"),
        ("https://example.org/assets/x", "one of Tenluz's own"),
    ],
)
def test_another_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        read_public_url(text)


def test_proxies_are_addresses_and_networks() -> None:
    assert read_networks(["10.0.0.5", "fd00::/8"]) == ("10.0.0.5/32", "fd00::/8")
    with pytest.raises(NotUnderstood, match="--proxy must be an address"):
        read_networks(["nginx"])
    proxies = Proxies(["10.0.0.0/8", "::1/128"])
    assert proxies.include("10.1.2.3")
    assert proxies.include("::ffff:10.1.2.3")
    assert proxies.include("::1")
    assert not proxies.include("192.0.2.1")
    assert not proxies.include("")
    assert not Proxies([]).include("127.0.0.1")
