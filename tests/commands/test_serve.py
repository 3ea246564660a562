"""`tenluz serve` as a person starts it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

PATIENCE = 60
# Looks at the page as soon as it is asked to, as a browser does, and writes down what it got.
BROWSER = """
import sys, urllib.request
with urllib.request.urlopen(sys.argv[1] + "healthz", timeout=60) as page:
    open({notes!r}, "w").write(f"{{page.status}} {{sys.argv[1]}}")
"""


def serve(*words: str, **environment: str) -> "subprocess.Popen[str]":
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "MAKELEVEL")
    usual = {name: value for name, value in os.environ.items() if name not in screens}
    return subprocess.Popen(
        [sys.executable, "-m", "tenluz.cli", "serve", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**usual, **environment},
    )


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def told_until_ready(process: "subprocess.Popen[str]") -> str:
    """All that is said until the server is there: the last line says how to stop it."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C" in line:
            break
    return "".join(lines)


def stop(process: "subprocess.Popen[str]") -> str:
    """What is said at the end. It must be a clean one."""
    process.send_signal(signal.SIGINT)
    said, complained = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in complained
    assert process.returncode == 0
    return said


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port that something else listens on, and does not answer."""
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        yield busy.getsockname()[1]


def test_it_says_where_it_is_answers_there_and_stops_cleanly(tmp_path: Path) -> None:
    port = free_port()
    with serve("--port", str(port), "--data", str(tmp_path)) as process:
        told = told_until_ready(process)
        assert f"Tenluz is at http://127.0.0.1:{port}/" in told
        assert "tenluz serve --host 0.0.0.0" in told
        assert str(tmp_path) in told
        # Once it has said so it is there: no second try.
        answer = httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE)
        assert answer.json() == {"ok": True}
        assert "kept" in stop(process)
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


def test_the_browser_comes_when_the_server_answers(tmp_path: Path) -> None:
    notes, script = tmp_path / "notes", tmp_path / "browser.py"
    script.write_text(BROWSER.format(notes=str(notes)))
    port = free_port()
    browser = f"{sys.executable} {script} %s"
    with serve("--port", str(port), "--data", str(tmp_path), BROWSER=browser) as process:
        told_until_ready(process)
        # Asked a second time, it opens the server that is there already, and waits for that.
        with serve("--port", str(port), "--data", str(tmp_path), BROWSER=browser) as again:
            told, complained = again.communicate(timeout=PATIENCE)
        assert (again.returncode, complained) == (0, "")
        assert f"Tenluz is already running at http://127.0.0.1:{port}/" in told
        assert notes.read_text() == f"200 http://127.0.0.1:{port}/"
        stop(process)


def test_by_make_the_words_are_for_make_and_a_browser_that_fails_stops_nothing(
    tmp_path: Path,
) -> None:
    port = free_port()
    words = ("--port", str(port), "--data", str(tmp_path))
    with serve(*words, BROWSER="/no/such/browser %s", MAKELEVEL="1") as process:
        assert 'make play ARGS="--host 0.0.0.0"' in told_until_ready(process)
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).is_success
        stop(process)


def test_for_friends_it_says_the_address_that_they_can_open(tmp_path: Path) -> None:
    port = free_port()
    with serve("--host", "0.0.0.0", "--port", str(port), "--data", str(tmp_path)) as process:
        told = told_until_ready(process)
        place = re.search(rf"Tenluz is at (http://[0-9.]+:{port}/)", told)
        assert place is not None
        if "127.0.0.1" not in place[1]:  # else this machine is in no network
            assert "Friends" in told
            assert f"http://127.0.0.1:{port}/" in told
        assert httpx.get(f"{place[1]}healthz", timeout=PATIENCE).is_success
        stop(process)


def test_a_port_asked_for_and_in_use_is_said_with_one_that_is_free(
    tmp_path: Path, busy_port: int
) -> None:
    with serve("--port", str(busy_port), "--data", str(tmp_path)) as process:
        _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert re.search(rf"Port {busy_port} is in use\. Port \d+ is free: --port \d+", told)


def test_behind_a_proxy_it_says_what_people_open(tmp_path: Path) -> None:
    words = ("--no-open", "--port", str(free_port()), "--data", str(tmp_path))
    with serve(*words, "--public-url", "https://games.example.org/") as process:
        assert "Tenluz is at https://games.example.org, by a proxy" in told_until_ready(process)
        name, ours = {"host": "games.example.org"}, f"http://127.0.0.1:{words[2]}/healthz"
        assert httpx.get(ours, headers=name, timeout=PATIENCE).is_success
        stop(process)
    with serve(*words, "--proxy", "10.0.0.1") as process:
        _, told = process.communicate(timeout=PATIENCE)
    assert "--proxy and --allow-host need --public-url" in told


def test_who_stops_it_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    """After an update it compiles for half a minute, and is gone at once all the same."""
    cache = tmp_path / "cache"
    words = ("--no-open", "--data", str(tmp_path / "data"), "--port", str(free_port()))
    process = serve(*words, TENLUZ_CACHE=str(cache))
    told_until_ready(process)
    assert "Stopped. Your tables are kept." in stop(process)
    from tenluz.engine.code_cache import base_folder

    done = {one.name for one in cache.rglob("*.nbi")}
    usual = {one.name for one in base_folder().rglob("*.nbi")}
    assert len(done) < len(usual) / 2, "it has left the compiler in the middle of its work"
