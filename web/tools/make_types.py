"""Write the client's message types from the server's models, and each game's from its own.

    PYTHONPATH=src python web/tools/make_types.py            writes web/src/lib/wire/types.ts and
                                                             web/src/games/*/types.ts
    PYTHONPATH=src python web/tools/make_types.py --check    fails if one of them is not fresh

Knows JSON schema as pydantic writes it, and no message by name.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from tenluz.engine import catalogue
from tenluz.engine.game import Game
from tenluz.server import http_models, protocol
from tenluz.server.guide.models import type_name

SOURCES = Path(__file__).parents[1] / "src"
MESSAGES = SOURCES / "lib" / "wire" / "types.ts"
MADE_BY = (
    "// Made by tools/make_types.py from the server's models: change those, then run it again.\n"
)
HEAD = "// Every message between this client and the server, both ways, and the answers of /api.\n"
GAME_HEAD = "// What {} shows, tells and lets people say.\n"
EVENTS = """
/** What may happen at its table: of the game, or of any. */
export type AnyEvent = GameEvent | SeatChanged | GoesOn;
"""
ASKED = ("NewTable", "Me")
ANSWERED = (
    "GameInfo",
    "TableInfo",
    "MadeTable",
    "SeatLink",
    "MovedSeat",
    "MeInfo",
    "RulebookPage",
    "Failed",
)


def main() -> int:
    made = {MESSAGES: messages()}
    for game in catalogue.games():
        folder = SOURCES / "games" / game.name
        if folder.is_dir():
            made[folder / "types.ts"] = of_game(game)
    stale = [path for path, text in made.items() if _read(path) != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} is not fresh: run web/tools/make_types.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(made[path], encoding="utf-8")
    return 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def messages() -> str:
    """The types of the messages."""
    named: dict[str, str] = {}
    unions = [
        _take("ToServer", protocol.ToServer, named),
        _take("ToClient", protocol.ToClient, named),
    ]
    for model in (protocol.SeatChanged, protocol.GoesOn):
        named[model.__name__] = _take(model.__name__, model, named)
    for name in (*ASKED, *ANSWERED):
        named[name] = _take(name, getattr(http_models, name), named)
    return "\n".join([HEAD + MADE_BY, *(named[name] for name in sorted(named)), *unions])


def of_game(game: Game) -> str:
    """The types of one game."""
    named: dict[str, str] = {}
    named["Screen"] = _take("Screen", game.screen_type, named)
    events = _take("GameEvent", game.event_type, named)
    if game.statement_type is not None:
        named["Statement"] = _take("Statement", game.statement_type, named)
    shared = "import type { GoesOn, SeatChanged } from '../../lib/wire/types';\n"
    head = GAME_HEAD.format(game.title) + MADE_BY + "\n" + shared
    return "\n".join([head, *(named[name] for name in sorted(named)), events]) + EVENTS


def _take(name: str, model: Any, named: dict[str, str]) -> str:
    """A type by this name; what it is made of goes to `named`."""
    asked = name == "ToServer" or name in ASKED
    schema = TypeAdapter(model).json_schema(mode="validation" if asked else "serialization")
    for part, definition in schema.get("$defs", {}).items():
        _add(type_name(part), definition, named, asked)
    return "".join(_declared(name, schema, asked))


def _add(name: str, schema: dict[str, Any], named: dict[str, str], asked: bool) -> None:
    text = "".join(_declared(name, schema, asked))
    if named.setdefault(name, text) != text:
        raise ValueError(f"two different types are called {name}")


def _declared(name: str, schema: dict[str, Any], asked: bool) -> Iterator[str]:
    about = " ".join(schema.get("description", "").split())
    if about:
        yield f"/** {about} */\n"
    if schema.get("type") != "object":
        yield f"export type {name} = {_type(schema)};\n"
        return
    yield f"export interface {name} {{\n"
    required = schema.get("required", [])
    for field, its_type in schema.get("properties", {}).items():
        # The server leaves nothing out. A client may, but not the tag of a message.
        needed = not asked or field in required or "const" in its_type
        yield f"  {field}{'' if needed else '?'}: {_type(its_type)};\n"
    yield "}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return type_name(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(_type(part) for part in schema[key]))
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {_type(more) if isinstance(more, dict) else 'unknown'}>"
    kinds = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return kinds.get(kind or "", "null" if kind == "null" else "unknown")


if __name__ == "__main__":
    raise SystemExit(main())
