"""The rules for newcomers: every clause in every language, and pictures of what can really be."""

import copy
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.rulebook import Rulebook, rulebook
from tests.browser.words import LANGUAGES
from tests.games_played import GAMES

PICTURE = re.compile(r"~~~(\w+)\n(.*?)\n~~~", re.DOTALL)

everywhere = pytest.mark.parametrize("language", LANGUAGES)
of_each_game = pytest.mark.parametrize("name", GAMES)


def pictures(found: Rulebook) -> list[tuple[str, ...]]:
    return PICTURE.findall(found.text)


def drawn(name: str, kind: str, short: bool) -> list[str]:
    """The pictures of a kind."""
    return [text for found, text in pictures(rulebook(GAMES[name], short=short)) if found == kind]


@everywhere
@of_each_game
def test_every_clause_is_stated_in_every_language(name: str, language: str) -> None:
    game = GAMES[name]
    found = rulebook(game, language)
    assert found.language == language
    stated = set(found.clauses())
    exact = set(re.findall(r"[A-Z]-\d+", (game.folder / "RULES.md").read_text("utf-8")))
    assert stated == exact


@everywhere
@of_each_game
@pytest.mark.parametrize("short", [False, True])
def test_a_translation_has_the_same_parts_as_the_source(
    name: str, language: str, short: bool
) -> None:
    game = GAMES[name]
    source, found = rulebook(game, "en", short=short), rulebook(game, language, short=short)
    assert pictures(found) == pictures(source)
    assert list(found.clauses()) == list(source.clauses())
    for sign in ("\n#", "\n- ", "\n|", "\n\n", "**"):
        assert found.text.count(sign) == source.text.count(sign), sign
    assert re.findall(r"\d+ \+ \d+ = \d+", found.text) == re.findall(
        r"\d+ \+ \d+ = \d+", source.text
    )


@of_each_game
def test_the_short_text_has_five_pictures(name: str) -> None:
    assert len(pictures(rulebook(GAMES[name], short=True))) == 5


@pytest.mark.parametrize("short", [False, True])
def test_grids_in_the_pictures_obey_the_rules_of_placing(short: bool) -> None:
    grids = drawn("level10", "grid", short)
    assert grids
    for grid in grids:
        rows = [[cell.rstrip("!x") for cell in line.split()[1:]] for line in grid.split("\n")]
        for row in rows:
            values = [0]
            for cell in row:
                values.append(values[-1] if cell in "P." else int(cell))
            assert all(b >= a or b == 0 for a, b in pairwise(values)), row
            levels = [cell for cell in row if cell not in "0P."]
            assert len(levels) == len(set(levels)), row
            assert row.count("0") <= 2
            first_empty = row.index(".") if "." in row else len(row)
            assert all(cell == "." for cell in row[first_empty:])
        for column in zip(*rows, strict=True):
            whole = len(rows) == 5 and "." not in column
            assert column.count("0") == 1 if whole else column.count("0") <= 1, column


@pytest.mark.parametrize("short", [False, True])
def test_tricks_in_the_pictures_are_taken_by_the_card_that_is_marked(short: bool) -> None:
    tricks = [text.split() for text in drawn("luz", "trick", short)]
    assert tricks
    for trick in tricks:
        (marked,) = [card for card in trick if card.endswith("*")]
        cards = [card.rstrip("*") for card in trick]
        led = cards[0][0]
        strength = [(card[0] == "Y", card[0] == led, int(card[1:])) for card in cards]
        assert cards[strength.index(max(strength))] == marked.rstrip("*")


def test_a_game_without_a_rulebook_has_its_rules_or_says_so(tmp_path: Path) -> None:
    game = copy.copy(GAMES["luz"])
    game.__dict__["folder"] = tmp_path
    with pytest.raises(NotUnderstood, match="Luz comes without"):
        rulebook(game)
    (tmp_path / "RULES.md").write_text("# Whist")
    assert rulebook(game, "pl") == Rulebook("en", "# Whist")
    (tmp_path / "rulebook").mkdir()
    (tmp_path / "rulebook" / "en.md").write_text("# How to play whist")
    assert rulebook(game, "pl", short=True) == Rulebook("en", "# How to play whist")
