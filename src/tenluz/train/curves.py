"""Curves in the terminal, while a run goes on.

Points are drawn with Braille letters: each has two columns and four rows of dots.
"""

from collections.abc import Sequence

from tenluz.train.figures import Curve, told

BRAILLE = 0x2800
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # by column, then row from above
LABEL = 8  # letters for the numbers at the left


def drawn(points: Sequence[tuple[float, float]], width: int, height: int) -> list[str]:
    """A line through points, in lines of text. Columns between two points are filled in."""
    cells = [[0] * width for _ in range(height)]
    if points:
        low, high = span(points)
        first, last = points[0][0], points[-1][0]
        columns, rows = 2 * width, 4 * height
        at = 0
        before: int | None = None
        for column in range(columns):
            here = first + (last - first) * column / (columns - 1)
            while at + 1 < len(points) and points[at + 1][0] <= here:
                at += 1
            value = _between(points, at, here)
            row = round((high - value) / (high - low) * (rows - 1))
            # A steep line is filled up, so that it does not fall apart into dots.
            start = row if before is None or before == row else before + (1 if row > before else -1)
            for each in range(min(start, row), max(start, row) + 1):
                cells[each // 4][column // 2] |= DOTS[column % 2][each % 4]
            before = row
    return ["".join(chr(BRAILLE + cell) for cell in line) for line in cells]


def span(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The least and the greatest value, never the same."""
    values = [value for _, value in points]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low, low + (abs(low) or 1.0))


def panel(curve: Curve, width: int, height: int) -> list[str]:
    """A curve with its title and its range, in lines of text."""
    if not curve.points:
        return [curve.title] + [""] * height
    low, high = span(curve.points)
    last = told(curve.points[-1][1], curve.share)
    lines = [f"{curve.title}: {last}"]
    for number, line in enumerate(drawn(curve.points, width - LABEL - 1, height)):
        label = ""
        if number == 0:
            label = told(high, curve.share)
        elif number == height - 1:
            label = told(low, curve.share)
        lines.append(f"{label:>{LABEL}} {line}")
    return lines


def _between(points: Sequence[tuple[float, float]], at: int, here: float) -> float:
    """The line's height at a place after the point number `at`."""
    x, y = points[at]
    if at + 1 == len(points) or here <= x:
        return y
    next_x, next_y = points[at + 1]
    return y + (next_y - y) * (here - x) / (next_x - x)
