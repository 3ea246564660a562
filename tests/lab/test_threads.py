"""Threads that an interrupt does not wait for."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tenluz.lab.threads import Threads

# It does not print: a thread that Python ends while it holds the lock of stdout has Python abort.
BOT = """
import os, threading

def stuck(o, v, dice):
    os.write(1, b"begun\\n")
    threading.Event().wait()
"""


def test_all_work_is_done_and_errors_come_back() -> None:
    with Threads(2) as threads:
        found = [threads.submit(divmod, 7, by) for by in (1, 2, 0)]
    assert [each.result() for each in found[:2]] == [(7, 0), (3, 1)]
    with pytest.raises(ZeroDivisionError):
        found[2].result()


def test_what_is_cancelled_is_not_begun() -> None:
    go = threading.Event()
    with Threads(1) as threads:
        first, second = threads.submit(go.wait), threads.submit(go.clear)
        assert second.cancel()
        go.set()
    assert first.result()
    assert go.is_set()


def test_an_interrupt_leaves_what_is_going_on_and_all_the_rest() -> None:
    begun, go = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        go.wait()

    threads = Threads(1)
    first, second = threads.submit(wait), threads.submit(print)
    with pytest.raises(KeyboardInterrupt), threads:
        signal.raise_signal(begun.wait() and signal.SIGINT)
    assert not first.done()
    go.set()
    first.result()
    assert not second.done()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_tournament_whose_bot_still_thinks(tmp_path: Path) -> None:
    (tmp_path / "thinking.py").write_text(BOT)
    words = ["tournament", "luz", "--bots", "thinking:stuck", "--deals", "1", "--threads", "1"]
    run = subprocess.Popen(
        [sys.executable, "-m", "tenluz.cli", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(["", *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert run.stdout
        assert run.stdout.readline() == "begun\n"
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
    finally:
        run.kill()
        run.communicate()
    assert run.returncode == 130
    assert "stopped after 0 of 1 deals" in err
