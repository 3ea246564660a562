"""The guide as a page of its own: its Markdown rendered by markdown-it, with GitHub's anchors,
so that links in it lead to the same places in both. No scripts, no styles: our pages allow none.
"""

import functools
from collections import Counter
from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from tenluz.server.guide import whole
from tenluz.server.guide.markdown import anchor


@functools.cache
def page() -> str:
    """The whole page."""
    body, sections = to_html(whole.markdown())
    listed = "".join(
        f'<li><a href="#{escape(place)}">{escape(words)}</a></li>'
        for place, words in sections.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<title>Playing Tenluz by program</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="../icon.svg">'
        '<link rel="stylesheet" href="docs.css"></head><body>'
        f'<nav aria-label="Contents"><p><a href="..">Tenluz</a></p><ul>{listed}</ul>'
        '<p><a href="openapi.json">openapi.json</a><br>'
        '<a href="protocol">as plain text</a></p></nav>'
        f"<main>{body}</main></body></html>"
    )


def to_html(markdown: str) -> tuple[str, dict[str, str]]:
    """A text as HTML without a head, and its sections: the words of each by its anchor."""
    tokens = _reader.parse(markdown)
    sections = {}
    taken: Counter[str] = Counter()
    for token, following in zip(tokens, [*tokens[1:], None]):
        if token.type == "heading_open":
            assert following is not None
            name = anchor(following.content)
            place = f"{name}-{taken[name]}" if taken[name] else name
            taken[name] += 1
            token.attrSet("id", place)
            if token.tag == "h2":
                sections[place] = following.content
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    html: str = _reader.renderer.render(tokens, _reader.options, {})
    return html, sections


# A table or a text wider than a phone scrolls by itself; a keyboard must reach it for that.


def _table(self: RendererHTML, tokens: Sequence[Token], at: int, *_: object) -> str:
    return '<div class="wide" tabindex="0"><table>\n'


def _table_end(self: RendererHTML, tokens: Sequence[Token], at: int, *_: object) -> str:
    return "</table></div>\n"


def _code(self: RendererHTML, tokens: Sequence[Token], at: int, *_: object) -> str:
    return f'<pre tabindex="0"><code>{escape(tokens[at].content)}</code></pre>\n'


_reader = MarkdownIt("commonmark", {"html": False}).enable("table")
_reader.add_render_rule("table_open", _table)
_reader.add_render_rule("table_close", _table_end)
_reader.add_render_rule("fence", _code)
