"""Messages as JSON. What many clients are shown again and again is written once."""

from typing import Any

import orjson

from tenluz.engine.plain import Kept


def written(message: Any) -> bytes:
    """A message as it goes over the wire."""
    return orjson.dumps(message, _as_kept, orjson.OPT_PASSTHROUGH_SUBCLASS)


def _as_kept(found: Any) -> orjson.Fragment:
    assert type(found) is Kept, f"{found!r} is nothing that a message may hold"
    try:
        fragment: orjson.Fragment = found.written
    except AttributeError:
        fragment = found.written = orjson.Fragment(orjson.dumps(list(found)))
    return fragment
