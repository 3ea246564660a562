"""Reasons of the table itself, beside those of the rules, and how all become messages.

The words of a game's reasons are in its explain.py. Here is who may do what, and when.
"""

from tenluz.engine.errors import GameError, NotLegal, NotUnderstood, NotYours
from tenluz.server.protocol import Refused


class TooLate(GameError):
    """The table has moved on since."""

    code = "too_late"


class TooFast(GameError):
    """More than a person could mean."""

    code = "too_fast"


class NotKept(GameError):
    """The server could not write it down."""

    code = "not_kept"


def not_seated() -> NotYours:
    return NotYours("You do not sit at this table.", "not_seated")


def bot_plays() -> NotYours:
    return NotYours("A bot plays your seat; take it back first.", "bot_plays")


def not_over() -> NotLegal:
    return NotLegal("The game is not over yet.", code="not_over")


def moved_on() -> TooLate:
    return TooLate("The table has moved on since; look again.")


def not_kept() -> NotKept:
    return NotKept("The server could not write it down; try again.")


def too_fast() -> TooFast:
    return TooFast("That was too fast; wait a moment.")


def hello_first() -> NotUnderstood:
    return NotUnderstood("Say hello first.", "hello_first")


def refused(error: GameError, command: str | None) -> Refused:
    """An error as the message that tells it."""
    kind = "not_understood"
    for one, its_kind in KINDS.items():
        if isinstance(error, one):
            kind = its_kind
    clause = error.clause if isinstance(error, NotLegal) else ""
    return Refused(command, kind, error.code, str(error), error.values, clause)  # type: ignore[arg-type]


KINDS: dict[type[GameError], str] = {
    NotUnderstood: "not_understood",
    NotLegal: "not_legal",
    NotYours: "not_yours",
    TooLate: "too_late",
    TooFast: "too_fast",
    NotKept: "not_kept",
}
