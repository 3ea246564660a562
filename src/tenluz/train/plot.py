"""Curves of a run: in the terminal by plotext, and as one SVG by matplotlib.

Both come with the extra `train` and are imported only here, when something is to be drawn. A run
needs neither: `installed` says whether there is one, and `advice` what to say where it is missing.
"""

import importlib.util
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tenluz.lab.standings_picture import FAINT, LINE
from tenluz.lab.standings_picture import LOOKS as PICTURE
from tenluz.train.whole_files import written_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 2
WIDTH, ROW, MARGIN = 9.0, 2.6, 1.1  # inches
LETTERS = 130  # in a line of that width
MARK = "#b3541e"
LABEL = 8  # letters for the numbers beside a curve in the terminal
LOOKS = {**PICTURE, "axes.grid.axis": "y"}


# --- figures as people read them: in curves, in lines of text, in the picture ---------------


@dataclass(frozen=True)
class Curve:
    """One figure over a run: what it is called, and its points (decisions, value)."""

    name: str
    title: str
    share: bool
    points: list[tuple[float, float]]
    marks: tuple[tuple[str, float], ...] = ()  # values to compare with, by name


def count(number: float) -> str:
    """A large number, short: 950, 12.5k, 3M, 1.2G."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(number) >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def number_text(value: float, share: bool) -> str:
    """A figure with as many digits as are worth reading."""
    if share:
        return f"{100 * value:.1f} %"
    if value != 0 and abs(value) < 0.01:
        return f"{value:.1e}"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def clock(seconds: float) -> str:
    """Minutes and seconds: 1:05."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


# --- drawing -------------------------------------------------------------------------------


def installed(package: str) -> bool:
    """Whether something can be drawn with it."""
    return importlib.util.find_spec(package) is not None


def advice(what: str, package: str) -> str:
    """What to say where it is missing."""
    return f"{what}: {package} is not installed (pip install 'tenluz[train]')."


def panel(curve: Curve, width: int, height: int) -> str:
    """A curve in lines of text for a terminal, with its least and its greatest value."""
    import plotext

    values = [value for _, value in curve.points]
    low, high = min(values), max(values)
    if low == high:
        high = low + (abs(low) or 1.0)
    figure = plotext.figure
    figure.clear()
    figure.theme("colorless")
    figure.plot_size(width, height)
    figure.axes(False)
    figure.ruler("x").ticks([], [])
    labels = [f"{number_text(value, curve.share):>{LABEL}} " for value in (low, high)]
    figure.ruler("y").lim(low, high)
    figure.ruler("y").ticks([low, high], labels)
    line = figure.signal([x for x, _ in curve.points], values, marker="braille")
    figure.draw(line.lines())
    return str(figure.build()).rstrip("\n")


def save(path: Path, title: str, about: str, curves: Sequence[Curve]) -> None:
    """Every curve against decisions, as an SVG; dashed lines for what bots reach."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    shown = [curve for curve in curves if curve.points]
    rows = max(1, -(-len(shown) // COLUMNS))
    with rc_context(LOOKS):  # type: ignore[arg-type]  # its stubs know only some keys
        figure = Figure(figsize=(WIDTH, MARGIN + rows * ROW), layout="constrained")
        figure.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold")
        lines = [textwrap.fill(line, LETTERS) for line in about.splitlines()]
        figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=8, color=FAINT)
        places = figure.subplots(rows, COLUMNS, squeeze=False).flat
        for number, axes in enumerate(places):
            if number < len(shown):
                _draw(axes, shown[number])
            else:
                axes.remove()
        with written_whole(path) as file:
            figure.savefig(file, format="svg", metadata={"Date": None, "Title": title})


def _draw(axes: "Axes", curve: Curve) -> None:
    decisions, values = zip(*curve.points)
    axes.plot(decisions, values, color=LINE, marker="o" if len(values) == 1 else "")
    for name, value in curve.marks:
        axes.axhline(value, color=MARK, linestyle="--", linewidth=1)
        along = axes.get_yaxis_transform()  # from 0 to 1 along the axis, up by value
        axes.text(1, value, name, transform=along, color=MARK, ha="right", va="bottom")
    every = [*values, *(value for _, value in curve.marks)]
    # From 0 on, unless that would press the curve flat against the top.
    if 0 <= min(every) < 0.6 * max(every):
        axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    axes.set_title(f"{curve.title}: {number_text(values[-1], curve.share)}", loc="left")
    axes.set_xlabel("decisions", color=FAINT)
    axes.xaxis.set_major_formatter(lambda number, _: count(number))
    if curve.share:
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.3g} %")
