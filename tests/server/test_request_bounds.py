"""What comes before a request is known: bounded in bytes and in time, and nobody else waits."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.running import running

MEGABYTE = b"x" * 1_000_000
TIME = 0.3  # for a request, here


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits hardly at all."""
    with running(tmp_path_factory.mktemp("data"), request_within=TIME, read_within=TIME) as found:
        yield found


def line_to(address: str, *, narrow: bool = False) -> socket.socket:
    host, _, port = address.partition(":")
    found = socket.socket()
    if narrow:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.settimeout(20)
    found.connect((host, int(port)))
    return found


def answer(line: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    heard = b""
    try:
        while more := line.recv(65536):
            heard += more
    except ConnectionResetError:
        pass  # it hung up on what was still coming
    return heard


def send_until_refused(line: socket.socket, first: bytes, more: bytes, megabytes: int) -> int:
    """How many megabytes were taken, at most so many, before the server hung up."""
    taken = 0
    with contextlib.suppress(ConnectionError, TimeoutError):
        line.sendall(first)
        while taken < megabytes:
            line.sendall(more)
            taken += 1
    return taken


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"GET /", MEGABYTE),
        (b"GET / HTTP/1.1\r\nhost: x\r\ncookie: ", MEGABYTE),
        (b"GET / HTTP/1.1\r\nhost: x\r\n", b"a: b\r\n" * 150_000),
        (b"GET / HTTP/1.1\r\nhost: x\r\n", MEGABYTE),
    ],
    ids=["address", "header", "headers", "name"],
)
def test_a_head_without_end_is_refused_and_nobody_waits(
    address: str, first: bytes, more: bytes
) -> None:
    with line_to(address) as line:
        taken: list[int] = []
        attack = threading.Thread(
            target=lambda: taken.append(send_until_refused(line, first, more, 40))
        )
        attack.start()
        begun = time.monotonic()
        assert httpx.get(f"http://{address}/api/games", timeout=20).is_success
        waited = time.monotonic() - begun
        attack.join()
        assert taken[0] < 20, "the system's buffers, and hardly more"
        assert waited < 5


def test_too_long_a_head_is_answered(address: str) -> None:
    with line_to(address) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\ncookie: " + b"x" * 16_400)
        assert answer(line).startswith(b"HTTP/1.1 431 ")


def test_a_long_head_that_is_no_longer_than_allowed_is_read(address: str) -> None:
    head = f"GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n".encode()
    with line_to(address) as line:
        line.sendall(head + b"filler: " + b"x" * 15_000)
        line.sendall(b"x" * 500 + b"\r\n\r\n")
        assert answer(line).startswith(b"HTTP/1.1 200 ")


POST = b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /ws/x HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
CHUNKED = b"transfer-encoding: chunked\r\n\r\n"
LONG = b"content-length: 1000000000000\r\n\r\n"


@pytest.mark.parametrize(
    ("first", "more", "answered"),
    [
        (POST + CHUNKED + b"0\r\n", b"a: b\r\n" * 150_000, 411),
        (POST + CHUNKED + b"0\r\na: ", MEGABYTE, 411),
        (POST + CHUNKED + b"1;", MEGABYTE, 411),
        (POST + CHUNKED, b"1\r\nx\r\n" * 150_000, 411),
        (POST + LONG, MEGABYTE, 413),
        (UPGRADE + CHUNKED + b"0\r\n", b"a: b\r\n" * 150_000, 400),
        (UPGRADE + LONG, MEGABYTE, 400),
    ],
    ids=["trailers", "trailer", "extension", "chunks", "body", "socket, trailers", "socket, body"],
)
def test_nothing_is_read_behind_a_body_that_nobody_wants(
    address: str, first: bytes, more: bytes, answered: int
) -> None:
    with line_to(address) as line:
        line.sendall(first)
        assert line.recv(65536).startswith(b"HTTP/1.1 %d " % answered)
        assert send_until_refused(line, b"", more, 40) < 20
    with line_to(address) as line:
        assert send_until_refused(line, first, more, 40) < 20


def test_a_request_in_chunks_is_answered_in_its_turn_and_is_the_last(address: str) -> None:
    before = f"GET /api/privacy HTTP/1.1\r\nhost: {address}\r\n\r\n".encode()
    with line_to(address) as line:
        line.sendall(before + POST + CHUNKED + b"1\r\nx\r\n0\r\n\r\n" + before)
        heard = answer(line)
    assert [int(one[:3]) for one in heard.split(b"HTTP/1.1 ")[1:]] == [200, 411]


def test_no_socket_begins_while_another_answer_is_on_its_way(address: str) -> None:
    before = f"GET /api/privacy HTTP/1.1\r\nhost: {address}\r\n\r\n".encode()
    with line_to(address) as line:
        line.sendall(before + UPGRADE + b"\r\n")
        assert b"101 Switching" not in answer(line)


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"\r\n",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"PUT /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{",
    ],
    ids=["nothing", "an empty line", "line", "head", "body"],
)
def test_half_a_request_has_its_time(hasty: str, half: bytes) -> None:
    with line_to(hasty) as line:
        line.sendall(half)
        assert answer(line)[:13] in (b"HTTP/1.1 408 ", b"")


def test_who_drips_a_request_byte_by_byte_has_no_more(hasty: str) -> None:
    begun = time.monotonic()
    with line_to(hasty) as line:
        line.setblocking(True)
        with pytest.raises(ConnectionError):  # noqa: PT012
            while time.monotonic() < begun + 20:
                line.sendall(b"a")
                time.sleep(0.02)


def test_a_second_request_has_its_time_too(hasty: str) -> None:
    whole = f"GET /healthz HTTP/1.1\r\nhost: {hasty}\r\n\r\n".encode()
    with line_to(hasty) as line:
        for _ in range(3):
            line.sendall(whole)
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        line.sendall(whole + b"GET /hea")
        assert answer(line).endswith(
            b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )


def test_a_few_requests_at_once_are_answered_in_their_order(address: str) -> None:
    paths = ("/healthz", "/api/privacy", "/api/games", "/api/me", "/healthz")
    whole = "".join(f"GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n" for path in paths)
    last = f"GET /nowhere HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
    with line_to(address) as line:
        line.sendall((whole + last).encode())
        heard = answer(line)
    assert heard.count(b"HTTP/1.1 200 ") == len(paths)
    assert heard.index(b"names_days") < heard.index(b"least_players") < heard.index(b" 404 ")


@pytest.mark.parametrize(
    # Without the process that starts workers nobody has opened a PostgreSQL for them.
    "workers",
    [1, pytest.param(2, marks=pytest.mark.in_a_file)],
)
def test_requests_without_end_are_not_collected(
    workers: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    one = b"GET /api/privacy HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with running(tmp_path, workers=workers) as address, line_to(address) as line:
        taken = send_until_refused(line, b"", one * 20_000, 20)
        assert taken < 20, "each is a megabyte"
        assert answer(line).count(b"HTTP/1.1 200 ") < 20
    assert not problems(caplog)


def problems(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What a server has complained of."""
    return [one.getMessage() for one in caplog.records if one.levelname != "INFO"]


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01 a TLS client\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        b"GET /ws/\xff HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
        b"connection: upgrade\r\nsec-websocket-version: 13\r\n"
        b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        b"GET /ws/x HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
        b"connection: upgrade\r\nsec-websocket-version: 12\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: h2c\r\n"
        b"connection: upgrade, close\r\n\r\nmore",
        b"GET http://[x/ HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    ],
    ids=["TLS", "no ASCII", "socket, no ASCII", "old socket", "h2c", "no host"],
)
def test_what_is_no_request_of_ours_is_answered_and_not_logged(
    address: str, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with line_to(address) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        assert answer(line)[:9] == b"HTTP/1.1 "
    assert httpx.get(f"http://{address}/healthz").is_success
    assert not problems(caplog)


def test_a_cookie_of_backslashes_holds_nobody_up(address: str) -> None:
    """Taking quotes away took Python before 3.11.10 and 3.12.6 half a second for such a cookie."""
    quoted = 'other="' + "\\" * 15_000 + '"'
    with httpx.Client(base_url=f"http://{address}") as ana:
        ana.put("/api/me", json={"name": "Ana"}).raise_for_status()
        ((name, value),) = ana.cookies.items()
        begun = time.monotonic()
        for _ in range(10):
            told = httpx.get(
                f"http://{address}/api/me", headers={"cookie": f"{quoted}; {name}={value}"}
            )
            assert told.json()["name"] == "Ana"
    assert time.monotonic() - begun < 2


def test_who_does_not_read_an_answer_is_dropped(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("x")
    (web / "large.bin").write_bytes(bytes(30_000_000))
    with (
        running(tmp_path / "data", web=web, read_within=TIME) as address,
        line_to(address, narrow=True) as line,
    ):
        line.sendall(f"GET /large.bin HTTP/1.1\r\nhost: {address}\r\n\r\n".encode())
        end = time.monotonic() + 20
        while not dropped(line):
            assert time.monotonic() < end


def dropped(line: socket.socket) -> bool:
    """Whether the other end has given up on this connection."""
    try:
        line.sendall(b"\r\n")
    except ConnectionError:
        return True
    time.sleep(0.02)
    return False
