"""Which of several processes has a table: the first letter of its name says it.

So whoever knows a table's name knows its home, and a table made beside another one can share
it. With another number of processes the homes are others, and that is all: no table is tied
to its home but by this rule.
"""

import re
import secrets
import string

from itsdangerous import URLSafeTimedSerializer

LETTERS = string.ascii_letters + string.digits + "-_"
MOST_HOMES = len(LETTERS)
BYTES = 9  # of chance in a name

_named = re.compile(r"/(?:ws|api/tables)/([A-Za-z0-9_-]{1,24})(?:[/?]|$)")
_linked = re.compile(r"/api/seat/([^/?]+)")
_look = URLSafeTimedSerializer("")  # reads what others have signed, and believes none of it


def home_of(table: str, homes: int) -> int:
    """The process that has a table."""
    return max(LETTERS.find(table[:1]), 0) % homes


def new_name(home: int = 0, homes: int = 1, *, beside: str | None = None) -> str:
    """A name for links that nobody can guess, at this home or at that of another table."""
    first = beside[0] if beside else secrets.choice(LETTERS[home::homes])
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
