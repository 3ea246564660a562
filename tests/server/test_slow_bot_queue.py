"""Thoughts that take long share one thread: in turns, each with a part of its time when others
wait, and never more of them than a bound."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from tenluz.engine.types import Move
from tenluz.server.slow_bot_queue import LEAST_EFFORT, MOST_OF_ONE, MOST_WAITING, SlowBotQueue

Done = list[tuple[str, float]]  # tables in the order of their turns, and how much they could think


class Queue:
    """One whose first thought lasts until all others wait."""

    def __init__(self) -> None:
        self.thoughts = SlowBotQueue()
        self.done: Done = []
        self._begun, self._go_on = threading.Event(), threading.Event()
        self._all: list[Future[Move]] = []
        self.ask("first", "first")
        self._begun.wait()

    def ask(self, maker: str, table: str) -> "Future[Move] | None":
        def think(effort: float) -> Move:
            self._begun.set()
            self._go_on.wait()
            self.done.append((table, effort))
            return Move(0)

        thought = self.thoughts.submit(maker, table, think)
        if thought is not None:
            self._all.append(thought)
        return thought

    def finish(self) -> Done:
        """All that were thought of after the first, in their order."""
        self._go_on.set()
        for thought in self._all:
            if not thought.cancelled():
                thought.result(10)
        return self.done[1:]


@pytest.fixture
def queue() -> Iterator[Queue]:
    queue = Queue()
    yield queue
    queue.finish()
    queue.thoughts.close()


def test_with_nobody_waiting_a_thought_has_all_of_its_time(queue: Queue) -> None:
    queue.finish()
    assert queue.done == [("first", 1.0)]


def test_turns_go_round_between_makers_and_then_between_their_tables(queue: Queue) -> None:
    for table in ("a1", "a2", "a3"):
        queue.ask("a", table)
    queue.ask("b", "b1")
    queue.ask("c", "c1")
    assert [table for table, _ in queue.finish()] == ["a1", "b1", "c1", "a2", "a3"]


def test_who_has_many_tables_thinks_less_at_each_of_them_and_others_hardly(queue: Queue) -> None:
    for number in range(10):
        queue.ask("busy", f"t{number}")
    queue.ask("ana", "hers")
    efforts = dict(queue.finish())
    assert efforts["hers"] == 1 / 2, "half of the time, as one of two"
    assert efforts["t0"] == LEAST_EFFORT, "a twentieth: half, for ten tables"
    assert efforts["t9"] == 1.0, "when all others were done"


def test_thoughts_that_nobody_wants_any_more_do_not_wait(queue: Queue) -> None:
    thought = queue.ask("a", "t")
    queue.ask("a", "u")
    assert thought is not None
    assert queue.thoughts.waiting() == 2
    assert thought.cancel()
    assert queue.thoughts.waiting() == 1
    assert queue.ask("a", "u") is not None, "one of a table at a time"
    assert queue.thoughts.waiting() == 1
    assert queue.finish() == [("u", 1.0)]


def test_too_many_are_turned_away(queue: Queue) -> None:
    mine = [queue.ask("a", f"a{number}") for number in range(MOST_OF_ONE + 1)]
    assert [thought is not None for thought in mine] == [True] * MOST_OF_ONE + [False]
    for number in range(MOST_WAITING):
        queue.ask(f"m{number}", f"t{number}")
    assert queue.thoughts.waiting() == MOST_WAITING
    assert queue.ask("late", "late") is None


def test_one_that_fails_says_so_and_the_next_goes_on(queue: Queue) -> None:
    def fails(effort: float) -> Move:
        raise ValueError("no move")

    failed = queue.thoughts.submit("a", "t", fails)
    queue.ask("b", "u")
    assert queue.finish() == [("u", 1.0)]
    assert failed is not None
    assert isinstance(failed.exception(10), ValueError)
