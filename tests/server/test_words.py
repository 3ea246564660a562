"""Whatever the server refuses, each catalogue of the web client has words for it.

The codes are read from the source, so a new reason without words fails here. Its sentence may
use only values that come along with it.
"""

import ast
import importlib
import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import tenluz
from tenluz.engine import errors
from tenluz.server import api, refusals

PACKAGE = Path(tenluz.__file__).parent
WORDS = Path(__file__).parents[2] / "web" / "src" / "lib" / "words"
LANGUAGES = ("en", "ru", "uk", "pl", "fr", "es")
PLACES = (
    "games/**/*.py",
    "engine/*.py",
    "bots/*.py",
    "server/*.py",
)  # from where a reason can come to a client
OF_THE_CLIENT = {"no_answer"}  # what it says when there is no server to say it
KINDS = {
    name: kind
    for module in (errors, refusals, api)
    for name, kind in vars(module).items()
    if inspect.isclass(kind) and issubclass(kind, errors.GameError)
}


@dataclass(frozen=True)
class Reason:
    """A refusal in the source; `values` is None where more of them come than are named."""

    code: str
    values: frozenset[str] | None
    where: str


def reasons() -> Iterator[Reason]:
    for pattern in PLACES:
        for path in sorted(PACKAGE.glob(pattern)):
            yield from _reasons_in(path)


def _reasons_in(path: Path) -> Iterator[Reason]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        where = f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in KINDS:
                around = [one for one in functions if node in ast.walk(one)]
                for code in _codes(node, KINDS[name], path, around):
                    given = {word.arg for word in node.keywords} - {"code", "clause"}
                    values = None if None in given else frozenset(filter(None, given))
                    yield Reason(code, values, where)
            elif name == "_problem" and isinstance(node.args[2], ast.Constant):
                yield Reason(node.args[2].value, frozenset(), where)  # an answer over HTTP
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            match [getattr(part, "value", None) for part in node.value.elts]:
                case [int(), str(code), str()]:  # what the gate says: status, code, reason
                    yield Reason(code, frozenset(), where)


def _codes(
    call: ast.Call, kind: type[errors.GameError], path: Path, around: list[ast.FunctionDef]
) -> Iterator[str]:
    """The codes that a call may give to its error."""
    if call.args and isinstance(call.args[0], ast.Starred):  # NotLegal(*REASONS[reason])
        table = call.args[0].value
        assert isinstance(table, ast.Subscript)
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for reason in getattr(importlib.import_module(name), ast.unparse(table.value)).values():
            yield kind(*reason).code
        return
    names = list(inspect.signature(kind.__init__).parameters)[1:]
    given = dict(zip(names, call.args, strict=False))
    given.update({word.arg: word.value for word in call.keywords if word.arg})
    if "code" not in given:
        yield kind.code
    else:
        yield from _words(given["code"], around)


def _words(node: ast.expr, around: list[ast.FunctionDef]) -> Iterator[str]:
    """All values that an expression may have: words, either of two, or a name for such."""
    if isinstance(node, ast.IfExp):
        yield from _words(node.body, around)
        yield from _words(node.orelse, around)
    elif isinstance(node, ast.Name):
        for statement in (part for one in around for part in ast.walk(one)):
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == node.id:
                yield from _words(statement.value, around)
    else:
        assert isinstance(node, ast.Constant), f"write the code as a word: {ast.unparse(node)}"
        yield node.value


def words(language: str) -> dict[str, str]:
    """The sentences for reasons: those that all tables share, and those of each game."""
    found = {}
    for folder in (WORDS, *PACKAGE.glob("games/*/words")):
        catalogue = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        found |= {
            key.removeprefix("reason."): text
            for key, text in catalogue.items()
            if key.startswith("reason.")
        }
    return found


def placeholders(text: str) -> set[str]:
    """The values that a sentence names: what stands in the outermost braces."""
    names, depth = set(), 0
    for at, letter in enumerate(text):
        if letter == "{" and depth == 0:
            names.add(re.split(r"\W", text[at + 1 :], maxsplit=1)[0])
        depth += (letter == "{") - (letter == "}")
    return names


def test_reasons_are_found_in_all_the_forms_in_which_they_are_written() -> None:
    found = {reason.code for reason in reasons()}
    assert {"follow", "not_in_hand"} <= found, "explain.py, by position"
    assert {"no_talk", "has_bot", "not_over"} <= found, "by name"
    assert {"finish_swap", "finish_pause"} <= found, "either of two"
    assert {"talk_closed", "not_true"} <= found, "from a table of reasons"
    assert {"too_late", "not_kept", "not_understood"} <= found, "as the kind of error says"
    assert {"other_host", "our_fault", "wrong_form"} <= found, "over HTTP"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    has = words(language)
    lacking = {reason.code: reason.where for reason in reasons() if reason.code not in has}
    assert lacking == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_wait_for_a_value_that_does_not_come(language: str) -> None:
    has = words(language)
    for reason in reasons():
        if reason.values is not None:
            assert placeholders(has[reason.code]) <= reason.values, reason


def test_no_words_are_for_a_reason_that_nobody_gives() -> None:
    assert set(words("en")) - {reason.code for reason in reasons()} == OF_THE_CLIENT
