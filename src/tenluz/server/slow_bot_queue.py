"""Moves that take long to choose, one at a time and in turns: first between the people who made the
tables, then between the tables of each. Knows no bots: a thought is a function that takes its
effort.

The more wait, the less each may think, so that the thread's time is shared as the turns are and
people hardly wait longer. With nobody waiting a thought has all of its time. Whoever has too many
waiting is turned away.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from tenluz.engine.types import Move

MOST_WAITING = 64  # in all
MOST_OF_ONE = 16  # of tables that one had made
LEAST_EFFORT = 0.05  # about 50 ms of a thought that may take a second: less is not worth the turn

Think = Callable[[float], Move]  # by an effort, above 0 and up to 1


@dataclass(frozen=True)
class QueuedMove:
    """One that waits."""

    think: Think
    future: "Future[Move]" = field(default_factory=Future)


class SlowBotQueue:
    """The queue, and the thread that works on it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "slow-bots")
        self._lock = threading.RLock()  # a thought that is cancelled calls back
        # By who had its table made, and by table; whoever is first is next.
        self._waiting: dict[str, dict[str, QueuedMove]] = {}

    def submit(self, maker: str, table: str, think: Think) -> "Future[Move] | None":
        """Think of this when its turn comes, and no longer of what the table wanted before; None
        if too many wait."""
        thought = QueuedMove(think)
        with self._lock:
            own = self._waiting.get(maker, {})
            if table in own:
                own[table].future.cancel()
            if len(own) >= MOST_OF_ONE or self.waiting() >= MOST_WAITING:
                return None
            self._waiting.setdefault(maker, {})[table] = thought
        thought.future.add_done_callback(lambda _: self._drop(maker, table, thought))
        self._thread.submit(self._think_next)
        return thought.future

    def waiting(self) -> int:
        """How many have not begun."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def close(self) -> None:
        """Begin no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _think_next(self) -> None:
        with self._lock:
            if not self._waiting:
                return  # it was cancelled
            maker = next(iter(self._waiting))
            own = self._waiting.pop(maker)
            thought = own.pop(next(iter(own)))
            share = (1 + len(self._waiting)) * (1 + len(own))
            if own:
                self._waiting[maker] = own  # behind all others
        if not thought.future.set_running_or_notify_cancel():
            return
        try:
            thought.future.set_result(thought.think(max(LEAST_EFFORT, 1 / share)))
        except BaseException as problem:
            thought.future.set_exception(problem)

    def _drop(self, maker: str, table: str, thought: QueuedMove) -> None:
        """It is done, or nobody wants it any more."""
        with self._lock:
            own = self._waiting.get(maker, {})
            if own.get(table) is thought:
                del own[table]
                if not own:
                    del self._waiting[maker]
