"""`tenluz audit`: who is measured beside whom, and what does not fit."""

import json
import shutil
from pathlib import Path

import pytest

from tests.commands.running import tenluz
from tests.games_played import GAMES

SMALL = ("audit", "luz", "--players", 3, "--hand", 3, "--values", 4, "--option", "deals=1")


def seated(*words: object) -> list[tuple[str, str]]:
    ran = tenluz(*SMALL, "--deals", 2, "--json", *words)
    assert ran.status == 0, ran.err
    return [(one["who"], one["others"]) for one in json.loads(ran.out)["pairs"]]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--bots", "nobody"), "Luz has no bot 'nobody'. Its bots are: "),
        (("--bots", "rules", "--among", "nobody"), "A bot may also be module:function"),
        (("--bots", ","), "--bots names no bot"),
        (("--bots", "rules, casual"), "The bot rules is named twice"),
        (("--bots", "rules", "--among", "casual"), "rules cannot sit among rules"),
        (("--bots", "random"), "random cannot sit among random: name another bot with --among"),
        (("--minutes", "-1"), "minutes must be more than 0, not -1"),
        (("--minutes", "nan"), "minutes must be more than 0"),
        (("--deals", "0"), "at least 1 deal"),
    ],
)
def test_what_does_not_fit_is_said_in_a_line(words: tuple[str, ...], why: str) -> None:
    ran = tenluz(*SMALL, *words)
    assert ran.status == 2
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1


def test_bots_are_named_as_in_other_commands(tmp_path: Path) -> None:
    path = tmp_path / "expert.npz"
    shutil.copy(GAMES["luz"].folder / "bots" / "expert.npz", path)
    here = "tests.commands.test_audit:lowest"
    found = seated("--bots", f"casual, {path} ,{here}")
    assert found == [("rules", "novice"), (str(path), "rules"), (here, "rules")]
    assert seated("--bots", "novice", "--among", here) == [("novice", here)]


def test_of_all_bots_those_without_another_are_left_out() -> None:
    among_rules = seated("--among", "casual")
    assert ("novice", "rules") in among_rules
    assert "rules" not in [who for who, _ in among_rules]


def lowest(o: object, v: object, dice: object) -> int:
    """The first move that is legal."""
    from tenluz.engine.game import moves_in

    return next(iter(moves_in(*GAMES["luz"].rules.choices(o, v))))
