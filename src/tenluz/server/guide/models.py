"""A model as a table of its fields: JSON schema in words, with the comment beside a field.

Knows JSON schema as pydantic writes it, and no model by name.
"""

import inspect
import io
import json
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterator
from typing import Any

from pydantic import TypeAdapter

from tenluz.engine.types import JsonObject
from tenluz.server.guide.markdown import link, paragraph, table

Schema = JsonObject
TAG = "type"  # the field by which messages are told apart
IN_WORDS = "in words"  # in a schema: say it so


def schema_of(model: Any) -> Schema:
    """The JSON schema of a model or a union, as it is in messages."""
    return TypeAdapter(model).json_schema()


def type_name(name: str) -> str:
    """What a model is called. Names that both games use come with the game in front."""
    parts = re.split(r"__+", name)
    if len(parts) == 1:
        return name
    if "games" not in parts:
        return parts[-1]
    game = parts[parts.index("games") + 1]
    return game[:1].upper() + game[1:] + parts[-1]


# --- types in words -----------------------------------------------------------------------


Naming = Callable[[str], str]  # from a model's name in a schema to its heading


def in_words(schema: Schema, name: Naming = type_name) -> str:
    """A type as people say it: `list of [SeatInfo](#seatinfo)`, `"a" or "b"`, `integer 0 to 4`."""
    if IN_WORDS in schema:
        return str(schema[IN_WORDS])
    if "$ref" in schema:
        return link(name(schema["$ref"].rpartition("/")[2]))
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(in_words(one, name) for one in schema[several]))
    kind = schema.get("type", "anything")
    if kind == "array":
        inner = in_words(schema.get("items", {}), name)
        return f"list of {f'({inner})' if ' or ' in inner else inner}{_size(schema, 'Items')}"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"map to {in_words(more, name)}" if isinstance(more, dict) else "map"
    if kind == "string":
        return f"string{_size(schema, 'Length')}"
    low, high = _bounds(schema)
    if low is None or high is None:
        return str(kind)
    return f"{kind} {low:,.0f} to {high:,.0f}"


def _bounds(schema: Schema) -> tuple[float | None, float | None]:
    low, high = schema.get("minimum"), schema.get("maximum")
    if high is None and "exclusiveMaximum" in schema:
        high = schema["exclusiveMaximum"] - 1
    return low, high


def _size(schema: Schema, of: str) -> str:
    low, high = schema.get(f"min{of}"), schema.get(f"max{of}")
    return f" ({low or 0} to {high})" if high is not None else ""


# --- fields -------------------------------------------------------------------------------


def fields_table(
    schema: Schema, notes: dict[str, str], name: Naming = type_name, *, asked: bool = False
) -> str | None:
    """Field, type, note. Of what is asked, that a field may be left out is part of its note.

    The tag of a message is not in it, as its heading says that; None if nothing is left.
    """
    required = schema.get("required", [])
    rows = []
    for field, its_type in schema.get("properties", {}).items():
        if field == TAG:
            continue
        about = [notes[field]] if field in notes else []
        if asked and field not in required and "const" not in its_type:
            about.append(f"may be left out{_default(its_type)}")
        rows.append((f"`{field}`", in_words(its_type, name), "; ".join(about)))
    return table(("field", "type", ""), rows) if rows else None


def _default(schema: Schema) -> str:
    default = schema.get("default")
    return "" if default is None else f": `{json.dumps(default)}`"


def fields_in_a_line(
    schema: Schema, notes: dict[str, str], leave_out: str, name: Naming = type_name
) -> str:
    """The same in one cell of a table."""
    told = []
    for field, its_type in schema.get("properties", {}).items():
        if field != leave_out:
            note = f", {notes[field]}" if field in notes else ""
            told.append(f"`{field}` {in_words(its_type, name)}{note}")
    return "; ".join(told)


def described(
    schema: Schema, notes: dict[str, str], name: Naming = type_name, *, asked: bool = False
) -> Iterator[str]:
    """A model: what it is, and its fields."""
    if about := schema.get("description"):
        yield paragraph(about)
    if fields := fields_table(schema, notes, name, asked=asked):
        yield fields


# --- the comments beside fields -----------------------------------------------------------


def field_notes(model: type) -> dict[str, str]:
    """What the source says beside each field of a class, where it says something."""
    source = textwrap.dedent(inspect.getsource(model))
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    fields = inspect.get_annotations(model)
    return {
        name: re.sub(r"\bNone\b", "null", comments[number])
        for number, line in enumerate(source.splitlines(), 1)
        if (name := line.partition(":")[0].strip()) in fields
        and number in comments
        and not comments[number].startswith("type:")
    }
