"""`tenluz games`: the bots of a game, and those of other packages."""

from importlib.metadata import EntryPoint

import pytest

from tenluz.bots import outside
from tests.commands.running import tenluz


def test_only_the_games_own_bots_stand_in_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("other", "tests.bots.plain:OF_LEVEL10", group=outside.GROUP)
    monkeypatch.setattr(outside, "entry_points", lambda group: [point])
    outside._registered.cache_clear()
    try:
        lines = tenluz("games", "level10").lines
    finally:
        monkeypatch.undo()
        outside._registered.cache_clear()
    order = lines.index("Bots, from the weakest to the strongest:")
    assert lines[order + 1].startswith("  random")
    assert lines[-2:] == ["Bots of other packages:", "  other: may choose, propose"]
    assert "Bots of other packages:" not in tenluz("games", "luz").lines
