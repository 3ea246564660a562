"""The whole guide: how to play by program, then everything that can be said and why not."""

import dataclasses
import functools
import inspect
from collections.abc import Iterator

from fastapi import FastAPI

from tenluz.engine.catalogue import default_game
from tenluz.server import account_api, api, people_api, protocol
from tenluz.server.guests import COOKIE
from tenluz.server.guide.http import http_part
from tenluz.server.guide.markdown import code, heading, paragraph, points, steps, table, text_of
from tenluz.server.guide.messages import messages_part
from tenluz.server.guide.models import field_notes
from tenluz.server.guide.reasons import goodbyes_part, refusals_part
from tenluz.server.settings import OWN, ServerSettings

TALK = """\
you     {"type": "hello"}
server  {"type": "welcome", "you": 0, "seq": 1, "screen": {"moves": [{"move": 3, …}, …], …}, …}
you     {"type": "move", "id": "a1", "at": 1, "move": 3}
server  {"type": "accepted", "id": "a1", "seq": 2}
server  {"type": "news", "seq": 2, "entries": [{"seq": 2, "events": […]}], "screen": {…}, …}"""


@functools.cache
def markdown() -> str:
    """The guide. Takes a moment the first time."""
    app = FastAPI()
    app.include_router(api.router)
    app.include_router(people_api.router)
    app.include_router(account_api.router)
    return text_of(
        (
            *_beginning(),
            *_log(),
            *http_part(app.openapi()),
            *messages_part(),
            *refusals_part(),
            *goodbyes_part(),
            *_limits(),
        )
    )


# --- the story ----------------------------------------------------------------------------


def _beginning() -> Iterator[str]:
    yield heading(1, "Playing by program")
    yield paragraph(
        "Tables are made over HTTP and played over a WebSocket. Programs use what the pages of "
        "the game use: there is nothing that only a browser can do."
    )
    yield steps(
        (
            f"Ask `GET /api/me`. The answer sets a cookie, `{COOKIE}_…`: it is who you are, so "
            'send it with every request and with the socket. `PUT /api/me` with `{"name": "Robo"}` '
            "gives you a name. Who only looks needs no cookie, and is given none.",
            f'Make a table: `POST /api/tables` with `{{"game": "{default_game()}", "seats": '
            '[{"kind": "me"}, '
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
    yield code(TALK, "text")


def _log() -> Iterator[str]:
    """Numbers and ids: as the module of the messages explains them."""
    yield heading(2, "Numbers and lost connections")
    _, *paragraphs = (inspect.getdoc(protocol) or "").split("\n\n")
    yield paragraph(next(one for one in paragraphs if "`seq`" in one))
    yield points(
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


def _limits() -> Iterator[str]:
    yield heading(2, "Limits")
    yield paragraph(
        "What a server allows unless its owner chose otherwise. Times are in seconds. The server "
        "pings a quiet connection by itself; a client need not."
    )
    notes = field_notes(ServerSettings)
    rows = tuple(
        (f"`{field.name}`", f"{field.default:,}", notes.get(field.name, ""))
        for field in dataclasses.fields(ServerSettings)
        if field.name not in OWN
    )
    yield table(("limit", "", ""), rows)
