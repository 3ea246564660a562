"""What is said to somebody who waits."""

import threading
from typing import Any

import pytest

from tenluz.commands import waiting


def test_compiling_is_told_when_it_takes_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()

    def tell(text: str, **where: Any) -> None:
        assert "Compiling" in text
        told.set()

    monkeypatch.setattr(waiting, "print", tell, raising=False)
    with waiting.notice(waiting.COMPILING, 0.0):
        assert told.wait(10)


def test_nothing_is_said_when_it_is_quick(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.notice(waiting.COMPILING, 60.0) as said:
        pass
    said.join(10)
    assert not said.is_alive()
    assert capsys.readouterr().err == ""
