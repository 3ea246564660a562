"""How far compiling is: what part of it is done, and how long the rest will take.

Numba says when it begins to compile a function, not how much that is. So a step that compiles
something is taken to need the time of its weight, scaled by what those before it have needed; of a
step that is under way the rest shrinks but never ends before it. A step that only loads code from
disk does not count.
"""

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from numba.core import event

from tenluz.precompile.rehearsal import Step

MOMENT = 1.0  # seconds of compiling that nobody has to hear of
TRUST = 10.0  # seconds of steps that must be compiled to count as much as their weights


@dataclass(frozen=True)
class Compiling:
    """What is being compiled, as those see it who wait."""

    done: float  # the part of it, from 0 to 1: never less than before
    seconds: float  # that the rest takes, by what it took so far


class CompileProgress:
    """Steps on their way, run in one thread and watched from any other."""

    def __init__(self, steps: Iterable[Step], clock: Callable[[], float] = time.monotonic) -> None:
        self._steps = steps
        self._clock = clock
        self._ahead = 0.0  # the weight of steps that have not begun
        self._weight = self._seconds = 0.0  # of steps that were compiled
        self._step: Step | None = None
        self._begun = 0.0
        self._compiles = False  # the step under way does
        self._ever = False
        self._done = 0.0

    def run(self, tell: Callable[[Compiling], None] = lambda state: None) -> None:
        """Take all steps; if they compile something for longer than a moment, tell of it once."""
        found = list(self._steps)
        self._ahead = sum(step.weight for step in found)

        def remark() -> None:
            state = self.now()
            if state is not None:
                tell(state)

        remarking = threading.Timer(MOMENT, remark)
        remarking.daemon = True

        def compiles() -> None:
            self._compiles = True
            if not self._ever:
                self._ever = True
                remarking.start()

        try:
            with on_compiling(compiles):
                for step in found:
                    self._take(step)
        finally:
            self._step, self._ever = None, False
            remarking.cancel()

    def _take(self, step: Step) -> None:
        self._compiles = False
        self._begun = self._clock()
        self._step, self._ahead = step, self._ahead - step.weight
        step()
        if self._compiles:
            self._weight += step.weight
            self._seconds += self._clock() - self._begun

    def now(self) -> Compiling | None:
        """How far it is; None while nothing had to be compiled, and when all is done."""
        step = self._step
        if step is None or not self._ever:
            return None
        lasted = self._clock() - self._begun
        weight, seconds = TRUST + self._weight, TRUST + self._seconds
        # A step that takes longer than expected says that the next ones will, too.
        speed = max(seconds / weight, (seconds + lasted) / (weight + step.weight))
        rest = step.weight * speed * _rest(lasted / (step.weight * speed)) + self._ahead * speed
        spent = self._seconds + lasted
        self._done = max(self._done, spent / (spent + rest))
        return Compiling(self._done, rest)


def _rest(lasted: float) -> float:
    """What is left of a step after so many times what it was expected to take: less and less from
    three quarters on, as it may take longer."""
    return 1 - lasted if lasted < 0.75 else 0.25 * math.exp(3 - 4 * lasted)


@contextlib.contextmanager
def on_compiling(call: Callable[[], None]) -> Iterator[None]:
    """Call this whenever Numba begins to compile a function, in whichever thread."""

    class Compiles(event.Listener):
        def on_start(self, event: Any) -> None:
            call()

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Compiles()):
        yield
