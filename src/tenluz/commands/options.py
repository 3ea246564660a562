"""What was agreed before the first card, from the words of a command line.

`--players 3`, and any other option of the game by its own name: `--pauses 0`, `--edition ru`,
or, the same, `--option pauses=0`. Which options a game has, and which values fit, its own options
class says: nothing here knows a game.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

if TYPE_CHECKING:
    from tenluz.engine.game import Game
    from tenluz.engine.options import Options

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
OPTION = "--option"
ABOUT = (
    "Any option of the game; --NAME VALUE is the same, where the command has no --NAME of its own. "
    "`tenluz games GAME` lists them."
)

THREADS = (
    "How many cores to use: threads, or processes for bots in Python, where the games take longer "
    "than a few seconds."
)


class GameCommand(TyperCommand):
    """A command that takes the options of a game beside its own: `--NAME VALUE` for one that the
    command does not know is read as `--option NAME=VALUE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write a game's options as the command takes them."""
        known = {name for param in self.params for name in (*param.opts, *param.secondary_opts)}
        known |= set(self.get_help_option_names(ctx))
        if OPTION in known:
            args = list(_with_options(args, known))
        return super().parse_args(ctx, args)


def _with_options(args: Sequence[str], known: set[str]) -> Iterator[str]:
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            yield word
            yield from words
        elif not word.startswith("--") or name in known:
            yield word
        else:
            given = value if equals else next(words, "")
            yield from (OPTION, f"{name[2:].replace('-', '_')}={given}")


def read_options(
    game_name: str,
    *,
    players: int | None = None,
    option: Sequence[str] = (),
    defaults: Mapping[str, object] | None = None,
) -> "tuple[Game, Options]":
    """The game and its options; NotUnderstood says what is wrong with them.

    `option` holds words like `last_reset=lost`. `defaults` are values by name, used where
    the command line gives none and the game has such an option.
    """
    from tenluz.engine.catalogue import game_named
    from tenluz.engine.errors import NotUnderstood

    game = game_named(game_name.strip().lower())
    fields = {field.name: field.metadata for field in dataclasses.fields(game.options_type)}
    also = {about["also"]: name for name, about in fields.items() if about.get("also")}
    given: dict[str, object] = {}

    def give(name: str, value: object) -> None:
        if given.setdefault(name, value) != value:
            raise NotUnderstood(f"{name} is given twice: as {given[name]} and as {value}.")

    if players is not None:
        give("players", players)
    for text in option:
        written, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not written:
            raise NotUnderstood(f"An option is written name=value, not {text!r}.")
        name = also.get(written, written)
        if name not in fields:
            known = ", ".join(fields)
            raise NotUnderstood(
                f"{game.title} has no option {written!r}. Its options: {known}; --help has those "
                "of the command."
            )
        give(name, _value(written, value, fields[name]))
    usual = {name: value for name, value in (defaults or {}).items() if name in fields}
    return game, game.options({**usual, **given})


def _value(name: str, text: str, metadata: Mapping[str, Any]) -> str | int:
    """A value as records have it, from the letters typed for it."""
    from tenluz.engine.errors import NotUnderstood

    if "range" in metadata:
        names = metadata["names"]
        if text.lower() in names:
            return int(names[text.lower()])
        try:
            return int(text)
        except ValueError:
            low, high = metadata["range"]
            words = f", or {', '.join(names)}" if names else ""
            raise NotUnderstood(
                f"{name} must be a whole number from {low} to {high}{words}, not {text!r}."
            ) from None
    if "switch" in metadata:
        if text.lower() not in YES + NO:
            raise NotUnderstood(f"{name} must be true or false, not {text!r}.")
        return text.lower() in YES
    return text


def comma_separated(text: str) -> list[str]:
    """The names in a list that a person wrote, with blanks or without."""
    return [name.strip() for name in text.split(",") if name.strip()]
