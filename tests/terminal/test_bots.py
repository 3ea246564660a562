"""Bots at the terminal's table: by every name they have, heard when they talk, and trusted only
by whoever names them."""

from pathlib import Path

import pytest

from tenluz.bots.registry import best_bot
from tenluz.engine.errors import NotUnderstood
from tenluz.terminal.save import read_save, write_save
from tenluz.terminal.seats import read_seats
from tenluz.terminal.terminal_game import TerminalGame
from tests.bots import plain
from tests.commands.running import tenluz
from tests.games_played import GAMES
from tests.terminal.at_keyboard import sit, table

LUZ = GAMES["luz"]
OUTSIDE = "tests.bots.plain:lowest"


def bots(*given: str, bot: tuple[str, ...] = (), players: int = 3) -> list[str]:
    return [seat.bot for seat in read_seats(LUZ, given, None, players, bots=bot)]


def test_a_seat_takes_every_name_of_a_bot() -> None:
    assert bots("me", "casual", OUTSIDE) == ["", "rules", OUTSIDE]
    assert bots("J.R.", "Novice") == ["", "novice", best_bot(LUZ)]


def test_other_seats_get_the_bots_that_are_named() -> None:
    assert bots("me", bot=("novice",)) == ["", "novice", "novice"]
    assert bots("me", bot=("novice", OUTSIDE)) == ["", "novice", OUTSIDE]
    with pytest.raises(NotUnderstood, match="2 seats for bots and 3 bots"):
        bots("me", bot=("novice", "rules", "random"))
    with pytest.raises(NotUnderstood, match="has no bot 'clever'"):
        bots("me", bot=("clever",))


def game_with(*seats: str) -> TerminalGame:
    options = LUZ.options(players=3, deals=1)
    return TerminalGame(LUZ, options, bytes(32), read_seats(LUZ, seats, None, 3))


def test_bots_of_all_kinds_play_a_game_to_its_end(tmp_path: Path) -> None:
    plain.looked_back.clear()
    at = game_with(OUTSIDE, "novice", "tests.bots.plain:BACKWARD")
    sit(at, [], tmp_path)
    assert at.match.over
    assert plain.looked_back == [entry for entry, one in enumerate(at.log) if one["seat"] == 2]


def test_a_save_does_not_decide_what_is_run(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    write_save(game_with("me", OUTSIDE, "rules"), path)
    with pytest.raises(NotUnderstood, match=f"name it again: --resume --bot {OUTSIDE}"):
        read_save(path)
    assert [seat.bot for seat in read_save(path, trusted=[OUTSIDE]).seats] == ["", OUTSIDE, "rules"]


@pytest.mark.parametrize("bot", ["novice", "rules"])
def test_a_person_hears_what_bots_say(tmp_path: Path, bot: str) -> None:
    at = table("level10", seats=["me", bot, bot])
    sit(at, [""], tmp_path)
    said = [entry["say"] for entry in at.log if "say" in entry]
    assert {one["seat"] for one in said} == {1, 2}
    assert {one["kind"] for one in said} == {"count"}


def test_the_command_line_names_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENLUZ_DATA", str(tmp_path))
    words = ("play", "luz", "--players", 3, "--people", 0, "--deals", 1, "--plain")
    ran = tenluz(*words, "--bot", OUTSIDE, "--language", "en")
    assert ran.status == 0, ran.err
    ran = tenluz(*words, "--bot", "clever")
    assert (ran.status, "Luz has no bot 'clever'" in ran.err) == (2, True)
