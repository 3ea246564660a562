"""Connections that only take up room: silent ones, half ones, too many of one address, those
that never read. Others get in all the same."""

import asyncio
import contextlib
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tenluz.server.connection_router import ConnectionRouter
from tenluz.server.settings import ServerSettings
from tests.server.player import Guest, run
from tests.server.running import Killable, running, serve
from tests.server.test_again import finished
from tests.server.test_websocket_io import LAST, PIECE, PING, Line, frame

MOST = 20
ELSEWHERE = "127.0.0.2"  # this machine, as somebody else


def line_from(home: str, address: str) -> socket.socket:
    host, _, port = address.partition(":")
    return socket.create_connection((host, int(port)), timeout=20, source_address=(home, 0))


def hears(line: socket.socket) -> bytes:
    try:
        return line.recv(4096)
    except ConnectionResetError:
        return b""


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[str]:
    with running(tmp_path, connections_an_address=MOST, request_within=1.0) as address:
        yield address


def test_silent_sockets_of_one_address_leave_room_for_others(crowded: str) -> None:
    with contextlib.ExitStack() as opened:
        silent = [opened.enter_context(line_from(ELSEWHERE, crowded)) for _ in range(MOST + 5)]
        assert httpx.get(f"http://{crowded}/api/games", timeout=20).is_success
        answers = [hears(line)[:13] for line in silent]
        assert answers.count(b"HTTP/1.1 429 ") == 5
        assert answers.count(b"HTTP/1.1 408 ") == MOST, "their time was over"
        # And then there is room again.
        again = opened.enter_context(line_from(ELSEWHERE, crowded))
        again.sendall(f"GET /healthz HTTP/1.1\r\nhost: {crowded}\r\n\r\n".encode())
        assert hears(again).startswith(b"HTTP/1.1 200 ")


def serve_with_few_files(settings: ServerSettings) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    serve(settings)


def test_one_address_does_not_take_all_files(tmp_path: Path) -> None:
    """However many connections it may have: a quarter of the files is for others."""
    few = Killable(tmp_path, target=serve_with_few_files)
    few.start()
    try:
        with contextlib.ExitStack() as opened:
            silent = [opened.enter_context(line_from(ELSEWHERE, few.address)) for _ in range(256)]
            assert httpx.get(f"http://{few.address}/api/games", timeout=20).is_success
            assert hears(silent[-1]).startswith(b"HTTP/1.1 429 ")
    finally:
        few.kill()


def test_sockets_are_counted_until_they_close(crowded: str) -> None:
    async def story() -> None:
        ana = Guest(crowded, "Ana")  # keeps one connection open
        table = ana.make_table("level10", "me free")
        for _ in range(2):
            players = [await ana.at(table) for _ in range(MOST - 1)]
            with line_from("127.0.0.1", crowded) as more:
                assert hears(more).startswith(b"HTTP/1.1 429 ")
            for player in players:
                await player.socket.close()

    run(story())


def test_who_does_not_say_hello_is_sent_away(tmp_path: Path) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("level10", "me free")
        polite = await ana.at(table)
        silent = await ana.connect(table)
        await silent.send({"type": "ping"})
        assert (await silent.until("bye"))["reason"] == "silent"
        with pytest.raises(ConnectionClosed):
            await silent.hear()
        await polite.send({"type": "ping"})
        await polite.until("pong")

    with running(tmp_path, hello_within=0.3) as address:
        run(story())


@pytest.mark.parametrize("more", ["x: y\r\n" * 200, f"x: {'y' * 9000}\r\n"], ids=["many", "long"])
def test_a_socket_that_cannot_begin_is_closed(address: str, more: str) -> None:
    """The library takes no such head, and then waits for nobody knows what."""
    asked = (
        f"GET /ws/x HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\n"
        "connection: upgrade\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{more}\r\n"
    )
    with line_from("127.0.0.1", address) as line:
        line.sendall(asked.encode())
        assert hears(line)[:13] == b"HTTP/1.1 431 "
        assert hears(line) == b""


@contextlib.contextmanager
def raw_line(tmp_path: Path) -> Iterator[Line]:
    with running(tmp_path, unread=50_000) as address:
        guest = Guest(address, "Ana")
        line = Line(guest, guest.make_table("level10", "me"))
        yield line
        line.close()
        guest.http.close()


def send_again_and_again(line: Line, what: bytes, times: int) -> None:
    for _ in range(times):
        line.socket.sendall(what)


def test_pongs_that_nobody_reads_are_counted(tmp_path: Path) -> None:
    """They are not the app's: uvicorn answers pings."""
    with raw_line(tmp_path) as line:
        pings = frame(b"x" * 125, PING) * 1000
        with pytest.raises(ConnectionError):
            send_again_and_again(line, pings, 300)  # 38 MB


def test_a_message_in_pieces_without_end_is_not_collected(tmp_path: Path) -> None:
    with raw_line(tmp_path) as line:
        line.socket.sendall(frame(b"{", PIECE))
        with pytest.raises(ConnectionError):
            send_again_and_again(line, frame(b"", 0x00) * 50, 20_000)


def test_a_message_in_a_few_pieces_is_read(tmp_path: Path) -> None:
    with raw_line(tmp_path) as line:
        first, *middle, last = [b'{"type"', b"", b":", b'"ping"', b"}"]
        line.socket.sendall(frame(first, PIECE) + b"".join(frame(one, 0x00) for one in middle))
        line.socket.sendall(frame(last, LAST))
        line.pongs(1)


def test_a_table_is_full_when_so_many_have_said_hello(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("level10", "me free")
        players = [await ben.connect(table) for _ in range(6)]
        for player in players:
            await player.send({"type": "hello"})
        heard = [(await player.until("welcome", "bye"))["type"] for player in players]
        # The first three to be heard, which need not be the first to speak.
        assert sorted(heard) == ["bye"] * 3 + ["welcome"] * 3, heard
        inside = players[heard.index("welcome")]
        await inside.send({"type": "hello"})  # who is in may say it again
        await inside.until("welcome")
        assert (await ana.at(table)).you == 0, "who has a seat is kept out by nobody"

    with running(tmp_path, connections_a_table=3) as address:
        run(story())


def test_one_address_leaves_room_for_watchers_of_others(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben, cleo = (Guest(address, name) for name in ("Ana", "Ben", "Cleo"))
        table = ana.make_table("level10", "me free")
        assert [await watching(ben, table) for _ in range(4)] == ["welcome"] * 2 + ["full"] * 2
        assert await watching(cleo, table, ELSEWHERE) == "welcome"
        for _ in range(3):
            assert (await ana.at(table)).you == 0
        assert await watching(cleo, table, ELSEWHERE) == "welcome", "seats are counted apart"

    async def watching(guest: Guest, table: str, home: str = "127.0.0.1") -> str:
        line = line_from(home, address)
        line.setblocking(False)
        player = await guest.connect(table, line)
        await player.send({"type": "hello"})
        heard = await player.until("welcome", "bye")
        return str(heard.get("reason", heard["type"]))

    with running(tmp_path, connections_a_table=4, watchers_an_address=2) as address:
        run(story())


def test_another_game_counts_as_a_new_table(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        _, (first, second), _ = await finished([ana, ben], "me free rules")
        _, (third, _), _ = await finished([ana, ben], "me free rules")
        assert (await first.command("again"))["type"] == "accepted"
        assert (await second.command("again"))["type"] == "accepted", "the way is there already"
        refused = await third.command("again")
        assert (refused["kind"], refused["code"]) == ("too_fast", "too_fast")

    with running(tmp_path, tables_a_second=0.001, tables_at_once=3) as address:
        run(story())


def test_the_router_waits_for_so_many_of_an_address_and_so_long() -> None:
    async def story() -> None:
        handed: list[int] = []
        got = asyncio.Event()

        def hand(shard: int, connection: socket.socket) -> None:
            handed.append(shard)
            got.set()

        listening = socket.create_server(("127.0.0.1", 0))
        address = "{}:{}".format(*listening.getsockname())
        router = ConnectionRouter(listening, 1, {0}, lambda path: None, hand, 0.5, most=3)
        routing = asyncio.create_task(router.serve())
        lines = [await asyncio.to_thread(line_from, ELSEWHERE, address) for _ in range(5)]
        other = await asyncio.to_thread(line_from, "127.0.0.1", address)
        for line in lines[3:]:
            assert await asyncio.to_thread(hears, line) == b"", "too many"
        other.sendall(b"GET / HTTP/1.1\r\n")
        lines[0].sendall(b"G" * 9000)  # a line without end is for whoever answers such
        await asyncio.wait_for(got.wait(), 20)
        for line in lines[1:3]:
            assert await asyncio.to_thread(hears, line) == b"", "too late"
        assert handed == [0, 0]
        routing.cancel()
        for line in (*lines, other, listening):
            line.close()

    asyncio.run(story())
