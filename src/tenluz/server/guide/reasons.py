"""Why something was not done, and why a connection was closed: kinds, codes, reasons.

They are declared where the errors are made from them: refusals.py has the server's, `reasons`
of a game its own.
"""

import inspect
import typing
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tenluz.engine import catalogue
from tenluz.engine.errors import AT_ANY_TABLE, GameError, Reason
from tenluz.server.connection import CLOSE_CODES, POLICY
from tenluz.server.guide.markdown import heading, paragraph, table
from tenluz.server.protocol import ByeReason, Refused
from tenluz.server.refusals import HTTP_PROBLEMS, KINDS, REFUSALS

GOODBYES: dict[ByeReason, str] = {
    "restart": "The server stops or starts again; come back in a moment.",
    "not_understood": "Too many messages that mean nothing.",
    "too_fast": "Too many messages, again and again.",
    "too_large": "A message larger than any that means something.",
    "too_slow": "Messages were waiting that you did not read; come back, and hear what you missed.",
    "no_table": "There is no table of that name.",
    "full": "Too many watch this table already, or too many of your address.",
    "silent": "You did not say hello in time.",
    "closed": "The table is no more: closed by an operator, or too old.",
    "too_many": "You have too many connections open already.",
    "banned": "An operator does not let you play here for a time.",
    "signed_out": "Your cookie counts no more: you have signed out on all devices, or were.",
}


def refusals_part() -> Iterator[str]:
    """The kinds of refusals with their codes."""
    yield heading(2, "Refusals")
    yield paragraph(
        f"{inspect.getdoc(Refused)} Over HTTP the kind comes with the status given here. `why` "
        "says it in English, `clause` names the rule."
    )
    found = codes()
    rows = []
    for error, (kind, status) in KINDS.items():
        where = {room: names for (room, one), names in found.items() if one is error}
        told = [_said(room, names) for room, names in where.items()]
        rows.append((f"`{kind}`", inspect.getdoc(error) or "", str(status), " ".join(told)))
    yield table(("kind", "", "status", "codes"), rows)
    yield paragraph("Over HTTP there are also these, before a request is read or if that fails:")
    problems = [
        (str(one.status), f"`{one.kind}`", f"`{one.code}`", one.why or "What is wrong with it.")
        for one in HTTP_PROBLEMS
    ]
    yield table(("status", "kind", "code", ""), problems)


def goodbyes_part() -> Iterator[str]:
    """Why a connection ends."""
    yield heading(2, "Goodbyes")
    yield paragraph(
        "Before the server closes a connection it sends a [bye](#bye). The close frame has the "
        "same reason, with a code, for what sees only that."
    )
    rows = [
        (f"`{reason}`", GOODBYES[reason], str(CLOSE_CODES.get(reason, POLICY)))
        for reason in typing.get_args(ByeReason)
    ]
    yield table(("reason", "", "close code"), rows)


def _said(room: str, names: Iterable[str]) -> str:
    listed = ", ".join(f"`{name}`" for name in sorted(names))
    return f"{room}: {listed}." if room else f"{listed}."


def codes() -> dict[tuple[str, type[GameError]], set[str]]:
    """The codes by room and kind; a room is a game's title, or nothing for any table."""
    rooms: list[tuple[str, Iterable[Reason[GameError]]]] = [
        ("", [*REFUSALS.values(), *AT_ANY_TABLE]),
        *((game.title, game.reasons) for game in catalogue.games()),
    ]
    found: dict[tuple[str, type[GameError]], set[str]] = defaultdict(set)
    for room, reasons in rooms:
        for reason in reasons:
            found[room, reason.kind].add(reason.code)
    return dict(found)
