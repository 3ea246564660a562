"""Write the client's message types from the server's models.

    PYTHONPATH=src python web/tools/make_types.py            writes web/src/lib/wire/types.ts
    PYTHONPATH=src python web/tools/make_types.py --check    fails if that file is not fresh

Knows JSON schema as pydantic writes it, and no message by name.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from tenluz.server import http_models as forms
from tenluz.server import protocol
from tenluz.server.guide.models import type_name

TARGET = Path(__file__).parents[1] / "src" / "lib" / "wire" / "types.ts"
HEAD = """\
// Every message between this client and the server, both ways, and the answers of /api.
// Made by tools/make_types.py from the server's models: change those, then run it again.
"""
ASKED = ("NewTable", "Me")
ANSWERED = (
    "GameInfo",
    "TableInfo",
    "MadeTable",
    "SeatLink",
    "MovedSeat",
    "MeInfo",
    "Failed",
)


def main() -> int:
    text = written()
    if "--check" in sys.argv[1:]:
        fresh = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        if not fresh:
            print(f"{TARGET} is not fresh: run web/tools/make_types.py", file=sys.stderr)
        return 0 if fresh else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


def written() -> str:
    """The whole file."""
    named: dict[str, str] = {}
    unions = [
        _take("ToServer", protocol.ToServer, named),
        _take("ToClient", protocol.ToClient, named),
    ]
    for name in (*ASKED, *ANSWERED):
        named[name] = _take(name, getattr(forms, name), named)
    return "\n".join([HEAD, *(named[name] for name in sorted(named)), *unions])


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
