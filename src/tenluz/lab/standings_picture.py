"""The ratings of a tournament as an SVG, by matplotlib, where that is installed."""

import importlib.util
from pathlib import Path

from tenluz.lab.standings import Standings

PACKAGE = "matplotlib"
LOOKS = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "tenluz",  # the same figures give the same file
    "text.parse_math": False,
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
}
LINE, FAINT = "#0b62a4", "#666666"
WIDTH, MARGIN, ROW = 7.0, 1.3, 0.34  # inches


def can_draw() -> bool:
    """Whether there is something to draw with."""
    return importlib.util.find_spec(PACKAGE) is not None


def draw(standings: Standings, path: Path, title: str, about: str) -> None:
    """A line for each bot, the strongest on top: its rating, and where it lies for sure."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    ratings = [
        (bot, one.value, *one.interval)
        for bot, one in standings.ratings().items()
        if one.value is not None
    ]
    with rc_context(LOOKS):  # type: ignore[arg-type]  # its stubs know only some keys
        figure = Figure(figsize=(WIDTH, MARGIN + ROW * len(ratings)), layout="constrained")
        figure.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold")
        figure.supxlabel(about, x=0.01, ha="left", fontsize=8, color=FAINT)
        axes = figure.subplots()
        for row, (_, value, low, high) in enumerate(reversed(ratings)):
            axes.plot([low or value, high or value], [row, row], color=LINE, linewidth=2)
            axes.plot([value], [row], color=LINE, marker="o")
        axes.set_yticks(range(len(ratings)), [bot for bot, *_ in reversed(ratings)])
        axes.set_ylim(-0.6, len(ratings) - 0.4)
        axes.set_title("rating, with 95 % intervals over deals", loc="left")
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": title})
