"""Work on many cores: pieces of it, taken by threads or by processes.

Compiled code lets go of Python's lock, so threads run it side by side. Python itself does not: bots
in Python need a process each. A process takes a second or two to start, so this one begins alone,
and the others join only where the rest would take it much longer. Threads of BLAS, OpenMP and
PyTorch are one for each process: the cores are taken already.

Nobody waits for a worker after an interrupt or an error. A thread is left to itself and ends with
the program, a process is terminated.
"""

import contextlib
import itertools
import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from concurrent.futures import FIRST_COMPLETED, Future, wait
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Generic, TypeVar

from tenluz.engine.errors import GameError

AHEAD = 2  # pieces for each worker: one that it works on, and the next
POLL = 0.1  # seconds between two looks; an interrupt waits no longer
WORTH = 3.0  # seconds of work left for one core: with less, processes would come too late
PATIENCE = 2.0  # seconds until they start in any case, where the first piece takes longer
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)

Piece = TypeVar("Piece", bound=Sized)
Result = TypeVar("Result")


class WorkerLost(GameError):
    """A process that ended in the middle of its work."""

    code = "worker_lost"


def finished(
    submit: Callable[[Piece], "Future[Result]"], pieces: Iterable[Piece], ahead: int
) -> Iterator[tuple[Piece, Result] | None]:
    """Each piece with its result, in the order in which they are done; None where none was done
    for a moment. Pieces are asked for when they are needed, so many `ahead`."""
    left = iter(pieces)
    flying: dict[Future[Result], Piece] = {}
    try:
        while True:
            for piece in itertools.islice(left, ahead - len(flying)):
                flying[submit(piece)] = piece
            if not flying:
                return
            done, _ = wait(flying, POLL, FIRST_COMPLETED)
            for future in done:
                yield flying.pop(future), future.result()
            if not done:
                yield None
    finally:
        for future in flying:
            future.cancel()


class WorkPool(Generic[Piece, Result]):
    """So many workers, which take up pieces of `work` in the order in which they came.

    With `processes` the work is pickled, and `total` is the length of all pieces together.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[Piece], Result],
        *,
        processes: bool = False,
        total: int = 0,
    ) -> None:
        self._count, self._work = count, work
        self._processes = _Processes(work) if processes and count > 1 else None
        self._todo: SimpleQueue[tuple[Piece, Future[Result]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._left = total
        self._timer = threading.Timer(PATIENCE, self._join_in)
        self._lock = threading.Lock()

    def __enter__(self) -> Callable[[Piece], "Future[Result]"]:
        self._begun = time.monotonic()
        if self._processes is None:
            self._start(self._count, self._here)
        else:
            self._start(1, self._here)
            self._timer.daemon = True
            self._timer.start()
        return self._submit

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if kind is not None:
            self._forget()
        for _each in range(self._count + 1):
            self._todo.put(None)
        if self._processes is not None:
            self._processes.end()
        if kind is None:
            for thread in self._threads:
                thread.join()

    def _start(self, count: int, target: Callable[[], None]) -> None:
        for _ in range(count):
            thread = threading.Thread(target=target, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _submit(self, piece: Piece) -> "Future[Result]":
        future: Future[Result] = Future()
        self._todo.put((piece, future))
        return future

    def _forget(self) -> None:
        with contextlib.suppress(Empty):
            while True:
                self._todo.get_nowait()

    def _here(self) -> None:
        """In this process: to the end, or until others have joined in and are ready."""
        done = 0
        while (task := self._todo.get()) is not None:
            _do(self._work, *task)
            done += len(task[0])
            if self._processes is not None:
                if self._processes.ready.is_set():
                    return
                seconds = time.monotonic() - self._begun
                if seconds / done * (self._left - done) > WORTH:
                    self._join_in()

    def _join_in(self) -> None:
        """Start the processes, with a thread for each that hands it its pieces."""
        with self._lock:
            if len(self._threads) == 1 and not self._todo.empty():
                self._start(self._count, self._there)

    def _there(self) -> None:
        assert self._processes is not None
        try:
            work = self._processes.start()
        except (EOFError, OSError):  # all was done before, or it cannot start here
            return
        except BaseException as error:
            _fail(self._todo.get(), error)
            return
        while (task := self._todo.get()) is not None:
            _do(work, *task)


def _do(work: Callable[[Piece], Result], piece: Piece, future: "Future[Result]") -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work(piece))
    except BaseException as error:
        future.set_exception(error)


def _fail(task: "tuple[Piece, Future[Result]] | None", error: BaseException) -> None:
    if task is not None and task[1].set_running_or_notify_cancel():
        task[1].set_exception(error)


# --- processes -----------------------------------------------------------------------------


class _Processes:
    """Other processes that do the same work."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        # Not by fork: threads of compiled code, and of NumPy's libraries, do not survive one.
        self._context = multiprocessing.get_context("spawn")
        self._started: list[BaseProcess] = []
        self._ended = False
        self._lock = threading.Lock()
        self.ready = threading.Event()  # one of them at least

    def start(self) -> Callable[[Any], Any]:
        """Start one more, and wait until it is ready; EOFError if all are ended meanwhile."""
        ours, theirs = self._context.Pipe()
        with self._lock, environment(ONE_THREAD):
            if self._ended:
                raise EOFError
            process = self._context.Process(target=_serve, args=(theirs,))
            _ignoring_interrupts(process.start)
            self._started.append(process)
        theirs.close()
        ours.send(self._work)
        work = _Remote(process, ours)
        work.answer()
        self.ready.set()
        return work

    def end(self) -> None:
        """End them, whatever they are at."""
        with self._lock:
            self._ended = True
        for process in self._started:
            process.terminate()
        for process in self._started:
            process.join()


class _Remote:
    """The work as a process does it."""

    def __init__(self, process: BaseProcess, connection: "Connection[Any, Any]") -> None:
        self._process, self._connection = process, connection

    def __call__(self, piece: Any) -> Any:
        try:
            self._connection.send(piece)
            return self.answer()
        except (EOFError, OSError):
            self._process.join()
            raise WorkerLost(
                f"A process that played has ended with status {self._process.exitcode}: a bot has "
                "ended it, or the memory was not enough. With --threads 1 there is only one."
            ) from None

    def answer(self) -> Any:
        """What it sends back; its error is raised here."""
        error, result = self._connection.recv()
        if error is not None:
            raise error
        return result


def _serve(connection: "Connection[Any, Any]") -> None:
    """Another process: the work comes first, then its pieces, until the connection is closed."""
    with contextlib.suppress(EOFError, OSError):
        try:
            work = connection.recv()
        except Exception as error:
            connection.send((_sendable(error), None))
            return
        connection.send((None, None))
        while True:
            piece = connection.recv()
            answer: tuple[BaseException | None, Any]
            try:
                answer = None, work(piece)
            except BaseException as error:
                answer = _sendable(error), None
            connection.send(answer)


def _sendable(error: BaseException) -> BaseException:
    """The error with where it came from, or its words where it cannot be pickled."""
    text = "".join(traceback.format_exception(error))
    try:
        sent: BaseException = pickle.loads(pickle.dumps(error))
    except Exception:
        sent = RuntimeError("".join(traceback.format_exception_only(error)).strip())
    sent.add_note(f"\nIn another process:\n{text}")
    return sent


@contextlib.contextmanager
def environment(settings: Mapping[str, str], *more: str) -> Iterator[None]:
    """What processes that start now find around them. Afterwards all is as before, also what has
    one of the names in `more`."""
    names = [*settings, *more]
    before = {name: os.environ[name] for name in names if name in os.environ}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name in names:
            os.environ.pop(name, None)
        os.environ.update(before)


def _ignoring_interrupts(start: Callable[[], None]) -> None:
    """Start something that Ctrl-C does not reach, not even while Python begins: it is for us to
    end it, and it would write a traceback. (Called from a thread that may ignore it, too.)"""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # which would unblock it again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    start()
