"""`tenluz play`: a table in the terminal, from the words of the command line."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from tenluz.commands.options import ABOUT, read_options
from tenluz.commands.waiting import compiling_notice

if TYPE_CHECKING:
    from tenluz.terminal.display import Display
    from tenluz.terminal.terminal_game import TerminalGame


class CommandLine(TypedDict):
    """What was asked for on the command line; None where nothing was."""

    players: int | None
    option: list[str] | None
    seat: list[str] | None
    people: int | None
    seed: str | None


PACE = 0.6  # seconds in which an eye can follow a bot's move


def play(
    game: Annotated[
        str | None, typer.Argument(help="Its name: `tenluz games` lists them.", show_default=False)
    ] = None,
    file: Annotated[
        Path | None, typer.Argument(help="With --resume: the saved game.", show_default=False)
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO", help="Who takes the next seat: me, a name, or a bot. Repeat for each."
        ),
    ] = None,
    people: Annotated[
        int | None,
        typer.Option(help="How many people share this keyboard; they take the first seats."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="Who takes the other seats: a bot's name, module:function or the path of a "
            "checkpoint. Give one for all of them, or one for each.",
            show_default="the game's best",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The deck, as 64 hexadecimal digits.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines of text: for screen readers and pipes.")
    ] = False,
    pace: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="How long to pause after each bot's move."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue the game in FILE, or the latest unfinished one."),
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to keep the game while it is played.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write the record at the end.")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="en, ru, uk, pl, fr or es; else the locale's."),
    ] = None,
) -> None:
    """Play in the terminal, with bots and with people at one keyboard."""
    from tenluz.engine.catalogue import default_game
    from tenluz.engine.errors import NotUnderstood
    from tenluz.terminal.messages import language_named, language_of_locale
    from tenluz.terminal.save import new_place, write_save
    from tenluz.terminal.session import Session

    asked: CommandLine = {
        "players": players,
        "option": option,
        "seat": seat,
        "people": people,
        "seed": seed,
    }
    if pace is not None and not 0 <= pace <= 60:
        raise NotUnderstood(f"--pace must be 0 to 60 seconds, not {pace}.")
    if not resume and file is not None:
        raise NotUnderstood(f"{file} would be a saved game: use --resume.")
    spoken = language_of_locale() if language is None else language_named(language)
    with compiling_notice():
        if resume:
            terminal_game, place = _resumed(game, file, asked, spoken, bot or [])
        else:
            terminal_game = _new_game(game or default_game(), asked, spoken, bot or [])
            place = new_place(terminal_game)
        _rehearse(terminal_game)
    if save is not None and save != place:
        if save.exists():
            raise NotUnderstood(f"{save} is there already: --resume {save} goes on with it.")
        place = save
        write_save(terminal_game, place)  # what cannot be written should be known now
    display = _display(plain)
    wait = pace if pace is not None else (PACE if display.animated else 0.0)
    status = Session(terminal_game, display, place, record, wait).run(fresh=not terminal_game.log)
    raise typer.Exit(status)


def _rehearse(terminal_game: "TerminalGame") -> None:
    """Have everything compiled that these seats need, before a screen is drawn."""
    from tenluz.precompile.rehearsal import steps

    game = terminal_game.table.game
    seated = {None, *(seat.bot for seat in terminal_game.seats)}
    for slow in (False, True):
        for step in steps([game], slow):
            if step.bot in seated:
                step()


def _new_game(game_name: str, asked: CommandLine, language: str, bots: list[str]) -> "TerminalGame":
    from tenluz.engine.errors import NotUnderstood
    from tenluz.engine.shuffle import new_seed, parse_seed
    from tenluz.terminal.seats import read_seats, seats_asked_for
    from tenluz.terminal.terminal_game import TerminalGame

    given, people = asked["seat"] or [], asked["people"]
    game, options = read_options(
        game_name,
        players=asked["players"],
        option=asked["option"] or (),
    )
    if asked["players"] is None and seats_asked_for(given, people) > options.players:
        asked = {**asked, "players": seats_asked_for(given, people)}
        return _new_game(game_name, asked, language, bots)
    seats = read_seats(game, given, people, options.players, language, bots)
    try:
        seed = new_seed() if asked["seed"] is None else parse_seed(asked["seed"])
    except ValueError as error:
        raise NotUnderstood(f"--seed: {error}.") from None
    return TerminalGame(game, options, seed, seats, language)


def _resumed(
    game: str | None, file: Path | None, asked: CommandLine, language: str, bots: list[str]
) -> "tuple[TerminalGame, Path]":
    """The saved game that is meant. The first word may be the game or already the file."""
    from tenluz.engine import catalogue
    from tenluz.engine.errors import NotUnderstood
    from tenluz.terminal.save import data_folder, read_save, unfinished

    for name, value in asked.items():
        if value is not None:
            raise NotUnderstood(f"--{name} cannot be given with --resume: the saved game has it.")
    if file is None and game is not None and game not in catalogue.names():
        file, game = Path(game), None
    if file is None:
        file = next(unfinished(game), None)
        if file is None:
            raise NotUnderstood(f"There is no unfinished game in {data_folder() / 'saved'}.")
    return read_save(file, language, bots), file


def _display(plain: bool) -> "Display":
    import os

    if plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        from tenluz.terminal.display import PlainDisplay

        return PlainDisplay()
    from tenluz.terminal.rich_display import RichDisplay

    return RichDisplay()
