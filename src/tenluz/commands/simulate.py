"""`tenluz simulate`: many games between bots, and what comes of them."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.options import ABOUT, THREADS, read_options
from tenluz.commands.waiting import compiling_notice, notice, progress

if TYPE_CHECKING:
    from tenluz.engine.types import JsonObject
    from tenluz.lab.measures import Estimate, Measure
    from tenluz.lab.simulate import Simulation, SimulationResult

INTERRUPTED = 130  # what shells report for a command that was stopped by Ctrl-C
LONG_PATIENCE = 15.0  # the same for machines elsewhere, which must also be started
WAITING = "No games yet: still connecting or compiling, or others have all workers ..."


def simulate(
    game: Annotated[str, typer.Argument(help="The game: `tenluz games` lists them.")],
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot: its name, module:function or a checkpoint's path. Once for everybody, or "
            "once for each seat.",
            show_default="the game's best compiled one",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(help=THREADS, show_default="all cores")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on many machines with Ray: auto, HOST:6379 or ray://HOST:10001; local "
            "starts a Ray on this one. The numbers are the same.",
            show_default="no cluster",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Let bots play many games, and show the outcomes with 95 % intervals."""
    from tenluz.bots.registry import quick_bot
    from tenluz.engine.catalogue import game_named
    from tenluz.engine.errors import NotUnderstood
    from tenluz.lab import simulate as lab
    from tenluz.lab.measures import counted

    found, options = read_options(
        game,
        players=players,
        option=option or (),
        defaults=counted(game_named(game.strip().lower())).agreed,
    )
    bots = lab.seated(found, bot or [quick_bot(found)], options.players)
    if games < 1:
        raise NotUnderstood(f"There must be at least 1 game, not {games}.")
    if threads is not None and threads < 1:
        raise NotUnderstood(f"There must be at least 1 thread, not {threads}.")
    if not 0 <= seed < lab.SEEDS:
        raise NotUnderstood(f"A seed is a whole number from 0 to {lab.SEEDS - 1}, not {seed}.")
    simulation = lab.Simulation(found, options, bots, seed)
    try:
        outcome = _play(simulation, games, threads, cluster)
        if outcome.interrupted and outcome.tally.games == 0:
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        print("tenluz: stopped before the first game.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print(json.dumps(_object(outcome)))
    else:
        _print_table(outcome, games)
    if outcome.interrupted:
        raise typer.Exit(INTERRUPTED)


def _play(
    simulation: "Simulation", games: int, threads: int | None, cluster: str | None
) -> "SimulationResult":
    """Here or on a cluster, whose machines compile for themselves."""
    from tenluz.engine.compiled import cores
    from tenluz.lab import simulate as lab

    if cluster is None:
        with compiling_notice():
            lab.prepare(simulation)
        with progress() as bar:

            def watch(done: int) -> None:
                if bar:
                    bar(done, games)

            return lab.simulate(simulation, games, threads=threads or cores(), watch=watch)

    from tenluz.lab import cluster as many
    from tenluz.lab import ray_connection as joining

    joining.check(cluster)
    if cluster == joining.LOCAL:
        with compiling_notice():
            lab.prepare(simulation)
    with progress() as bar, notice(WAITING, LONG_PATIENCE) as said:

        def watch_both(done: int) -> None:
            if done:
                said.cancel()
            if bar:
                bar(done, games)

        return many.simulate(cluster, simulation, games, at_once=threads, watch=watch_both)


# --- what came of it ---------------------------------------------------------------------


def _object(outcome: "SimulationResult") -> "JsonObject":
    """The outcome as `--json` prints it."""
    simulation, tally = outcome.simulation, outcome.tally
    values: JsonObject = {}
    intervals: JsonObject = {}
    for measure, estimates in tally.estimates():
        many = bool(measure.labels)
        each = [estimate.value for estimate in estimates]
        ends = [list(estimate.interval) for estimate in estimates]
        values[measure.name] = each if many else each[0]
        intervals[measure.name] = ends if many else ends[0]
    return {
        **simulation.write(),
        "games": tally.games,
        "seconds": round(outcome.seconds, 6),
        "moves": tally.moves,
        "interrupted": outcome.interrupted,
        **values,
        "intervals": intervals,
    }


def _print_table(outcome: "SimulationResult", games: int) -> None:
    """The outcome for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    simulation, tally = outcome.simulation, outcome.tally
    console = Console(highlight=False)
    played = f"{tally.games:,} of {games:,}" if outcome.interrupted else f"{games:,}"
    games_played = f"{played} game{'s' if games > 1 else ''}"
    console.print(f"{simulation.game.title}, {games_played}", style="bold")
    console.print(_agreed(simulation))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("outcome")
    table.add_column("")
    for title in ("value", "95 % from", "to"):
        table.add_column(title, justify="right")
    for measure, estimates in tally.estimates():
        if measure.labels:
            table.add_section()
        for row, estimate in enumerate(estimates):
            title = measure.title if row == 0 else ""
            label = _labelled(measure.labels[row], simulation) if measure.labels else ""
            table.add_row(title, label, *_numbers(measure, estimate))
    console.print(table)
    seconds = max(outcome.seconds, 1e-9)
    console.print(
        f"{tally.moves:,} moves in {outcome.seconds:.2f} s: "
        f"{_rate(tally.games / seconds)} games and {_rate(tally.moves / seconds)} moves a second"
        + (f", on {outcome.nodes} machines" if outcome.nodes > 1 else "")
    )
    if outcome.lost:
        console.print(f"shares lost with their machines, and played again: {outcome.lost}")


def _rate(a_second: float) -> str:
    return f"{a_second:,.0f}" if a_second >= 10 else f"{a_second:.2f}"


def _agreed(simulation: "Simulation") -> str:
    agreed = ", ".join(f"{name} {value}" for name, value in simulation.options.write().items())
    bots = set(simulation.bots)
    players = f"bot {bots.pop()}" if len(bots) == 1 else f"bots {' '.join(simulation.bots)}"
    return f"{agreed}; {players}; seed {simulation.seed}"


def _labelled(label: str, simulation: "Simulation") -> str:
    """A seat with its bot, where not all seats have the same."""
    name, _, seat = label.partition(" ")
    if name == "seat" and len(set(simulation.bots)) > 1:
        return f"{label} ({simulation.bots[int(seat)]})"
    return label


def _numbers(measure: "Measure", estimate: "Estimate") -> list[str]:
    percent = measure.share or measure.out_of > 1
    return [
        "-" if number is None else f"{100 * number:.2f} %" if percent else f"{number:.3f}"
        for number in (estimate.value, *estimate.interval)
    ]
