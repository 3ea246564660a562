"""A server says to systemd that it is ready and that it answers, and falls silent when it hangs."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.server.running import free_port

EVERY = 0.2  # seconds after which it counts as hanging, and of silence that tells


def heard(line: socket.socket) -> Iterator[bytes]:
    """What comes, until nothing does."""
    with contextlib.suppress(TimeoutError):
        while True:
            yield line.recv(100)


@pytest.mark.in_a_file
@pytest.mark.parametrize("workers", [1, 2])
def test_systemd_hears_of_a_server_for_as_long_as_it_answers(tmp_path: Path, workers: int) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(60)
        words = ["serve", "--no-open", "--port", str(free_port()), "--data", str(tmp_path / "data")]
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": str(EVERY * 1e6)[:-2]}
        with subprocess.Popen(
            [sys.executable, "-m", "tenluz.cli", *words, "--workers", str(workers)],
            env={**os.environ, **told},
            stdout=subprocess.DEVNULL,
        ) as server:
            try:
                assert line.recv(100) == b"READY=1"
                for _ in range(3):
                    assert line.recv(100) == b"WATCHDOG=1"
                server.send_signal(signal.SIGSTOP)
                line.settimeout(3 * EVERY)
                assert len(list(islice(heard(line), 4))) < 4  # some were on their way
                server.send_signal(signal.SIGCONT)
                line.settimeout(60)
                assert line.recv(100) == b"WATCHDOG=1"
            finally:
                server.terminate()
