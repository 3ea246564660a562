"""`tenluz solve`: how well a small version of a game can be played, exactly; and any deal with all
cards seen (`solve_open.py`)."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tenluz.commands.options import ABOUT, read_options
from tenluz.commands.waiting import notice

if TYPE_CHECKING:
    from tenluz.engine.game import Game
    from tenluz.engine.types import JsonObject

    Solution = Any  # the solver's own; solver.Solution

Found = TypeVar("Found")

INTERRUPTED = 130  # what shells report for a command that was stopped by Ctrl-C
PATIENCE = 3.0  # seconds of silence before we say what takes so long
POLL = 0.1  # seconds between two looks at how far it has come; an interrupt waits no longer


def solve(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|RECORD]",
            help="A game (`tenluz games` lists them), or a record's file (- for standard input).",
            show_default="the first game",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="How many seats.", show_default="1; the game's with --deals")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    goal: Annotated[
        str, typer.Option(help="won: the chance to win. score: the mean score.")
    ] = "won",
    positions: Annotated[
        int | None,
        typer.Option(
            help="Give up beyond this many positions. With all cards seen: how many to keep of "
            "each turn, or how many moves to try.",
            show_default="by the game",
        ),
    ] = None,
    effort: Annotated[
        int | None,
        typer.Option(help="How many beliefs to search, with two or more.", show_default="50000"),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(help="Solve this many deals of the game, with all cards seen.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The seed of those deals.", show_default="that of `tenluz tournament`"),
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(
            help="With a record: start from the position after this many turns.",
            show_default="what the game says",
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="Deals solved at a time.", show_default="all cores")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Solve a small version of a game, or any deal with all cards seen.

    GAME: the best that can be reached in a small version of it. Alone it is exact. With more
    players it is exact for the smallest games; else there are two bounds, what players surely
    reach without talk, and what they would reach with open hands.

    RECORD, or GAME --deals N: what somebody could do who sees all cards, those of the pile too.
    Where all play together it is a winning line, or the proof that there is none; among rivals the
    most that each seat on its own makes of a deal. docs/records.md says who plays how in it.
    """
    from tenluz.commands.solve_open import is_record, solve_deals, solve_record
    from tenluz.engine.catalogue import default_game, game_named
    from tenluz.engine.errors import NotUnderstood

    given = {"positions": positions, "effort": effort, "deals": deals, "threads": threads}
    for name, value in given.items():
        if value is not None and value < 1:
            raise NotUnderstood(f"{name} must be at least 1, not {value}.")
    if what is not None and is_record(what):
        of_a_game = {
            "--deals": deals,
            "--players": players,
            "--option": option,
            "--seed": seed,
            "--effort": effort,
        }
        for name, unwanted in of_a_game.items():
            if unwanted is not None:
                raise NotUnderstood(f"{name} is for a game; a record says all that itself.")
        solve_record(what, after, positions, as_json=as_json)
        return
    if after is not None:
        raise NotUnderstood("--after is for a record: name its file.")
    found = game_named((what or default_game()).strip().lower())
    if deals is not None:
        solve_deals(found, players, option or (), deals, seed, positions, threads, as_json=as_json)
        return
    if seed is not None:
        raise NotUnderstood("--seed is for --deals: a small version is solved for all its deals.")
    lab = found.part("solver")
    if lab is None or not hasattr(lab, "solve"):
        also = "" if lab is None else " Deals with all cards seen are solved: give --deals."
        raise NotUnderstood(
            f"There is no solver for small versions of {found.title} (no `solve` in its part "
            f"`solver`). OpenSpiel's algorithms play them: docs/openspiel.md.{also}"
        )
    _, options = read_options(found.name, players=players, option=option or (), defaults=lab.SMALL)
    limits = {
        "positions": lab.POSITIONS if positions is None else positions,
        "effort": lab.EFFORT if effort is None else effort,
    }
    with stoppable(), _progress() as watch:
        solution = away(lambda: lab.solve(options, goal, watch=watch, **limits))
    if as_json:
        print(json.dumps(_object(found, solution)))
    else:
        _print(found, solution)


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C ends it with one line."""
    try:
        yield
    except KeyboardInterrupt:
        print("tenluz: stopped before the end.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def away(work: Callable[[], Found]) -> Found:
    """Do something in another thread: compiled code does not listen to Ctrl-C, we do."""
    found: list[Found] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(POLL)
    if failed:
        raise failed[0]
    return found[0]


@contextmanager
def _progress() -> Iterator[Callable[[float], None] | None]:
    """A bar where somebody watches, and a word if nothing happens for a while."""
    if not sys.stderr.isatty():
        text = "Working on it; the first time some seconds go into compiling for this machine ..."
        with notice(text, PATIENCE):
            yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    bar = Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("of the deals with open hands,"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=1.0)
        yield lambda done: bar.update(task, completed=done)


def _object(game: "Game", solution: "Solution") -> "JsonObject":
    return {
        "game": game.name,
        "options": solution.options.write(),
        "goal": solution.goal,
        "exact": solution.value is not None,
        "value": solution.value,
        "lower": solution.lower,
        "upper": solution.upper,
        "positions": solution.positions,
        "beliefs": solution.beliefs,
        "seconds": solution.seconds,
    }


def _print(game: "Game", solution: "Solution") -> None:
    o = solution.options
    agreed = ", ".join(f"{name} {value}" for name, value in o.write().items())
    print(f"{game.title}: {agreed}")
    what = "chance to win" if solution.goal == "won" else "mean score"
    if solution.value is not None:
        print(f"{what}, played perfectly: {solution.value:.10g}")
    else:
        print(f"{what}, played perfectly: from {solution.lower:.10g} to {solution.upper:.10g}")
    if o.players > 1:
        print(f"{what} with open hands: {solution.upper:.10g}")
    print(
        f"{solution.positions:,} positions and {solution.beliefs:,} beliefs "
        f"in {solution.seconds:.1f} s"
    )
