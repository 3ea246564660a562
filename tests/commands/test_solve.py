"""`tenluz solve`: values for people and for programs, and clear words otherwise."""

import json
import time
from pathlib import Path

import pytest

from tenluz.commands import solve as command
from tests.commands.running import tenluz

ALONE = ("solve", "level10", "--players", 1, "--worlds", 3, "--columns", 3, "--hand", 2)
TWO = ("solve", "level10", "--players", 2, "--worlds", 3, "--columns", 3, "--hand", 1)


def test_people_read_a_value() -> None:
    ran = tenluz(*ALONE)
    assert ran.status == 0
    assert ran.lines[0].startswith(
        "Level 10: players 1, pauses 0, edition fr, first_player dealt, worlds 3"
    )
    assert "chance to win, played perfectly: 0.9666666667" in ran.lines
    assert "open hands" not in ran.out


def test_two_players_read_what_open_hands_would_bring() -> None:
    ran = tenluz(*TWO)
    assert "chance to win, played perfectly: 0.6166666667" in ran.lines
    assert "chance to win with open hands: 0.7666666667" in ran.lines


def test_where_the_effort_ends_there_are_bounds() -> None:
    ran = tenluz(*TWO, "--effort", 50, "--goal", "score")
    assert "mean score, played perfectly: from " in ran.out
    found = json.loads(tenluz(*TWO, "--effort", 50, "--json").out)
    assert found["value"] is None
    assert not found["exact"]
    assert found["lower"] < found["upper"]


def test_programs_read_one_object() -> None:
    ran = tenluz(*ALONE, "--goal", "score", "--json")
    assert len(ran.lines) == 1
    found = json.loads(ran.out)
    assert found["value"] == 58.4833333333
    assert found["options"]["worlds"] == 3
    assert found["goal"] == "score"


def test_a_bar_moves_where_somebody_watches() -> None:
    ran = tenluz(*ALONE, "--json", stderr_terminal=True)
    assert ran.status == 0
    assert json.loads(ran.out)["exact"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("luz",), "no solver for small versions of Luz"),
        (("chess",), "There is no game 'chess'"),
        (("level10", "--columns", 4), "cannot be filled"),
        (("level10", "--goal", "fame"), "won or score"),
        (("level10", "--effort", 0), "effort must be at least 1"),
        (("level10", "--hand", 2, "--positions", 10), "more than 10 positions"),
        (("level10", "--worlds", 5, "--columns", 10), "ways to deal"),
        (("level10", "--players", 2, "--option", "first_player=together"), "first_player=dealt"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[object, ...], why: str) -> None:
    ran = tenluz("solve", *words)
    assert ran.status == 2
    assert why in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_an_interrupt_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(work: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "away", interrupted)
    ran = tenluz(*ALONE)
    assert ran.status == command.INTERRUPTED
    assert ran.err == "tenluz: stopped before the end.\n"


def test_long_silence_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PATIENCE", 0.01)
    monkeypatch.setattr(command, "away", lambda work: (time.sleep(0.2), work())[1])
    assert "Working on it" in tenluz(*ALONE).err


# --- all cards seen ------------------------------------------------------------------------

SMALL = ("--worlds", 3, "--columns", 3, "--hand", 1, "--pauses", 0)


def test_seeded_deals_are_counted() -> None:
    ran = tenluz("solve", "level10", "--deals", 30, "--players", 2, *SMALL, "--threads", 1)
    assert ran.status == 0
    assert "of 30 deals can be won, " in ran.lines[1]
    assert "15 of 30 deals" in ran.err
    again = json.loads(
        tenluz("solve", "level10", "--deals", 30, "--players", 2, *SMALL, "--json").out
    )
    won = [one["verdict"] for one in again["deals"]].count("won")
    assert f"{won} of 30 deals can be won" in ran.lines[1]
    assert 0 < won < 30
    assert again["summary"] == {"won": won, "lost": 30 - won, "undecided": 0}


def test_one_deal_of_luz_is_one() -> None:
    small = ("--players", 3, "--values", 4, "--hand", 2, "--option", "deals=1")
    assert tenluz("solve", "luz", "--deals", 1, *small).lines[1].startswith("1 deal: ")
    assert tenluz("solve", "luz", "--deals", 2, *small).lines[1].startswith("2 deals: ")


def test_a_record_is_solved(tmp_path: Path) -> None:
    words = ("deal", "level10", "--players", 1, *SMALL, "--json", "--seed", "0" * 63 + "1")
    path = tmp_path / "game.json"
    path.write_text(tenluz(*words).out)
    found = json.loads(tenluz("solve", path, "--json").out)
    (one,) = found["positions"]
    assert one["exact"]
    assert one["verdict"] in ("won", "lost")
    told = tenluz("solve", "-", stdin=path.read_text())
    assert told.lines[1] == "From the deal on:"
    assert ("It can be won" in told.out) == (one["verdict"] == "won")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("no-such.json",), "No such file"),
        (("-",), "Not JSON"),
        (("level10", "--after", 3), "--after is for a record"),
        (("level10", "--seed", 3), "--seed is for --deals"),
        (("-", "--seed", 3), "--seed is for a game"),
        (("-", "--deals", 3), "--deals is for a game"),
        (("-", "--effort", 3), "--effort is for a game"),
        (("level10", "--deals", 0), "deals must be at least 1"),
    ],
)
def test_what_cannot_be_solved_openly_is_refused(words: tuple[object, ...], why: str) -> None:
    ran = tenluz("solve", *words)
    assert ran.status == 2
    assert why in ran.err
    assert ran.out == ""
