"""Names that people give themselves, as others may see them: nothing invisible, nothing that
turns the writing round, and no two alike at one table."""

import unicodedata
from collections.abc import Iterable

LONGEST = 24
_MARKS = 2  # on one letter: accents, and not towers of them
_LETTERS_THAT_SHOW_NOTHING = "\u115f\u1160\u2800\u3164\uffa0"


def clean(name: str) -> str:
    """A name as it stands on a card; empty if nothing of it can be seen."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name[: 4 * LONGEST]):
        kind = unicodedata.category(letter)
        if kind[0] == "C" or letter in _LETTERS_THAT_SHOW_NOTHING:
            continue  # controls, zero width, marks of direction, letters of nobody's
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(" " if kind[0] == "Z" else letter)
    words = "".join(kept).split()
    cleaned = " ".join(words)[:LONGEST].strip()
    visible = any(unicodedata.category(letter)[0] not in "MZ" for letter in cleaned)
    return cleaned if visible else ""


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, with a number after it if somebody else has one that looks like it."""
    taken = {looks(other) for other in others}
    found, number = name, 1
    while name and looks(found) in taken:
        number += 1
        end = f" {number}"
        found = name[: LONGEST - len(end)].rstrip() + end
    return found


def looks(name: str) -> str:
    """What two names that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
