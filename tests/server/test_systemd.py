"""A server says to systemd that it is ready and that it answers, and falls silent when it hangs."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tenluz.server import systemd
from tests.server.running import free_port
from tests.server.test_store import to_shape

EVERY = 0.2  # seconds after which it counts as hanging, and of silence that tells


@contextlib.contextmanager
def listening(folder: Path) -> Iterator[socket.socket]:
    """In the place of systemd."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(folder / "notify"))
        line.settimeout(60)
        yield line


@contextlib.contextmanager
def serving(folder: Path, workers: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server that systemd has started."""
    words = ["serve", "--no-open", "--port", str(free_port()), "--data", str(folder / "data")]
    told = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(EVERY * 1e6)[:-2]}
    with subprocess.Popen(
        [sys.executable, "-m", "tenluz.cli", *words, "--workers", str(workers)],
        env={**os.environ, **told},
        stdout=subprocess.DEVNULL,
    ) as server:
        try:
            yield server
        finally:
            server.send_signal(signal.SIGCONT)  # one that is stopped would never end
            server.terminate()


def nothing_more_comes(line: socket.socket) -> None:
    """Whoever spoke is silent by now; what was on its way is read first, however much it is."""
    line.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            line.recv(100)
    line.settimeout(3 * EVERY)
    with pytest.raises(TimeoutError):
        line.recv(100)
    line.settimeout(60)


@pytest.mark.in_a_file
@pytest.mark.parametrize("workers", [1, 2])
def test_systemd_gives_an_upgrade_the_time_that_it_takes(tmp_path: Path, workers: int) -> None:
    (tmp_path / "data").mkdir()
    engine = create_engine(f"sqlite:///{tmp_path / 'data' / 'tables.db'}")
    with engine.begin() as connection:
        to_shape(connection, "0007")
    engine.dispose()
    with listening(tmp_path) as line, serving(tmp_path, workers):
        assert line.recv(100) == b"EXTEND_TIMEOUT_USEC=300000000"
        assert line.recv(100) == b"READY=1"


def test_systemd_is_told_so_until_the_upgrade_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setattr(systemd, "AGAIN", 0.01)
    with listening(tmp_path) as line:
        with systemd.start_takes_long():
            assert {line.recv(100) for _ in range(3)} == {b"EXTEND_TIMEOUT_USEC=300000000"}
        nothing_more_comes(line)


@pytest.mark.in_a_file
@pytest.mark.parametrize("workers", [1, 2])
def test_systemd_hears_of_a_server_for_as_long_as_it_answers(tmp_path: Path, workers: int) -> None:
    with listening(tmp_path) as line, serving(tmp_path, workers) as server:
        while line.recv(100) != b"READY=1":
            pass  # a database is made first
        for _ in range(3):
            assert line.recv(100) == b"WATCHDOG=1"
        server.send_signal(signal.SIGSTOP)
        os.waitpid(server.pid, os.WUNTRACED)  # until it has stopped
        nothing_more_comes(line)
        server.send_signal(signal.SIGCONT)
        assert line.recv(100) == b"WATCHDOG=1"
