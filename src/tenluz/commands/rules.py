"""`tenluz rules`: how a game is played, in six languages: the text of the page."""

from typing import Annotated

import typer


def rules(
    game: Annotated[
        str | None,
        typer.Argument(help="The game, by name. [default: the first]", show_default=False),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="The language: en, ru, uk, pl, fr or es. [default: that of the locale]",
            show_default=False,
        ),
    ] = None,
    short: Annotated[bool, typer.Option("--short", help="The game in five pictures.")] = False,
) -> None:
    """Print the rules of a game, for people who do not know it."""
    from rich.console import Console
    from rich.markdown import Markdown

    from tenluz.engine import catalogue
    from tenluz.engine.rulebook import rulebook
    from tenluz.terminal.messages import language_named, language_of_locale

    name = catalogue.default_game() if game is None else game.strip().lower()
    spoken = language_of_locale() if language is None else language_named(language)
    text = rulebook(catalogue.game_named(name), spoken, short=short).text
    console = Console(highlight=False)
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        typer.echo(text, nl=False)  # into a file or another program: as it is written
