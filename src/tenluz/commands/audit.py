"""`tenluz audit`: do bots keep to what players may do? Talk that hints, and copies that collude.

Where players talk, it measures how many bits a bot's talk tells beyond what the rules let it tell;
where they are rivals, whether two copies of a bot at one table help each other.
"""

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.options import ABOUT, read_options
from tenluz.commands.tournament import check_numbers
from tenluz.commands.waiting import progress

if TYPE_CHECKING:
    from tenluz.engine.game import Game
    from tenluz.engine.options import Options
    from tenluz.lab.collusion import Pairs
    from tenluz.lab.measures import Estimate
    from tenluz.lab.signals import Signals


def audit(
    game: Annotated[str, typer.Argument(help="The game: `tenluz games` lists them.")],
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Which bots.", show_default="all that are quick"),
    ] = None,
    among: Annotated[
        str | None,
        typer.Option(help="Who sits in the other seats.", show_default="the next weaker"),
    ] = None,
    deals: Annotated[int, typer.Option(help="How many deals, at most.")] = 100,
    minutes: Annotated[
        float | None,
        typer.Option(help="Time limit for each bot.", show_default="none"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed gives the same deals.", show_default="a reserved one"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Measure what bots give away beyond the rules, and whether copies of one collude."""
    from tenluz.bots.registry import bots as all_bots
    from tenluz.engine.errors import NotUnderstood
    from tenluz.engine.seeds import evaluation_seed
    from tenluz.lab.measures import counted

    found, options = read_options(game, players=players, option=option or ())
    seed = check_numbers(deals, None, evaluation_seed(4) if seed is None else seed)
    quick = [bot.name for bot in all_bots(found) if not bot.slow and not bot.unmet]
    names = bots.split(",") if bots else quick
    talk = found.talks and options.players > 1
    rivals = not counted(found).together and options.players > 2
    if not (talk or rivals):
        raise NotUnderstood("At this table nobody talks, and nobody has rivals to collude against.")
    signals = _signals(found, options, names, deals, minutes, seed) if talk else []
    pairs = _pairs(found, options, names, among, deals, minutes, seed) if rivals else []
    if as_json:
        by_bots = {"talk": list(map(asdict, signals)), "pairs": list(map(asdict, pairs))}
        about = {"game": found.name, "options": options.write(), "seed": seed}
        print(json.dumps({**about, **by_bots}))
        return
    agreed = ", ".join(f"{name} {value}" for name, value in options.write().items())
    print(f"{found.title}: {agreed}, seed {seed}.")
    if signals:
        _print_signals(signals)
    if pairs:
        _print_pairs(pairs)


def _signals(
    game: "Game",
    options: "Options",
    names: list[str],
    games: int,
    minutes: float | None,
    seed: int,
) -> "list[Signals]":
    from tenluz.lab.signals import Audit

    found = []
    for name in names:
        with progress() as watch:
            found.append(Audit(game, options, seed).of(name, games, minutes, watch))
    return found


def _pairs(
    game: "Game",
    options: "Options",
    names: list[str],
    among: str | None,
    deals: int,
    minutes: float | None,
    seed: int,
) -> "list[Pairs]":
    import numpy as np

    from tenluz.bots.registry import bot_named, bot_names
    from tenluz.lab.collusion import measured, summarised

    ladder = bot_names(game)
    found = []
    for name in names:
        who = bot_named(game, name).name
        others = among or ladder[max(0, ladder.index(who) - 1)]
        if others == who:
            continue  # the weakest of all
        step = 50 if bot_named(game, who).compiled and bot_named(game, others).compiled else 1
        rows, begun = [], time.monotonic()
        with progress() as watch:
            for first in range(0, deals, step):
                part = range(first, min(first + step, deals))
                rows.append(measured(game, options, who, others, seed, part))
                if watch is not None:
                    watch(part.stop, deals)
                if minutes is not None and time.monotonic() - begun > 60 * minutes:
                    break
        found.append(summarised(who, others, np.concatenate(rows)))
    return found


# --- what came of it ---------------------------------------------------------------------


def _number(estimate: "Estimate", digits: int) -> str:
    low, high = estimate.interval
    if estimate.value is None:
        return "-"
    spread = "" if low is None or high is None else f" ± {(high - low) / 2:.{digits}f}"
    return f"{estimate.value:.{digits}f}{spread}"


def _print_signals(signals: "list[Signals]") -> None:
    print()
    kinds = sorted({kind for one in signals for kind in one.bits if kind})
    head = ["bot", "games", "turns", "statements a turn", "bits a turn", *kinds]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for one in signals:
        bits = [_number(one.bits[kind], 3) if kind in one.bits else "-" for kind in ("", *kinds)]
        cells = [f"`{one.bot}`", f"{one.games:,}", f"{one.turns:,}", _number(one.said, 2), *bits]
        print(f"| {' | '.join(cells)} |")


def _print_pairs(pairs: "list[Pairs]") -> None:
    print()
    head = ["bot", "among", "deals", "alone", "with a copy", "difference", "a stranger’s", "help"]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for one in pairs:
        numbers = (one.alone, one.with_copy, one.together, one.stranger, one.helps)
        cells = [f"`{one.who}`", f"`{one.others}`", f"{one.deals:,}"]
        print(f"| {' | '.join([*cells, *(_number(each, 2) for each in numbers)])} |")
