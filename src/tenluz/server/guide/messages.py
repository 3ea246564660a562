"""Every message of the socket, both ways, and what each game's screens and events hold.

A game's own part is found by the names that every game's folder uses: screen.py, news.py,
moves.py. No game is named here.
"""

import dataclasses
import functools
import inspect
import typing
from collections.abc import Iterator

from pydantic import BaseModel

from tenluz.engine import catalogue
from tenluz.engine.game import Game
from tenluz.server import protocol
from tenluz.server.guide.markdown import code, heading, link, paragraph, table
from tenluz.server.guide.models import (
    IN_WORDS,
    TAG,
    Naming,
    Schema,
    described,
    field_notes,
    fields_in_a_line,
    schema_of,
    type_name,
)

EVERYWHERE = "Events at every table"
EVENT = "event"  # the field by which events are told apart


def messages_part() -> Iterator[str]:
    """What a client says, what it is told, and what both are made of."""
    to_server, to_client = schema_of(protocol.ToServer), schema_of(protocol.ToClient)
    for message in (protocol.Welcome, protocol.News):
        _fill_in(message, "screen", to_client, _screens())
    _fill_in(protocol.Told, "events", to_client, _all_events())
    _fill_in(protocol.Say, "statement", to_server, _statements())
    yield heading(2, "From a client")
    yield paragraph(f"Each has its name as its `type`. {inspect.getdoc(protocol.Message)}")
    yield from _messages(protocol.ToServer, to_server, asked=True)
    yield heading(2, "From the server")
    yield from _messages(protocol.ToClient, to_client, asked=False)
    yield heading(2, "Parts of messages")
    messages = set(members(protocol.ToClient))
    for model in models_in(protocol.ToClient):
        if model not in messages:
            yield heading(3, _key(model, to_client))
            yield from described(_definition(model, to_client), field_notes(model))
    yield heading(3, EVERYWHERE)
    everywhere = [protocol.SeatChanged, protocol.GoesOn]
    yield _events(everywhere, schema_of(protocol.SeatChanged | protocol.GoesOn))
    for game in catalogue.games():
        yield from _game_part(game)


def _messages(union: object, schema: Schema, *, asked: bool) -> Iterator[str]:
    for model in members(union):
        definition = _definition(model, schema)
        yield heading(3, definition["properties"][TAG]["const"])
        yield from described(definition, field_notes(model), asked=asked)


# --- games --------------------------------------------------------------------------------


def _game_part(game: Game) -> Iterator[str]:
    schema = schema_of(game.screen_type | game.event_type)
    name = functools.partial(_name, game)
    yield heading(2, game.title)
    for model in models_in(game.screen_type):
        yield heading(3, name(model.__name__))
        yield from described(_definition(model, schema), field_notes(model), name)
    yield heading(3, _of(game, "Events"))
    yield _events(members(game.event_type), schema, name)
    if game.statement_type is not None:
        statement = _definition(game.statement_type, schema_of(game.statement_type | None))
        yield heading(3, _of(game, "Statements"))
        yield from described(statement, field_notes(game.statement_type), name)
    moves = game.part("rules.moves")
    if moves is None:
        return
    yield heading(3, _of(game, "Moves"))
    paragraphs = (inspect.getdoc(moves) or "").split("\n\n")
    numbers = [one for one in paragraphs if one.startswith(("card", "place", "move"))]
    yield paragraph(
        "`screen.moves` gives the legal ones with their numbers, so a program needs this only to "
        "read them."
    )
    yield code("\n\n".join(numbers), "text")


def _of(game: Game, what: str) -> str:
    """A heading in a game's part."""
    return f"{what} of {game.title}"


def _name(game: Game, model: str) -> str:
    """The heading of a game's model. Two games may call one the same, and so may a message."""
    return game.title.replace(" ", "") + model


# --- what a message takes from its table's game -------------------------------------------


def _fill_in(model: type, field: str, schema: Schema, words: str) -> None:
    """Say what a field holds where its type only says that it is the game's."""
    _definition(model, schema)["properties"][field] = {IN_WORDS: words}


def _screens() -> str:
    games = catalogue.games()
    return " or ".join(link(_name(game, game.screen_type.__name__)) for game in games)


def _statements() -> str:
    games = [game for game in catalogue.games() if game.statement_type is not None]
    return " or ".join(link(_of(game, "Statements")) for game in games)


def _all_events() -> str:
    places = [EVERYWHERE, *(_of(game, "Events") for game in catalogue.games())]
    return f"list of events: {', '.join(link(place) for place in places)}"


def _events(models: list[type], schema: Schema, name: Naming = type_name) -> str:
    rows = []
    for model in models:
        definition = _definition(model, schema)
        event = definition["properties"][EVENT]["const"]
        line = fields_in_a_line(definition, field_notes(model), EVENT, name)
        rows.append((f"`{event}`", line, definition.get("description", "")))
    return table(("event", "fields", ""), rows)


# --- models and their schemas -------------------------------------------------------------


def members(union: object) -> list[type]:
    """The models of a union."""
    return [one for one in _parts(union) if isinstance(one, type)]


def models_in(annotation: object) -> list[type]:
    """All models that an annotation is made of, each once, from the outside in."""
    found: list[type] = []

    def walk(part: object) -> None:
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


def _parts(union: object) -> tuple[object, ...]:
    if typing.get_origin(union) is typing.Annotated:
        union = typing.get_args(union)[0]
    return typing.get_args(union) or (union,)


def _definition(model: type, schema: Schema) -> Schema:
    definitions: dict[str, Schema] = schema["$defs"]
    return next(one for key, one in definitions.items() if _is_called(model, key))


def _key(model: type, schema: Schema) -> str:
    return type_name(next(key for key in schema["$defs"] if _is_called(model, key)))


def _is_called(model: type, key: str) -> bool:
    """Whether pydantic calls a model so: by its name or, where two have it, with its module."""
    return key in (model.__name__, f"{model.__module__}.{model.__name__}".replace(".", "__"))
