"""Names that a stranger can trust: one class of a name in the engine and the rooms."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "tenluz"


def classes(*, of_games: bool) -> dict[str, list[str]]:
    """Where each class is, by its name."""
    found = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        where = path.relative_to(PACKAGE)
        if ("games" in where.parts) == of_games:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(f"{where}:{node.lineno}")
    return found


def test_no_two_classes_of_rooms_have_one_name() -> None:
    shared = classes(of_games=False)
    assert len(shared) > 200
    assert {name: places for name, places in shared.items() if len(places) > 1} == {}


# What each game fills in by the name that the interface gives it.
OF_THE_INTERFACE = {"Screen", "Statement"}


def test_a_game_has_no_second_meaning_for_the_name_of_a_rooms_class() -> None:
    both = classes(of_games=True).keys() & classes(of_games=False).keys()
    assert both <= OF_THE_INTERFACE
