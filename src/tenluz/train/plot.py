"""The picture at the end of a run: every figure against decisions, as one SVG.

Written by hand, so that no library for plots is needed: panels with a title, round numbers on
both axes, the line, and dashed lines for what bots reach.
"""

from collections.abc import Sequence
from html import escape

from tenluz.train.figures import Curve, count, ticks, told

COLUMNS = 2
PANEL, TALL = 440, 250  # a panel with its margins
LEFT, RIGHT, TOP, BOTTOM = 58, 16, 40, 40
HEAD = 82
INK, FAINT, GRID, LINE, MARK = "#222222", "#666666", "#e4e4e4", "#0b62a4", "#b3541e"
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"


def picture(title: str, about: str, curves: Sequence[Curve]) -> str:
    """The whole SVG. `about` is one line, or two."""
    shown = [curve for curve in curves if curve.points]
    rows = -(-len(shown) // COLUMNS)
    width, height = COLUMNS * PANEL + 20, HEAD + rows * TALL + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{FONT}" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        _text(20, 28, title, size=18, weight=600),
    ]
    parts += [
        _text(20, 48 + 16 * number, line, colour=FAINT)
        for number, line in enumerate(about.splitlines())
    ]
    for number, curve in enumerate(shown):
        x = 10 + number % COLUMNS * PANEL
        y = HEAD + number // COLUMNS * TALL
        parts.append(f'<g transform="translate({x} {y})">')
        parts += _panel(curve)
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _panel(curve: Curve) -> list[str]:
    values = [value for _, value in curve.points] + [value for _, value in curve.marks]
    least = min(values)
    # From 0 on, unless that would press the curve flat against the top.
    low = 0.0 if 0 <= least < 0.6 * max(values) else least
    up = ticks(low, max(values), 4)
    along = ticks(0.0, curve.points[-1][0], 5)
    wide, tall = PANEL - LEFT - RIGHT, TALL - TOP - BOTTOM

    def across(decisions: float) -> float:
        return LEFT + wide * decisions / along[-1]

    def above(value: float) -> float:
        return TOP + tall * (up[-1] - value) / (up[-1] - up[0])

    last = curve.points[-1][1]
    parts = [_text(LEFT, 24, curve.title, weight=600)]
    parts.append(
        _text(PANEL - RIGHT, 24, told(last, curve.share), colour=LINE, end=True, weight=600)
    )
    for value in up:
        y = above(value)
        parts.append(_rule(LEFT, y, PANEL - RIGHT, y, GRID))
        parts.append(_text(LEFT - 8, y + 4, _tick(value, curve.share), colour=FAINT, end=True))
    for decisions in along:
        x = across(decisions)
        parts.append(_rule(x, TOP + tall, x, TOP + tall + 4, FAINT))
        parts.append(_text(x, TOP + tall + 18, count(decisions), colour=FAINT, middle=True))
    parts.append(_rule(LEFT, TOP + tall, PANEL - RIGHT, TOP + tall, FAINT))
    parts.append(_text(LEFT + wide / 2, TOP + tall + 34, "decisions", colour=FAINT, middle=True))
    for name, value in curve.marks:
        y = above(value)
        parts.append(_rule(LEFT, y, PANEL - RIGHT, y, MARK, 'stroke-dasharray="5 4"'))
        # Above its line, or below it where there is no room.
        at = y - 5 if y - TOP > 16 else y + 14
        parts.append(_text(PANEL - RIGHT - 2, at, name, colour=MARK, end=True))
    line = " ".join(f"{across(x):.1f},{above(y):.1f}" for x, y in curve.points)
    parts.append(
        f'<polyline points="{line}" fill="none" stroke="{LINE}" stroke-width="2" '
        'stroke-linejoin="round"/>'
    )
    if len(curve.points) == 1:
        x, y = curve.points[0]
        parts.append(f'<circle cx="{across(x):.1f}" cy="{above(y):.1f}" r="3" fill="{LINE}"/>')
    return parts


def _tick(value: float, share: bool) -> str:
    return f"{100 * value:.3g} %" if share else f"{value:.3g}"


def _rule(x: float, y: float, to_x: float, to_y: float, colour: str, more: str = "") -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
        f'stroke="{colour}" {more}/>'
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    colour: str = INK,
    size: int = 12,
    weight: int = 400,
    end: bool = False,
    middle: bool = False,
) -> str:
    anchor = "end" if end else "middle" if middle else "start"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size}" '
        f'font-weight="{weight}" text-anchor="{anchor}">{escape(text)}</text>'
    )
