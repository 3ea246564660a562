"""The guide for programs: it is fresh, leaves nothing out, and its page holds together."""

import importlib.util
import re
import typing
from pathlib import Path

import httpx
import pytest

from tenluz.engine.errors import NotLegal, NotYours
from tenluz.server import protocol
from tenluz.server.guide import markdown, whole
from tenluz.server.guide.messages import members, models_in
from tenluz.server.guide.models import field_notes, in_words
from tenluz.server.guide.page import page, to_html
from tenluz.server.guide.reasons import GOODBYES, codes
from tenluz.server.refusals import HTTP_PROBLEMS, KINDS
from tenluz.server.settings import OWN, ServerSettings
from tests.games_played import GAMES

ROOT = Path(__file__).parents[2]


def test_the_file_in_docs_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("make_protocol", ROOT / "docs/make_protocol.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    kept = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert kept == tool.written(), "run docs/make_protocol.py"
    assert (ROOT / "examples" / "bot.py").read_text(encoding="utf-8") in kept


# --- nothing is left out ------------------------------------------------------------------


def headings() -> set[str]:
    return set(re.findall(r"^#+ (.+)$", whole.markdown(), re.M))


@pytest.mark.parametrize("union", [protocol.ToServer, protocol.ToClient])
def test_every_message_is_there(union: object) -> None:
    for model in members(union):
        [tag] = typing.get_args(typing.get_type_hints(model)["type"])
        assert tag in headings()


def test_every_event_and_every_part_is_there() -> None:
    text = whole.markdown()
    events = [protocol.SeatChanged, protocol.GoesOn]
    for game in GAMES.values():
        events += members(game.event_type)
        for part in models_in(game.screen_type):
            assert f"{game.title.replace(' ', '')}{part.__name__}" in headings()
        assert {game.title, f"Events of {game.title}", f"Moves of {game.title}"} <= headings()
        assert (f"Statements of {game.title}" in headings()) == game.talks
    for model in events:
        assert f"| `{model.event}` |" in text


def test_every_limit_has_a_note() -> None:
    notes = field_notes(ServerSettings)
    said = {name for name in ServerSettings.__dataclass_fields__ if name not in OWN}
    assert said <= set(notes)


def test_every_goodbye_is_explained() -> None:
    assert set(GOODBYES) == set(typing.get_args(protocol.ByeReason))


def test_every_code_is_listed_under_its_kind() -> None:
    lines = whole.markdown().splitlines()
    for error, (kind, status) in KINDS.items():
        (line,) = [
            one for one in lines if one.startswith(f"| `{kind}` |") and f"| {status} |" in one
        ]
        for (room, one), names in codes().items():
            if one is error:
                assert room in line
                assert all(f"`{name}`" in line for name in names)
    assert {"seat_taken", "not_your_turn"} <= codes()["", NotYours]
    for game in GAMES.values():
        assert codes()[game.title, NotLegal] == {reason.code for reason in game.reasons}
    for problem in HTTP_PROBLEMS:
        assert any(f"| `{problem.kind}` | `{problem.code}` |" in line for line in lines)


# --- the page -----------------------------------------------------------------------------


def test_every_link_leads_somewhere() -> None:
    text = page()
    places = re.findall(r'id="([^"]+)"', text)
    assert len(places) == len(set(places)) == len(headings()), "no two headings are alike"
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(places)


def test_the_page_needs_no_script_and_no_style_of_its_own() -> None:
    assert "<script" not in page()
    assert "style=" not in page()
    assert "<style" not in page()


def test_it_is_given_out_as_a_page_and_as_text(address: str) -> None:
    shown = httpx.get(f"http://{address}/api/docs")
    assert shown.headers["content-type"] == "text/html; charset=utf-8"
    assert shown.text == page()
    text = httpx.get(f"http://{address}/api/protocol")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.text == whole.markdown()
    style = httpx.get(f"http://{address}/api/docs.css")
    assert style.headers["content-type"].startswith("text/css")


# --- blocks and words ---------------------------------------------------------------------

SOME = markdown.text_of(
    [
        markdown.heading(2, "Moves of Level 10"),
        markdown.paragraph("A `<b>` and\n a [link](#there) & <i>more</i>"),
        markdown.steps(("first", "then")),
        markdown.points(("one",)),
        markdown.table(("a", ""), [("`x|y`", "z")]),
        markdown.code("if a < b:\n    pass\n", "python"),
        markdown.heading(2, "Moves of Level 10"),
    ]
)


def test_blocks_as_markdown() -> None:
    assert SOME == (
        "## Moves of Level 10\n\n"
        "A `<b>` and a [link](#there) & <i>more</i>\n\n"
        "1. first\n2. then\n\n"
        "- one\n\n"
        "| a |  |\n| --- | --- |\n| `x\\|y` | z |\n\n"
        "```python\nif a < b:\n    pass\n```\n\n"
        "## Moves of Level 10\n"
    )


def test_as_html_nothing_is_left_to_be_read_as_tags() -> None:
    html, sections = to_html(SOME)
    assert '<h2 id="moves-of-level-10">Moves of Level 10</h2>' in html
    paragraph = 'A <code>&lt;b&gt;</code> and a <a href="#there">link</a> &amp; &lt;i&gt;more'
    assert f"<p>{paragraph}&lt;/i&gt;</p>" in html
    assert re.search(r"<ol>\s*<li>first</li>\s*<li>then</li>\s*</ol>", html)
    assert re.search(r"<ul>\s*<li>one</li>\s*</ul>", html)
    assert '<th scope="col">a</th>' in html
    assert "<td><code>x|y</code></td>" in html
    assert '<pre tabindex="0"><code>if a &lt; b:\n    pass\n</code></pre>' in html
    # As GitHub numbers headings that are alike.
    assert list(sections) == ["moves-of-level-10", "moves-of-level-10-1"]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("hand_over", "hand_over"), ("Over HTTP", "over-http"), ("It's `a`, b-c!", "its-a-b-c")],
)
def test_anchors_are_those_of_github(heading: str, anchor: str) -> None:
    assert markdown.link(heading) == f"[{heading}](#{anchor})"


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 0, "exclusiveMaximum": 128}, "integer 0 to 127"),
        ({"type": "string", "minLength": 1, "maxLength": 40}, "string (1 to 40)"),
        ({"enum": ["a", "b"]}, '`"a"` or `"b"`'),
        (
            {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "list of (integer or null)",
        ),
        ({"$ref": "#/$defs/tenluz__games__luz__sight__Move"}, "[LuzMove](#luzmove)"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "map to string"),
        ({}, "anything"),
    ],
)
def test_types_in_words(schema: dict[str, object], words: str) -> None:
    assert in_words(schema) == words
