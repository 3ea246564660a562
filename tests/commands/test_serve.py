"""`tenluz serve` as a person starts it."""

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx


def serve(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tenluz.cli", "serve", "--no-open", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_it_says_where_it_is_answers_there_and_stops_cleanly(tmp_path: Path) -> None:
    port = free_port()
    with serve("--port", str(port), "--data", str(tmp_path)) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert f"http://127.0.0.1:{port}/" in line
        assert str(tmp_path) in line
        with httpx.Client(transport=httpx.HTTPTransport(retries=10)) as http:
            assert http.get(f"http://127.0.0.1:{port}/healthz", timeout=60).json() == {"ok": True}
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert "Traceback" not in told
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


def test_a_port_in_use_is_said_with_one_that_is_free(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with serve("--port", str(port), "--data", str(tmp_path)) as process:
            _, told = process.communicate(timeout=60)
        assert process.returncode == 2
        assert re.search(rf"Port {port} is in use\. Port \d+ is free: --port \d+", told)
