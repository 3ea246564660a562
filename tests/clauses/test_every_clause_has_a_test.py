"""Each clause and each ruling of both games is named by at least one test.

A test names a clause by its id, `L-12`, in its docstring; in its own name the id may stand as
`l_12` between underscores. An id is a whole word: L-12 does not name L-1.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
LAST = {"L": 23, "R": 11, "Z": 18, "S": 6}  # the ids of rules/level10.md and rules/luz.md
CLAUSES = [f"{letter}-{number}" for letter, last in LAST.items() for number in range(1, last + 1)]

IN_WORDS = re.compile(r"(?<![A-Za-z0-9-])([LRZS])-(\d+)(?![0-9-])")
IN_NAMES = re.compile(r"(?<![a-z0-9])([lrzs])_(\d+)(?![0-9])")


def named_in(name: str, docstring: str) -> set[str]:
    """The clauses that a test names. A range, `L-13 to L-18`, names its two ends only."""
    found = {f"{letter}-{number}" for letter, number in IN_WORDS.findall(docstring)}
    return found | {f"{letter.upper()}-{number}" for letter, number in IN_NAMES.findall(name)}


def each_test(source: str) -> Iterator[tuple[str, str]]:
    """Name and docstring of every test function of a file, also of those in classes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test"):
                yield node.name, ast.get_docstring(node) or ""


def by_clause() -> dict[str, list[str]]:
    """For each id that a test names, the tests that do."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, docstring in each_test(path.read_text(encoding="utf-8")):
            for clause in named_in(name, docstring):
                found.setdefault(clause, []).append(f"{path.relative_to(TESTS)}::{name}")
    return found


FOUND = by_clause()


@pytest.mark.parametrize("clause", CLAUSES)
def test_it_is_named(clause: str) -> None:
    assert FOUND.get(clause), f"no test names {clause}"


def test_no_test_names_what_is_no_clause() -> None:
    assert {clause: FOUND[clause] for clause in FOUND if clause not in CLAUSES} == {}


def test_an_id_is_a_whole_word() -> None:
    assert named_in("test_a", "L-12 and R-1: words.") == {"L-12", "R-1"}
    assert named_in("test_a", "XL-1, L-1-2, L1, L 1, l-1") == set()
    assert named_in("test_l_12_and_z_3", "") == {"L-12", "Z-3"}
    assert named_in("test_all_12", "") == set()
    assert named_in("test_a", "`S-5`, (Z-18); Z-1.") == {"S-5", "Z-18", "Z-1"}


def test_only_tests_count() -> None:
    source = 'def test_a():\n    "L-1"\n    # L-2\n    x = "L-3"\n\ndef helper():\n    "L-4"\n'
    assert [named_in(*found) for found in each_test(source)] == [{"L-1"}]
