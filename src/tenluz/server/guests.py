"""Who somebody is: a number that nobody can guess, a name and a language, in a signed cookie.

There are no accounts. The key that signs lies in the data folder; without it all guests are
strangers again.
"""

import hashlib
import hmac
import secrets
import time
from dataclasses import asdict, dataclass, replace

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tenluz.engine.types import JsonObject
from tenluz.server.names import clean
from tenluz.server.rate_limits import network

COOKIE = "tenluz"  # with a mark of the key: a host may have several servers
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

    def __init__(self, key: bytes, base: str = "") -> None:
        self._path = f"{base}/"  # no other site below the same name is sent our cookies
        self.cookie_name = f"{COOKIE}_{mark(key)[:8]}"
        self._cookies = URLSafeSerializer(key, salt="guest")
        self._links = URLSafeTimedSerializer(key, salt="seat")

    def read(self, connection: HTTPConnection) -> Guest | None:
        """The guest of a request; None without a cookie of ours."""
        for name in (self.cookie_name, COOKIE):  # the second by servers of before
            try:
                found = Guest(**self._cookies.loads(connection.cookies.get(name, "")))
            except (BadData, TypeError):
                continue
            return replace(found, name=clean(found.name))
        return None

    def cookie(self, guest: Guest) -> str:
        """The value of a guest's cookie."""
        return str(self._cookies.dumps(asdict(guest)))

    def write(self, response: Response, guest: Guest, *, secure: bool) -> None:
        """Have the browser remember a guest. No script can read it, no other site send it."""
        response.set_cookie(
            self.cookie_name,
            self.cookie(guest),
            max_age=YEAR,
            path=self._path,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
        response.headers["cache-control"] = "no-store"  # no proxy gives it to somebody else

    def link(self, content: JsonObject) -> str:
        """A token for a private link."""
        return str(self._links.dumps(content))

    def read_link(self, token: str) -> JsonObject | None:
        """What a private link says; None if it is too old or not ours."""
        try:
            found, made = self._links.loads(token, return_timestamp=True)
        except BadData:
            return None
        # One that was made later than now is ours all the same: a clock was set back.
        too_old = time.time() - made.timestamp() > LINK_HOURS * 3600
        content: JsonObject | None = None if too_old else found
        return content


def mark(key: bytes) -> str:
    """Tells servers of one data folder from others; the key cannot be found from it."""
    return hmac.new(key, b"whose server is this?", hashlib.sha256).hexdigest()[:32]
