"""`tenluz strength`: how well each bot of a game plays, for every number of players.

Prints the tables of docs/strength.md, in Markdown: tournaments on reserved deals, one for each
task of the game and each number of players.
"""

import dataclasses
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.options import ABOUT, THREADS, comma_separated, read_options
from tenluz.commands.tournament import (
    INTERRUPTED,
    check_numbers,
    number,
    played,
    shown,
    unit,
)

if TYPE_CHECKING:
    from tenluz.engine.game import Game
    from tenluz.engine.types import JsonObject
    from tenluz.lab.measures import Measure
    from tenluz.lab.standings import Standings
    from tenluz.lab.tournament import Tournament

ByPlayers = dict[int, "Standings"]


def strength(
    game: Annotated[
        str | None, typer.Argument(help="One game.", show_default="every game there is")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many seats.", show_default="all")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Which bots.", show_default="the compiled ones"),
    ] = None,
    deals: Annotated[int, typer.Option(help="How many deals each table plays.")] = 1000,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed gives the same deals.", show_default="a reserved one"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep results here, and go on from what is there."),
    ] = None,
    threads: Annotated[int | None, typer.Option(help=THREADS, show_default="all cores")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Print how well each bot plays, for every number of players, with 95 % intervals."""
    from tenluz.engine import catalogue
    from tenluz.engine.seeds import evaluation_seed

    seed = check_numbers(deals, threads, evaluation_seed(3) if seed is None else seed)
    chosen = [catalogue.game_named(game.strip().lower())] if game else list(catalogue.games())
    rows: list[JsonObject] = []
    for found in chosen:
        for task, agreed in _tasks(found, players, option or []):
            made: ByPlayers = {}
            for count in _players(found, agreed, players, option or []):
                kept = None if out is None else out / f"{found.name}-{_slug(task)}-{count}.jsonl"
                what = _tournament(found, agreed, count, option or [], bots, seed)
                made[count], finished = played(what, deals, threads, kept)
                if not finished:
                    print("tenluz: stopped before the end.", file=sys.stderr)
                    raise typer.Exit(INTERRUPTED)
            if as_json:
                rows.append(_object(found, task, made))
            else:
                _print(found, task, made)
    if as_json:
        print(json.dumps({"seed": seed, "deals": deals, "tasks": rows}))


def _slug(task: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in task.lower()).strip("-")


def _tasks(
    game: "Game", players: int | None, option: list[str]
) -> list[tuple[str, dict[str, object]]]:
    """What strength is told for, by a title, with the options of each: no task that the given
    options are not of."""
    from tenluz.lab.measures import counted

    its = counted(game)
    fitting = []
    for title, task in its.tasks.items():
        agreed = {**its.agreed, **task}
        count = _players(game, agreed, players, option)[0]
        _, options = read_options(game.name, players=count, option=option, defaults=agreed)
        if all(getattr(options, name) == value for name, value in task.items()):
            fitting.append((title, agreed))
    return fitting or [("", dict(its.agreed))]


def _players(
    game: "Game", agreed: dict[str, object], players: int | None, option: list[str]
) -> list[int]:
    """The numbers of players that these options are for; NotUnderstood if they are for none."""
    from tenluz.engine.errors import NotUnderstood

    if players is not None:
        return [players]
    field = next(one for one in dataclasses.fields(game.options_type) if one.name == "players")
    low, high = field.metadata["range"]
    found, problems = [], []
    for count in range(low, high + 1):
        try:
            read_options(game.name, players=count, option=option, defaults=agreed)
        except NotUnderstood as problem:  # small versions alone are for so few
            problems.append(problem)
        else:
            found.append(count)
    if not found:
        raise problems[0]
    return found


def _tournament(
    game: "Game",
    agreed: dict[str, object],
    players: int,
    option: list[str],
    bots: str | None,
    seed: int,
) -> "Tournament":
    from tenluz.bots.registry import compiled_bots
    from tenluz.lab.tournament import Tournament, checked

    _, options = read_options(game.name, players=players, option=option, defaults=agreed)
    names = comma_separated(bots) if bots else [bot.name for bot in compiled_bots(game)]
    return checked(Tournament(game, options, tuple(names), seed))


# --- what came of it ---------------------------------------------------------------------


def _print(game: "Game", task: str, made: ByPlayers) -> None:
    """Tables in Markdown: a row for each bot, a column for each number of players."""
    first = next(iter(made.values()))
    what = first.tournament
    print(f"### {game.title}{f', {task}' if task else ''}")
    named = {name: value for name, value in what.options.write().items() if name != "players"}
    agreed = "".join(f"{name} {value}, " for name, value in named.items())
    print(f"\n{agreed}{first.deals:,} deals at every table, seed {what.seed}.")
    for others in [None] if what.together else what.bots:
        for measure in shown(first):
            name = unit(what) if measure is None else measure.title
            _table(made, name if others is None else f"{name} among `{others}`", others, measure)
    if len(what.bots) > 1:
        _steps(made, unit(what))
    print()


def _head(title: str, made: ByPlayers) -> None:
    one, *more = made
    columns = [f"{one} player{'s' if one > 1 else ''}", *map(str, more)]
    print(f"\n| {title} | {' | '.join(columns)} |")
    print(f"| --- |{' --- |' * len(made)}")


def _table(made: ByPlayers, title: str, others: str | None, measure: "Measure | None") -> None:
    from tenluz.lab.tournament import TableOf

    _head(title, made)
    for bot in next(iter(made.values())).tournament.bots:
        cells = []
        for standings in made.values():
            # Measures of seats differ between numbers of players in their labels alone.
            its = standings.tournament.measures
            same = next((one for one in its if measure and one.name == measure.name), None)
            table = TableOf(bot, bot if others is None else others)
            cells.append(number(same, standings.estimate(table, same)))
        print(f"| `{bot}` | {' | '.join(cells)} |")


def _steps(made: ByPlayers, points: str) -> None:
    """Each bot beside the next weaker one, on the same deals."""
    _head(f"{points} more than the next weaker", made)
    bots = next(iter(made.values())).tournament.bots
    for than, who in itertools.pairwise(bots):
        cells = [number(None, each.difference(who, than).estimate) for each in made.values()]
        print(f"| `{who}` over `{than}` | {' | '.join(cells)} |")


def _object(game: "Game", task: str, made: ByPlayers) -> "JsonObject":
    """The same for programs."""
    from tenluz.commands.tournament import outcome as outcome_json

    tournaments = [outcome_json(standings, standings.deals, True) for standings in made.values()]
    return {"game": game.name, "task": task, "tournaments": tournaments}
