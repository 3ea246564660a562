"""`tenluz tournament`: bots on the same cards in every seat, and who is better."""

import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.options import ABOUT, THREADS, comma_separated, read_options
from tenluz.commands.waiting import compiling_notice, progress

if TYPE_CHECKING:
    from tenluz.engine.types import JsonObject
    from tenluz.lab.measures import Estimate, Measure
    from tenluz.lab.standings import Difference, Standings
    from tenluz.lab.tournament import Tournament

NO_RATINGS = "No ratings and no picture: for them each must play among each, without --among."
PICTURE = ".svg"
INTERRUPTED = 130  # what shells report for a command that was stopped by Ctrl-C


def tournament(
    game: Annotated[str, typer.Argument(help="The game: `tenluz games` lists them.")],
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="Who plays: names, module:function, paths of checkpoints or weights.",
            show_default="the game's compiled ones",
        ),
    ] = None,
    among: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Play only tables of copies of this bot: with each of the others as the only "
            "guest, and without.",
            show_default="each bot among each",
        ),
    ] = None,
    deals: Annotated[int, typer.Option(help="How many deals each table plays.")] = 200,
    mixed: Annotated[
        bool,
        typer.Option(
            "--mixed", help="In cooperative games: also each bot among copies of another."
        ),
    ] = False,
    talk: Annotated[
        bool,
        typer.Option(
            "--talk",
            help="Let bots tell counts and wishes, as at a table; without, counts lie open.",
        ),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed gives the same deals.", show_default="a reserved one"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where to keep results (.jsonl); a second run continues from them. A picture is "
            "written beside it.",
        ),
    ] = None,
    threads: Annotated[int | None, typer.Option(help=THREADS, show_default="all cores")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on many machines with Ray, as `tenluz simulate` does.",
            show_default="no cluster",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Let bots play the same deals in every seat, and rate them with 95 % intervals."""
    from tenluz.bots.registry import compiled_bots
    from tenluz.engine.catalogue import game_named
    from tenluz.lab import tournament as lab
    from tenluz.lab.measures import counted

    its = counted(game_named(game.strip().lower()))
    agreed = {
        name: one for name, one in its.agreed.items() if not talk or name not in its.open_talk
    }
    found, options = read_options(game, players=players, option=option or (), defaults=agreed)
    names = comma_separated(bots) if bots else [bot.name for bot in compiled_bots(found)]
    seed = check_numbers(deals, threads, lab.SEED if seed is None else seed)
    _check_out(out)
    if cluster is not None:
        from tenluz.lab.ray_connection import check

        check(cluster)
    what = lab.checked(lab.Tournament(found, options, tuple(names), seed, mixed, among, talk))
    standings, finished = played(what, deals, threads, out, cluster)
    picture = _draw(standings, out)
    if as_json:
        print(json.dumps(outcome(standings, deals, finished)))
    elif standings.deals:
        _print(standings)
        if picture is not None:
            print(picture)
    if not finished:
        kept = f" What is finished is in {out}: the same command goes on." if out else ""
        print(f"tenluz: stopped after {standings.deals} of {deals} deals.{kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _check_out(out: Path | None) -> None:
    """NotUnderstood where the picture would be written over the results."""
    from tenluz.engine.errors import NotUnderstood

    if out is not None and out.suffix.lower() == PICTURE:
        raise NotUnderstood(
            f"{out} would be the picture: name a file for the results, as {out.stem}.jsonl, and "
            "the picture is written beside it."
        )


def check_numbers(deals: int, threads: int | None, seed: int) -> int:
    """The seed, if all numbers fit; NotUnderstood says which does not."""
    from tenluz.engine.errors import NotUnderstood
    from tenluz.engine.seeds import checked

    if deals < 1:
        raise NotUnderstood(f"There must be at least 1 deal, not {deals}.")
    if threads is not None and threads < 1:
        raise NotUnderstood(f"There must be at least 1 thread, not {threads}.")
    return checked(seed)


# --- while it runs -----------------------------------------------------------------------


def played(
    what: "Tournament",
    deals: int,
    threads: int | None,
    out: Path | None,
    cluster: str | None = None,
) -> "tuple[Standings, bool]":
    """Play it, or what is missing of it; whether all was finished."""
    from tenluz.lab import shares
    from tenluz.lab.standings import Standings
    from tenluz.lab.tournament import prepare

    results = shares.Results(what, out)
    if results.missing(deals) and cluster is None:
        with compiling_notice():
            prepare(what)
    with progress() as watch:
        finished = shares.play(what, results, deals, at_once=threads, cluster=cluster, watch=watch)
    return Standings(what, results.rows(deals)), finished


def _draw(standings: "Standings", out: Path | None) -> str | None:
    """The picture beside the results; what to say of it, None if nothing."""
    from tenluz.lab import standings_picture as picture

    if out is None or standings.deals == 0 or len(standings.tournament.bots) < 2:
        return None
    if standings.tournament.among is not None:
        return None  # a picture is of ratings
    if not picture.can_draw():
        return "No picture: matplotlib is not installed (pip install 'tenluz[train]')."
    path = out.with_suffix(PICTURE)
    picture.draw(standings, path, title(standings), agreed(standings))
    return f"Picture: {path}"


# --- what came of it ---------------------------------------------------------------------


def title(standings: "Standings") -> str:
    """A tournament in a few words."""
    what = standings.tournament
    seats = f"{what.options.players} player{'s' if what.options.players > 1 else ''}"
    deals = "1 deal" if standings.deals == 1 else f"{standings.deals:,} deals"
    return f"{what.game.title}, {seats}: {deals} at every table"


def agreed(standings: "Standings") -> str:
    """The options and the seed."""
    what = standings.tournament
    agreed = ", ".join(f"{name} {value}" for name, value in what.options.write().items())
    return f"{agreed}; seed {what.seed}{'; bots talk' if what.talk else ''}"


def number(measure: "Measure | None", estimate: "Estimate") -> str:
    """An estimate with half its interval: 12.3 ± 0.4, 31.0 ± 0.6 %."""
    if estimate.value is None:
        return "-"
    percent = measure is not None and (measure.share or measure.out_of > 1)
    factor, unit = (100.0, " %") if percent else (1.0, "")
    low, high = estimate.interval
    spread = "" if low is None or high is None else f" ± {factor * (high - low) / 2:.1f}"
    return f"{factor * estimate.value:.1f}{spread}{unit}"


def outcome(standings: "Standings", deals: int, finished: bool) -> "JsonObject":
    """The outcome as `--json` prints it."""
    what = standings.tournament
    tables = []
    for table in what.tables:
        values = {"points": standings.estimate(table)}
        values.update((each.name, standings.estimate(table, each)) for each in what.measures)
        tables.append({"who": table.who, "among": table.others, **_estimates_json(values)})
    return {
        **what.write(),
        "deals": standings.deals,
        "finished": finished,
        "asked": deals,
        "ratings": {bot: _pair(one) for bot, one in standings.ratings().items()},
        "differences": [
            {"who": one.who, "than": one.than, "sure": one.sure, **_pair(one.estimate)}
            for one in steps(standings)
        ],
        "tables": tables,
    }


def _pair(estimate: "Estimate") -> "JsonObject":
    return {"value": estimate.value, "interval": list(estimate.interval)}


def _estimates_json(values: "dict[str, Estimate]") -> "JsonObject":
    return {name: _pair(estimate) for name, estimate in values.items()}


def steps(standings: "Standings") -> list["Difference"]:
    """Each bot beside the next weaker one; or each beside those that it sits among."""
    bots, among = standings.ordered(), standings.tournament.among
    if among is not None:
        return [standings.difference(who, among) for who in bots if who != among]
    return [standings.difference(who, than) for who, than in itertools.pairwise(bots)]


def unit(what: "Tournament") -> str:
    """What scores are told in: the mean of a deal, where a game has several."""
    return "points a deal" if what.game.deals(what.options) > 1 else "points"


def shown(standings: "Standings") -> list["Measure | None"]:
    """The columns of a table: what the game counts. Where a game has several deals, None stands
    for the points of one, in the place of the score."""
    from tenluz.lab.tournament import BEATEN, SCORE

    what = standings.tournament
    if what.game.deals(what.options) == 1:
        return list(what.measures)
    columns = list(enumerate(what.measures, BEATEN + 1))
    rows = list(standings.rows.values())
    others = [
        measure
        for at, measure in columns
        if not all((each[:, at] == each[:, SCORE]).all() for each in rows)
    ]
    return [None, *others]


def _print(standings: "Standings") -> None:
    """The outcome for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    what = standings.tournament
    console = Console(highlight=False)
    console.print(title(standings), style="bold")
    console.print(agreed(standings))
    ratings = standings.ratings()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("bot")
    for name in ("rating", "95 % from", "to"):
        table.add_column(name, justify="right")
    for bot, one in ratings.items():
        ends = (one.value, *one.interval)
        table.add_row(bot, *("-" if end is None else f"{end:.0f}" for end in ends))
    if len(ratings) > 1:
        console.print(table)
    if what.among is not None:
        console.print(NO_RATINGS)
    columns = shown(standings)
    points = unit(what)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("bot", "among"):
        table.add_column(name)
    for measure in columns:
        name = points if measure is None else measure.title
        table.add_column(name, justify="right", no_wrap=True)
    bots = standings.ordered()
    for others in bots:
        for who in bots:
            seated = next((t for t in what.tables if (t.who, t.others) == (who, others)), None)
            if seated is not None:
                cells = [number(each, standings.estimate(seated, each)) for each in columns]
                table.add_row(who, "equals" if who == others else others, *cells)
    console.print(table)
    for step in steps(standings):
        sure = ", which may be chance" if step.may_be_chance else ""
        value = number(None, step.estimate)
        console.print(f"{step.who} over {step.than} on the same deals: {value} {points}{sure}")
