"""Every reason that the server itself gives, beside those of the rules, and how all of them
become messages and answers.

The reasons of a game are in its explain.py. Here is who may do what, and when.
"""

from dataclasses import dataclass

from tenluz.engine.errors import GameError, NotLegal, NotUnderstood, NotYours, Reason, Value
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


class NotFound(GameError):
    """There is no such thing."""

    code = "not_found"


# The kinds of errors, as a client is told them, and the HTTP status of each.
KINDS: dict[type[GameError], tuple[str, int]] = {
    NotUnderstood: ("not_understood", 400),
    NotLegal: ("not_legal", 409),
    NotYours: ("not_yours", 403),
    TooLate: ("too_late", 409),
    TooFast: ("too_fast", 429),
    NotKept: ("not_kept", 503),
    NotFound: ("not_found", 404),
}


@dataclass(frozen=True)
class Refusal(Reason[GameError]):
    """A reason of the server's, with its usual words; what they say is left to the case where
    they are empty."""

    text: str = ""


def _declared(*rows: tuple[type[GameError], str, str, *tuple[str, ...]]) -> dict[str, Refusal]:
    """From rows: kind, code, words, values."""
    return {
        code: Refusal(kind, code, values=tuple(values), text=text)
        for kind, code, text, *values in rows
    }


REFUSALS = _declared(
    # --- not understood
    (NotUnderstood, "hello_first", "Say hello first."),
    (NotUnderstood, "no_such_message", ""),
    (NotUnderstood, "not_yet", "There is no entry {at} yet.", "at"),
    (NotUnderstood, "seats_differ", ""),
    (NotUnderstood, "no_address", "That is no address such as 192.0.2.7 or 2001:db8::7."),
    (NotUnderstood, "two_seats", "You can have one seat only."),
    # --- seats
    (NotYours, "not_seated", "You do not sit at this table."),
    (NotLegal, "said_already", "You have said that already."),
    (TooFast, "enough", "Enough has changed at that seat; wait for the next move."),
    (
        TooFast,
        "enough_entries",
        "So much has happened at this table that only the game goes on: play it to its end.",
    ),
    (NotYours, "bot_plays", "A bot plays your seat; take it back first."),
    (NotYours, "has_seat", "You have a seat at this table already."),
    (NotYours, "other_seat", "You have seen another hand here; take your old seat.", "seat"),
    (NotYours, "seat_taken", "That seat is taken.", "seat"),
    (NotYours, "not_owner", "Only its owner can take that seat back.", "seat"),
    (NotYours, "just_left", "That player left only a moment ago; wait a little.", "seat"),
    (NotYours, "asks_first", "All who sit here must agree first; they have been asked."),
    (NotYours, "seat_asked", "Somebody else has asked for that seat.", "seat"),
    (NotYours, "declined", "Somebody at the table does not want that."),
    (NotLegal, "no_ask", "Nobody asks for that seat.", "seat"),
    (NotYours, "bot_stays", "The game has begun: whoever wants a bot's seat asks for it.", "seat"),
    (NotYours, "locked", "This table is closed to new players."),
    (NotYours, "removed", "The maker of this table has removed you from it."),
    (NotYours, "not_maker", "Only who made this table can do that."),
    (NotLegal, "no_person", "Nobody sits there who could be removed.", "seat"),
    (NotLegal, "not_slow", "That player still has time to move.", "seat"),
    (NotLegal, "is_so", "That is already the case."),
    (NotYours, "is_here", "The player of that seat is here.", "seat"),
    (NotLegal, "no_such_seat", "There is no such seat at this table.", "seat"),
    (NotLegal, "no_bot", "No bot plays that seat.", "seat"),
    (NotLegal, "has_bot", "A bot plays that seat already.", "seat"),
    # --- at another time
    (NotLegal, "not_over", "The game is not over yet."),
    (TooLate, "too_late", "The table has moved on since; look again."),
    (TooLate, "link_used", "That link has been used, or the seat was left."),
    (TooFast, "too_fast", "That was too fast; wait a moment."),
    (NotKept, "not_kept", "The server could not write it down; try again."),
    # --- by operators
    (NotYours, "banned", "An operator of this server does not let you play here for a time."),
    (NotYours, "not_operator", "This is for the operator of this server: sign in first."),
    (NotYours, "wrong_secret", "That is not the operator's secret."),
    (NotLegal, "no_name", "Nobody sits there whose name could be reported."),
    (TooFast, "enough_reports", "Enough has been reported for now; an operator will look."),
    (TooFast, "enough_bans", "There are too many bans; lift some first."),
    # --- accounts
    (NotLegal, "no_passkeys_here", "Passkeys need an address with https, or http://localhost."),
    (NotLegal, "enough_passkeys", "You have as many passkeys as you can have."),
    (NotLegal, "passkey_there", "This passkey is already registered."),
    (TooLate, "no_ticket", "That took too long, or was answered before; try again."),
    (NotYours, "not_verified", "That passkey could not be verified."),
    (NotYours, "no_account", "You have no passkey here."),
    (NotYours, "no_proof", "Show your passkey once more."),
    (NotFound, "unknown_passkey", "This passkey is not known here."),
    # --- over HTTP
    (NotFound, "no_operator", "This server has no operator's page."),
    (NotFound, "no_table", "There is no such table."),
    (NotFound, "no_link", "This link is too old, or not complete."),
)


def refusal(code: str, text: str = "", **values: Value) -> GameError:
    """The error that gives a reason of ours."""
    found = REFUSALS[code]
    return found.error(text or found.text.format(**values), clause="", **values)


def kind_of(error: GameError) -> str:
    """The kind of an error, as a client is told it."""
    return _kind(error)[0]


def status_of(error: GameError) -> int:
    """The HTTP status that goes with an error."""
    return _kind(error)[1]


def _kind(error: GameError) -> tuple[str, int]:
    return next(kind for one, kind in KINDS.items() if isinstance(error, one))


def refused(error: GameError, command: str | None) -> Refused:
    """An error as the message that tells it."""
    kind, clause = kind_of(error), error.clause if isinstance(error, NotLegal) else ""
    return Refused(command, kind, error.code, str(error), error.values, clause)  # type: ignore[arg-type]


# --- before a request is read, or if that fails --------------------------------------------


@dataclass(frozen=True)
class HttpProblem:
    """An answer without an error behind it; `why` is left to the case where it is empty."""

    status: int
    kind: str
    code: str
    why: str = ""


OTHER_HOST = HttpProblem(
    403, "not_yours", "other_host", "This server answers only to this machine's own names."
)
OTHER_ORIGIN = HttpProblem(
    403, "not_yours", "other_origin", "Another site may not speak for this one's guests."
)
NO_LENGTH = HttpProblem(411, "not_yours", "no_length", "Say how long the request is.")
TOO_LARGE = HttpProblem(413, "not_yours", "too_large", "The request is too large.")
WRONG_FORM = HttpProblem(422, "not_understood", "wrong_form")
TOO_FAST = HttpProblem(429, "too_fast", "too_fast", "Too many requests; wait a moment.")
NO_PAGE = HttpProblem(404, "not_found", "no_page", "There is nothing here.")
OUR_FAULT = HttpProblem(500, "not_kept", "our_fault", "Something went wrong here; try again.")
HTTP_PROBLEMS = (
    OTHER_HOST,
    OTHER_ORIGIN,
    NO_LENGTH,
    TOO_LARGE,
    WRONG_FORM,
    TOO_FAST,
    NO_PAGE,
    OUR_FAULT,
)
