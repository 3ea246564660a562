"""A run from its first round to its last: a row of figures now and then, and checkpoints.

Knows no screen: whoever watches is called with every row.
"""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tenluz.engine.types import JsonObject
from tenluz.train import checkpoint
from tenluz.train.checkpoint import Progress
from tenluz.train.learner import Learner
from tenluz.train.plot import Curve
from tenluz.train.update import FIGURES

KEEP_EVERY = 30.0  # seconds between two checkpoints

Watch = Callable[[JsonObject], None]


def train(learner: Learner, progress: Progress, folder: Path, watch: Watch) -> bool:
    """Go on until the budget is spent. False: interrupted; all is kept in either case."""
    before, start, kept = progress.seconds, time.monotonic(), time.monotonic()
    checkpoint.write_metrics(folder, progress.rows)
    with interrupts() as stopped:
        while not stopped.is_set() and not spent(learner, progress):
            learner.round()
            now = time.monotonic()
            progress.seconds = before + now - start
            if learner.rounds % learner.config.log_every == 0:
                row = _row(learner, progress)
                progress.rows.append(row)
                checkpoint.add_metrics(folder, row)
                watch(row)
            if now - kept > KEEP_EVERY:
                checkpoint.save(folder, learner, progress)
                kept = now
        checkpoint.save(folder, learner, progress)
        return not stopped.is_set()


def spent(learner: Learner, progress: Progress) -> bool:
    """Whether the budget is."""
    if progress.decisions is not None and learner.decisions >= progress.decisions:
        return True
    return progress.minutes is not None and progress.seconds >= 60 * progress.minutes


def share_spent(learner: Learner, progress: Progress) -> float:
    """How much of the budget is, from 0 to 1."""
    shares = [0.0]
    if progress.decisions:
        shares.append(learner.decisions / progress.decisions)
    if progress.minutes:
        shares.append(progress.seconds / (60 * progress.minutes))
    return min(1.0, max(shares))


def curves(learner: Learner, rows: list[JsonObject]) -> list[Curve]:
    """Every figure of a run."""
    named = [(each.name, each.title, each.share) for each in learner.metrics]
    named += [(name, title, name == "clip_fraction") for name, title in FIGURES]
    return [
        Curve(
            name,
            title,
            share,
            [(row["decisions"], row[name]) for row in rows if row[name] is not None],
        )
        for name, title, share in named
    ]


def _row(learner: Learner, progress: Progress) -> JsonObject:
    figures = {
        name: None if value is None else round(value, 6)
        for name, value in learner.figures().items()
    }
    return {
        "decisions": learner.decisions,
        "seconds": round(progress.seconds, 3),
        **figures,
    }


@contextlib.contextmanager
def interrupts() -> Iterator[threading.Event]:
    """Ctrl-C ends a run after the round in progress; a second one, at once."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def stop(*_: object) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
