"""Which of several processes has a table: the first letter of its name says it.

Each process has one shard of the tables. So whoever knows a table's name knows its shard, and a
table made beside another one can share it. With another number of processes the shards are
others, and that is all: no table is tied to its shard but by this rule.
"""

import re
import secrets
import string
from collections.abc import Callable

from tenluz.engine.types import JsonObject
from tenluz.server.public_address import path_below

LETTERS = string.ascii_letters + string.digits + "-_"
MOST_SHARDS = len(LETTERS)
BYTES = 9  # of chance in a name

# One spelling of a path: what is written otherwise is about no table.
SOCKET = re.compile(r"/ws/([A-Za-z0-9_-]{1,24})")
_named = re.compile(r"/(?:ws/([A-Za-z0-9_-]{1,24})|api/tables/([A-Za-z0-9_-]{1,24})(?:/[a-z-]+)?)")
_linked = re.compile(r"/api/seat/([A-Za-z0-9_.-]+)")


def shard_of(table: str, shards: int) -> int:
    """The shard of a table: the number of the process that has it."""
    return max(LETTERS.find(table[:1]), 0) % shards


def new_name(shard: int = 0, shards: int = 1, *, beside: str | None = None) -> str:
    """A name for links that nobody can guess, in this shard or in that of another table."""
    first = beside[0] if beside else secrets.choice(LETTERS[shard::shards])
    return first + secrets.token_urlsafe(BYTES)[1:]


def table_in(
    path: str, read_link: Callable[[str], JsonObject | None], base: str = ""
) -> str | None:
    """The table that a request is about, by its path; None if it is about none.

    `read_link` gives what a private link says, None unless it is one of ours: nothing is
    unpacked before its signature was verified. `base` is what may come before our own paths.
    """
    path = path_below(path.partition("?")[0], base)
    found = _named.fullmatch(path)
    if found is not None:
        name: str = found[1] or found[2]
        return None if name == "mine" else name
    token = _linked.fullmatch(path)
    content = read_link(token[1]) if token else None
    return content["table"] if content else None
