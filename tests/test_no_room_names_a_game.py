"""No game is named outside its own folders, its tests and the docs: rooms ask the catalogue.

Docstrings are documentation, and may show a game as an example. Code and comments may not; and
what only one game has is an example of nothing, so docstrings do not speak of it either.
"""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE, WEB = ROOT / "src" / "tenluz", ROOT / "web" / "src"
# By its name in code or its title, and what only one game has.
NAMED = re.compile(r"level.?10|\bluz\b|(?<![a-z])(worlds?|beads?)(?![a-z])", re.IGNORECASE)
OF_ONE_GAME = re.compile(r"\b(worlds?|beads?|trumps?)\b", re.IGNORECASE)
PYTHON = [path for path in PACKAGE.rglob("*.py") if "games" not in path.relative_to(PACKAGE).parts]
PAGES = [
    path
    for path in WEB.rglob("*")
    if path.suffix in (".ts", ".svelte", ".css") and "games" not in path.relative_to(WEB).parts
    if not path.name.endswith(".test.ts")
]


def docstrings(text: str) -> set[int]:
    """The lines on which docstrings begin: strings that stand alone."""
    return {
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def spoken_of(text: str) -> list[str]:
    """The docstrings of a module that speak of what only one game has."""
    return [
        f"{node.lineno}: {node.value.value}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and OF_ONE_GAME.search(str(node.value.value))
    ]


def named(text: str) -> list[str]:
    """What a module says of a game, docstrings apart."""
    about = docstrings(text)
    return [
        f"{token.start[0]}: {token.string}"
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT)
        and NAMED.search(token.string)
        and token.start[0] not in about
    ]


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_of_a_room_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert named(text) == []
    assert spoken_of(text) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(WEB)))
def test_no_shared_page_names_a_game(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if NAMED.search(line)] == []


def test_a_name_is_found_where_it_is() -> None:
    assert named('"""Level 10 is an example."""\nx = 1\n') == []
    assert spoken_of('"""Level 10 is an example."""\nx = 1\n') == []
    assert spoken_of('def f():\n    """As many as there are worlds."""\n')
    for line in ('GAMES = ("level10",)', "from luz import x", "y = 1  # of Luz", "world = 3"):
        assert named(f"{line}\n"), line
    assert len(PYTHON) > 100
    assert len(PAGES) > 20
