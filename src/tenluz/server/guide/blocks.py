"""A text as a few kinds of blocks, and the two ways to write them down: Markdown and HTML.

Inside a block `code` and [links](#so) are written as in Markdown; everything else is plain.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Heading:
    """A heading; 1 is the whole text's."""

    level: int
    text: str

    @property
    def anchor(self) -> str:
        """What links to it say: as GitHub makes it from the words."""
        return re.sub(r"[^\w\- ]", "", self.text.lower()).replace(" ", "-")


@dataclass(frozen=True)
class Paragraph:
    """Sentences. Line breaks in them mean nothing."""

    text: str


@dataclass(frozen=True)
class Steps:
    """What to do first, and what next."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Points:
    """Things to know, in no order."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows under a head; a cell that is empty stays so."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Code:
    """Lines as they are."""

    text: str
    language: str = ""


Block = Heading | Paragraph | Steps | Points | Table | Code


# --- Markdown -----------------------------------------------------------------------------


def to_markdown(blocks: Iterable[Block]) -> str:
    """The text as Markdown."""
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return _one_line(text)
        case Steps(items):
            return "\n".join(f"{n}. {_one_line(item)}" for n, item in enumerate(items, 1))
        case Points(items):
            return "\n".join(f"- {_one_line(item)}" for item in items)
        case Table(head, rows):
            lines = [head, ("---",) * len(head), *rows]
            return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)
        case Code(text, language):
            return f"```{language}\n{text.rstrip()}\n```"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _one_line(text).replace("|", "\\|")


# --- HTML ---------------------------------------------------------------------------------


def to_html(blocks: Iterable[Block]) -> str:
    """The text as HTML, without a head. No scripts, no styles: our pages allow none."""
    return "\n".join(_html(block) for block in blocks)


def _html(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f'<h{level} id="{escape(block.anchor)}">{_inline(text)}</h{level}>'
        case Paragraph(text):
            return f"<p>{_inline(text)}</p>"
        case Steps(items):
            return f"<ol>{_items(items)}</ol>"
        case Points(items):
            return f"<ul>{_items(items)}</ul>"
        case Table(head, rows):
            top = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in head)
            body = "".join(
                f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in rows
            )
            # A table wider than a phone scrolls by itself; a keyboard must reach it for that.
            return (
                '<div class="wide" tabindex="0">'
                f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
            )
        case Code(text, _):
            return f'<pre tabindex="0"><code>{escape(text.rstrip())}</code></pre>'


def _items(items: Iterable[str]) -> str:
    return "".join(f"<li>{_inline(item)}</li>" for item in items)


def _inline(text: str) -> str:
    """Code first, so that what is in it is left alone."""
    parts = re.split(r"`([^`]+)`", _one_line(text))
    return "".join(
        f"<code>{escape(part)}</code>" if n % 2 else _links(part) for n, part in enumerate(parts)
    )


def _links(text: str) -> str:
    parts = re.split(r"\[([^\]]+)\]\(([^)\s]+)\)", text)
    written = escape(parts[0])
    for words, address, rest in zip(parts[1::3], parts[2::3], parts[3::3]):
        written += f'<a href="{escape(address)}">{escape(words)}</a>{escape(rest)}'
    return written


def contents(blocks: Iterable[Block], level: int) -> list[Heading]:
    """The headings of one level, for a list of contents."""
    return [block for block in blocks if isinstance(block, Heading) and block.level == level]
