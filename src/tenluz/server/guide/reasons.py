"""Why something was not done, and why a connection was closed: kinds, codes, reasons.

The codes are read from the source: every error that the rules or the server can raise names
its code where it is made, so a list kept by hand would only fall behind.
"""

import ast
import functools
import importlib
import inspect
import pkgutil
import typing
from collections import defaultdict
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from tenluz.engine import catalogue
from tenluz.engine.errors import GameError
from tenluz.server import app, refusals
from tenluz.server import connection as socket
from tenluz.server import http_guard as gate
from tenluz.server.api import NotFound, status_of
from tenluz.server.guide.blocks import Block, Heading, Paragraph, Table
from tenluz.server.protocol import ByeReason, Refused

KINDS: dict[type[GameError], str] = {**refusals.KINDS, NotFound: NotFound.code}

GOODBYES: dict[ByeReason, str] = {
    "restart": "The server stops or starts again; come back in a moment.",
    "not_understood": "Too many messages that mean nothing.",
    "too_fast": "Too many messages, again and again.",
    "too_large": "A message larger than any that means something.",
    "too_slow": "Messages were waiting that you did not read; come back, and hear what you missed.",
    "no_table": "There is no table of that name.",
    "full": "Too many look at this table already.",
}

# Modules that tell a client nothing: parts that other rooms ask a game for, and the rest of ours.
LEFT_OUT = (
    "migrations", "guide", "bots", "environment", "measures", "openspiel", "picture", "solver",
    "terminal",
)  # fmt: skip


def refusals_part() -> Iterator[Block]:
    """The kinds of refusals with their codes."""
    yield Heading(2, "Refusals")
    yield Paragraph(
        f"{inspect.getdoc(Refused)} Over HTTP the kind comes with the status given here. `why` "
        "says it in English, `clause` names the rule."
    )
    found = codes()
    rows = []
    for error, kind in KINDS.items():
        where = {room: names for (room, one), names in found.items() if one == kind}
        told = [_said(room, names) for room, names in where.items()]
        status = str(status_of(error("")))
        rows.append((f"`{kind}`", inspect.getdoc(error) or "", status, " ".join(told)))
    yield Table(("kind", "", "status", "codes"), tuple(rows))
    yield Paragraph("Over HTTP there are also these, before a request is read or if that fails:")
    yield Table(("status", "kind", "code", ""), tuple(_before_answering()))


def _before_answering() -> Iterator[tuple[str, ...]]:
    """What the gate answers, and the app for a form that it cannot read, from their source."""
    for module in (gate, app):
        for part in ast.walk(ast.parse(inspect.getsource(module))):
            said: list[ast.expr] = []
            if isinstance(part, ast.Return) and isinstance(part.value, ast.Tuple):
                status, *rest = part.value.elts
                said = [status, ast.Constant(gate.KIND), *rest]
            elif isinstance(part, ast.Call) and ast.unparse(part.func) == "_problem":
                said = part.args
            texts = [str(one.value) if isinstance(one, ast.Constant) else "" for one in said]
            if texts and all(texts[:3]):
                number, kind, code, why = texts
                yield number, f"`{kind}`", f"`{code}`", why or "What is wrong with it."


def goodbyes_part() -> Iterator[Block]:
    """Why a connection ends."""
    yield Heading(2, "Goodbyes")
    yield Paragraph(
        "Before the server closes a connection it sends a [bye](#bye). The close frame has the "
        "same reason, with a code, for what sees only that."
    )
    rows = [
        (f"`{reason}`", GOODBYES[reason], str(socket.CLOSE_CODES.get(reason, socket.POLICY)))
        for reason in typing.get_args(ByeReason)
    ]
    yield Table(("reason", "", "close code"), tuple(rows))


def _said(room: str, names: Iterable[str]) -> str:
    listed = ", ".join(f"`{name}`" for name in sorted(names))
    return f"{room}: {listed}." if room else f"{listed}."


# --- codes, from the source ---------------------------------------------------------------


@functools.cache
def codes() -> dict[tuple[str, str], set[str]]:
    """The codes by room and kind; a room is a game's title, or nothing for the server."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for room, module in _rooms():
        for error, code in _raised(module):
            if not room or code != error.code:  # what a game cannot read is told by its kind
                found[room, KINDS[error]].add(code)
    return dict(found)


def _rooms() -> Iterator[tuple[str, ModuleType]]:
    import tenluz.games
    import tenluz.server

    titles = {f"tenluz.games.{game.name}": game.title for game in catalogue.games()}
    for package in (tenluz.server, tenluz.games):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not any(f".{part}" in info.name for part in LEFT_OUT):
                title = next((titles[one] for one in titles if info.name.startswith(one)), "")
                yield title, importlib.import_module(info.name)


def _raised(module: ModuleType) -> Iterator[tuple[type[GameError], str]]:
    """Each error that a module makes, with its codes."""
    errors = {error.__name__: error for error in KINDS}
    for function in ast.walk(ast.parse(inspect.getsource(module))):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call):
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                if name in errors:
                    for code in _codes(call, errors[name], function, module):
                        yield errors[name], code


def _codes(call: ast.Call, error: type[GameError], function: ast.AST, module: ModuleType) -> Any:
    place = list(inspect.signature(error).parameters).index("code")
    if call.args and isinstance(call.args[0], ast.Starred):  # a row of a table of reasons
        table = call.args[0].value
        assert isinstance(table, ast.Subscript)
        assert isinstance(table.value, ast.Name)
        return [row[place] for row in getattr(module, table.value.id).values()]
    named = [word.value for word in call.keywords if word.arg == "code"]
    said = named or call.args[place : place + 1]
    return _texts(said[0], function) if said else [error.code]


def _texts(said: ast.expr, function: ast.AST) -> list[str]:
    """A code as it is written, or all that a variable for it may hold."""
    if isinstance(said, ast.Name):
        return [
            text
            for part in ast.walk(function)
            if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == said.id
            for text in _texts(part.value, function)
        ]
    if isinstance(said, ast.IfExp):
        return _texts(said.body, function) + _texts(said.orelse, function)
    return [said.value] if isinstance(said, ast.Constant) and isinstance(said.value, str) else []
