"""How a picture is drawn on this terminal: its size, its signs, its colours.

Colours only repeat what a letter or a sign says already.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text


def on_card(ink: str) -> str:
    """A card of this colour, readable on dark and light terminals: both sides are set."""
    return f"black on {ink}"


@dataclass(frozen=True)
class Signs:
    """Marks that a picture uses; all one column wide."""

    circle: str = "↺"
    dot: str = "·"
    square: str = "□"
    arrow: str = "▶"
    sun: str = "☼"
    diamond: str = "◆"
    line: str = "─"
    star: str = "★"
    plus: str = "⁺"


ASCII = Signs("R", ".", "_", ">", "*", "#", "-", "!", "+")


@dataclass(frozen=True)
class Style:
    """The terminal as a picture must know it."""

    width: int
    height: int
    signs: Signs

    @property
    def narrow(self) -> bool:
        """Whether wide pictures do not fit."""
        return self.width < 76


def headed(title: str, parts: Iterable[tuple[str, str]], style: Style) -> "list[Text]":
    """A title, and what is said beside it with its ink, in as many lines as that takes."""
    from rich.text import Text

    lines = [Text.assemble((f" {title} ", "bold reverse"), " ")]
    indent = len(lines[0])
    for part, ink in parts:
        if len(lines[-1]) + len(part) + 3 > style.width:
            lines.append(Text(" " * indent))
        lines[-1].append(" " if len(lines[-1]) == indent else " · ")
        lines[-1].append(part, ink)
    return lines
