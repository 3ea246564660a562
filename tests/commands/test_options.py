"""The options of a command line become the options of a game, or say what is wrong with them."""

from typing import Any

import pytest

from tenluz.commands.options import _with_options, read_options
from tenluz.engine.errors import NotUnderstood


def why(game: str, **words: Any) -> str:
    with pytest.raises(NotUnderstood) as error:
        read_options(game, **words)
    return str(error.value)


def test_without_words_the_usual_options_hold() -> None:
    game, options = read_options("level10")
    assert game.name == "level10"
    assert options == game.options()


def test_each_word_sets_its_option() -> None:
    game, options = read_options("Level10 ", players=2, option=["pauses=1", "edition=pl"])
    assert options == game.options(players=2, pauses=1, edition="pl")


@pytest.mark.parametrize(
    ("difficulty", "pauses"), [("easy", 3), ("normal", 2), ("hard", 1), ("master", 0)]
)
def test_r10_a_difficulty_is_a_number_of_pauses(difficulty: str, pauses: int) -> None:
    assert read_options("level10", option=[f"difficulty={difficulty}"])[1].pauses == pauses
    assert (
        read_options("level10", option=[f"difficulty={difficulty}", f"pauses={pauses}"])[1].pauses
        == pauses
    )


def test_any_option_is_set_by_its_name() -> None:
    words = ["players=4", "last_reset=lost", "pause_scores=yes", " box_pauses = off "]
    options = read_options("level10", option=words)[1]
    assert (options.players, options.last_reset) == (4, "lost")
    assert (options.pause_scores, options.box_pauses) == (True, False)


def test_defaults_hold_unless_given_and_only_for_games_that_have_them() -> None:
    assert read_options("level10", defaults={"open_counts": True})[1].open_counts is True
    words = ["open_counts=false"]
    assert (
        read_options("level10", option=words, defaults={"open_counts": True})[1].open_counts
        is False
    )
    game, options = read_options("luz", defaults={"open_counts": True})
    assert options == game.options()


@pytest.mark.parametrize(
    ("game", "words", "reason"),
    [
        ("chess", {}, "There is no game 'chess'."),
        ("luz", {"option": ["pauses=1"]}, "Luz has no option 'pauses'. Its options: players, "),
        (
            "luz",
            {"option": ["bots=a,b"]},
            "Luz has no option 'bots'. Its options: players, bead_limit, open_tricks, colours, "
            "values, hand, deals; --help has those of the command.",
        ),
        ("luz", {"option": ["difficulty=hard"]}, "Luz has no option 'difficulty'."),
        ("luz", {"option": ["last_reset=lost"]}, "Luz has no option 'last_reset'."),
        (
            "level10",
            {"option": ["difficulty=cosy"]},
            "difficulty must be a whole number from 0 to 3, or easy, normal, hard, master, not",
        ),
        (
            "level10",
            {"option": ["difficulty=easy", "pauses=1"]},
            "pauses is given twice: as 3 and as 1.",
        ),
        ("level10", {"option": ["hand=3", "hand=4"]}, "hand is given twice: as 3 and as 4."),
        ("level10", {"option": ["hand"]}, "An option is written name=value, not 'hand'."),
        ("level10", {"option": ["=3"]}, "An option is written name=value, not '=3'."),
        ("level10", {"option": ["hand=many"]}, "hand must be a whole number from 1 to 20,"),
        ("level10", {"option": ["hand=99"]}, "hand must be a whole number from 1 to 20,"),
        ("level10", {"option": ["pause_scores=maybe"]}, "pause_scores must be true or false,"),
        ("level10", {"option": ["edition=de"]}, "edition must be one of fr, ru, pl, es,"),
        ("level10", {"players": 0}, "players must be a whole number from 1 to 5, not 0."),
    ],
)
def test_a_mistake_is_told(game: str, words: dict[str, Any], reason: str) -> None:
    assert why(game, **words).startswith(reason)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (["luz", "--players", "3"], ["luz", "--players", "3"]),
        (["level10", "--pauses", "0"], ["level10", "--option", "pauses=0"]),
        (["--last-reset=lost", "level10"], ["--option", "last_reset=lost", "level10"]),
        (["level10", "--", "--pauses"], ["level10", "--", "--pauses"]),
        (["level10", "--pauses"], ["level10", "--option", "pauses="]),
    ],
)
def test_an_option_of_a_game_is_written_by_its_own_name(typed: list[str], read: list[str]) -> None:
    assert list(_with_options(typed, {"--players", "--option"})) == read
