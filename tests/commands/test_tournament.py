"""`tenluz tournament` and `tenluz strength`: tables for people, values for programs."""

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenluz.engine.catalogue import game_named
from tenluz.lab import shares
from tests.commands.running import tenluz

SMALL = ("luz", "--players", 3, "--hand", 3, "--values", 4, "--option", "deals=1")


def told(*words: object) -> dict[str, Any]:
    ran = tenluz(*words, "--json")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    assert isinstance(found, dict)
    return found


def test_bots_are_rated_on_the_same_deals() -> None:
    found = told("tournament", *SMALL, "--bots", "random,casual,novice", "--deals", 60)
    assert found["bots"] == ["random", "rules", "novice"]
    assert (found["deals"], found["asked"], found["finished"]) == (60, 60, True)
    assert found["seed"] >= 1 << 63
    assert set(found["ratings"]) == {"rules", "novice", "random"}
    assert len(found["tables"]) == 9
    for table in found["tables"]:
        for name in ("points", "mean_scores", "win_rates", "bids_made"):
            low, high = table[name]["interval"]
            assert low <= table[name]["value"] <= high
    assert [len(found["differences"]), found["differences"][-1]["sure"]] == [2, True]


def test_bots_talk_where_they_are_asked_to() -> None:
    words = ("tournament", "level10", "--players", 2, "--bots", "novice,rules", "--deals", 2)
    found = told(*words, "--talk")
    assert found["talk"] is True
    assert "open_counts" not in found["options"]
    assert told(*words)["options"]["open_counts"] is True
    assert "; bots talk" in tenluz(*words, "--talk").out
    assert tenluz("tournament", *SMALL, "--talk").err == "tenluz: In Luz nobody talks.\n"


@pytest.mark.parametrize("command", ["tournament", "strength"])
def test_names_may_have_blanks_between_them(command: str) -> None:
    ran = tenluz(command, *SMALL, "--bots", " random, novice", "--deals", 2, "--json")
    assert ran.status == 0, ran.err


def test_the_same_words_give_the_same_numbers_and_a_file_is_gone_on_with(tmp_path: Path) -> None:
    words = ("tournament", *SMALL, "--bots", "random,rules")
    path = tmp_path / "kept.jsonl"
    told(*words, "--deals", 20, "--out", path)
    assert path.with_suffix(".svg").read_text().count("rating") >= 1
    longer = told(*words, "--deals", 40, "--out", path, "--threads", 1)
    assert longer == told(*words, "--deals", 40, "--threads", 2)


def test_two_trainings_of_an_expert_play_together(tmp_path: Path) -> None:
    """Each alone, and each as a guest of the other, by the paths of their weights."""
    kept = dict(np.load(game_named("level10").folder / "bots" / "expert.npz"))
    paths = [str(tmp_path / "one.npz"), str(tmp_path / "two.npz")]
    np.savez(paths[0], **kept)
    np.savez(paths[1], **{name: weights[::-1] for name, weights in kept.items()})
    words = ("level10", "--players", 2, "--pauses", 0, "--bots", ",".join(paths), "--mixed")
    found = told("tournament", *words, "--deals", 4, "--threads", 1)
    seated = [(table["who"], table["among"]) for table in found["tables"]]
    one, two = paths
    assert seated == [(one, one), (two, two), (two, one), (one, two)]
    alone, nonsense, *together = (table["mean_placed"]["value"] for table in found["tables"])
    assert all(nonsense < cards < alone for cards in together)
    assert all(table["win_rate"]["interval"][1] is not None for table in found["tables"])


def test_people_get_a_table() -> None:
    ran = tenluz("tournament", *SMALL, "--bots", "random,rules", "--deals", 20)
    assert ran.status == 0
    assert ran.lines[0] == "Luz, 3 players: 20 deals at every table"
    for words in ("rating", "among", "equals", "games won", "rules over random on the same deals"):
        assert words in ran.out


def test_a_bot_among_another_is_two_tables(tmp_path: Path) -> None:
    words = ("tournament", *SMALL, "--bots", "rules", "--among", "novice", "--deals", 20)
    path = tmp_path / "kept.jsonl"
    found = told(*words, "--out", path)
    assert [(each["who"], each["among"]) for each in found["tables"]] == [
        ("novice", "novice"), ("rules", "novice"),
    ]  # fmt: skip
    assert (found["among"], found["ratings"]) == ("novice", {})
    [difference] = found["differences"]
    assert (difference["who"], difference["than"], difference["sure"]) == ("rules", "novice", True)
    assert told(*words, "--out", path) == found
    ran = tenluz(*words, "--out", path)
    assert "rules over novice on the same deals" in ran.out
    assert "rating" not in ran.out.replace("No ratings and no picture", "")
    assert "No ratings and no picture: for them each must play among each, without --among." in (
        " ".join(ran.out.split())
    )
    assert not path.with_suffix(".svg").exists()
    worse = tenluz("tournament", *SMALL, "--bots", "random", "--among", "rules", "--deals", 20)
    assert "random over rules on the same deals: -" in worse.out
    assert "chance" not in worse.out, "it is surely worse"
    everybody = told("tournament", *SMALL, "--bots", "rules,novice", "--deals", 20, "--out", path)
    assert everybody["among"] is None


def test_blanks_between_names_do_not_matter() -> None:
    for command in ("tournament", "strength"):
        words = (command, *SMALL, "--deals", 1, "--seed", 1, "--bots")
        assert told(*words, "random, rules") == told(*words, "random,rules")


def test_without_something_to_draw_with_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tenluz.lab.standings_picture.PACKAGE", "no_such_package")
    words = ("--bots", "random,rules", "--deals", 4, "--out", tmp_path / "a.jsonl")
    assert "No picture: matplotlib is not installed" in tenluz("tournament", *SMALL, *words).out


def test_an_interrupt_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    really = shares.Results.add

    def stop(self: Any, share: Any, rows: Any) -> None:
        really(self, share, rows)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(shares.Results, "add", stop)
    path = tmp_path / "kept.jsonl"
    ran = tenluz("tournament", *SMALL, "--bots", "random", "--deals", 300, "--out", path)
    assert ran.status == 130
    assert f"What is finished is in {path}: the same command goes on." in ran.err


def test_before_the_first_deal_there_is_nothing_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares.Results, "add", lambda *_: signal.raise_signal(signal.SIGINT))
    ran = tenluz("tournament", *SMALL, "--bots", "random,rules", "--deals", 30)
    assert (ran.status, ran.out) == (130, "")
    assert ran.err == "tenluz: stopped after 0 of 30 deals.\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["luz", "--deals", "0"], "at least 1 deal, not 0"),
        (["luz", "--threads", "0"], "at least 1 thread, not 0"),
        (["luz", "--seed", "-1"], "A seed is a whole number"),
        (["luz", "--bots", "rules,clever"], "Luz has no bot 'clever'"),
        (["luz", "--bots", "rules,casual"], "The bot rules is named twice"),
        (["luz", "--bots", "rules", "--among", "casual"], "nobody sits among rules"),
        (["luz", "--bots", "novice", "--among", "rules", "--mixed"], "among and mixed"),
        (["luz", "--bots", "no.module:choose"], "cannot be loaded"),
        (["luz", "--out", "a.svg"], "a.svg would be the picture: name a file for the results"),
        (["chess"], "There is no game 'chess'"),
    ],
)
def test_a_mistake_is_told_in_one_line(words: list[str], why: str) -> None:
    ran = tenluz("tournament", *words)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1


def test_strength_has_a_column_for_every_number_of_players() -> None:
    ran = tenluz("strength", "luz", "--deals", 10, "--bots", "random,rules", "--option", "deals=1")
    assert ran.status == 0, ran.err
    assert "| points among `rules` | 3 players | 4 | 5 |" not in ran.out  # one deal: the score
    assert "| score, mean among `rules` | 3 players | 4 | 5 |" in ran.out
    assert ran.out.count("| `rules` over `random` |") == 1


def test_strength_is_told_for_the_tasks_of_a_game() -> None:
    words = ("strength", "level10", "--players", 2, "--deals", 10, "--bots", "random,rules")
    found = told(*words)
    assert [task["task"] for task in found["tasks"]] == ["master (no pauses)", "easy (3 pauses)"]
    for task, pauses in zip(found["tasks"], (0, 3), strict=True):
        [tournament] = task["tournaments"]
        assert tournament["options"]["pauses"] == pauses
        assert tournament["seed"] >= 1 << 63


@pytest.mark.parametrize(
    ("given", "tasks"),
    [
        (["pauses=0"], ["master (no pauses)"]),
        (["pauses=3", "last_reset=lost"], ["easy (3 pauses)"]),
        (["pauses=2"], [""]),
        (["players=2"], ["master (no pauses)", "easy (3 pauses)"]),
    ],
)
def test_tasks_are_left_out_that_options_do_not_fit(given: list[str], tasks: list[str]) -> None:
    options = [word for one in given for word in ("--option", one)]
    found = told("strength", "level10", *options, "--deals", 2, "--bots", "random")
    assert [task["task"] for task in found["tasks"]] == tasks
    for name, value in (one.split("=") for one in given):
        for task in found["tasks"]:
            assert all(str(one["options"][name]) == value for one in task["tournaments"])


@pytest.mark.parametrize(
    ("option", "why"), [("colour=red", "no option 'colour'"), ("pauses=9", "pauses must be")]
)
def test_what_strength_has_no_table_for_is_told_in_one_line(option: str, why: str) -> None:
    ran = tenluz("strength", "level10", "--option", option, "--deals", 2)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1
