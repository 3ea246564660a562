"""What is said to somebody who waits."""

import threading
from typing import Any

import numba
import pytest

from tenluz.commands import waiting
from tenluz.engine.compiled import INTERPRETED


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when somebody hears of compiling."""
    heard = threading.Event()

    def tell(text: str, **where: Any) -> None:
        assert "Compiling" in text
        assert not heard.is_set(), "told twice"
        heard.set()

    monkeypatch.setattr(waiting, "print", tell, raising=False)
    return heard


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiling_is_told_once(told: threading.Event) -> None:
    with waiting.compiling_notice(0.0):
        for _ in range(2):
            numba.njit(lambda number: number + 1)(1)
            assert told.wait(10)


def test_code_that_is_there_is_not_told_of(told: threading.Event) -> None:
    kept = numba.njit(lambda number: number + 1)
    kept(1)
    with waiting.compiling_notice(0.0):
        kept(1)
    assert not told.is_set()


def test_who_waits_for_long_is_told_why(told: threading.Event) -> None:
    with waiting.notice(waiting.COMPILING, 0.0):
        assert told.wait(10)


def test_nothing_is_said_when_it_is_quick(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.notice(waiting.COMPILING, 60.0) as said:
        pass
    said.join(10)
    assert not said.is_alive()
    assert capsys.readouterr().err == ""
