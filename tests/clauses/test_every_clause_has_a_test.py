"""Each clause and each ruling of the games is proved by at least one test.

A test says so by its mark, `@pytest.mark.clause("L-12", "R-9")`. What counts is not that a mark is
written somewhere, but that pytest collects a test with it, below tests/games, and would run it.
The clauses are those of each game's RULES.md.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games_played import GAMES

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"(?<![A-Za-z0-9-])([A-Z]-\d+)(?![0-9-])")


def clauses(text: str) -> set[str]:
    """The ids in a text, each a whole word."""
    return set(CLAUSE.findall(text))


def rules_of(name: str) -> set[str]:
    return clauses((GAMES[name].folder / "RULES.md").read_text(encoding="utf-8"))


def collected(folder: Path, *paths: Path) -> dict[str, list[str]]:
    """The tests below some paths, by the clauses that they prove."""
    target = folder / "clauses.json"
    words = [sys.executable, "-m", "tests.clauses.collected", target, *paths]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return collected(tmp_path_factory.mktemp("clauses"), ROOT / "tests" / "games")


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_proved_by_a_test(name: str, proved: dict[str, list[str]]) -> None:
    missing = sorted(rules_of(name) - proved.keys())
    assert not missing, f"no test that runs is marked with {', '.join(missing)}"


def test_every_mark_names_a_clause(proved: dict[str, list[str]]) -> None:
    known = set().union(*map(rules_of, GAMES))
    assert {clause: tests for clause, tests in proved.items() if clause not in known} == {}


@pytest.mark.parametrize("name", GAMES)
def test_rules_leave_no_clause_out(name: str) -> None:
    """Of every letter, all numbers from 1 to the highest."""
    found = rules_of(name)
    assert found
    for letter in {clause[0] for clause in found}:
        numbers = {int(clause[2:]) for clause in found if clause[0] == letter}
        assert numbers == set(range(1, max(numbers) + 1)), letter


def test_an_id_is_a_whole_word() -> None:
    assert clauses("L-12 and R-1: words. `S-5`, (Z-18); [Z-1].") == {
        *("L-12", "R-1", "S-5", "Z-18", "Z-1")
    }
    assert clauses("XL-1, L-1-2, L1, L 1, l-1") == set()


SOME_TESTS = """
import pytest

@pytest.mark.clause("A-1", "A-2")
def test_a(): pass

def test_b():
    "A-3 is only mentioned."

@pytest.mark.skip
@pytest.mark.clause("A-4")
def test_c(): pass

@pytest.mark.skipif(True, reason="not here")
@pytest.mark.clause("A-5")
def test_d(): pass

@pytest.mark.skipif(False, reason="elsewhere")
@pytest.mark.clause("A-6")
def test_e(): pass

@pytest.mark.xfail
@pytest.mark.clause("A-7")
def test_f(): pass

@pytest.mark.clause("A-8")
def helper(): pass

@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.clause("A-9"))])
def test_g(x): pass

@pytest.mark.clause()
def test_h(): pass
"""


def test_only_tests_that_run_prove_anything(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SOME_TESTS, encoding="utf-8")
    found = collected(tmp_path, tmp_path / "test_some.py")
    names = {clause: [test.partition("::")[2] for test in tests] for clause, tests in found.items()}
    assert names == {
        "A-1": ["test_a"],
        "A-2": ["test_a"],
        "A-6": ["test_e"],
        "A-9": ["test_g[2]"],
        "": ["test_h"],
    }
