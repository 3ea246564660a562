"""How far compiling is, told from the steps that have compiled something. Functions are really
compiled here; the clock is set by hand."""

from collections.abc import Callable

import numba
import pytest

from tenluz.engine.compiled import INTERPRETED
from tenluz.precompile.progress import TRUST, CompileProgress
from tenluz.precompile.rehearsal import Step

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def compile_something() -> None:
    numba.njit(lambda number: number + 1)(1)


def step(weight: float, *parts: Callable[[], None]) -> Step:
    def begin() -> None:
        for part in parts:
            part()

    return Step("level10", None, weight, begin)


def test_code_that_is_only_loaded_is_not_told_of() -> None:
    seen = []
    progress = CompileProgress([step(5, lambda: seen.append(progress.now()))])
    progress.run()
    assert [*seen, progress.now()] == [None, None]


def test_a_step_is_taken_to_need_its_weight_and_never_ends_before_it_does() -> None:
    clock, seen = Clock(), []

    def look(now: float) -> Callable[[], None]:
        def at() -> None:
            clock.now = now
            state = progress.now()
            assert state is not None
            seen.append((state.done, state.seconds))

        return at

    looks = [look(now) for now in (0, 5, 10, 20, 40)]
    progress = CompileProgress([step(10, compile_something, *looks), step(30)], clock)
    progress.run()
    (done, rest), (later, fewer), *_ = seen
    assert (done, rest) == (0, 40)
    assert (later, fewer) == (5 / 40, 35)
    assert [one for one, _ in seen] == sorted({one for one, _ in seen}), "always more"
    assert all(rest > 30 for _, rest in seen)
    assert progress.now() is None


def test_a_slow_machine_makes_the_rest_longer_and_the_bar_never_goes_back() -> None:
    clock, seen = Clock(), []

    def pass_time() -> None:
        look()
        clock.now += 30

    def look() -> None:
        state = progress.now()
        assert state is not None
        seen.append(state)

    slow = step(10, compile_something, pass_time, look)
    progress = CompileProgress([slow, step(20, compile_something, look)], clock)
    progress.run()
    assert seen[-1].seconds == 20 * (TRUST + 30) / (TRUST + 10)
    assert [one.done for one in seen] == sorted(one.done for one in seen)


def test_steps_that_were_only_loaded_count_for_nothing() -> None:
    clock, seen = Clock(), []

    def load() -> None:
        clock.now += 3

    last = step(7, compile_something, lambda: seen.append(progress.now()))
    progress = CompileProgress([step(50, load), last], clock)
    progress.run()
    (state,) = seen
    assert state is not None
    assert (state.done, state.seconds) == (0, 7)


def test_a_step_that_fails_ends_it() -> None:
    def fail() -> None:
        raise ValueError

    progress = CompileProgress([step(1, compile_something, fail)])
    with pytest.raises(ValueError):
        progress.run()
    assert progress.now() is None
