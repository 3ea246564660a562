"""The guide for programs: it is fresh, leaves nothing out, and its page holds together."""

import importlib.util
import re
import typing
from pathlib import Path

import httpx
import pytest

from tenluz.engine.errors import NotLegal, NotYours
from tenluz.server import protocol
from tenluz.server.guide import blocks, whole
from tenluz.server.guide.blocks import Code, Heading, Paragraph, Points, Steps, Table
from tenluz.server.guide.messages import members, models_in
from tenluz.server.guide.models import field_notes, in_words
from tenluz.server.guide.reasons import GOODBYES, codes
from tenluz.server.refusals import HTTP_PROBLEMS, KINDS
from tenluz.server.settings import ServerSettings
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
    return {block.text for block in whole.guide() if isinstance(block, Heading)}


@pytest.mark.parametrize("union", [protocol.ToServer, protocol.ToClient])
def test_every_message_is_there(union: object) -> None:
    for model in members(union):
        [tag] = typing.get_args(typing.get_type_hints(model)["type"])
        assert tag in headings()


def test_every_event_and_every_part_is_there() -> None:
    text = whole.markdown()
    for model in models_in(protocol.ToClient):
        if "event" in typing.get_type_hints(model):
            assert f"| `{model.event}` |" in text  # type: ignore[attr-defined]
    for game in GAMES.values():
        assert {game.title, f"Events of {game.title}", f"Moves of {game.title}"} <= headings()


def test_every_limit_has_a_note() -> None:
    notes = field_notes(ServerSettings)
    said = {name for name in ServerSettings.__dataclass_fields__ if name not in whole.PRIVATE}
    assert said - set(notes) <= {"connections_a_table"}, "its name says it all"


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


def test_every_link_of_the_page_leads_somewhere() -> None:
    page = whole.page()
    places = re.findall(r'id="([^"]+)"', page)
    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(places)


def test_the_page_needs_no_script_and_no_style_of_its_own() -> None:
    page = whole.page()
    assert "<script" not in page
    assert "style=" not in page
    assert "<style" not in page


def test_it_is_given_out_as_a_page_and_as_text(address: str) -> None:
    page = httpx.get(f"http://{address}/api/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.text == whole.page()
    text = httpx.get(f"http://{address}/api/protocol")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.text == whole.markdown()
    style = httpx.get(f"http://{address}/api/docs.css")
    assert style.headers["content-type"].startswith("text/css")


# --- blocks and words ---------------------------------------------------------------------

SOME = [
    Heading(2, "Moves of Level 10"),
    Paragraph("A `<b>` and\n a [link](#there) & more"),
    Steps(("first", "then")),
    Points(("one",)),
    Table(("a", ""), (("`x|y`", "z"),)),
    Code("if a < b:\n    pass\n", "python"),
]


def test_blocks_as_markdown() -> None:
    assert blocks.to_markdown(SOME) == (
        "## Moves of Level 10\n\n"
        "A `<b>` and a [link](#there) & more\n\n"
        "1. first\n2. then\n\n"
        "- one\n\n"
        "| a |  |\n| --- | --- |\n| `x\\|y` | z |\n\n"
        "```python\nif a < b:\n    pass\n```\n"
    )


def test_blocks_as_html_with_nothing_left_to_be_read_as_tags() -> None:
    page = blocks.to_html(SOME)
    assert '<h2 id="moves-of-level-10">Moves of Level 10</h2>' in page
    assert '<p>A <code>&lt;b&gt;</code> and a <a href="#there">link</a> &amp; more</p>' in page
    assert "<ol><li>first</li><li>then</li></ol>" in page
    assert "<ul><li>one</li></ul>" in page
    assert "<td><code>x|y</code></td>" in page
    assert "if a &lt; b:\n    pass</code>" in page


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
