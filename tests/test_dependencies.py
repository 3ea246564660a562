"""What the package imports, pyproject.toml declares: else it works only where others bring it."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tenluz"
# What only those who work on Tenluz install: the package itself must not need it.
NOT_FOR_USERS = {"bench", "dev", "node"}
# Adapters to the libraries of other people: who calls such an adapter has its library.
CALLERS_OWN = {"pufferlib", "tensordict", "torchrl"}


def third_party_imports() -> dict[str, set[str]]:
    """Each imported package that is neither ours nor Python's own, and the files that do so."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for name in imports(ast.parse(path.read_bytes())):
            if name != PACKAGE.name and name not in sys.stdlib_module_names:
                found.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    return found


def imports(tree: ast.AST) -> Iterator[str]:
    """What is imported when the program runs: not what only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from (name for part in node.orelse for name in imports(ast.Module([part], [])))
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            yield node.module.partition(".")[0]
        else:
            yield from imports(node)


def declared() -> set[str]:
    """Every distribution that somebody gets who installs Tenluz, with extras or without."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    wanted = [*project["dependencies"]]
    for extra in extras.keys() - NOT_FOR_USERS:
        wanted += extras[extra]
    return {canonical(requirement) for requirement in wanted}


def canonical(requirement: str) -> str:
    """The name in a requirement, in the one spelling that all agree on (PEP 503)."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def test_every_import_is_declared() -> None:
    installed = packages_distributions()
    allowed = declared()
    missing = {
        name: sorted(files)
        for name, files in third_party_imports().items()
        if name not in CALLERS_OWN
        # A distribution may be named unlike what it brings: open_spiel brings pyspiel.
        and not allowed & {canonical(one) for one in installed.get(name, [name])}
    }
    assert missing == {}


def test_what_is_left_to_the_caller_is_imported_by_an_adapter() -> None:
    assert third_party_imports().keys() >= CALLERS_OWN
