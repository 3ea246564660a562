"""The three ways in which a person's word can fail, and what each must say.

Every error names what was wrong and, where a rule forbids it, the clause. `code` and
`values` say the same without words, so that a screen can tell it in any language.
"""

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
