"""Pages: the built client, and the plain ones of our own. No other host is ever needed."""

from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PACKAGED = Path(__file__).resolve().parent.parent / "web"
STYLE = Path(__file__).resolve().parent / "guide" / "guide.css"  # of the plain pages

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenluz</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs.css"><main><h1>Tenluz</h1>
<p>The server runs, but the pages of the game have not been built.</p>
<p>In a checkout <code>make play</code> builds them and starts again; an installed
<code>tenluz</code> always has them.</p>
<p>Programs can play already: <a href="/api/docs">the interface</a>.</p></main></html>"""


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


def built(folder: Path | None = None) -> bool:
    """Whether there is a built client in this folder, or in the package."""
    return ((folder or PACKAGED) / "index.html").is_file()


def client(folder: Path | None) -> Any:
    """The part of the app that gives out the built client, or says that there is none."""
    folder = folder or PACKAGED
    if built(folder):
        return GZipMiddleware(Client(directory=folder, html=True), minimum_size=1000)
    plain = Starlette()

    async def not_built(request: Any) -> Response:
        if request.url.path == "/" or request.url.path.startswith(("/table/", "/seat/")):
            return HTMLResponse(NOT_BUILT, 503)
        return PlainTextResponse("There is no such page.\n", 404)

    plain.add_route("/{path:path}", not_built)
    return plain
