"""Each clause of RULES.md is named by the docstring of at least one test."""

import ast
import re
from pathlib import Path

import tenluz_oh_hell

RULES = Path(tenluz_oh_hell.__file__).with_name("RULES.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"\[(O-\d+)\]", RULES)


def named_in(path: Path) -> set[str]:
    """The clauses that the tests of a file name. A range names its two ends only."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found |= set(re.findall(r"\bO-\d+\b", ast.get_docstring(node) or ""))
    return found


def test_each_clause_is_tested_and_there_is_no_other():
    here = Path(__file__).parent
    assert [f"O-{number}" for number in range(1, len(CLAUSES) + 1)] == CLAUSES
    assert set().union(*map(named_in, here.glob("test_*.py"))) == set(CLAUSES)
