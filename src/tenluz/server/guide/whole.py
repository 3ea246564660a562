"""The whole guide: how to play by program, then everything that can be said and why not."""

import dataclasses
import functools
import inspect
from collections.abc import Iterator
from html import escape

from fastapi import FastAPI

from tenluz.server import api, protocol
from tenluz.server.guests import COOKIE
from tenluz.server.guide.blocks import (
    Block,
    Code,
    Heading,
    Paragraph,
    Points,
    Steps,
    Table,
    contents,
    to_html,
    to_markdown,
)
from tenluz.server.guide.http import http_part
from tenluz.server.guide.messages import messages_part
from tenluz.server.guide.models import field_notes
from tenluz.server.guide.reasons import goodbyes_part, refusals_part
from tenluz.server.settings import ServerSettings

TALK = """\
you     {"type": "hello"}
server  {"type": "welcome", "you": 0, "seq": 1, "screen": {"moves": [{"move": 3, …}, …], …}, …}
you     {"type": "move", "id": "a1", "at": 1, "move": 3}
server  {"type": "accepted", "id": "a1", "seq": 2}
server  {"type": "news", "seq": 2, "entries": [{"seq": 2, "events": […]}], "screen": {…}, …}"""

PRIVATE = ("data", "host", "port", "web", "workers", "worker")  # of a server's owner


@functools.cache
def guide() -> tuple[Block, ...]:
    """The guide as blocks. Takes a moment the first time."""
    app = FastAPI()
    app.include_router(api.router)
    return (
        *_beginning(),
        *_log(),
        *http_part(app.openapi()),
        *messages_part(),
        *refusals_part(),
        *goodbyes_part(),
        *_limits(),
    )


def markdown() -> str:
    """The guide as Markdown."""
    return to_markdown(guide())


@functools.cache
def page() -> str:
    """The guide as a page of its own."""
    blocks = guide()
    listed = "".join(
        f'<li><a href="#{escape(one.anchor)}">{escape(one.text)}</a></li>'
        for one in contents(blocks, 2)
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<title>Playing Tenluz by program</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="/icon.svg">'
        '<link rel="stylesheet" href="/api/docs.css"></head><body>'
        f'<nav aria-label="Contents"><p><a href="/">Tenluz</a></p><ul>{listed}</ul>'
        '<p><a href="/api/openapi.json">openapi.json</a><br>'
        '<a href="/api/protocol">as plain text</a></p></nav>'
        f"<main>{to_html(blocks)}</main></body></html>"
    )


# --- the story ----------------------------------------------------------------------------


def _beginning() -> Iterator[Block]:
    yield Heading(1, "Playing by program")
    yield Paragraph(
        "Tables are made over HTTP and played over a WebSocket. Programs use what the pages of "
        "the game use: there is nothing that only a browser can do."
    )
    yield Steps(
        (
            f"Ask `GET /api/me`. The answer sets a cookie, `{COOKIE}`: it is who you are, so send "
            'it with every request and with the socket. `PUT /api/me` with `{"name": "Robo"}` '
            "gives you a name.",
            'Make a table: `POST /api/tables` with `{"game": "luz", "seats": [{"kind": "me"}, '
            '{"kind": "bot"}, {"kind": "free"}]}`, one for each player; the answer names the '
            "table. Or take the link that a friend gave you, `/table/{table}`. What can be "
            "chosen is at `GET /api/games`.",
            "Connect to `ws://…/ws/{table}` with the cookie and send a [hello](#hello). The "
            "[welcome](#welcome) says where you sit (`you`; -1: nowhere), who else does, and what "
            "you see.",
            "Without a seat, [sit](#sit) where `seats` has a `free` one. A new welcome follows, "
            "with the cards as they look from there.",
            "Whenever `screen.moves` is not empty it is your turn: send a [move](#move) with the "
            "number of one of them and, as `at`, the `seq` of the message that showed it. It is "
            "[accepted](#accepted) or [refused](#refused).",
            "Every message with a `screen` replaces the one before. When `screen.phase` is "
            '`"over"`, `GET /api/tables/{table}/record` has the whole game.',
        )
    )
    yield Code(TALK, "text")


def _log() -> Iterator[Block]:
    """Numbers and ids: as the module of the messages explains them."""
    yield Heading(2, "Numbers and lost connections")
    _, *paragraphs = (inspect.getdoc(protocol) or "").split("\n\n")
    yield Paragraph(next(one for one in paragraphs if "`seq`" in one))
    yield Points(
        (
            "Lost the connection? Connect again and say hello with `seen`, the `seq` you know, "
            "and `you`, the seat you saw it from. The welcome has the entries after `since`: "
            "that is your `seen`, or 0 if you must forget what you had.",
            "Not sure whether a command arrived? Send it again with the same `id`. If it was "
            "done, you get the same `seq`; it is never done twice.",
            "A `move` is [too late](#refusals) only if cards have moved since `at`. What others "
            "say, and who comes and goes, does not matter to it.",
            "The `id` is yours to make: it must differ from those of your other commands at "
            "this table.",
        )
    )


def _limits() -> Iterator[Block]:
    yield Heading(2, "Limits")
    yield Paragraph(
        "What a server allows unless its owner chose otherwise. Times are in seconds. The server "
        "pings a quiet connection by itself; a client need not."
    )
    notes = field_notes(ServerSettings)
    rows = tuple(
        (f"`{field.name}`", f"{field.default:,}", notes.get(field.name, ""))
        for field in dataclasses.fields(ServerSettings)
        if field.name not in PRIVATE
    )
    yield Table(("limit", "", ""), rows)
