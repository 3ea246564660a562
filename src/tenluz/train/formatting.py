"""Figures as people read them: in the terminal's curves, in lines of text, in the picture."""

from dataclasses import dataclass


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


def told(value: float, share: bool) -> str:
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
