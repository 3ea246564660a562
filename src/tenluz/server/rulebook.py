"""The rules of a game for a page: HTML, and between it the pictures, which the page draws.

Every clause that the text states has an anchor, so a reason or an option can lead to it.
"""

import functools
import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tenluz.engine.catalogue import game_named
from tenluz.engine.rulebook import CLAUSE, rulebook
from tenluz.server.http_models import RulebookBlock, RulebookPage


@functools.cache
def rulebook_page(game: str, language: str, short: bool) -> RulebookPage:
    """The rules of a game as a page shows them."""
    found = game_named(game)
    text = rulebook(found, language, short=short)
    return RulebookPage(
        game=found.name,
        title=found.title,
        language=text.language,
        blocks=_blocks(text.text),
    )


def _blocks(text: str) -> list[RulebookBlock]:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    anchored: set[str] = set()
    blocks: list[RulebookBlock] = []
    pending: list[Token] = []

    def flush() -> None:
        if pending:
            html = reader.renderer.render(pending, reader.options, {})
            blocks.append(RulebookBlock(html=_with_anchors(html, anchored)))
            pending.clear()

    for part, token in _with_parts(reader.parse(text)):
        if token.tag == "h2" and token.nesting == 1:
            token.attrSet("id", part)
        elif token.tag == "table" and token.nesting == 1:
            token.attrSet("aria-labelledby", part)  # a reader hears what it is a table of
        if token.type == "fence" and token.level == 0:
            flush()
            lines = token.content.rstrip("\n").split("\n")
            blocks.append(RulebookBlock(picture=token.info.strip(), lines=lines))
        else:
            pending.append(token)
    flush()
    return blocks


def _with_parts(tokens: list[Token]) -> Iterator[tuple[str, Token]]:
    """Each token with the name of its part, which a heading of the second level opens."""
    number = 0
    for token in tokens:
        number += token.tag == "h2" and token.nesting == 1
        yield f"part-{number}", token


def _with_anchors(html: str, anchored: set[str]) -> str:
    """Clauses as links to themselves. The first of each is its anchor."""

    def link(found: re.Match[str]) -> str:
        clause = found[1]
        name = "" if clause in anchored else f' id="{clause}"'
        anchored.add(clause)
        return f'<a class="clause"{name} href="#{clause}">{clause}</a>'

    return CLAUSE.sub(link, html)
