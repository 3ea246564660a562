"""Bots that think for long are made ready too: last, and for nobody to wait for."""

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from tenluz.bots.bot import Player, player
from tenluz.bots.registry import bots
from tenluz.engine import catalogue
from tenluz.server import warm_up
from tests.server.running import running, wait_until

pytestmark = pytest.mark.in_a_file

SLOW = {bot for game in catalogue.games() for bot in bots(game) if bot.slow}


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> dict[Any, list[float]]:
    """How much each bot was asked to think; champions move as quick bots do."""
    found: dict[Any, list[float]] = {}
    move = Player.move

    def asked(self: Player, *given: Any, effort: float = 1.0) -> Any:
        found.setdefault(self.bot, []).append(effort)
        quick = bots(catalogue.game_named(self.bot.game))[0]
        return move(player(quick) if self.bot.slow else self, *given)

    monkeypatch.setattr(Player, "move", asked)
    return found


def test_each_slow_bot_thinks_a_little_of_a_game(efforts: dict[Any, list[float]]) -> None:
    warm_up.warm_up_slow_bots(lambda: False)
    assert efforts.keys() == SLOW
    assert all(0 < max(each) < 0.1 for each in efforts.values())


def test_no_more_once_the_server_stops(efforts: dict[Any, list[float]]) -> None:
    warm_up.warm_up_slow_bots(lambda: bool(efforts))
    assert len(efforts) == 1


def test_tables_are_open_before_slow_bots_are_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, stopped = threading.Event(), threading.Event(), threading.Event()

    def think(server_stopped: Any) -> None:
        begun.set()
        go_on.wait()
        if server_stopped():
            stopped.set()

    monkeypatch.setattr(warm_up, "warm_up_slow_bots", think)
    with running(tmp_path, warm_slow_bots=True) as address:
        wait_until(begun.is_set)
        wait_until(lambda: httpx.get(f"http://{address}/readyz").is_success)
    go_on.set()
    wait_until(stopped.is_set)


def test_one_that_fails_is_told_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(self: Player, *given: Any, **more: Any) -> Any:
        raise ValueError

    monkeypatch.setattr(Player, "move", fail)
    warm_up.warm_up_slow_bots(lambda: False)
    assert "could not be made ready" in caplog.text
