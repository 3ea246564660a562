"""The keys that sign cookies and links. The newest signs; older ones are still believed for a
time, so that a key can be changed and nobody becomes a stranger.

One key is 32 bytes, as a new data folder has it. After a change there are several, as JSON: each
with its id, by which damage is found, and all with the mark of the server, which stays when keys
go. Knows neither files nor databases.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import orjson

from tenluz.engine.errors import NotUnderstood

KEY_BYTES = 32
KEEP_DAYS = 365  # that an older key is believed: as long as a cookie lives
MOST_KEYS = 24  # each is tried on a signature that is not ours
LARGEST = 8192  # bytes of them all
DAY = 86_400.0


def mark(key: bytes) -> str:
    """Tells a key, or the servers that began with it, from others; the key cannot be found from
    it."""
    return hmac.new(key, b"whose server is this?", hashlib.sha256).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Key:
    """One key. Times are seconds since 1970."""

    secret: bytes = field(repr=False)
    made: float = 0.0  # 0 where nobody has written it down
    until: float | None = None  # it is believed; None: it signs

    @property
    def id(self) -> str:
        """What it is called where it must not be shown."""
        return mark(self.secret)[:8]


@dataclass(frozen=True, slots=True)
class KeyRing:
    """All keys of a server, the newest first."""

    keys: tuple[Key, ...]
    mark: str  # of the server: that of its first key

    @classmethod
    def of(cls, secret: bytes) -> "KeyRing":
        """One key, as a server begins."""
        return cls((Key(secret),), mark(secret))

    @property
    def newest(self) -> bytes:
        """What signs."""
        return self.keys[0].secret

    def believed(self, now: float) -> list[bytes]:
        """What has signed, and is still believed, the newest first."""
        return [key.secret for key in self.keys if key.until is None or key.until > now]

    def rotated(self, now: float, keep: float) -> "KeyRing":
        """The same with a new key; what has signed before is believed for `keep` more seconds."""
        older = [
            replace(key, until=min(key.until or float("inf"), now + keep)) for key in self.keys
        ]
        kept = [key for key in older if key.until is not None and key.until > now]
        if len(kept) >= MOST_KEYS:
            raise NotUnderstood(
                f"There are {len(kept)} keys already, and each is still believed. Change them "
                "less often, or keep them for fewer days with --keep-days."
            )
        new = Key(secrets.token_bytes(KEY_BYTES), now)
        return KeyRing((new, *kept), self.mark)


# --- as bytes -----------------------------------------------------------------------------------


def write_keys(ring: KeyRing) -> bytes:
    """Several keys as a file has them."""
    keys = [
        {"id": key.id, "key": key.secret.hex(), "made": key.made, "until": key.until}
        for key in ring.keys
    ]
    return orjson.dumps({"mark": ring.mark, "keys": keys}, option=orjson.OPT_INDENT_2)


def parse_keys(content: bytes) -> KeyRing:
    """What a file has; ValueError says why it is no whole set of keys. Whoever knows a key can be
    anybody, and an empty one is known to all."""
    if len(content) == KEY_BYTES:
        return KeyRing.of(content)
    if not content.startswith(b"{"):
        raise ValueError(f"it has {len(content)} bytes, not {KEY_BYTES}")
    if len(content) > LARGEST:
        raise ValueError(f"it has more than {LARGEST} bytes")
    try:
        found = orjson.loads(content)
        keys = [(one["id"], _key(one["key"], one["made"], one["until"])) for one in found["keys"]]
        server = found["mark"]
    except (ValueError, TypeError, KeyError):
        raise ValueError("it is not whole") from None
    for name, key in keys:
        if key.id != name:
            raise ValueError(f"the key {name} is damaged")
    return ring_of([key for _, key in keys], server)


def ring_of(keys: Sequence[Key], server: str) -> KeyRing:
    """These keys, the newest first; ValueError unless the first signs, and it alone."""
    if not keys or [key.until is None for key in keys] != [True] + [False] * (len(keys) - 1):
        raise ValueError("none of its keys signs, or several do")
    if len(server) != 32 or not set(server) <= set("0123456789abcdef"):
        raise ValueError("it does not say whose it is")
    return KeyRing(tuple(keys), server)


def _key(secret: str, made: float, until: float | None) -> Key:
    key = Key(bytes.fromhex(secret), float(made), None if until is None else float(until))
    if len(key.secret) != KEY_BYTES:
        raise ValueError
    return key
