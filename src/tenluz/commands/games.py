"""`tenluz games`: the games there are, their options and their bots."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tenluz.bots.bot import Bot


def games(
    game: Annotated[
        str | None, typer.Argument(help="One game, with its options.", show_default=False)
    ] = None,
) -> None:
    """List the games, or the options and bots of one."""
    from tenluz.engine import catalogue

    if game is None:
        for each in catalogue.games():
            typer.echo(f"{each.name:12} {each.title}")
        return
    from tenluz.bots.outside import installed
    from tenluz.bots.registry import bots

    found = catalogue.game_named(game.strip().lower())
    typer.echo(found.title)
    for field in dataclasses.fields(found.options_type):
        typer.echo(f"  --{field.name} {_values(field.metadata)}")
        typer.echo(f"      {field.metadata['about']}{_default(field)}")
        if also := field.metadata.get("also"):
            typer.echo(f"      also: --{also} {'|'.join(field.metadata['names'])}")
    typer.echo("Bots, from the weakest to the strongest:")
    _list(bots(found))
    if others := installed(found):
        typer.echo("Bots of other packages:")
        _list(others)


def _list(found: "Iterable[Bot]") -> None:
    for bot in found:
        also = f", also {', '.join(bot.aliases)}" if bot.aliases else ""
        lacks = "".join(f"; needs {need.what}: {need.advice}" for need in bot.unmet)
        title = f" ({bot.title})" if bot.title else ""
        typer.echo(f"  {bot.name}{title}{also}: may {', '.join(bot.may)}{lacks}")


def _values(about: Mapping[str, Any]) -> str:
    if "range" in about:
        return "{}..{}".format(*about["range"])
    return "|".join(about["readings"]) if "readings" in about else "yes|no"


def _default(field: "dataclasses.Field[Any]") -> str:
    if field.default in (-1, "", None):
        return " (the default depends on the other options)"
    if isinstance(field.default, bool):
        return f" (default: {'yes' if field.default else 'no'})"
    return f" (default: {field.default})"
