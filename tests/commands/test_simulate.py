"""`tenluz simulate`: outcomes for people and for programs, and clear words otherwise."""

import dataclasses
import json
import signal
from typing import Any

import pytest

from tenluz.lab import cluster
from tenluz.lab import ray_connection as joining
from tenluz.lab import simulate as lab
from tests.commands.running import tenluz


def simulated(*words: object) -> dict[str, Any]:
    """What `--json` prints, which must be one object and nothing else."""
    ran = tenluz("simulate", *words, "--json")
    assert ran.status == 0, ran.err
    assert len(ran.lines) == 1
    found = json.loads(ran.out)
    assert isinstance(found, dict)
    return found


def test_level10_tells_win_rate_and_cards_placed() -> None:
    words = ["--players", 2, "--difficulty", "easy", "--games", 300, "--seed", 3]
    found = simulated("level10", *words)
    agreed = {"players": 2, "pauses": 3, "edition": "fr", "open_counts": True}
    assert found["options"] == agreed
    assert (found["game"], found["bots"], found["seed"]) == ("level10", ["rules"] * 2, 3)
    assert found["games"] == 300
    assert found["moves"] > 300
    assert found["seconds"] > 0
    assert found["interrupted"] is False
    assert sum(found["columns"]) == pytest.approx(1)
    for name in ("win_rate", "mean_placed", "mean_score"):
        low, high = found["intervals"][name]
        assert low <= found[name] <= high


def test_luz_tells_scores_by_seat() -> None:
    found = simulated("luz", "--players", 3, "--games", 200, "--bot", "random")
    for name in ("mean_scores", "win_rates", "bids_made"):
        assert len(found[name]) == 3
        for value, (low, high) in zip(found[name], found["intervals"][name], strict=True):
            assert low <= value <= high
    assert sum(found["win_rates"]) == pytest.approx(1)
    assert found["moves"] == 200 * 4 * (3 + 30)


def test_the_same_words_give_the_same_numbers_on_any_threads() -> None:
    words = ["luz", "--bot", "rules", "--bot", "random", "--bot", "random", "--players", 3]
    one, other = (simulated(*words, "--games", 600, "--threads", threads) for threads in ("1", "2"))
    del one["seconds"], other["seconds"]
    assert one == other


def test_counts_are_open_unless_told_otherwise() -> None:
    words = ["level10", "--games", 5, "--option", "open_counts=false"]
    assert "open_counts" not in simulated(*words)["options"]


def test_people_get_a_table() -> None:
    ran = tenluz("simulate", "level10", "--players", 3, "--pauses", 0, "--games", 50)
    assert ran.status == 0
    assert ran.lines[0] == "Level 10, 50 games"
    assert "players 3, pauses 0" in ran.lines[1]
    for words in ("games won", "cards placed, mean", "score, mean", "columns completed", "95 %"):
        assert words in ran.out
    assert "moves a second" in ran.lines[-1]


def test_a_table_tells_who_sat_where() -> None:
    bots = ["--bot", "random", "--bot", "rules", "--bot", "random"]
    ran = tenluz("simulate", "luz", "--players", 3, "--games", 20, *bots)
    assert "bots random rules random" in ran.lines[1]
    assert ran.out.count("seat 1 (rules)") == 3


def test_one_game_is_enough() -> None:
    assert tenluz("simulate", "luz", "--games", 1).lines[0] == "Luz, 1 game"


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_drawn_only_for_somebody_who_watches(terminal: bool) -> None:
    ran = tenluz("simulate", "luz", "--games", 500, "--json", stderr_terminal=terminal)
    assert ("500/500" in ran.err) == terminal
    assert json.loads(ran.out)["games"] == 500


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["luz", "--games", "0"], "at least 1 game, not 0"),
        (["luz", "--games", "-3"], "at least 1 game, not -3"),
        (["luz", "--threads", "0"], "at least 1 thread, not 0"),
        (["luz", "--seed", "-1"], "A seed is a whole number from 0 to"),
        (["luz", "--bot", "rules", "--bot", "random"], "There are 4 seats and 2 bots"),
        (["luz", "--bot", "clever"], "Luz has no bot 'clever'"),
        (["luz", "--cluster", "nowhere"], "A cluster is local, auto, HOST:PORT or ray://"),
        (["chess"], "There is no game 'chess'"),
        (["level10", "--players", "6"], "players must be a whole number from 1 to 5"),
    ],
)
def test_a_mistake_is_told_in_one_line(words: list[str], told: str) -> None:
    ran = tenluz("simulate", *words)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("as_json", [True, False])
def test_an_interrupt_tells_what_was_finished(
    monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    add = lab.TallySoFar.add

    def interrupt(self: Any, games: range, tally: Any) -> None:
        add(self, games, tally)
        if self.tally.games:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(lab.TallySoFar, "add", interrupt)
    ran = tenluz("simulate", "luz", "--games", 10**9, *["--json"] * as_json)
    assert ran.status == 130
    if as_json:
        found = json.loads(ran.out)
        assert found["interrupted"] is True
        assert 0 < found["games"] < 10**9
    else:
        assert "of 1,000,000,000 games" in ran.lines[0]


@pytest.mark.parametrize(
    ("seconds", "rate"), [(0.5, "40 games and"), (100, "0.20 games and"), (20, "1.00 games and")]
)
def test_a_rate_of_slow_bots_is_told_in_parts(
    monkeypatch: pytest.MonkeyPatch, seconds: float, rate: str
) -> None:
    really = lab.simulate

    def simulate(*words: Any, **how: Any) -> Any:
        return dataclasses.replace(really(*words, **how), seconds=seconds)

    monkeypatch.setattr(lab, "simulate", simulate)
    assert f": {rate} " in tenluz("simulate", "luz", "--games", 20).lines[-1]


def test_a_table_tells_of_machines_and_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    def simulate(address: str, simulation: Any, games: int, **how: Any) -> Any:
        outcome = lab.simulate(simulation, games)
        return dataclasses.replace(outcome, nodes=3, lost=2)

    monkeypatch.setattr(cluster, "simulate", simulate)
    monkeypatch.setattr(joining, "check", lambda address: None)
    ran = tenluz("simulate", "luz", "--games", 20, "--cluster", "auto")
    assert ran.lines[-2].endswith("moves a second, on 3 machines")
    assert ran.lines[-1] == "shares lost with their machines, and played again: 2"


def test_an_interrupt_while_compiling_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(simulation: Any) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(lab, "prepare", interrupt)
    ran = tenluz("simulate", "luz")
    assert (ran.status, ran.out) == (130, "")
    assert "stopped before the first game" in ran.err
