"""What a person sees of a run: live curves where there is a terminal, else a line now and then,
and a table at the end."""

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tenluz.engine.types import JsonObject
from tenluz.train import plot
from tenluz.train.plot import Curve, clock, count, number_text
from tenluz.train.run import Watch, curves, share_spent

if TYPE_CHECKING:
    from tenluz.lab.measures import Estimate, Tally
    from tenluz.train.checkpoint import Progress
    from tenluz.train.evaluate import Pairing
    from tenluz.train.learner import Learner

SHOWN = 3  # curves in the terminal
HEIGHT = 5  # lines of each
BAR = 8  # letters: with what is told beside it, a line of 80
WIDEST = 100
QUIET = 5.0  # seconds between two lines, where nobody draws curves
FIRST_ROWS = {
    "cpu": "The first rounds ...",
    "cuda": "PyTorch compiles for this GPU: about half a minute ...",
}


@contextlib.contextmanager
def watching(learner: "Learner", progress: "Progress", title: str, agreed: str) -> Iterator[Watch]:
    """Someone to call with every row."""
    if sys.stderr.isatty():
        with _live(learner, progress, title, agreed) as watch:
            yield watch
        return
    print(f"{title}\n{agreed}", file=sys.stderr, flush=True)
    shown_at = -QUIET

    def line(row: JsonObject) -> None:
        nonlocal shown_at
        if row["seconds"] - shown_at >= QUIET:
            shown_at = row["seconds"]
            print(as_line(learner, progress, row), file=sys.stderr, flush=True)

    yield line


def as_line(learner: "Learner", progress: "Progress", row: JsonObject) -> str:
    """A row in one line of text."""
    said = [f"{clock(row['seconds'])}", f"{count(row['decisions'])} decisions"]
    said.append(f"{count(_speed(progress))} a second")
    for curve in _shown(learner, progress):
        if row[curve.name] is not None:
            said.append(f"{curve.title} {number_text(row[curve.name], curve.share)}")
    return ", ".join(said)


@contextlib.contextmanager
def _live(learner: "Learner", progress: "Progress", title: str, agreed: str) -> Iterator[Watch]:
    from rich.console import Console, Group
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True, highlight=False)
    drawing = plot.installed("plotext")

    def drawn() -> Group:
        width = min(console.width, WIDEST)
        lines = [Text(title, style="bold"), Text(agreed, style="dim")]
        if not progress.rows:
            return Group(*lines, Text(FIRST_ROWS[learner.config.device]))
        for curve in _shown(learner, progress):
            if curve.points:
                last = number_text(curve.points[-1][1], curve.share)
                lines.append(Text(f"{curve.title}: {last}"))
                if drawing:
                    text = Text.from_ansi(plot.panel(curve, width, HEIGHT), no_wrap=True)
                    text.stylize("cyan")
                    lines.append(text)
        if not drawing:
            lines.append(Text(plot.advice("No curves here", "plotext"), style="dim"))
        done = share_spent(learner, progress)
        bar = "━" * round(done * BAR)
        lines.append(
            Text(
                f"{bar:─<{BAR}} {100 * done:.0f} %  {clock(progress.seconds)}, "
                f"{count(learner.decisions)} decisions, {count(_speed(progress))} a second. "
                "Ctrl-C stops and keeps."
            )
        )
        return Group(*lines)

    with Live(drawn(), console=console, auto_refresh=False) as live:
        shown_at = time.monotonic()

        def watch(_: JsonObject) -> None:
            nonlocal shown_at
            if time.monotonic() - shown_at > 0.1:
                shown_at = time.monotonic()
                live.update(drawn(), refresh=True)

        yield watch
        live.update(drawn(), refresh=True)


def _shown(learner: "Learner", progress: "Progress") -> list[Curve]:
    """The curves that say most: how well it plays, and how undecided it still is."""
    found = {curve.name: curve for curve in curves(learner, progress.rows)}
    played = [found[metric.name] for metric in learner.metrics][: SHOWN - 1]
    return [*played, found["entropy"]]


def _speed(progress: "Progress") -> float:
    """Decisions a second, over the last rows: the first ones compile."""
    if len(progress.rows) < 2:
        row = progress.rows[-1] if progress.rows else {"decisions": 0, "seconds": 1}
        return float(row["decisions"] / max(row["seconds"], 1e-9))
    first, last = progress.rows[-min(len(progress.rows), 20)], progress.rows[-1]
    seconds = max(last["seconds"] - first["seconds"], 1e-9)
    return float((last["decisions"] - first["decisions"]) / seconds)


def print_tests(found: list[tuple["Pairing", "Tally"]], games: int) -> None:
    """Who played how well, with 95 % intervals."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    against = any(pairing.others for pairing, _ in found)
    console.print(f"{games:,} games each, on the same deals; 95 % intervals:")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("who")
    if against:
        table.add_column("among")
    for measure in found[0][1].measures:
        table.add_column(measure.title, justify="right")
    for pairing, tally in found:
        cells = [pairing.who] + ([pairing.others or ""] if against else [])
        for measure, (estimate,) in tally.estimates():
            cells.append(_with_interval(estimate, measure.share or measure.out_of > 1))
        table.add_row(*cells, style="bold" if pairing.who == "network" else "")
    console.print(table)


def _with_interval(estimate: "Estimate", share: bool) -> str:
    if estimate.value is None:
        return "-"
    low, high = estimate.interval
    scale, unit, digits = (100, " %", 1) if share else (1, "", 2)
    value = f"{scale * estimate.value:.{digits}f}"
    if low is None or high is None:
        return f"{value}{unit}"
    return f"{value} ± {scale * (high - low) / 2:.{digits}f}{unit}"
