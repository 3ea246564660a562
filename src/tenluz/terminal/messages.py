"""Sentences in the reader's language: ICU messages by key, formatted by ICU itself.

A game's sentences lie in its folder `words`, where the page finds them too; what only the
terminal says of a game is in `words/terminal` there, and what it says of any game in `words`
beside this file. English is the source, and stands in for what another language lacks.
Knows no game, and nothing of a screen.
"""

import functools
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from icu4py.messageformat import MessageFormat

from tenluz.engine.errors import GameError, NotUnderstood
from tenluz.engine.game import NO_SEAT, Game
from tenluz.engine.rulebook import SOURCE

LANGUAGES = ("en", "ru", "uk", "pl", "fr", "es")
OWN = Path(__file__).parent / "words"

FINAL_TEXT = "final"  # the code of an error whose text needs no other words

Value = str | int
Kind = TypeVar("Kind", bound=GameError)


def language_named(name: str) -> str:
    """A language that we have, by its code; NotUnderstood lists them."""
    if name not in LANGUAGES:
        raise NotUnderstood(
            f"There is no language {name!r}. Languages are: {', '.join(LANGUAGES)}."
        )
    return name


def language_of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, as POSIX reads it; English if we lack it."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    code = locale[:2].lower()
    return code if code in LANGUAGES and not locale[2:3].isalpha() else SOURCE


@functools.cache
def catalogue(folder: Path, language: str) -> Mapping[str, str]:
    """The messages of a folder in a language; none where it has no such file."""
    path = folder / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def folders_of(game: Game | None) -> tuple[Path, ...]:
    """Where the sentences for a game lie: its own, then those for any game."""
    if game is None:
        return (OWN,)
    words = game.folder / "words"
    return (words / "terminal", words, OWN)


def _clean(value: Value) -> Value:
    """Bytes of a file's name or of a keyboard that are no text, written so that they are."""
    return value if isinstance(value, int) else value.encode(errors="backslashreplace").decode()


class Messages:
    """All sentences for one game in one language."""

    def __init__(self, language: str, game: Game | None = None) -> None:
        self.language = language
        self._messages: dict[str, tuple[str, str]] = {}  # each with the language it is in
        for known in (SOURCE, language):
            for folder in reversed(folders_of(game)):
                found = catalogue(folder, known)
                self._messages |= {key: (message, known) for key, message in found.items()}
        self._ready: dict[str, MessageFormat] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def __call__(self, key: str, **values: Value) -> str:
        """A message with its values filled in. A key that is nowhere is a mistake of ours."""
        format_of = self._ready.get(key)
        if format_of is None:
            format_of = self._ready[key] = MessageFormat(*self._messages[key])
        return format_of.format({name: _clean(value) for name, value in values.items()})

    def either(self, key: str, otherwise: str, **values: Value) -> str:
        """The same, where there may be no such message."""
        return self(key, **values) if key in self else otherwise

    def error(self, kind: type[Kind], key: str, **values: Value) -> Kind:
        """An error whose text is already in the reader's language."""
        return kind(self(key, **values), code=FINAL_TEXT)

    def listed(self, parts: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self("list.and", list=", ".join(parts[:-1]), last=parts[-1])

    def parted(self, parts: Sequence[str]) -> str:
        """`a; b; c`, for parts that are lists themselves."""
        return functools.reduce(
            lambda so_far, part: self("list.parts", list=so_far, next=part), parts
        )

    def named(self, name: str, value: Value) -> str:
        """`name: value`, with the spaces that the language wants."""
        return self("named", name=name, value=str(value))


@dataclass(frozen=True)
class Names:
    """Who sits where, and how a sentence speaks of them to one reader."""

    names: tuple[str, ...]
    say: Messages
    me: int = NO_SEAT

    def __getitem__(self, seat: int) -> str:
        """A label that stands alone: `You`, or a name."""
        return self.say("seat.you") if seat == self.me else self.names[seat]

    def __len__(self) -> int:
        return len(self.names)

    def subject(self, seat: int) -> dict[str, str]:
        """A seat as part of a sentence: each message has one for the reader, one for a name."""
        name = self.names[seat] if seat >= 0 else ""
        return {"who": name, "you": "yes" if 0 <= seat == self.me else "no"}
