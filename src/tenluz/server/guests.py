"""Who somebody is: a number that nobody can guess, a name and a language, in a signed cookie.

The keys that sign lie in the data folder or the database; without them all guests are strangers
again. Nothing is unpacked before its signature was verified.
"""

import secrets
import time
from dataclasses import asdict, dataclass, replace

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tenluz.engine.types import JsonObject
from tenluz.server.keys import KeyRing
from tenluz.server.names import clean
from tenluz.server.rate_limits import network

COOKIE = "tenluz"  # with the mark of the server: a host may have several
BEFORE = "_before"  # and of whom a device was before somebody signed in
YEAR = 365 * 24 * 3600
LINK_HOURS = 24  # how long a link to another device works
TICKET_SECONDS = 300  # for somebody to find their passkey


@dataclass(frozen=True, slots=True)
class Guest:
    """A person, as far as a server knows."""

    id: str
    name: str = ""
    language: str = ""
    generation: int = 0  # see sign_outs.py


def address_of(asking: HTTPConnection) -> str:
    """Where somebody asks from, as far as that counts for limits."""
    return network(asking.client.host if asking.client else "")


def new_guest() -> Guest:
    """Somebody who has not been here before."""
    return Guest(secrets.token_urlsafe(12))


class Guests:
    """Reads and writes what only this server can have signed."""

    def __init__(self, keys: KeyRing | bytes, base: str = "") -> None:
        self._path = f"{base}/"  # no other site below the same name is sent our cookies
        ring = keys if isinstance(keys, KeyRing) else KeyRing.of(keys)
        self.cookie_name = f"{COOKIE}_{ring.mark[:8]}"
        self._believed: list[bytes] = []
        self.use(ring)

    def use(self, ring: KeyRing) -> None:
        """Sign with the newest of these keys from now on, and believe those that may be."""
        believed = ring.believed(time.time())
        if believed == self._believed:
            return
        self._believed = believed
        oldest_first = believed[::-1]  # the library's own order: the last one signs
        self._newest = URLSafeSerializer(believed[0], salt="guest")
        self._cookies = URLSafeSerializer(oldest_first, salt="guest")
        self._links = URLSafeTimedSerializer(oldest_first, salt="seat")
        self._tickets = URLSafeTimedSerializer(oldest_first, salt="passkey")

    def read(self, connection: HTTPConnection) -> Guest | None:
        """The guest of a request; None without a cookie of ours. Whether it still counts is in
        the database."""
        for name in (self.cookie_name, COOKIE):  # the second by servers of before
            found = self.read_cookie(connection.cookies.get(name, ""))
            if found is not None:
                return found
        return None

    def read_cookie(self, value: str) -> Guest | None:
        """The guest of a cookie; None if it is not ours."""
        try:
            found = Guest(**self._cookies.loads(value))
        except (BadData, TypeError):
            return None
        return replace(found, name=clean(found.name))

    def is_old(self, connection: HTTPConnection) -> bool:
        """Whether a guest should be given a new cookie: an older key has signed theirs."""
        try:
            self._newest.loads(connection.cookies.get(self.cookie_name, ""))
        except BadData:
            return True
        return False

    def read_before(self, connection: HTTPConnection) -> Guest | None:
        """Who this device was before somebody signed in there."""
        return self.read_cookie(connection.cookies.get(self.cookie_name + BEFORE, ""))

    def cookie(self, guest: Guest) -> str:
        """The value of a guest's cookie."""
        content = asdict(guest)
        if not guest.generation:
            del content["generation"]
        return str(self._cookies.dumps(content))

    def write(self, response: Response, guest: Guest, *, secure: bool) -> None:
        """Have the browser remember a guest. No script can read it, no other site send it."""
        self._set(response, self.cookie_name, self.cookie(guest), secure=secure)

    def write_before(self, response: Response, guest: Guest | None, *, secure: bool) -> None:
        """Have it remember who it was before, or forget it."""
        value = "" if guest is None else self.cookie(guest)
        self._set(response, self.cookie_name + BEFORE, value, secure=secure)

    def forget(self, response: Response, *, secure: bool) -> None:
        """Have the browser forget everybody it was."""
        for name in (self.cookie_name, self.cookie_name + BEFORE, COOKIE):
            self._set(response, name, "", secure=secure)

    def _set(self, response: Response, name: str, value: str, *, secure: bool) -> None:
        response.set_cookie(
            name,
            value,
            max_age=YEAR if value else 0,
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
        return _read_timed(self._links, token, LINK_HOURS * 3600)

    def ticket(self, content: JsonObject) -> str:
        """What comes back with the answer of a passkey: see passkeys.py."""
        return str(self._tickets.dumps(content))

    def read_ticket(self, token: str) -> JsonObject | None:
        """What a ticket says; None if it is too old or not ours."""
        return _read_timed(self._tickets, token, TICKET_SECONDS)


def _read_timed(serializer: URLSafeTimedSerializer, token: str, most: float) -> JsonObject | None:
    try:
        found, made = serializer.loads(token, return_timestamp=True)
    except BadData:
        return None
    # One that was made later than now is ours all the same: a clock was set back.
    too_old = time.time() - made.timestamp() > most
    content: JsonObject | None = None if too_old else found
    return content
