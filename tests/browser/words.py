"""The client's catalogues, read as a reader would: which words a message may become, and
whether a text on the screen is in a given language.

Knows as much of ICU messages as the catalogues use: {name}, {n, plural, ...} with #,
{x, select, ...} and numbers with a sign.
"""

import functools
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT / "web/src/lib/words"
GAMES = ROOT / "src/tenluz/games"
LANGUAGES = ("en", "ru", "uk", "pl", "fr", "es")

NUMBER = r"[+\-−‑]?\d+"
HOLE = "(.+?)"
# What is the same in every language: numbers, a clause of the rules, the games' own names and
# those of bots. A letter on a card is not: it is the initial of a word.
COMMON = re.compile(
    rf"{NUMBER}|[A-Z]-\d+|Level 10|Luz|Ida|Otto|Mila|Leo|Nora|https?://\S+"
    r"|tenluz serve --host 0\.0\.0\.0|[\s.,:;·…⋯×?!≡✓()↻↺▸]+"
)
# How texts are put together from several messages, and lists by the browser.
JOINTS = re.compile(r" · |: |, and |, | and | и | і | та | й | i | oraz | et | y | e |(?<=[.!?]) ")


@functools.cache
def _catalogue(language: str) -> dict[str, str]:
    """All messages: those that tables share by their keys, those of a game, or of a page that
    brings its own, as `luz:points`."""
    found: dict[str, str] = json.loads((SHARED / f"{language}.json").read_text("utf-8"))
    of_pages = (ROOT / "web/src/lib").glob(f"*/words/{language}.json")
    for path in (*GAMES.glob(f"*/words/{language}.json"), *of_pages):
        game = path.parent.parent.name
        own = json.loads(path.read_text("utf-8"))
        found |= {f"{game}:{key}": message for key, message in own.items()}
    return found


class Words:
    """One language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.messages = _catalogue(language)

    def message(self, key: str) -> str:
        """A message by its key: a shared one, or that of the one game that has it."""
        if key in self.messages:
            return self.messages[key]
        (found,) = [name for name in self.messages if name.partition(":")[2] == key]
        return self.messages[found]

    def __call__(self, key: str) -> str:
        """A message without placeholders, as it stands."""
        assert "{" not in self.message(key), f"{key} has placeholders"
        return self.message(key)

    def like(self, key: str, **values: object) -> re.Pattern[str]:
        """A whole text that this message may become with these values, words or patterns;
        what is left out may be anything."""
        return re.compile(f"^{self.pattern(key, **values)}$")

    def pattern(self, key: str, **values: object) -> str:
        """The same, to be part of a longer pattern."""
        given = {
            name: value.pattern if isinstance(value, re.Pattern) else re.escape(str(value))
            for name, value in values.items()
        }
        return _pattern(self.message(key), given)

    # --- is a text in this language? ---------------------------------------------------------

    def strange(self, texts: Iterable[str], names: Iterable[str] = ()) -> list[str]:
        """The texts that no message of this language explains."""
        known = frozenset(names)
        return sorted({text for text in texts if not self.explains(text, known)})

    def explains(self, text: str, names: frozenset[str] = frozenset()) -> bool:
        """Whether a text is made of this language's messages, with names and numbers."""
        return _explains(self.language, " ".join(text.split()), names, 4)

    @functools.cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        # Those that say most themselves are tried first.
        return [
            re.compile(pattern, re.DOTALL)
            for pattern in sorted(
                {_pattern(" ".join(message.split()), {}) for message in self.messages.values()},
                key=lambda pattern: (pattern.count(HOLE), -len(pattern)),
            )
            if pattern.replace(HOLE, "").strip()
        ]


@functools.cache
def words(language: str) -> Words:
    """The words of a language, read once."""
    return Words(language)


@functools.cache
def _explains(language: str, text: str, names: frozenset[str], depth: int) -> bool:
    if not text or text in names or COMMON.fullmatch(text):
        return True
    if depth == 0:
        return False

    def inner(part: str | None) -> bool:
        return part is None or _explains(language, part.strip(), names, depth - 1)

    for pattern in words(language)._patterns:
        found = pattern.fullmatch(text)
        if found and all(map(inner, found.groups())):
            return True
    parts = JOINTS.split(text)
    return len(parts) > 1 and all(map(inner, parts))


# --- messages -----------------------------------------------------------------------------


def _pattern(message: str, values: dict[str, str]) -> str:
    pattern, end = _parts(message, 0, values, "")
    assert end == len(message), f"cannot read {message!r}"
    return pattern


def _parts(message: str, at: int, values: dict[str, str], count: str) -> tuple[str, int]:
    """The pattern from here to the end of the message or of this option."""
    found = ""
    while at < len(message) and message[at] != "}":
        if message[at] == "{":
            part, at = _placeholder(message, at + 1, values)
            found += part
        else:
            found += count if message[at] == "#" and count else re.escape(message[at])
            at += 1
    return found, at


def _placeholder(message: str, at: int, values: dict[str, str]) -> tuple[str, int]:
    stop = min(place for place in (message.find(c, at) for c in ",}") if place >= 0)
    name = message[at:stop].strip()
    value = values.get(name)
    if message[stop] == "}":
        return (HOLE if value is None else value), stop + 1
    at, stop = stop + 1, min(p for p in (message.find(c, stop + 1) for c in ",}") if p >= 0)
    kind = message[at:stop].strip()
    if kind == "number":
        return NUMBER, message.index("}", stop) + 1
    assert kind in ("plural", "select"), f"cannot read {kind} in {message!r}"
    number = NUMBER if value is None else value
    options: dict[str, str] = {}
    at = stop + 1
    while message[(at := _past_space(message, at))] != "}":
        opening = message.index("{", at)
        option = message[at:opening].strip()
        options[option], at = _parts(
            message, opening + 1, values, number if kind == "plural" else ""
        )
        at += 1
    if kind == "select" and value is not None:
        return options.get(value, options["other"]), at + 1
    return f"(?:{'|'.join(dict.fromkeys(options.values()))})", at + 1


def _past_space(message: str, at: int) -> int:
    while message[at].isspace():
        at += 1
    return at


# --- texts of a page ----------------------------------------------------------------------

# Every text that somebody may see or be read, with where it is. Names of languages stay in
# their own language, and dates are the browser's.
TEXTS = """(root) => {
  const found = [];
  const within = root ? document.querySelector(root) : document.body;
  const skipped = 'script, style, #language, time';
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() && !node.parentElement.closest(skipped)) found.push(node.data.trim());
  }
  for (const element of within.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (element.closest(skipped)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name);
      if (text) found.push(text);
    }
  }
  return found;
}"""


def texts_of(evaluate: Callable[..., list[str]], root: str | None = None) -> list[str]:
    """All texts of a page, or of a part of it: `page.evaluate` is given."""
    return evaluate(TEXTS, root)
