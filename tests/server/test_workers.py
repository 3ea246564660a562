"""One server in several processes: tables spread over them, and people never notice."""

import asyncio
import contextlib
import os
import random
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tenluz.engine.errors import NotUnderstood
from tenluz.server.table_sharding import shard_of
from tenluz.server.workers import check_workers
from tests.server.player import Guest, Player, run
from tests.server.running import free_port, metrics_at

WORKERS = 2  # each takes a second of a core to start
PATIENCE = 60


class Served:
    """`tenluz serve` with workers, as its owner starts it."""

    def __init__(self, data: Path, *more: str) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        words = ["serve", "--no-open", "--workers", str(WORKERS), "--data", str(data), *more]
        self.metrics_port = free_port()
        ports = ["--port", self.address.split(":")[1], "--metrics-port", str(self.metrics_port)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tenluz.cli", *words, *ports],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert any("Ctrl-C" in line for line in self.process.stdout)

    def children(self) -> set[int]:
        """The processes that it has started and that live."""
        number = self.process.pid
        told = Path(f"/proc/{number}/task/{number}/children").read_text()
        return {one for one in map(int, told.split()) if "spawn_main" in _command(one)}

    def wait_for_children(self, gone: set[int]) -> set[int]:
        """Wait until all are there again, and none of these."""
        end = time.monotonic() + PATIENCE
        while len(found := self.children() - gone) < WORKERS:
            assert time.monotonic() < end, "nobody takes their place"
            time.sleep(0.05)
        return found

    def stop(self, sign: int = signal.SIGINT) -> tuple[str, str]:
        self.process.send_signal(sign)
        return self.process.communicate(timeout=PATIENCE)


def _has_pidfd() -> bool:
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):  # not of this system, or of what it runs in
        return False
    return True


needs_pidfd = pytest.mark.skipif(
    not _has_pidfd(), reason="to wait until another's child is dead needs pidfd_open (Linux 5.3)"
)


def kill(process: int) -> None:
    """And wait until it is dead."""
    handle = os.pidfd_open(process)
    try:
        os.kill(process, signal.SIGKILL)
        assert select.select([handle], [], [], PATIENCE)[0]
    finally:
        os.close(handle)


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    one = Served(tmp_path_factory.mktemp("data"))
    yield one
    said, complained = one.stop()
    assert said.endswith("Stopped. Your tables are kept.\n")
    assert "Traceback" not in complained
    assert one.process.returncode == 0


def test_tables_are_spread_and_two_people_of_one_meet(served: Served) -> None:
    async def story() -> None:
        ana, ben = Guest(served.address, "Ana"), Guest(served.address, "Ben")
        shards = set()
        for _ in range(WORKERS * 2):
            table = ana.make_table("luz", "me free random", pace=0, options={"deals": 1})
            shards.add(shard_of(table, WORKERS))
            one, other = await ana.at(table), await ben.at(table)
            assert (await other.command("sit", seat=1))["type"] == "accepted"
            await other.until("welcome")
            choice = random.Random(1)
            await asyncio.gather(one.play_on(choice), other.play_on(choice))
            assert one.screen["points"] == other.screen["points"]
            assert ana.http.get(f"/api/tables/{table}/record").status_code == 200
            # And once more, in the same shard.
            again = await one.command("again")
            assert again["type"] == "accepted"
            led = await other.until("news")
            goes_on = led["entries"][-1]["events"][-1]
            assert shard_of(goes_on["table"], WORKERS) == shard_of(table, WORKERS)
        assert shards == set(range(WORKERS)), "as many as there are"

    run(story())


def test_my_games_are_found_wherever_they_are(served: Served) -> None:
    async def story() -> None:
        ana = Guest(served.address, "Ana")
        made = [ana.make_table("level10", "me rules", pace=0) for _ in range(2 * WORKERS)]
        for _ in range(WORKERS):
            mine = ana.http.get("/api/tables/mine").json()
            assert [one["table"] for one in mine] == made[::-1]
            assert {one["you"] for one in mine} == {0}
        for table in made:
            found = ana.http.get(f"/api/tables/{table}").json()
            assert found["table"] == table

    run(story())


def test_a_seat_goes_to_another_device(served: Served) -> None:
    async def story() -> None:
        ana, phone = Guest(served.address, "Ana"), Guest(served.address, "Ana")
        for _ in range(WORKERS):
            table = ana.make_table("level10", "me free")
            sitting = await ana.at(table)
            token = ana.http.post(f"/api/tables/{table}/move-device").json()["token"]
            taken = phone.http.post(f"/api/seat/{token}")
            assert taken.json()["table"] == table
            # The table that people look at was told: it is the same process.
            assert (await sitting.until("welcome"))["you"] == -1

    run(story())


def test_all_count_together(served: Served) -> None:
    def count(name: str) -> float:
        page = metrics_at(served.metrics_port)
        return sum(float(line.split()[-1]) for line in page.splitlines() if line.startswith(name))

    before = count("tenluz_requests_total")
    for _ in range(6):
        assert httpx.get(f"http://{served.address}/healthz").headers["connection"] == "close"
    assert count("tenluz_requests_total") >= before + 6
    assert count("tenluz_tables_live") >= WORKERS
    for worker in range(WORKERS):
        assert count(f'process_resident_memory_bytes{{worker="{worker}"}}') > 1e6
    assert httpx.get(f"http://{served.address}/metrics").status_code == 404


def test_a_request_may_come_in_pieces(served: Served) -> None:
    host, _, port = served.address.partition(":")
    request = f"GET /healthz HTTP/1.1\r\nHost: {served.address}\r\n\r\n".encode()
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(len(request)):
            connection.send(request[at : at + 1])
            time.sleep(0.001)  # so that they come one by one
        assert connection.recv(1000).startswith(b"HTTP/1.1 200")


def test_nonsense_and_silence_keep_nobody_waiting(served: Served) -> None:
    host, _, port = served.address.partition(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(50)]
    for line in (b"\r\n", b"x" * 20_000, b"\x16\x03\x01 what\n\n", b"GET\n\n", b""):
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            connection.sendall(line)
            connection.shutdown(socket.SHUT_WR)
    assert httpx.get(f"http://{served.address}/healthz").is_success
    for connection in silent:
        connection.close()


def test_a_table_has_one_spelling_and_one_worker(served: Served) -> None:
    """A path that the router and a worker read differently would have two serve one table: a
    connected person would be away for the other, and the seat could be handed on."""

    async def story() -> None:
        ana, eve = Guest(served.address, "Ana"), Guest(served.address, "Eve")
        for _ in range(WORKERS):
            table = ana.make_table("luz", "me free rules")
            await ana.at(table)
            first = f"%{ord(table[0]):02X}{table[1:]}"
            others = [f"{letter}/ws/{table}" for letter in "abc"]
            for path in (first, *others, f"{table}/", f"x/{table}", f"../ws/{table}"):
                with pytest.raises(InvalidStatus) as problem:
                    await eve.connect(path)
                assert problem.value.response.status_code == 403, path
            for path in (first, f"{table[0]}%{ord(table[1]):02X}{table[2:]}"):
                line = HTTPConnection(served.address, timeout=PATIENCE)
                line.request("GET", f"/api/tables/{path}")
                assert line.getresponse().status == 404
                line.close()
            assert eve.http.get(f"/api/tables/{table}").json()["seats"][0]["online"]

    run(story())


def test_a_worker_is_killed_and_its_people_go_on(served: Served) -> None:
    async def story() -> None:
        ana = Guest(served.address, "Ana")
        tables = [ana.make_table("luz", "me rules rules", pace=0) for _ in range(2 * WORKERS)]
        players = [await ana.at(table) for table in tables]
        for player in players:
            while not player.screen["moves"]:
                await player.until("news")
        before = served.children()
        for process in before:
            os.kill(process, signal.SIGKILL)
        await asyncio.to_thread(served.wait_for_children, before)
        choice = random.Random(3)
        for table, player in zip(tables, players, strict=True):
            await _lost(player)
            back = await ana.at(table, seen=player.seq, you=player.you)
            assert back.screen == player.screen
            answer = await back.command("move", at=back.seq, move=back.some_move(choice))
            assert answer["type"] == "accepted"

    run(story())


async def _lost(player: Player) -> None:
    """Hear until there is nobody any more."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await player.hear()


def test_a_worker_that_fails_to_start_or_to_answer_is_replaced(tmp_path: Path) -> None:
    served = Served(tmp_path, "--limit", "answer_within=5")

    def all_answer() -> None:
        for _ in range(2 * WORKERS):  # each by turns
            assert httpx.get(f"http://{served.address}/healthz", timeout=PATIENCE).is_success

    before = served.children()
    gone = {min(before)}
    os.kill(min(before), signal.SIGKILL)
    (new,) = served.wait_for_children(gone) - before
    os.kill(new, signal.SIGKILL)  # long before it is ready
    gone.add(new)
    served.wait_for_children(gone)
    all_answer()
    stopped = max(before)
    os.kill(stopped, signal.SIGSTOP)
    served.wait_for_children({*gone, stopped})
    all_answer()
    assert served.process.poll() is None
    _, complained = served.stop()
    assert "a worker did not start; once more" in complained
    assert "a worker does not answer; another takes its place" in complained
    assert "Traceback" not in complained


@needs_pidfd
def test_nobody_waits_for_a_worker_that_is_not_ready(tmp_path: Path) -> None:
    """Requests about no table, which any can answer."""
    served = Served(tmp_path)
    before = served.children()
    killed = min(before)
    kill(killed)
    (new,) = served.wait_for_children({killed}) - before
    os.kill(new, signal.SIGSTOP)  # long before it is ready
    try:
        for _ in range(2 * WORKERS):
            assert httpx.get(f"http://{served.address}/healthz", timeout=10).is_success
    finally:
        os.kill(new, signal.SIGCONT)
        served.stop()


def test_a_clean_end_tells_everybody_to_come_back(tmp_path: Path) -> None:
    served = Served(tmp_path)

    async def story() -> None:
        ana = Guest(served.address, "Ana")
        players = [await ana.at(ana.make_table("luz", "me free free")) for _ in range(WORKERS)]
        children = served.children()
        _, complained = await asyncio.to_thread(served.stop, signal.SIGTERM)
        # To compile, after an update, is no complaint.
        lines = [line for line in complained.splitlines() if "compiling the games" not in line]
        assert lines == []
        for player in players:
            assert (await player.until("bye"))["reason"] == "restart"
        assert not [one for one in children if _command(one)]

    run(story())


def test_workers_end_when_nobody_watches_over_them(tmp_path: Path) -> None:
    served = Served(tmp_path)
    children = served.children()
    assert len(children) == WORKERS
    served.stop(signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while any("spawn_main" in _command(one) for one in children):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_server_that_cannot_start_says_so(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("This is no database. " * 100)
    words = ["serve", "--no-open", "--workers", "2", "--data", str(tmp_path)]
    port = ["--port", str(free_port())]
    ran = subprocess.run(
        [sys.executable, "-m", "tenluz.cli", *words, *port],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert f"{tmp_path / 'tables.db'} is damaged (file is not a database)" in line


def test_so_many_workers_and_no_more() -> None:
    check_workers(64)
    for wrong in (0, -1, 65):
        with pytest.raises(NotUnderstood, match=f"--workers must be 1 to 64, not {wrong}"):
            check_workers(wrong)
