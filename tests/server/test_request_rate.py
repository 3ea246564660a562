"""Requests of one address over HTTP: so many in a time, of whatever kind. And tables that must be
read from their logs, however somebody comes to them."""

from pathlib import Path

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tenluz.server.public_address import LOOPBACK
from tenluz.server.settings import ServerSettings
from tests.server.player import Guest, run
from tests.server.running import running
from tests.server.test_silent import ELSEWHERE, line_from

BEHIND_A_PROXY = {"public_url": "http://localhost", "proxies": LOOPBACK}


def asked(client: httpx.Client, path: str, times: int) -> list[int]:
    """The answers to so many requests."""
    return [client.get(path).status_code for _ in range(times)]


def test_an_address_may_ask_so_often_and_is_told_to_wait(tmp_path: Path) -> None:
    with (
        running(tmp_path, requests_a_second=0, requests_at_once=5) as address,
        httpx.Client(base_url=f"http://{address}") as client,
    ):
        assert asked(client, "/nothing", 3) == [404] * 3
        assert asked(client, "/healthz", 3) == [200, 200, 429]
        refused = client.get("/api/me")
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["cache-control"] == "no-store"
        assert refused.json()["error"]["code"] == "too_fast"
        try:
            with connect(f"ws://{address}/ws/x"):
                raise AssertionError("a socket begins with a request too")
        except InvalidStatus:
            pass
        with line_from(ELSEWHERE, address) as line:
            line.sendall(f"GET /healthz HTTP/1.1\r\nhost: {address}\r\n\r\n".encode())
            assert line.recv(65536).startswith(b"HTTP/1.1 200 "), "others are not held up"


def test_behind_a_proxy_requests_are_those_of_who_sent_them(tmp_path: Path) -> None:
    """Of IPv6 a home has a /64."""
    limits = {"requests_a_second": 0, "requests_at_once": 2, **BEHIND_A_PROXY}
    with running(tmp_path, **limits) as address:

        def asks(home: str) -> int:
            headers = {"x-forwarded-for": home}
            return httpx.get(f"http://{address}/healthz", headers=headers).status_code

        assert [asks(f"2001:db8::{number}") for number in range(1, 4)] == [200, 200, 429]
        assert asks("2001:db8:0:1::1") == 200
        assert asks("203.0.113.7") == 200


def test_files_of_the_page_count_for_little(tmp_path: Path) -> None:
    """A class of thirty comes at once for the first time, and waits for nothing."""
    limits = {"requests_a_second": 0, "requests_at_once": ServerSettings.requests_at_once}
    with (
        running(tmp_path, **limits) as address,
        httpx.Client(base_url=f"http://{address}") as client,
    ):
        for _ in range(30):
            answers = asked(client, "/healthz", 15) + asked(client, "/assets/page.js", 100)
            assert 429 not in answers


def test_tables_that_are_not_in_memory_are_counted(tmp_path: Path) -> None:
    """A whole log is folded for each."""
    with running(tmp_path) as address:
        ana = Guest(address, "Ana")
        tables = [ana.make_table("luz", "me free free") for _ in range(3)]
        ana.http.close()

    async def story() -> None:
        ben = Guest(address, "Ben")
        first, second, third = (f"/api/tables/{table}" for table in tables)
        assert [*asked(ben.http, first, 2), *asked(ben.http, second, 2)] == [200] * 4
        assert [*asked(ben.http, third, 2), *asked(ben.http, first, 1)] == [429, 429, 200]
        assert asked(ben.http, f"{third}/record", 1) == [429]
        assert asked(ben.http, "/api/tables/nothing", 1) == [429], "to look costs as much"
        come = await ben.connect(tables[2])
        assert (await come.hear())["reason"] == "restart", "who comes to it tries again"
        line = line_from(ELSEWHERE, address)
        line.setblocking(False)
        other = await ben.connect(tables[2], line)
        await other.send({"type": "hello"})
        await other.until("welcome")
        assert asked(ben.http, third, 1) == [200], "now it is there"

    with running(tmp_path, logs_read_a_second=0, logs_read_at_once=2) as address:
        run(story())
