"""Who somebody is: a number that nobody can guess, a name and a language, in a signed cookie.

There are no accounts. The key that signs lies in the data folder; without it all guests are
strangers again.
"""

import hashlib
import hmac
import secrets
from dataclasses import asdict, dataclass

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tenluz.engine.types import JsonObject
from tenluz.server.rate_limits import network

COOKIE = "tenluz"
YEAR = 365 * 24 * 3600
LINK_HOURS = 24  # how long a link to another device works


@dataclass(frozen=True, slots=True)
class Guest:
    """A person, as far as a server knows."""

    id: str
    name: str = ""
    language: str = ""


def address_of(asking: HTTPConnection) -> str:
    """Where somebody asks from, as far as that counts for limits."""
    return network(asking.client.host if asking.client else "")


def new_guest() -> Guest:
    """Somebody who has not been here before."""
    return Guest(secrets.token_urlsafe(12))


class Guests:
    """Reads and writes what only this server can have signed."""

    def __init__(self, key: bytes) -> None:
        self._cookies = URLSafeSerializer(key, salt="guest")
        self._links = URLSafeTimedSerializer(key, salt="seat")

    def read(self, connection: HTTPConnection) -> Guest | None:
        """The guest of a request; None without a cookie of ours."""
        try:
            return Guest(**self._cookies.loads(connection.cookies.get(COOKIE, "")))
        except (BadData, TypeError):
            return None

    def cookie(self, guest: Guest) -> str:
        """The value of a guest's cookie."""
        return str(self._cookies.dumps(asdict(guest)))

    def write(self, response: Response, guest: Guest, *, secure: bool) -> None:
        """Have the browser remember a guest. No script can read it, no other site send it."""
        response.set_cookie(
            COOKIE,
            self.cookie(guest),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def link(self, content: JsonObject) -> str:
        """A token for a private link."""
        return str(self._links.dumps(content))

    def read_link(self, token: str) -> JsonObject | None:
        """What a private link says; None if it is too old or not ours."""
        try:
            found: JsonObject = self._links.loads(token, max_age=LINK_HOURS * 3600)
        except BadData:
            return None
        return found


def mark(key: bytes) -> str:
    """Tells servers of one data folder from others; the key cannot be found from it."""
    return hmac.new(key, b"whose server is this?", hashlib.sha256).hexdigest()[:32]
