"""Oh Hell beside our own games, for kernels too: found in its folder, not installed, so that these
tests run on a machine with a GPU that reaches no network."""

from pathlib import Path

import pytest

from tenluz.engine import catalogue

EXAMPLE = Path(__file__).parents[2] / "examples" / "oh_hell"


@pytest.fixture(autouse=True)
def oh_hell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue knows the example while a test runs."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.setitem(catalogue.packages(), "oh_hell", "tenluz_oh_hell")
