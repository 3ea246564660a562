"""Which of several processes has a table: the first letter of its name says it.

Each process has one shard of the tables. So whoever knows a table's name knows its shard, and a
table made beside another one can share it. With another number of processes the shards are
others, and that is all: no table is tied to its shard but by this rule.
"""

import re
import secrets
import string

from itsdangerous import URLSafeTimedSerializer

LETTERS = string.ascii_letters + string.digits + "-_"
MOST_SHARDS = len(LETTERS)
BYTES = 9  # of chance in a name

_named = re.compile(r"/(?:ws|api/tables)/([A-Za-z0-9_-]{1,24})(?:[/?]|$)")
_linked = re.compile(r"/api/seat/([^/?]+)")
_look = URLSafeTimedSerializer("")  # reads what others have signed, and believes none of it


def shard_of(table: str, shards: int) -> int:
    """The shard of a table: the number of the process that has it."""
    return max(LETTERS.find(table[:1]), 0) % shards


def new_name(shard: int = 0, shards: int = 1, *, beside: str | None = None) -> str:
    """A name for links that nobody can guess, in this shard or in that of another table."""
    first = beside[0] if beside else secrets.choice(LETTERS[shard::shards])
    return first + secrets.token_urlsafe(BYTES)[1:]


def table_in(path: str) -> str | None:
    """The table that a request is about, by its path; None if it is about none."""
    found = _named.search(path)
    if found is not None:
        return None if found[1] == "mine" else found[1]
    token = _linked.search(path)
    if token is not None:
        _, content = _look.loads_unsafe(token[1])
        if isinstance(content, dict) and isinstance(content.get("table"), str):
            return str(content["table"])
    return None
