"""The operator's way in: a secret in a file of the data folder, and a cookie of its own.

Whoever knows the secret is given a cookie for two hours, which no script can read and no other
site can have sent. It is signed with the server's key and the secret together, so another secret
ends every session at once. Without a file there is no operator, and nothing to try.
"""

import hashlib
import hmac
import secrets
import time
from pathlib import Path

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tenluz.engine.errors import NotUnderstood
from tenluz.server.data_folder import exists, prepare_folder, unusable, write_private
from tenluz.server.keys import KeyRing

SECRET_BYTES = 24
SHORTEST, LONGEST = 16, 200  # characters of a secret that somebody else made
HOURS = 2
PATH = "/api/operator"


def new_secret(file: Path, *, replace: bool = False) -> str:
    """Make a secret and keep it in a file; NotUnderstood if there is one, or it cannot be."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    try:
        if exists(file) and not replace:
            raise NotUnderstood(
                f"There is a secret already, in {file}. --replace makes another, and signs "
                "everybody out who knows this one."
            )
        prepare_folder(file.parent)
        write_private(file, f"{secret}\n".encode())
    except OSError as error:
        raise unusable(file, error) from None
    return secret


def read_secret(file: Path) -> str | None:
    """The secret of a file; None if there is none. NotUnderstood if it is none that may be."""
    try:
        with file.open("rb") as opened:
            secret = opened.read(4 * LONGEST).decode().strip()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise NotUnderstood(f"Cannot read the operator's secret in {file}: {error}") from None
    if not SHORTEST <= len(secret) <= LONGEST:
        raise NotUnderstood(
            f"The operator's secret in {file} has {len(secret)} characters, not {SHORTEST} to "
            f"{LONGEST}. `tenluz operator secret --replace` makes one."
        )
    return secret


class OperatorSession:
    """Knows the operator again."""

    def __init__(self, ring: KeyRing, file: Path, base: str = "") -> None:
        self._file = file
        self._path = base + PATH
        self.cookie_name = f"tenluz_operator_{ring.mark[:8]}"
        self.use(ring)

    def use(self, ring: KeyRing) -> None:
        """Sign with the newest of these keys from now on, and believe those that may be: another
        worker may have taken up a new one sooner."""
        self._oldest_first = ring.believed(time.time())[::-1]  # the last one signs

    def _secret(self) -> str | None:
        # Read each time: an operator asks seldom, and another secret holds at once.
        try:
            return read_secret(self._file)
        except NotUnderstood:
            return None

    @property
    def there(self) -> bool:
        """Whether this server has an operator."""
        return self._secret() is not None

    def knows(self, given: str) -> bool:
        """Whether this is the secret, in a time that tells nothing of it."""
        secret = self._secret()
        return secret is not None and hmac.compare_digest(_hash(secret), _hash(given))

    def open(self, response: Response, *, secure: bool) -> None:
        """Give whoever asks the operator's cookie."""
        response.set_cookie(
            self.cookie_name,
            str(self._signer().dumps(secrets.token_urlsafe(9))),
            max_age=HOURS * 3600,
            path=self._path,
            httponly=True,
            samesite="strict",
            secure=secure,
        )

    def close(self, response: Response, *, secure: bool) -> None:
        """Take it back."""
        response.delete_cookie(
            self.cookie_name, path=self._path, httponly=True, samesite="strict", secure=secure
        )

    def is_open(self, asking: HTTPConnection) -> bool:
        """Whether the operator asks."""
        cookie = asking.cookies.get(self.cookie_name, "")
        if not cookie or not self.there:
            return False
        try:
            _, made = self._signer().loads(cookie, return_timestamp=True)
        except BadData:
            return False
        return bool(abs(time.time() - made.timestamp()) < HOURS * 3600)

    def _signer(self) -> URLSafeTimedSerializer:
        secret = _hash(self._secret() or "")
        return URLSafeTimedSerializer([key + secret for key in self._oldest_first], salt="operator")


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
