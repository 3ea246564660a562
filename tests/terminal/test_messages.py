"""The sentences of the terminal: whole in six languages, and the same as the page's."""

import fnmatch
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenluz.engine.errors import AT_ANY_TABLE, NotUnderstood
from tenluz.terminal.messages import (
    LANGUAGES,
    OWN,
    SOURCE,
    Messages,
    catalogue,
    language_named,
    language_of_locale,
)
from tests.commands.running import tenluz
from tests.games_played import GAMES
from tests.terminal.icu import pattern_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src" / "lib" / "words"
FOLDERS = {
    "terminal": OWN,
    **{f"{name} words": game.folder / "words" for name, game in GAMES.items()},
    **{f"{name} terminal": game.folder / "words" / "terminal" for name, game in GAMES.items()},
}
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
NUMBERS = (0, 1, 2, 3, 5, 11, 21, 22, 25, 111)

in_each_folder = pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
in_each_language = pytest.mark.parametrize("language", LANGUAGES)
in_each_translation = pytest.mark.parametrize("language", TRANSLATED)


@in_each_translation
@in_each_folder
def test_every_language_has_the_same_keys_with_the_same_arguments(folder, language):
    source, found = catalogue(folder, SOURCE), catalogue(folder, language)
    assert source
    assert list(found) == list(source)
    for key, message in found.items():
        wanted, has = pattern_of(source[key]).arguments, pattern_of(message).arguments
        assert set(has) == set(wanted), key


@in_each_translation
@in_each_folder
def test_whatever_is_counted_has_every_plural_form_of_the_language(folder, language):
    forms = {"one", "other"} if language in ("fr", "es") else {"one", "few", "many", "other"}
    for key, message in catalogue(folder, SOURCE).items():
        counted = {
            name
            for name, plurals in pattern_of(message).plurals.items()
            if any("one" in each for each in plurals)
        }
        translated = pattern_of(catalogue(folder, language)[key])
        for name in counted:
            # A language may do without: `10 pkt`.
            for each in translated.plurals.get(name, ()):
                assert forms <= each, key


def values_for(message: str) -> Iterator[dict[str, str | int]]:
    """Values of every kind for a message."""
    arguments = pattern_of(message).arguments
    choices = set(re.findall(r"(\w+) \{", message)) | {"other"}
    for number in NUMBERS:
        for choice in choices:
            yield {
                name: number
                if kind in ("plural", "number")
                else choice
                if kind == "select"
                else "X"
                for name, kind in arguments.items()
            }


@in_each_language
@in_each_folder
def test_every_message_can_be_told(folder, language):
    game = next((g for g in GAMES.values() if g.folder in folder.parents), None)
    say = Messages(language, game)
    for key, message in catalogue(folder, language).items():
        for values in values_for(message):
            told = say(key, **values)
            assert told.strip() == told or key == "bid"
            assert not re.search(r"[{}#]", told), (key, told)


@in_each_folder
def test_notes_are_on_keys_that_are_there(folder):
    notes = catalogue(folder, "notes")
    assert notes
    for note in notes:  # on one key, or on all that begin alike: option.*
        found = fnmatch.filter(catalogue(folder, SOURCE), note)
        assert found, note


@in_each_language
@in_each_folder
def test_sentences_have_the_signs_of_print(folder, language):
    for key, message in catalogue(folder, language).items():
        assert not re.search(r"[\"']|\.\.\.", message), key
        if language == "fr":
            assert not re.search(r"[ \u00a0]([;!?»]|:(?!:))|«[ \u00a0]", message), key


@in_each_language
def test_what_the_page_says_too_is_said_in_the_same_words(language):
    """The page's own catalogue is not in the package, so a few of its sentences are here again."""
    page = json.loads((PAGE / f"{language}.json").read_text(encoding="utf-8"))
    mine = catalogue(OWN, language)
    shared = set(page) & set(mine)
    assert len(shared) > 10
    assert {key: mine[key] for key in shared} == {key: page[key] for key in shared}


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_that_a_move_can_be_refused_for_has_words(name):
    say = Messages(SOURCE, GAMES[name])
    told = {reason.code for reason in (*GAMES[name].reasons, *AT_ANY_TABLE)}
    # What is typed and not understood is answered with how to type it.
    assert {code for code in told if f"reason.{code}" not in say} == {NotUnderstood.code}


def test_no_message_of_the_terminal_lies_unused():
    files = [*(ROOT / "src/tenluz/terminal").glob("*.py")]
    files += (ROOT / "src/tenluz/games").glob("*/terminal/*.py")
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    patterns = [
        re.compile(re.sub(r"\\\{.*?\\\}", r"\\w+", re.escape(found)))
        for found in re.findall(r"f[\"']([a-zA-Z.]+\.\{[^\"']*\})[\"']", code)
    ]
    for folder in (OWN, *(game.folder / "words" / "terminal" for game in GAMES.values())):
        for key in catalogue(folder, SOURCE):
            if not any(pattern.fullmatch(key) for pattern in patterns):
                assert f'"{key}"' in code or f"'{key}'" in code, key


# --- plurals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "key", "wanted"),
    [
        (
            "ru",
            "cards",
            "нет карт|1 карта|2 карты|3 карты|5 карт|11 карт|21 карта|22 карты|25 карт|111 карт",
        ),
        (
            "uk",
            "cards",
            "немає карт|1 карта|2 карти|3 карти|5 карт|11 карт|21 карта|22 карти|25 карт|111 карт",
        ),
        (
            "pl",
            "cards",
            "brak kart|1 karta|2 karty|3 karty|5 kart|11 kart|21 kart|22 karty|25 kart|111 kart",
        ),
        (
            "fr",
            "cards",
            "aucune carte|1 carte|2 cartes|3 cartes|5 cartes|11 cartes|21 cartes|22 cartes"
            "|25 cartes|111 cartes",
        ),
    ],
)
def test_numbers_take_the_form_that_the_language_wants(language, key, wanted):
    say = Messages(language)
    assert [say(key, count=number) for number in NUMBERS] == wanted.split("|")


def test_a_list_ends_with_and():
    assert Messages("en").listed(["a", "b", "c"]) == "a, b and c"
    assert Messages("pl").listed(["a", "b"]) == "a i b"
    assert Messages("fr").listed(["a"]) == "a"


# --- which language -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"LC_ALL": "pl_PL.UTF-8", "LANG": "fr_FR"}, "pl"),
        ({"LC_MESSAGES": "uk_UA.UTF-8", "LANG": "fr_FR"}, "uk"),
        ({"LC_ALL": "", "LANG": "es"}, "es"),
        ({"LANG": "ru@latin"}, "ru"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fry_NL.UTF-8"}, "en"),  # West Frisian, not French
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_the_locale(environment, wanted):
    assert language_of_locale(environment) == wanted


def test_a_language_that_is_not_there_is_refused_with_those_that_are(tmp_path, monkeypatch):
    with pytest.raises(NotUnderstood, match="en, ru, uk, pl, fr, es"):
        language_named("de")
    monkeypatch.setenv("TENLUZ_DATA", str(tmp_path))
    ran = tenluz("play", "--language", "klingon")
    assert ran.status == 2
    assert ran.err == (
        "tenluz: There is no language 'klingon'. Languages are: en, ru, uk, pl, fr, es.\n"
    )
