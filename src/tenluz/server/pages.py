"""Pages: the built client, and the plain ones of our own. No other host is ever needed."""

from html import escape
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PACKAGED = Path(__file__).resolve().parent.parent / "web"

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; overflow-x: auto; }
.method { display: inline-block; min-width: 4rem; font-weight: bold; }
section { border-top: 1px solid; padding: 0.5rem 0; }
"""

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenluz</title>
<link rel="stylesheet" href="/api/docs.css"><h1>Tenluz</h1>
<p>The server runs, but the pages of the game have not been built.</p>
<p>In a checkout <code>make play</code> builds them and starts again; an installed
<code>tenluz</code> always has them.</p>
<p>Programs can play already: <a href="/api/docs">the interface</a>.</p></html>"""


class Client(StaticFiles):
    """The built client: files by name; every other path is the page itself, which knows
    what to show there (/table/..., /seat/...)."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as problem:
            ours = path.startswith(("table/", "seat/"))  # a seat's token has dots in it
            if problem.status_code != 404 or ("." in path.rsplit("/", 1)[-1] and not ours):
                raise
            response = await super().get_response("index.html", scope)
        if path.startswith("assets/"):  # named after their content
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        elif isinstance(response, FileResponse):
            response.headers["cache-control"] = "no-cache"
        return response


def client(folder: Path | None) -> Any:
    """The part of the app that gives out the built client, or says that there is none."""
    folder = folder or PACKAGED
    if (folder / "index.html").is_file():
        return GZipMiddleware(Client(directory=folder, html=True), minimum_size=1000)
    plain = Starlette()

    async def not_built(request: Any) -> Response:
        if request.url.path == "/" or request.url.path.startswith(("/table/", "/seat/")):
            return HTMLResponse(NOT_BUILT, 503)
        return PlainTextResponse("There is no such page.\n", 404)

    plain.add_route("/{path:path}", not_built)
    return plain


def api_page(schema: dict[str, Any]) -> str:
    """The HTTP interface for people, made from its OpenAPI schema."""
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenluz: interface</title>',
        '<meta name="viewport" content="width=device-width">',
        '<link rel="stylesheet" href="/api/docs.css"><h1>The interface of Tenluz</h1>',
        "<p>Tables are made over HTTP and played over a WebSocket at <code>/ws/{table}</code>; ",
        "docs/protocol.md describes its messages. ",
        'For programs: <a href="/api/openapi.json">openapi.json</a>.</p>',
    ]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            parts.append(
                f'<section><h2><span class="method">{escape(method.upper())}</span> '
                f"<code>{escape(path)}</code></h2>"
                f"<p>{escape(operation.get('description', operation.get('summary', '')))}</p>"
            )
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body:
                parts.append(f"<p>Asks for: {_type(body['schema'])}</p>")
            for status, answer in operation["responses"].items():
                found = answer.get("content", {}).get("application/json", {}).get("schema")
                if found and status.startswith("2"):
                    parts.append(f"<p>Answers: {_type(found)}</p>")
            parts.append("</section>")
    parts.append("<h1>Types</h1>")
    for name, model in schema.get("components", {}).get("schemas", {}).items():
        parts.append(f'<section id="{escape(name)}"><h2>{escape(name)}</h2>')
        parts.append(f"<p>{escape(model.get('description', ''))}</p><ul>")
        for field, its_type in model.get("properties", {}).items():
            needed = "" if field in model.get("required", ()) else " (may be left out)"
            parts.append(f"<li><code>{escape(field)}</code>: {_type(its_type)}{needed}</li>")
        parts.append("</ul></section>")
    return "".join(parts) + "</html>"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    return escape(str(schema.get("type", "anything")))
