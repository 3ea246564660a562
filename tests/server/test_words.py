"""Whatever the server refuses, each catalogue of the web client has words for it.

Reasons are declared where errors are made from them, so a new one without words fails here. Its
sentence may use only values that come along with it. That nothing else is ever refused is
checked wherever tests hear a server: see player.py.
"""

import json
import re
from pathlib import Path

import pytest

from tenluz.engine.errors import AT_ANY_TABLE, GameError, NotLegal, NotYours, Reason, declared
from tenluz.server.refusals import HTTP_PROBLEMS, KINDS, REFUSALS, kind_of, refusal, status_of
from tests.games_played import GAMES

SHARED = Path(__file__).parents[2] / "web" / "src" / "lib" / "words"
LANGUAGES = ("en", "ru", "uk", "pl", "fr", "es")
OF_THE_CLIENT = {"no_answer"}  # what it says when there is no server to say it

# Every reason that all tables share, with the values that come along.
EVERYWHERE: dict[str, set[str]] = {
    **{reason.code: set(reason.values) for reason in (*REFUSALS.values(), *AT_ANY_TABLE)},
    **{problem.code: set() for problem in HTTP_PROBLEMS},
}


def words(folder: Path, language: str) -> dict[str, str]:
    """The sentences of a catalogue for reasons."""
    catalogue = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return {
        key.removeprefix("reason."): text
        for key, text in catalogue.items()
        if key.startswith("reason.")
    }


def placeholders(text: str) -> set[str]:
    """The values that a sentence names: what stands in the outermost braces."""
    names, depth = set(), 0
    for at, letter in enumerate(text):
        if letter == "{" and depth == 0:
            names.add(re.split(r"\W", text[at + 1 :], maxsplit=1)[0])
        depth += (letter == "{") - (letter == "}")
    return names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_server_has_words_and_the_values_they_name(language: str) -> None:
    has = words(SHARED, language)
    assert set(EVERYWHERE) - set(has) == set()
    for code, values in EVERYWHERE.items():
        assert placeholders(has[code]) <= values, code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_a_game_has_words_and_the_values_they_name(
    name: str, language: str
) -> None:
    game = GAMES[name]
    has = words(SHARED, language) | words(game.folder / "words", language)
    assert game.reasons
    for reason in game.reasons:
        assert reason.code in has, reason
        assert placeholders(has[reason.code]) <= set(reason.values), reason


def test_no_words_are_for_a_reason_that_nobody_gives() -> None:
    of_games = {name: {reason.code for reason in game.reasons} for name, game in GAMES.items()}
    of_any = EVERYWHERE.keys() | set.union(*of_games.values())
    assert set(words(SHARED, "en")) - of_any == OF_THE_CLIENT
    for name, codes in of_games.items():
        assert set(words(GAMES[name].folder / "words", "en")) - codes == set()


# --- how errors are made ------------------------------------------------------------------


def test_an_error_is_made_from_its_reason_and_from_nothing_else() -> None:
    taken = refusal("seat_taken", seat=2)
    assert isinstance(taken, NotYours)
    assert (taken.code, taken.values, str(taken)) == (
        "seat_taken",
        {"seat": 2},
        "That seat is taken.",
    )
    assert str(refusal("not_yet", at=7)) == "There is no entry 7 yet."
    with pytest.raises(KeyError):
        refusal("never_declared")
    with pytest.raises(AssertionError, match="seat_taken must come with"):
        refusal("seat_taken")


def test_a_reason_names_its_clause_or_the_one_of_the_case() -> None:
    reasons = declared(NotLegal, ("late", "A-1"), ("late", "A-2", "by"), ("late", "A-1", "by"))
    assert reasons == {"late": Reason(NotLegal, "late", "A-1, A-2", ("by",))}
    assert str(reasons["late"].error("No", by=1)) == "No (A-1, A-2)"
    found = reasons["late"].error("No", clause="A-2", by=1)
    assert (str(found), found.clause) == ("No (A-2)", "A-2")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_error_has_a_name_and_a_status(kind: type[GameError]) -> None:
    assert (kind_of(kind("")), status_of(kind(""))) == KINDS[kind]
    assert 400 <= status_of(kind("")) < 600


@pytest.mark.parametrize("code", REFUSALS)
def test_the_usual_words_of_a_refusal_use_values_that_come_along(code: str) -> None:
    assert placeholders(REFUSALS[code].text) <= set(REFUSALS[code].values)
