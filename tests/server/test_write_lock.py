"""Workers of one folder write in turns, and nobody waits for ever."""

import asyncio
import contextlib
import errno
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.server import sqlite_store, write_lock
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import DatabaseAway, Entry, TableRow
from tenluz.server.write_lock import WriteLock
from tests.server.running import wait_until

ROW = TableRow("t", "luz", {"players": 3}, b"s" * 32, 1.0, 0.8, [{}, {}, {}])
PATIENCE = 2.0  # of a store here
SOON = 14.0  # the same, and much time for a busy machine
PEOPLE = 12  # who would wait for longer than that, one after the other


@pytest.fixture(autouse=True)
def less_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "PATIENCE", PATIENCE)


def entry(seq: int) -> Entry:
    return Entry(seq, f"c{seq}", "move", {"seat": 0, "move": seq}, float(seq))


def test_who_writes_waits_for_its_turn(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        with contextlib.closing(WriteLock(tmp_path)) as lock:
            with lock.turn(time.monotonic()):
                writing = asyncio.ensure_future(store.append("t", entry(2)))
                await store.load("t")  # who reads does not wait
                done, _ = await asyncio.wait({writing}, timeout=0.2)
                assert not done
            await asyncio.wait_for(writing, 5.0)
        store.close()

    asyncio.run(story())


def test_all_that_came_meanwhile_is_written_in_one_turn(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        commits: list[int] = []
        store.on_commit = commits.append
        with contextlib.closing(WriteLock(tmp_path)) as lock:
            with lock.turn(time.monotonic()):
                writing = []
                for seq in range(2, 7):
                    writing.append(asyncio.ensure_future(store.append("t", entry(seq))))
                    await store.load("t")  # the first is with the writer by now
            await asyncio.gather(*writing)
        assert commits == [5]
        store.close()

    asyncio.run(story())


HOLDS = """
import os, signal, sys, time
from pathlib import Path
from tenluz.server.write_lock import WriteLock

with WriteLock(Path(sys.argv[1])).turn(time.monotonic() + 60):
    os.write(1, b"held")
    signal.pause()
"""


@contextlib.contextmanager
def stopped_in_its_turn(folder: Path) -> Iterator[None]:
    """Another worker, which the system has stopped while it writes."""
    command = [sys.executable, "-c", HOLDS, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as worker:
        try:
            assert worker.stdout is not None
            assert os.read(worker.stdout.fileno(), 4) == b"held"
            worker.send_signal(signal.SIGSTOP)
            yield
        finally:
            worker.kill()


def test_a_worker_that_is_stopped_in_its_turn_keeps_nobody_waiting_for_ever(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        with stopped_in_its_turn(tmp_path):
            begun = time.monotonic()
            with pytest.raises(DatabaseAway):
                await store.append("t", entry(2))
            assert PATIENCE <= time.monotonic() - begun < SOON
        await store.append("t", entry(2))  # it was killed, and lets go
        with stopped_in_its_turn(tmp_path):
            begun = time.monotonic()
            refused = asyncio.ensure_future(store.append("t", entry(3)))
            await asyncio.sleep(0)
            await asyncio.to_thread(store.close)
            assert time.monotonic() - begun < SOON
            with pytest.raises(DatabaseAway):
                await refused

    asyncio.run(story())


def test_who_writes_again_and_again_lets_others_come_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is on the way to sleep or wakes up is slower than who has just been there; again and
    again, as it may be lucky once."""
    monkeypatch.setattr(write_lock, "SAID_FOR", 60.0)  # however seldom the machine lets it say so
    turns: list[str] = []

    def wait_for_a_turn() -> None:
        with contextlib.closing(WriteLock(tmp_path)) as other:
            said.set()
            with other.turn(time.monotonic() + 60):
                turns.append("late")

    with contextlib.closing(WriteLock(tmp_path)) as lock:
        for _ in range(5):
            said = threading.Event()
            waits = threading.Thread(target=wait_for_a_turn)
            with lock.turn(time.monotonic() + 60):
                waits.start()
                said.wait()  # the file is as new when it is opened
                wait_until(lambda: says_that_it_waits(tmp_path))
            with lock.turn(time.monotonic() + 60):
                turns.append("again")
            waits.join()
    assert turns == ["late", "again"] * 5


def says_that_it_waits(folder: Path) -> bool:
    return any((folder / "writing").read_bytes())


def test_a_file_that_somebody_has_emptied_harms_nobody(tmp_path: Path) -> None:
    """What reads memory of a file that has no end any more is killed."""
    with contextlib.closing(WriteLock(tmp_path)) as lock:
        with lock.turn(time.monotonic()):
            os.truncate(tmp_path / "writing", 0)
        with lock.turn(time.monotonic() + PATIENCE):
            pass


def test_a_store_that_cannot_be_opened_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> int:
        raise OSError(errno.ENOSPC, "")

    SqliteStore(tmp_path / "tables.db").close()  # what is loaded for it stays
    before = open_files()
    monkeypatch.setattr(write_lock.os, "pwrite", no_room)
    with pytest.raises(NotUnderstood, match="Make room there"):
        SqliteStore(tmp_path / "tables.db")
    assert open_files() == before


def open_files() -> list[str]:
    gone = contextlib.suppress(FileNotFoundError)  # the one by which it is read
    found = []
    for number in os.listdir("/proc/self/fd"):
        with gone:
            found.append(os.readlink(f"/proc/self/fd/{number}"))
    return sorted(found)


def test_one_that_is_stopped_while_it_waits_holds_up_nobody(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with contextlib.closing(WriteLock(tmp_path)) as lock, subprocess.Popen(command) as worker:
        try:
            with lock.turn(time.monotonic()):
                # It says that it has waited for long.
                wait_until(lambda: says_that_it_waits(tmp_path))
                worker.send_signal(signal.SIGSTOP)
                os.waitpid(worker.pid, os.WUNTRACED)
            for _ in range(2):
                with lock.turn(time.monotonic() + PATIENCE):
                    pass
        finally:
            worker.kill()


def test_many_who_wait_for_a_locked_database_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Many people delete their data while another program holds the file: a move is refused as
    soon as if it were alone, and tables are opened meanwhile."""

    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(ROW)
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("begin immediate")
            begun = time.monotonic()
            waiting = [
                asyncio.ensure_future(store.transact(lambda connection: None))
                for _ in range(PEOPLE)
            ]
            waiting.append(asyncio.ensure_future(store.append("t", entry(2))))
            await asyncio.sleep(0)  # all of them ask before somebody reads
            assert await store.load("t") is not None
            assert not any(one.done() for one in waiting)
            refused = await asyncio.gather(*waiting, return_exceptions=True)
            assert all(isinstance(one, Exception) for one in refused)
            assert time.monotonic() - begun < SOON
            other.rollback()
        await store.append("t", entry(2))
        assert await store.transact(lambda connection: 7) == 7
        store.close()

    asyncio.run(story())


def test_who_has_waited_for_its_turn_waits_for_another_program_that_much_less(
    tmp_path: Path,
) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        sqlite_store._prepare_sqlite(True, database)
        for left in (1.0, 0.95, 0.9, 0.6, 0.4, 0.01, -1.0):
            until = time.monotonic() + left * PATIENCE
            with sqlite_store._patient(database, until):
                ((waits,),) = database.execute("pragma busy_timeout").fetchall()
            assert waits / 1000 <= max(0.001, left * PATIENCE)
