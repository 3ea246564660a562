"""What was agreed before the first card, from the words of a command line.

Knows how a command line writes options: `--players 3`, `--difficulty hard`, `--option
name=value`. What options a game has, and which values fit, its own options class says.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from tenluz.games.catalogue import game_named
from tenluz.games.errors import NotUnderstood
from tenluz.games.game import Game
from tenluz.games.level10.options import DIFFICULTIES

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def read_options(
    game_name: str,
    *,
    players: int | None = None,
    difficulty: str | None = None,
    pauses: int | None = None,
    edition: str | None = None,
    option: Sequence[str] = (),
    **defaults: Any,
) -> tuple[Game, Any]:
    """The game and its options; NotUnderstood says what is wrong with them.

    `option` holds words like `last_reset=lost`. `defaults` are values by name, used where
    the command line gives none and the game has such an option.
    """
    game = game_named(game_name.strip().lower())
    fields = {field.name: field.metadata for field in dataclasses.fields(game.options_type)}
    given: dict[str, Any] = {}

    def give(name: str, value: Any, written: str) -> None:
        if name not in fields:
            known = ", ".join(fields)
            raise NotUnderstood(f"{game.title} has no {written}. Its options are: {known}.")
        if given.setdefault(name, value) != value:
            raise NotUnderstood(f"{name} is given twice: as {given[name]} and as {value}.")

    for name, value in (("players", players), ("pauses", pauses), ("edition", edition)):
        if value is not None:
            give(name, value, name)
    if difficulty is not None:
        if "pauses" in fields and difficulty not in DIFFICULTIES:
            known = ", ".join(DIFFICULTIES)
            raise NotUnderstood(f"There is no difficulty {difficulty!r}. There are: {known}.")
        give("pauses", DIFFICULTIES.get(difficulty), "difficulty")
    for text in option:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise NotUnderstood(f"An option is written name=value, not {text!r}.")
        give(name, _value(name, value, fields.get(name, {})), f"option {name!r}")
    usual = {name: value for name, value in defaults.items() if name in fields}
    return game, game.options({**usual, **given})


def _value(name: str, text: str, metadata: Mapping[str, Any]) -> Any:
    """A value as records have it, from the letters typed for it."""
    if "range" in metadata:
        try:
            return int(text)
        except ValueError:
            low, high = metadata["range"]
            raise NotUnderstood(
                f"{name} must be a whole number from {low} to {high}, not {text!r}."
            ) from None
    if "switch" in metadata:
        if text.lower() not in YES + NO:
            raise NotUnderstood(f"{name} must be true or false, not {text!r}.")
        return text.lower() in YES
    return text
