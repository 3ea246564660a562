"""What a message asks for, by a reader of ICU's patterns of our own: the formatter tells nothing.

Patterns have no quotes and no offsets: the catalogues are tested for that.
"""

import re
from dataclasses import dataclass, field

ARGUMENT = re.compile(r"\{\s*(\w+)\s*(?:,\s*(\w+)\s*(,?))?")


@dataclass
class Pattern:
    """The arguments of a message with their kinds, and the forms of each plural."""

    arguments: dict[str, str] = field(default_factory=dict)
    plurals: dict[str, list[set[str]]] = field(default_factory=dict)


def pattern_of(message: str) -> Pattern:
    """All that a message asks for, in any of its branches."""
    found = Pattern()
    assert _message(message, 0, found) == len(message), message
    return found


def _message(text: str, at: int, found: Pattern) -> int:
    """Read up to the end, or to the brace that closes a branch."""
    while at < len(text) and text[at] != "}":
        at = _argument(text, at, found) if text[at] == "{" else at + 1
    return at


def _argument(text: str, at: int, found: Pattern) -> int:
    begins = ARGUMENT.match(text, at)
    assert begins is not None, text[at:]
    name, kind, more = begins.groups()
    found.arguments[name] = kind or found.arguments.get(name, "text")
    at = begins.end()
    if kind in ("select", "plural"):
        forms = set()
        while branch := re.compile(r"\s*(=?\w+)\s*\{").match(text, at):
            forms.add(branch[1])
            at = _message(text, branch.end(), found) + 1
        assert "other" in forms, text
        if kind == "plural":
            found.plurals.setdefault(name, []).append(forms)
    elif more:
        at = text.index("}", at)
    closes = re.compile(r"\s*\}").match(text, at)
    assert closes is not None, text[at:]
    return closes.end()
