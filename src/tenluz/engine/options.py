"""Options of a game, as every game keeps them: one frozen dataclass, one flat record.

A game's options class lists its fields with `choice`, `whole` or `switch`; this module
turns them from a record's JSON object into that class and back, and says what is wrong
in words when it cannot. It knows no game.

Every option has a place of its own name in the flat record. One that compiled rules need not
know, because others follow from it, says `packed=False`.
"""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

import numpy as np

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.types import JsonObject, OptionsRecord

Chosen = TypeVar("Chosen", bound="Options")

# To people who choose: among the first, behind "more", or never, as it is the size of a small
# version, which is for programs.
Shown = Literal["first", "more", "never"]


def whole(
    low: int,
    high: int,
    about: str,
    default: int = -1,
    names: Mapping[str, int] | None = None,
    also: str = "",
    shown: Shown = "more",
    *,
    packed: bool = True,
) -> int:
    """A whole number from low to high. A default of -1 follows from the other options.

    `names` are words for some of the numbers, and `also` is what people call the option who use
    them: `difficulty` for the number of pauses.
    """
    words = {"names": dict(names or {}), "also": also}
    kept = {"packed": packed, "shown": shown}
    metadata = {"range": (low, high), "about": about, **kept, **words}
    return dataclasses.field(default=default, metadata=metadata)


def choice(
    readings: tuple[str, ...],
    about: str,
    default: str = "",
    *,
    packed: bool = True,
    by_language: bool = False,
) -> str:
    """One of several readings, kept in the flat record by its place in the row.

    `by_language`: they are named like languages, and a page starts with the reader's own.
    """
    kept = {"packed": packed, "shown": "more", "by_language": by_language}
    metadata = {"readings": readings, "about": about, **kept}
    return dataclasses.field(default=default, metadata=metadata)


@overload
def switch(about: str, default: bool, *, packed: bool = ...) -> bool: ...
@overload
def switch(about: str, default: None = ..., *, packed: bool = ...) -> bool | None: ...
def switch(about: str, default: bool | None = None, *, packed: bool = True) -> bool | None:
    """Yes or no. A default of None follows from the other options."""
    metadata = {"switch": True, "about": about, "packed": packed, "shown": "more"}
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True)
class Options:
    """What was agreed before the first card. A game adds its fields: these two, and others."""

    if TYPE_CHECKING:

        @property
        def players(self) -> int: ...
        @property
        def hand(self) -> int: ...  # the cards that each player is dealt

    @classmethod
    def read(cls: type[Chosen], given: Mapping[str, object]) -> Chosen:
        """Options from a record's object: unknown names and wrong values are refused."""
        fields = {field.name: field for field in dataclasses.fields(cls)}
        for name, value in given.items():
            if name not in fields:
                known = ", ".join(sorted(fields))
                raise NotUnderstood(f"There is no option {name!r}. Options are: {known}.")
            _check(name, value, fields[name].metadata)
        return cls(**given).complete()

    def complete(self: Chosen) -> Chosen:
        """Fill in what follows from the other options, and check that they fit together."""
        return self

    def write(self) -> JsonObject:
        """The shortest object that `read` turns back into these options."""
        kept: JsonObject = {}
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            without = {**kept, **self._always()}
            without.pop(field.name, None)
            if (
                field.name in self._always()
                or getattr(_read_quietly(type(self), without), field.name, None) != value
            ):
                kept[field.name] = value
        return kept

    def _always(self) -> JsonObject:
        """The options that a record always names."""
        return {}

    def packed(self) -> OptionsRecord:
        """The flat record that compiled rules read."""
        raise NotImplementedError

    def pack(self, dtype: np.dtype[np.void]) -> Any:
        """That record, of the game's own type, with every option in its place. An option that has
        none there is a mistake in the game; what else the record holds, the game fills in."""
        packed = np.zeros(1, dtype)
        for field in dataclasses.fields(self):
            name = f"{type(self).__name__}.{field.name}"
            if not field.metadata["packed"]:
                if field.name in (dtype.names or ()):
                    raise TypeError(f"{name} is not packed, and yet in the flat record.")
                continue
            if field.name not in (dtype.names or ()):
                raise TypeError(f"{name} has no place in the flat record, nor says packed=False.")
            packed[0][field.name] = _number(getattr(self, field.name), field.metadata)
        return packed[0]


def _read_quietly(cls: type[Options], given: Mapping[str, object]) -> Options | None:
    try:
        return cls.read(given)
    except NotUnderstood:
        return None  # incomplete without the option in question, which is therefore kept


def _number(value: str | int, metadata: Mapping[str, Any]) -> int:
    readings = metadata.get("readings")
    return readings.index(value) if readings else int(value)


def _check(name: str, value: object, metadata: Mapping[str, Any]) -> None:
    if "range" in metadata:
        low, high = metadata["range"]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise NotUnderstood(
                f"{name} must be a whole number from {low} to {high}, not {value!r}."
            )
    elif "readings" in metadata:
        if value not in metadata["readings"]:
            known = ", ".join(metadata["readings"])
            raise NotUnderstood(f"{name} must be one of {known}, not {value!r}.")
    elif not isinstance(value, bool):
        raise NotUnderstood(f"{name} must be true or false, not {value!r}.")
