"""Write the client's message types from the server's models, and each game's from its own.

    PYTHONPATH=src python web/tools/make_types.py            writes web/src/lib/wire/types.ts and
                                                             web/src/games/*/types.ts
    PYTHONPATH=src python web/tools/make_types.py --check    fails if one of them is not fresh

pydantic gives JSON schema, and json-schema-to-typescript (types.mjs) makes types of it.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import build  # beside this file
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from tenluz.engine import catalogue
from tenluz.server import account_models, http_models, operator_models, protocol

SOURCES = build.WEB / "src"
MADE_BY = "// Made by tools/make_types.py from the server's models: change those and run it again."
HEAD = f"""\
// Every message between this client and the server, both ways, and the answers of /api.
{MADE_BY}

"""
OPERATOR_HEAD = f"""\
// What an operator asks and is told.
{MADE_BY}

"""
GAME_HEAD = f"""\
// What %s shows, tells and lets people say.
{MADE_BY}

import type {{ GoesOn, SeatChanged }} from '../../lib/wire/types';

"""
GAME_END = """
/** What may happen at its table: of the game, or of any. */
export type AnyEvent = GameEvent | SeatChanged | GoesOn;
"""
SENT = ("NewTable", "Me", "NameReport", "NewPasskeyAnswer", "PasskeyAnswer")
ANSWERED = (
    "Readiness",
    "GameInfo",
    "TableInfo",
    "MadeTable",
    "SeatLink",
    "MovedSeat",
    "MeInfo",
    "RulebookPage",
    "Lesson",
    "Replay",
    "Failed",
    "PrivacyInfo",
    "Deleted",
    "Reported",
    "AccountInfo",
    "AskPasskey",
    "GamesPlayed",
    "PasskeyInfo",
    "SignedIn",
    "TakenAlong",
)
# What an operator asks and is told.
OPERATOR_SENT = ("OperatorSignIn", "NewBan", "ClearName", "Settle")
OPERATOR_TOLD = ("SessionInfo", "Overview", "BanInfo", "Done")

Models = dict[str, Any]  # by the names that they have on the page


class Schema(GenerateJsonSchema):
    """Without titles of fields, which would all become types. The server leaves nothing out; a
    client may, but not the tag of a message."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        tag = field["schema"].get("schema", {}).get("type") == "literal"
        return self.mode == "serialization" or tag or super().field_is_required(field, total)


def main() -> int:
    wanted = list(files())
    types = typescript([schema for _, _, schema, _ in wanted])
    made = {path: head + text + end for (path, head, _, end), text in zip(wanted, types)}
    stale = [path for path, text in made.items() if not path.exists() or _read(path) != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} is not fresh: run web/tools/make_types.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(made[path], encoding="utf-8")
    return 0


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _model(name: str) -> Any:
    return getattr(http_models, name, None) or getattr(account_models, name)


def files() -> Iterator[tuple[Path, str, dict[str, Any], str]]:
    """Every file: its head, what it declares, and its end."""
    sent = {name: _model(name) for name in SENT} | {"ToServer": protocol.ToServer}
    told = {name: _model(name) for name in ANSWERED} | {"ToClient": protocol.ToClient}
    told |= {"SeatChanged": protocol.SeatChanged, "GoesOn": protocol.GoesOn}
    yield SOURCES / "lib" / "wire" / "types.ts", HEAD, schema(sent, told), ""
    sent = {name: getattr(operator_models, name) for name in OPERATOR_SENT}
    told = {name: getattr(operator_models, name) for name in OPERATOR_TOLD}
    yield SOURCES / "lib" / "operator" / "types.ts", OPERATOR_HEAD, schema(sent, told), ""
    for game in catalogue.games():
        folder = SOURCES / "games" / game.name
        if folder.is_dir():
            told = {"Screen": game.screen_type, "GameEvent": game.event_type}
            told |= {"Statement": game.statement_type} if game.talks else {}
            yield folder / "types.ts", GAME_HEAD % game.title, schema({}, told), GAME_END


def schema(sent: Models, told: Models) -> dict[str, Any]:
    """The definitions of these models and of all that they are made of, by name."""
    modes: dict[JsonSchemaMode, Models] = {"validation": sent, "serialization": told}
    adapters = [(n, mode, TypeAdapter(m)) for mode, its in modes.items() for n, m in its.items()]
    roots, found = TypeAdapter.json_schemas(adapters, schema_generator=Schema)
    # A union has no name of its own: it has the one that it was asked for by.
    return {**{name: its for (name, _), its in roots.items()}, **found["$defs"]}


def typescript(schemas: list[dict[str, Any]]) -> list[str]:
    """The types of each."""
    script = [build.installed().folder / "node", Path(__file__).parent / "types.mjs"]
    asked = json.dumps(schemas).encode()
    done = subprocess.run(script, input=asked, stdout=subprocess.PIPE, check=True)
    return list(json.loads(done.stdout))


if __name__ == "__main__":
    raise SystemExit(main())
