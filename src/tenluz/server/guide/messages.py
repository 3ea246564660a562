"""Every message of the socket, both ways, and what each game's screens and events hold.

A game's own part is found by the names that every game's folder uses: screen.py, news.py,
moves.py. No game is named here.
"""

import dataclasses
import importlib
import inspect
import typing
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from tenluz.engine import catalogue
from tenluz.engine.game import Game
from tenluz.server import protocol
from tenluz.server.guide.blocks import Block, Code, Heading, Paragraph, Table
from tenluz.server.guide.models import (
    IN_WORDS,
    TAG,
    Schema,
    described,
    field_notes,
    fields_in_a_line,
    schema_of,
    type_name,
)

EVERYWHERE = "Events at every table"
EVENT = "event"  # the field by which events are told apart


def messages_part() -> Iterator[Block]:
    """What a client says, what it is told, and what both are made of."""
    to_server, to_client = schema_of(protocol.ToServer), schema_of(protocol.ToClient)
    _definition(protocol.Told, to_client)["properties"]["events"] = {IN_WORDS: _all_events()}
    yield Heading(2, "From a client")
    yield Paragraph(f"Each has its name as its `type`. {inspect.getdoc(protocol.Message)}")
    yield from _messages(protocol.ToServer, to_server, asked=True)
    yield Heading(2, "From the server")
    yield from _messages(protocol.ToClient, to_client, asked=False)
    yield Heading(2, "Parts of messages")
    messages = set(members(protocol.ToClient))
    for model in models_in(protocol.ToClient):
        if model not in messages:
            yield from _described(model, to_client, 3)
    yield Heading(3, EVERYWHERE)
    everywhere = [protocol.SeatChanged, protocol.GoesOn]
    yield _events(everywhere, schema_of(protocol.SeatChanged | protocol.GoesOn))
    for game in catalogue.games():
        yield from _game_part(game)


def _messages(union: Any, schema: Schema, *, asked: bool) -> Iterator[Block]:
    for model in members(union):
        definition = _definition(model, schema)
        yield from described(
            definition["properties"][TAG]["const"], definition, field_notes(model), 3, asked=asked
        )


# --- games --------------------------------------------------------------------------------


def _game_part(game: Game) -> Iterator[Block]:
    schema = schema_of(game.screen_type | game.event_type)
    yield Heading(2, game.title)
    for model in models_in(game.screen_type):
        yield from _described(model, schema, 3)
    yield Heading(3, f"Events of {game.title}")
    yield _events(members(game.event_type), schema)
    if game.statement_type is not None:
        said = schema_of(game.statement_type | None)
        yield Heading(3, f"Statements of {game.title}")
        yield from list(_described(game.statement_type, said, 4))[1:]
    yield Heading(3, f"Moves of {game.title}")
    moves = importlib.import_module(f"{game.package}.rules.moves")
    paragraphs = (inspect.getdoc(moves) or "").split("\n\n")
    numbers = [one for one in paragraphs if one.startswith(("card", "place", "move"))]
    yield Paragraph(
        "`screen.moves` gives the legal ones with their numbers, so a program needs this only to "
        "read them."
    )
    yield Code("\n\n".join(numbers), "text")


def _all_events() -> str:
    """Where events are listed."""
    everywhere = Heading(3, EVERYWHERE)
    links = [everywhere, *(Heading(3, f"Events of {game.title}") for game in catalogue.games())]
    return f"list of events: {', '.join(f'[{one.text}](#{one.anchor})' for one in links)}"


def _is_event(model: type) -> bool:
    return EVENT in typing.get_type_hints(model)


def _events(models: list[type], schema: Schema) -> Table:
    rows = []
    for model in models:
        definition = _definition(model, schema)
        name = definition["properties"][EVENT]["const"]
        line = fields_in_a_line(definition, field_notes(model), EVENT)
        rows.append((f"`{name}`", line, definition.get("description", "")))
    return Table(("event", "fields", ""), tuple(rows))


# --- models and their schemas -------------------------------------------------------------


def members(union: Any) -> list[type]:
    """The models of a union."""
    return [one for one in _parts(union) if isinstance(one, type)]


def models_in(annotation: Any) -> list[type]:
    """All models that an annotation is made of, each once, from the outside in."""
    found: list[type] = []

    def walk(part: Any) -> None:
        if isinstance(part, type) and _is_model(part):
            if part not in found:
                found.append(part)
                for field in typing.get_type_hints(part, include_extras=True).values():
                    walk(field)
            return
        for inner in typing.get_args(part):
            walk(inner)

    walk(annotation)
    return found


def _is_model(part: type) -> bool:
    return dataclasses.is_dataclass(part) or issubclass(part, BaseModel)


def _parts(union: Any) -> tuple[Any, ...]:
    if typing.get_origin(union) is typing.Annotated:
        union = typing.get_args(union)[0]
    return typing.get_args(union) or (union,)


def _described(model: type, schema: Schema, level: int) -> Iterator[Block]:
    definition = _definition(model, schema)
    return described(_key(model, schema), definition, field_notes(model), level)


def _definition(model: type, schema: Schema) -> Schema:
    definitions: dict[str, Schema] = schema["$defs"]
    return next(one for key, one in definitions.items() if _is_called(model, key))


def _key(model: type, schema: Schema) -> str:
    return type_name(next(key for key in schema["$defs"] if _is_called(model, key)))


def _is_called(model: type, key: str) -> bool:
    """Whether pydantic calls a model so: by its name or, where two have it, with its module."""
    return key in (model.__name__, f"{model.__module__}.{model.__name__}".replace(".", "__"))
