"""The few kinds of blocks that the guide is written in, as Markdown. What is inside a block is
Markdown already; line breaks in it mean nothing."""

import re
from collections.abc import Iterable, Sequence


def heading(level: int, text: str) -> str:
    """A heading; 1 is the whole text's."""
    return f"{'#' * level} {text}"


def anchor(heading: str) -> str:
    """What links to a heading say: as GitHub makes it from the words."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(heading: str) -> str:
    """A link to a heading, by its own words."""
    return f"[{heading}](#{anchor(heading)})"


def paragraph(text: str) -> str:
    """Sentences."""
    return " ".join(text.split())


def steps(items: Iterable[str]) -> str:
    """What to do first, and what next."""
    return "\n".join(f"{number}. {paragraph(item)}" for number, item in enumerate(items, 1))


def points(items: Iterable[str]) -> str:
    """Things to know, in no order."""
    return "\n".join(f"- {paragraph(item)}" for item in items)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows under a head; a cell that is empty stays so."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return paragraph(text).replace("|", "\\|")


def code(text: str, language: str = "") -> str:
    """Lines as they are."""
    return f"```{language}\n{text.rstrip()}\n```"


def text_of(blocks: Iterable[str]) -> str:
    """All blocks as one text."""
    return "\n\n".join(blocks) + "\n"
