"""The three ways in which a person's word can fail, and what each must say.

Every error names what was wrong and, where a rule forbids it, the clause.
"""


class GameError(Exception):
    """Something a person did that cannot be done; its text is for that person."""


class NotUnderstood(GameError):
    """The words do not mean anything here: a typing error, an unknown option."""


class NotLegal(GameError):
    """Understood, but the rules forbid it."""

    def __init__(self, text: str, clause: str = "") -> None:
        super().__init__(f"{text} ({clause})" if clause else text)
        self.clause = clause


class NotYours(GameError):
    """Legal for somebody, but not for the seat that asked."""
