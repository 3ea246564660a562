"""What can be asked about one's account over HTTP and what is answered, as types. Bytes are
base64url without padding: one spelling of each."""

from typing import Annotated

from pydantic import BaseModel, Field

from tenluz.engine.types import JsonObject, Seat
from tenluz.server.http_models import Asked, Name

MOST_SKIPPED = 1_000_000


def _base64(most: int) -> object:
    return Field(min_length=1, max_length=most, pattern=r"^[A-Za-z0-9_-]+$")


PasskeyId = Annotated[str, _base64(1364)]
ClientData = Annotated[str, _base64(3000)]
Signed = Annotated[str, Field(min_length=1, max_length=800, pattern=r"^[A-Za-z0-9_.-]+$")]


# --- asked --------------------------------------------------------------------------------


class NewPasskeyAnswer(Asked):
    """What `navigator.credentials.create` has given."""

    id: PasskeyId
    client_data: ClientData
    attestation: Annotated[str, _base64(6000)]


class PasskeyAnswer(Asked):
    """What `navigator.credentials.get` has given. `user` is empty where the browser gives none."""

    id: PasskeyId
    client_data: ClientData
    authenticator_data: Annotated[str, _base64(1000)]
    signature: Annotated[str, _base64(1500)]
    user: Annotated[str, Field(max_length=88, pattern=r"^[A-Za-z0-9_-]*$")] = ""


class WantPasskey(Asked):
    """A passkey to be made. Who has one already shows it first: see `proof` of a sign-in."""

    proof: Signed | None = None


class NewPasskey(Asked):
    """A passkey that was made, and what to call it."""

    ticket: Signed
    name: Name
    answer: NewPasskeyAnswer


class WantSignIn(Asked):
    """A sign-in with any passkey, or `again` with one of this account."""

    again: bool = False


class SignIn(Asked):
    """A passkey was shown."""

    ticket: Signed
    answer: PasskeyAnswer


class NamePasskey(Asked):
    """What to call a passkey."""

    name: Name


class RemovePasskey(Asked):
    """A passkey is to be forgotten."""

    proof: Signed


class SignOut(Asked):
    """Sign out on this device, or on all."""

    everywhere: bool = False


# --- answered -----------------------------------------------------------------------------


class AskPasskey(BaseModel):
    """What to ask the browser for, and the ticket that goes with its answer, for five minutes."""

    ticket: str
    options: JsonObject


class SignedIn(BaseModel):
    """Who you are now. For five minutes `proof` says that you have just shown a passkey."""

    name: str
    language: str
    proof: str


class PasskeyInfo(BaseModel):
    """One of your passkeys. `synced`: your devices share it."""

    id: str
    name: str
    synced: bool
    created: float  # seconds since 1970
    used: float


class BeforeInfo(BaseModel):
    """What was played on this device before you signed in, and could be taken along."""

    tables: list[str]  # running ones
    finished: int


class AccountInfo(BaseModel):
    """Your account, if you have one: it has passkeys. They work at one address only, `works_at`,
    which is empty where they do not at all."""

    passkeys: list[PasskeyInfo]
    most_passkeys: int
    works_at: str
    before: BeforeInfo | None


class FinishedGame(BaseModel):
    """A game that you have played to its end."""

    table: str
    game: str
    seat: Seat
    players: int
    score: int
    won: bool
    finished: float  # seconds since 1970
    kept: bool  # whether it can be watched again


class GameTotals(BaseModel):
    """All your finished games of one kind."""

    game: str
    games: int
    won: int
    score: int  # the sum
    best: int


class GamesPlayed(BaseModel):
    """Your finished games, the newest first: some of them, and whether there are more."""

    totals: list[GameTotals]
    games: list[FinishedGame]
    more: bool


class TakenAlong(BaseModel):
    """What is yours now."""

    finished: int
