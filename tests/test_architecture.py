"""docs/architecture.md tells the truth: the walk of one move names functions that there are."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tenluz"
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WALKED = TEXT.partition("## A move over the wire")[2].partition("| what | how |")[0]
WALK = [
    line
    for line in WALKED.splitlines()
    if line.startswith("| ") and not line.startswith(("| step", "| ---"))
]


def methods() -> dict[str, set[str]]:
    """What each class can do, those of one name together."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                named = (ast.FunctionDef, ast.AsyncFunctionDef)
                its = {each.name for each in node.body if isinstance(each, named)}
                found.setdefault(node.name, set()).update(its)
    return found


METHODS = methods()


@pytest.mark.parametrize("step", WALK, ids=lambda step: step.split("|")[1].strip()[:40])
def test_every_step_of_a_move_names_what_there_is(step: str) -> None:
    functions = re.findall(r"`([A-Z]\w+)(?:\.(\w+))?`", step)
    files = re.findall(r"`((?:server|engine|web)/[\w./]+)`", step)
    assert functions
    for path in files:
        assert (PACKAGE / path).is_file() or (ROOT / path).is_file(), path
    for name, method in functions:
        if any(path.endswith(".ts") for path in files):
            text = "".join((ROOT / path).read_text(encoding="utf-8") for path in files)
            assert re.search(rf"class {name}\b", text)
            assert re.search(rf"\b{method}\s*\(", text)
        else:
            assert name in METHODS, name
            assert not method or method in METHODS[name], f"{name}.{method}"


def test_the_walk_has_all_its_steps() -> None:
    assert len(WALK) >= 8


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`?\b([a-z_0-9]+\.py)\b", TEXT))))
def test_every_module_that_is_named_is_there(name: str) -> None:
    places = [PACKAGE, ROOT / "web" / "tools", ROOT / "tests"]
    assert any(path for place in places for path in place.rglob(name)), name
