"""Every option of every game stands in its RULES.md and in docs/records.md, as it is.

In both it has a row of a table: its name, its readings, and the default, where `ru`: before a
reading says that this is the default of that edition. Sizes have one in docs/records.md only.
"""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenluz.engine.game import Game
from tests.games_played import GAMES

ROOT = Path(__file__).parents[2]
OPTIONS = [
    pytest.param(game, field, id=f"{game.name}-{field.name}")
    for game in GAMES.values()
    for field in dataclasses.fields(game.options_type)
]
WORD = re.compile(r"`([^`]+)`")


def rows(text: str) -> Iterator[list[str]]:
    """The cells of every row of every table."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def in_records(game: Game, name: str) -> list[str]:
    """Its row in docs/records.md, in the table of its game."""
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    found: list[list[str]] = []
    inside = False
    for row in rows(text[text.index("## Options") :]):
        if row[1:] == ["values", "left out"]:
            inside = row[0] == game.title
        elif inside and row[0] == f"`{name}`":
            found.append(row)
    (only,) = found
    return only


def in_rules(game: Game, name: str) -> list[str]:
    """Its row in RULES.md, from its name on."""
    text = (Path(game.folder) / "RULES.md").read_text(encoding="utf-8")
    (only,) = [row[1:] for row in rows(text) if len(row) > 1 and row[1] == f"`{name}`"]
    return only


def readings(field: Any) -> set[str]:
    """What may be chosen, as JSON writes it; none of a number."""
    if "switch" in field.metadata:
        return {"true", "false"}
    return set(field.metadata.get("readings", ()))


def default(game: Game, name: str, edition: str | None) -> str:
    """What it is where nobody names it."""
    given = {"edition": edition} if edition else {}
    found = getattr(game.options(given), name)
    return str(found).lower() if isinstance(found, bool) else str(found)


def check_defaults(game: Game, name: str, cell: str) -> None:
    """`won`; `ru`: `no_card_under_pause`: the first is of all editions but those named."""
    usual, *apart = cell.split(";")
    named = dict(WORD.findall(part) for part in apart)
    fields = {field.name: field.metadata for field in dataclasses.fields(game.options_type)}
    alike = name == "edition" or "edition" not in fields
    for edition in (None,) if alike else fields["edition"]["readings"]:
        said = named.get(edition) or usual.strip("` ")
        assert said == default(game, name, edition), (name, edition)


@pytest.mark.parametrize(("game", "field"), OPTIONS)
def test_an_option_is_in_the_docs_of_records(game: Game, field: Any) -> None:
    _, values, left_out = in_records(game, field.name)
    assert set(WORD.findall(values)) == readings(field)
    if "range" in field.metadata:
        low, high = field.metadata["range"]
        assert values == f"{low} to {high}"
        if field.default >= 0:
            assert left_out == str(field.default)
    else:
        check_defaults(game, field.name, left_out)


@pytest.mark.parametrize(("game", "field"), OPTIONS)
def test_an_option_is_in_the_rules(game: Game, field: Any) -> None:
    text = (Path(game.folder) / "RULES.md").read_text(encoding="utf-8")
    assert f"`{field.name}`" in text
    for reading in field.metadata.get("readings", ()):
        assert f"`{reading}`" in text
    if field.name != "edition" and "range" not in field.metadata:
        _, said, left_out = in_rules(game, field.name)
        assert readings(field) <= set(WORD.findall(said))
        check_defaults(game, field.name, left_out)
