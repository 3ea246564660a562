"""What somebody is told who waits longer than usual."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds of silence before we say that something is being compiled
COMPILING = "Compiling for this machine; this happens only once ..."


@contextmanager
def compiling_notice(patience: float = PATIENCE) -> Iterator[None]:
    """Say so, once, if something has to be compiled and is not after this time."""
    from tenluz.precompile.progress import on_compiling  # Numba, which takes its time to load

    made = threading.Timer(patience, print, (COMPILING,), {"file": sys.stderr, "flush": True})
    made.daemon = True
    begun = False

    def begin() -> None:
        nonlocal begun
        if not begun:
            begun = True
            made.start()

    try:
        with on_compiling(begin):
            yield
    finally:
        made.cancel()


@contextmanager
def notice(text: str, patience: float) -> Iterator[threading.Timer]:
    """Say something, if it takes so long."""
    made = threading.Timer(patience, print, (text,), {"file": sys.stderr, "flush": True})
    made.start()
    try:
        yield made
    finally:
        made.cancel()


@contextmanager
def progress(what: str = "games") -> Iterator[Callable[[int, int], None] | None]:
    """A bar of so many done of so many, with rate and time left; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{what}, {{task.fields[rate]:,.3g}} a second,"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=None, rate=0.0, start=False)

        def watch(done: int, total: int) -> None:
            bar.start_task(task)  # the first time: what was before is not playing
            rate = done / (bar.tasks[0].elapsed or 1.0)
            bar.update(task, completed=done, total=total, rate=rate)

        yield watch
