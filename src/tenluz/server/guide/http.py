"""What can be asked over HTTP, from the OpenAPI schema."""

from collections.abc import Iterator, Sequence

from tenluz.server import account_models, http_models
from tenluz.server.guide.markdown import heading, paragraph, table
from tenluz.server.guide.models import Schema, described, field_notes, in_words

OURS = {http_models.__name__, account_models.__name__}


def http_part(openapi: Schema) -> Iterator[str]:
    """The endpoints in one table, then what is asked and answered."""
    yield heading(2, "Over HTTP")
    yield paragraph(
        "JSON both ways. Whatever cannot be done is answered with a [Failed](#failed) and a "
        "status of 400 or more; [reasons](#refusals) are the same as on the socket. A request "
        "says how long it is (`Content-Length`). Browsers may ask from the server's own pages only."
    )
    rows = []
    for path, operations in openapi["paths"].items():
        for method, operation in operations.items():
            about = operation.get("description") or operation.get("summary", "")
            rows.append((f"`{method.upper()} {path}`", *_both_ways(operation), about))
    yield table(("request", "asks", "answers", ""), rows)
    asked = _used([operation.get("requestBody") for operation in _operations(openapi)], openapi)
    for name in _used(_operations(openapi), openapi):
        model = getattr(http_models, name, None) or getattr(account_models, name, None)
        # What is said on the socket too is described there.
        if isinstance(model, type) and model.__module__ in OURS:
            schema = openapi["components"]["schemas"][name]
            yield heading(3, name)
            yield from described(schema, field_notes(model), asked=name in asked)


def _both_ways(operation: Schema) -> tuple[str, str]:
    body = operation.get("requestBody")
    answers = [
        in_words(schema)
        for status, answer in operation["responses"].items()
        if status.startswith("2") and (schema := _schema(answer)) is not None
    ]
    return in_words(_schema(body) or {}) if body else "", " or ".join(answers)


def _schema(part: Schema) -> Schema | None:
    found: Schema | None = part.get("content", {}).get("application/json", {}).get("schema")
    return found


def _operations(openapi: Schema) -> list[Schema]:
    return [one for operations in openapi["paths"].values() for one in operations.values()]


def _used(parts: Sequence[Schema | None], openapi: Schema) -> list[str]:
    """The models that these parts of a schema use, and those that they use, in that order."""
    found: list[str] = []

    def walk(part: object) -> None:
        if isinstance(part, list):
            for one in part:
                walk(one)
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.append(name)
                walk(openapi["components"]["schemas"][name])
            walk(list(part.values()))

    walk(parts)
    return found
