"""`tenluz audit`: do bots keep to what players may do? Talk that hints, and copies that collude.

Where players talk, it measures how many bits a bot's talk tells beyond what the rules let it tell;
where they are rivals, whether two copies of a bot at one table help each other.
"""

import json
import math
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.options import ABOUT, comma_separated, read_options
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
        typer.Option(
            metavar="A,B,...",
            help="Which bots: names, module:function, paths of checkpoints or weights.",
            show_default="all that are quick",
        ),
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
    from tenluz.engine.errors import NotUnderstood
    from tenluz.engine.seeds import evaluation_seed
    from tenluz.lab.measures import counted

    found, options = read_options(game, players=players, option=option or ())
    seed = check_numbers(deals, None, evaluation_seed(4) if seed is None else seed)
    if minutes is not None and not 0 < minutes < math.inf:
        raise NotUnderstood(f"minutes must be more than 0, not {minutes:g}.")
    names = _names(found, bots)
    talk = found.talks and options.players > 1
    rivals = not counted(found).together and options.players > 2
    if not (talk or rivals):
        raise NotUnderstood("At this table nobody talks, and nobody has rivals to collude against.")
    beside = _beside(found, names, among, chosen=bots is not None) if rivals else []
    signals = _signals(found, options, names, deals, minutes, seed) if talk else []
    pairs = _pairs(found, options, beside, deals, minutes, seed)
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


def _names(game: "Game", text: str | None) -> list[str]:
    """Who is measured, each by its first name."""
    from tenluz.bots.registry import bots, find_bot
    from tenluz.engine.errors import NotUnderstood

    if text is None:
        return [bot.name for bot in bots(game) if not bot.slow and not bot.unmet]
    found = [find_bot(game, name).name for name in comma_separated(text)]
    if not found:
        raise NotUnderstood("--bots names no bot.")
    for name in found:
        if found.count(name) > 1:
            raise NotUnderstood(f"The bot {name} is named twice.")
    return found


def _beside(
    game: "Game", names: list[str], among: str | None, *, chosen: bool
) -> list[tuple[str, str]]:
    """Each bot, and who sits in the other seats: another one, or copies could not be told from
    strangers. Of those that nobody has chosen, one that has no other is left out."""
    from tenluz.bots.registry import bots, find_bot, quick_bot
    from tenluz.engine.errors import NotUnderstood

    ladder = [bot.name for bot in bots(game) if not bot.unmet]
    named = None if among is None else find_bot(game, among.strip()).name
    found = []
    for who in names:
        weaker = ladder[max(0, ladder.index(who) - 1)] if who in ladder else quick_bot(game)
        others = named or weaker
        if others != who:
            found.append((who, others))
        elif chosen:
            raise NotUnderstood(f"{who} cannot sit among {others}: name another bot with --among.")
    return found


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
    beside: list[tuple[str, str]],
    deals: int,
    minutes: float | None,
    seed: int,
) -> "list[Pairs]":
    import numpy as np

    from tenluz.bots.registry import find_bot
    from tenluz.lab.collusion import measured, summarised

    found = []
    for who, others in beside:
        step = 50 if find_bot(game, who).compiled and find_bot(game, others).compiled else 1
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
