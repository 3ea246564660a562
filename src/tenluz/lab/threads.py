"""Threads for work that an interrupt does not wait for.

Python waits at its end for those of `concurrent.futures`, however much they still have to do; a
slow bot's share of a tournament takes minutes.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TypeVar

Found = TypeVar("Found")


class Threads:
    """So many threads, which take up work in the order in which it came.

    As a context it waits for all of it. Where an error or an interrupt leaves it, what nobody has
    begun is never done, and what somebody has begun is left to itself: it ends with the program.
    """

    def __init__(self, count: int) -> None:
        self._todo: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]

    def __enter__(self) -> "Threads":
        for each in self._threads:
            each.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if kind is not None:
            self._forget()
        for _each in self._threads:
            self._todo.put(None)
        if kind is None:
            for each in self._threads:
                each.join()

    def submit(self, work: Callable[..., Found], *given: object) -> "Future[Found]":
        """Let somebody do it."""
        future: Future[Found] = Future()

        def do() -> None:
            if not future.set_running_or_notify_cancel():
                return  # whoever gave it has cancelled it
            try:
                future.set_result(work(*given))
            except BaseException as error:
                future.set_exception(error)

        self._todo.put(do)
        return future

    def _forget(self) -> None:
        with suppress(Empty):
            while True:
                self._todo.get_nowait()

    def _work(self) -> None:
        while (do := self._todo.get()) is not None:
            do()
