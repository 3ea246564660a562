"""Tests of the terminal read English, whatever the machine speaks."""

import pytest


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """A locale that asks for no language."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
