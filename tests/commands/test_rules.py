"""`tenluz rules`: the text of the page, in the reader's language."""

import pytest

from tenluz.engine.rulebook import rulebook
from tests.commands.running import tenluz
from tests.games_played import GAMES


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_rules_are_those_of_the_page(name: str, language: str) -> None:
    ran = tenluz("rules", name, "--language", language)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == rulebook(GAMES[name], language).text


def test_five_pictures_are_the_short_of_it() -> None:
    ran = tenluz("rules", "luz", "--short", "--language", "fr")
    assert ran.status == 0
    assert ran.out.count("~~~") == 10


def test_without_a_language_the_locale_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "uk_UA.UTF-8")
    assert tenluz("rules", "level10").out == rulebook(GAMES["level10"], "uk").text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["luz", "--language", "de"], "There is no language 'de'. Languages are: en, ru"),
        (["chess"], "There is no game 'chess'"),
    ],
)
def test_a_mistake_is_told_in_one_line(words: list[str], told: str) -> None:
    ran = tenluz("rules", *words)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
