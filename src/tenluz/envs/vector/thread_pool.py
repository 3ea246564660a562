"""Threads that share the games of a batch, without a lock.

Waking a thread takes longer than a thousand games take a step. So helpers stay in compiled
code between two calls, and look out for the next one for a moment before they sleep.

Each thread has a *share* of the games, which it takes in grains of some games, and then helps
with the shares of the others: nobody waits for a helper that comes late, still sleeps, or was
left behind by a fork. As a rule a game stays with its thread, and so in that core's cache.

Everything they agree on is on a board (atomics.py):

    who                           how far that thread's share is taken
    BUSY                          helpers that may be at a game
    TOLD                          the sum of what threads told of their work
    DISMISSED                     1: helpers go home
    ASLEEP + who                  1: that helper sleeps, and must be woken

The work is a compiled function work(who, first, end, ...) -> told, for a range of the games.
"""

import threading
import weakref
from collections.abc import Callable

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.game import Game
from tenluz.envs.vector.atomics import LINE, Board, add, pause, read, swap

MOST = 256  # threads
BUSY, SUM, DISMISSED, ASLEEP = MOST, MOST + 1, MOST + 2, MOST + 3
GRAIN = 32  # games
LOOKS = 4096  # for work, before a helper sleeps: about a tenth of a millisecond


@compiled
def share(n: int, who: int, count: int) -> int:
    """Where a thread's share begins; that of thread `count` is the end."""
    return n * who // count


@compiled
def _offer(board: Board, count: int, n: int) -> None:
    for who in range(count):
        swap(board, who, share(n, who, count))


@compiled
def _take(board: Board, who: int, count: int, n: int) -> tuple[int, int]:
    """The next games for a thread, from the first up to the second; none left: the same."""
    for step in range(count):
        whose = (who + step) % count
        end = share(n, whose + 1, count)
        if read(board, whose) < end:
            first = add(board, whose, GRAIN)
            if first < end:
                return first, min(first + GRAIN, end)
    return n, n


@compiled
def _arrive(board: Board, who: int, end: int) -> int:
    """Wait for work: 1 if there is some, and this helper counts as busy; 0 after a long time,
    when it must sleep; -1 when it is dismissed."""
    for _ in range(LOOKS):
        if read(board, who) < end:
            add(board, BUSY, 1)  # before it takes a game, so that it is waited for
            return 1
        if read(board, DISMISSED):
            return -1
        pause()
    swap(board, ASLEEP + who, 1)
    return -1 if read(board, DISMISSED) else 0  # who dismissed just before saw it awake


@compiled
def _sleepers(board: Board, count: int) -> int:
    asleep = 0
    for who in range(1, count):
        asleep += read(board, ASLEEP + who)
    return asleep


@compiled
def _wake(board: Board, who: int) -> int:
    return swap(board, ASLEEP + who, 0)


@compiled
def _take_sum(board: Board) -> int:
    return swap(board, SUM, 0)


def threaded(
    work: Callable[..., int], made_for: Game | None, variant: str = ""
) -> Callable[..., bool]:
    """What every thread of a pool runs, compiled. Number 0 offers all games, and returns when
    all are done. A helper waits for the next offer, again and again, until it must sleep (True)
    or is dismissed (False)."""

    def live(board: Board, who: int, count: int, n: int, *rest: object) -> bool:
        if who == 0:
            _offer(board, count, n)
        while True:
            if who > 0:
                found = _arrive(board, who, share(n, who + 1, count))
                if found != 1:
                    return found == 0
            total = 0
            while True:
                first, end = _take(board, who, count, n)
                if first == end:
                    break
                total += work(who, first, end, *rest)
            add(board, SUM, total)
            if who == 0:
                break
            add(board, BUSY, -1)
        while read(board, BUSY) > 0:
            pause()
        return True

    return compiled(live, made_for=made_for, variant=variant)


class ThreadPool:
    """The threads of a batch: this one, number 0, and its helpers."""

    def __init__(
        self, owner: object, count: int, n: int, live: Callable[..., bool], *rest: object
    ) -> None:
        """`rest` is what the work needs besides its range: arrays that stay the same. Helpers go
        home when `owner` is gone."""
        self._live, self._count = live, count
        self._board = np.zeros((ASLEEP + MOST, LINE), np.int64)
        self._board[:count] = n  # nothing to take yet
        self._given = [(self._board, who, count, n, *rest) for who in range(count)]
        self._beds = [threading.Lock() for _ in range(count)]
        for who in range(1, count):
            self._beds[who].acquire()
            given = (live, self._given[who], self._beds[who])
            threading.Thread(target=_help, args=given, daemon=True, name=f"games {who}").start()
        weakref.finalize(owner, _dismiss, self._board, self._beds)

    def run(self) -> int:
        """All games once; the sum of what was told of them."""
        if _sleepers(self._board, self._count):
            _wake_all(self._board, self._beds)
        self._live(*self._given[0])
        return _take_sum(self._board)


def _help(live: Callable[..., bool], given: tuple[object, ...], bed: threading.Lock) -> None:
    while live(*given):
        bed.acquire()


def _wake_all(board: Board, beds: list[threading.Lock]) -> None:
    for who in range(1, len(beds)):
        if _wake(board, who):
            beds[who].release()


def _dismiss(board: Board, beds: list[threading.Lock]) -> None:
    board[DISMISSED, 0] = 1
    _wake_all(board, beds)
