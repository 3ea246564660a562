"""Names that people give themselves, as others may see them: nothing invisible, nothing that
turns the writing round, and no two alike at one table.

Whether two are alike is asked of a skeleton of each, as in Unicode's UTS 39, by a small table of
letters that people take for one another in Latin, Cyrillic and Greek. It is not complete, and finds
some names alike that a careful reader tells apart: the second has a number then, and no harm done.
"""

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 24
LONGEST_LOOK = 100  # that the database holds
_MARKS = 2  # on one letter: accents, and not towers of them
_BLANK = "\u2800"  # Braille without dots

# Unicode's Default_Ignorable_Code_Point, which `unicodedata` does not know: shown as nothing,
# whatever their category. Emoji lose their colours by it, at most.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

# Greek capitals that look like one letter, and their small forms like another.
_BY_CASE = str.maketrans("ΝΗΥνηυ", "NHYvnu")
# What is taken for a Latin letter, in small letters: for that one, or as capitals. A capital i, an
# l and a 1 are one stroke.
_TAKEN_FOR = {
    "a": "аαɑ", "b": "вβ", "c": "сϲ", "d": "ԁɗ", "e": "еεҽ", "f": "ғ", "g": "ɡԍ", "h": "нһ",
    "j": "јϳ", "k": "кκ", "l": "i1|!ıіιӏɩ", "m": "мμ", "n": "п", "o": "оο0", "p": "рρ", "q": "ԛ",
    "s": "ѕ", "t": "тτ", "v": "ѵ", "w": "ԝωш", "x": "хχ", "y": "уγү", "z": "ζ",
}  # fmt: skip
_ALIKE = str.maketrans({other: one for one, others in _TAKEN_FOR.items() for other in others})


def clean(name: str) -> str:
    """A name as it stands on a card; empty if nothing of it can be seen."""
    kept: list[str] = []
    marks = 0
    visible = _IGNORABLE.sub("", unicodedata.normalize("NFC", name[: 4 * LONGEST]))
    for letter in unicodedata.normalize("NFC", visible):
        kind = unicodedata.category(letter)
        if kind[0] == "C" or letter == _BLANK:
            continue  # controls, letters of nobody's
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(" " if kind[0] == "Z" else letter)
    cleaned = " ".join("".join(kept).split())[:LONGEST]
    # One letter may be a whole sentence: it counts for what is written in it.
    while len(unicodedata.normalize("NFKC", cleaned)) > LONGEST:
        cleaned = cleaned[:-1]
    cleaned = cleaned.strip()
    shows = any(unicodedata.category(letter)[0] not in "MZ" for letter in cleaned)
    return cleaned if shows else ""


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
    letters = _IGNORABLE.sub("", unicodedata.normalize("NFKD", name)).translate(_BY_CASE)
    skeleton = unicodedata.normalize("NFKD", letters.casefold()).translate(_ALIKE)
    skeleton = skeleton.replace(" ", "").replace("rn", "m").replace("vv", "w")
    return skeleton[:LONGEST_LOOK]
