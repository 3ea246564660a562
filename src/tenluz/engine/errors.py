"""The three ways in which a person's word can fail, and what each must say.

Every error names what was wrong and, where a rule forbids it, the clause. `code` and
`values` say the same without words, so that a screen can tell it in any language. Codes that
reach a screen are declared, and errors made from the declaration: see `Reason`.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

Value = str | int


class GameError(Exception):
    """Something a person did that cannot be done; its text is for that person."""

    code = "wrong"

    def __init__(self, text: str, code: str = "", **values: Value) -> None:
        super().__init__(text)
        self.code = code or type(self).code
        self.values: dict[str, Value] = values


class NotUnderstood(GameError):
    """The words do not mean anything here: a typing error, an unknown option."""

    code = "not_understood"


class NotLegal(GameError):
    """Understood, but the rules forbid it."""

    code = "not_legal"

    def __init__(self, text: str, clause: str = "", code: str = "", **values: Value) -> None:
        super().__init__(f"{text} ({clause})" if clause else text, code, **values)
        self.clause = clause


class NotYours(GameError):
    """Legal for somebody, but not for the seat that asked."""

    code = "not_yours"


Kind_co = TypeVar("Kind_co", bound=GameError, covariant=True)


@dataclass(frozen=True)
class Reason(Generic[Kind_co]):
    """A reason that people can be given. Its errors are made from it, so whoever lists all
    reasons, or has a sentence for each, leaves none out."""

    kind: type[Kind_co]
    code: str
    clause: str = ""  # or several, of which the case names one
    values: tuple[str, ...] = ()  # that come along, for a sentence to use

    def error(self, text: str, *, clause: str = "", **values: Value) -> Kind_co:
        """The error that gives this reason, in English."""
        assert set(self.values) <= set(values), f"{self.code} must come with {self.values}"
        rule = {"clause": clause or self.clause} if clause or self.clause else {}
        return self.kind(text, code=self.code, **rule, **values)


def declared(kind: type[Kind_co], *rows: tuple[str, ...]) -> dict[str, Reason[Kind_co]]:
    """Reasons by their codes, from rows: code, clause, values. A code that is given
    twice has the clauses of both."""
    found: dict[str, Reason[Kind_co]] = {}
    for code, clause, *values in rows:
        if code in found:
            clause = ", ".join(dict.fromkeys([*found[code].clause.split(", "), clause]))
        found[code] = Reason(kind, code, clause, tuple(values))
    return found


# At a table of any game. An error without a code of its own has that of its kind.
NOT_YOUR_TURN = Reason(NotYours, "not_your_turn", values=("seat",))
NO_TALK = Reason(NotLegal, "no_talk")
NO_SUCH_BOT = Reason(NotUnderstood, "no_such_bot")
AT_ANY_TABLE: tuple[Reason[GameError], ...] = (
    NOT_YOUR_TURN,
    NO_TALK,
    NO_SUCH_BOT,
    *(Reason(kind, kind.code) for kind in (NotUnderstood, NotLegal, NotYours)),
)
