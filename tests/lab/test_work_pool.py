"""Work on many cores: an interrupt waits for nobody, and errors come back whole."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.lab import work_pool
from tenluz.lab.work_pool import ONE_THREAD, WorkerLost, WorkPool, finished

# It does not print: a thread that Python ends while it holds the lock of stdout has Python abort.
BOT = """
import os, threading

def stuck(o, v, dice):
    os.write(1, b"begun\\n")
    threading.Event().wait()
"""


def inverse(piece: range) -> float:
    return 1 / piece.start


def of_environment(piece: range) -> tuple[int, dict[str, str | None]]:
    return os.getpid(), {name: os.environ.get(name) for name in ONE_THREAD}


def misunderstood(piece: range) -> None:
    raise NotUnderstood(f"nobody understands {piece.start}", code="deep", at=piece.start)


def unpicklable(piece: range) -> None:
    class Local(Exception):
        """An error that no other process knows."""

    raise Local("of here alone")


def ended(piece: range) -> None:
    os._exit(7)


def pieces(*numbers: int) -> list[range]:
    return [range(number, number + 1) for number in numbers]


def test_all_work_is_done_and_errors_come_back() -> None:
    with WorkPool(2, inverse) as submit:
        one, two, zero = map(submit, pieces(1, 2, 0))
    assert (one.result(), two.result()) == (1, 0.5)
    with pytest.raises(ZeroDivisionError):
        zero.result()


def test_each_piece_comes_with_its_result() -> None:
    with WorkPool(3, inverse) as submit:
        found = dict(done for done in finished(submit, pieces(*range(1, 20)), 4) if done)
    assert found == {piece: 1 / piece.start for piece in pieces(*range(1, 20))}


def test_what_is_cancelled_is_not_begun() -> None:
    go = threading.Event()

    def wait(piece: range) -> int:
        go.wait()
        return piece.start

    with WorkPool(1, wait) as submit:
        first, second = map(submit, pieces(1, 2))
        assert second.cancel()
        go.set()
    assert first.result() == 1


def test_an_interrupt_leaves_what_is_going_on_and_all_the_rest() -> None:
    begun, go = threading.Event(), threading.Event()

    def wait(piece: range) -> None:
        begun.set()
        go.wait()

    all_work = WorkPool(1, wait)
    submit = all_work.__enter__()
    first, second = map(submit, pieces(1, 2))
    begun.wait()
    all_work.__exit__(KeyboardInterrupt, None, None)
    assert not first.done()
    go.set()
    first.result()
    assert not second.done()


# --- processes -----------------------------------------------------------------------------


def test_little_work_starts_no_process() -> None:
    with WorkPool(2, of_environment, processes=True, total=3) as submit:
        where = {submit(piece).result()[0] for piece in pieces(1, 2, 3)}
    assert where == {os.getpid()}


@pytest.mark.usefixtures("processes_at_once")
def test_processes_share_the_cores_with_one_thread_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "5")
    with WorkPool(2, of_environment, processes=True, total=4) as submit:
        found = [submit(piece).result() for piece in pieces(1, 2, 3, 4)]
    assert os.getpid() not in {process for process, _ in found}
    assert all(threads == ONE_THREAD for _, threads in found)
    assert os.environ["OMP_NUM_THREADS"] == "5"


def test_processes_join_in_where_much_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_pool, "WORTH", 0.0)
    seen = set()
    with WorkPool(2, of_environment, processes=True, total=10**9) as submit:
        for done in finished(submit, (range(at, at + 1) for at in range(10**9)), 4):
            seen |= {done[1][0]} if done else set()
            if len(seen) > 1:
                break
    assert os.getpid() in seen


@pytest.mark.usefixtures("processes_at_once")
def test_an_error_comes_back_from_a_process_with_all_that_it_says() -> None:
    with WorkPool(2, misunderstood, processes=True, total=1) as submit:
        error = submit(range(3, 4)).exception()
    assert isinstance(error, NotUnderstood)
    assert (str(error), error.code, error.values) == ("nobody understands 3", "deep", {"at": 3})
    assert "in misunderstood" in error.__notes__[0]


@pytest.mark.usefixtures("processes_at_once")
def test_an_error_that_cannot_travel_comes_back_in_words() -> None:
    with WorkPool(2, unpicklable, processes=True, total=1) as submit:
        error = submit(range(1)).exception()
    assert isinstance(error, RuntimeError)
    assert "Local: of here alone" in str(error)


@pytest.mark.usefixtures("processes_at_once")
def test_a_process_that_ends_is_told_of() -> None:
    with WorkPool(2, ended, processes=True, total=1) as submit:
        error = submit(range(1)).exception()
    assert isinstance(error, WorkerLost)
    assert "ended with status 7" in str(error)


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
