"""Pages: the built client, and the plain ones of our own. No other host is ever needed."""

import hashlib
import re
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Scope

from tenluz.engine import catalogue

PACKAGED = Path(__file__).resolve().parent.parent / "web"
STYLE = Path(__file__).resolve().parent / "guide" / "guide.css"  # of the plain pages

# How addresses begin in the built page, which does not know where it will lie.
RELATIVE = b'="./'
NO_CACHE = {"cache-control": "no-cache"}
# Pages about one thing, and how that can be called in a link.
_TABLE = re.compile(r"[\w-]{1,24}", re.ASCII)
NAMED = {"table": _TABLE, "replay": _TABLE, "seat": re.compile(r"[\w.-]+", re.ASCII)}

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenluz</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="BASE/api/docs.css"><main><h1>Tenluz</h1>
<p>The server runs, but the pages of the game have not been built.</p>
<p>In a checkout <code>make play</code> builds them and starts again; an installed
<code>tenluz</code> always has them.</p>
<p>Programs can play already: <a href="BASE/api/docs">the interface</a>.</p></main></html>"""


def known(path: str) -> bool:
    """Whether the page has something to show at this path."""
    page, _, rest = path.strip("/").partition("/")
    if page in ("rules", "learn"):
        return rest in catalogue.names()
    if page in NAMED:
        return NAMED[page].fullmatch(rest) is not None
    ours = ("", "account", "operator", "privacy")
    return not rest and (page in ours or page in catalogue.names())


class ClientFiles(StaticFiles):
    """The built client: files by their names, and the page itself wherever it has something
    to show. Everywhere else browsers are given the page too, which says that nothing is there,
    and programs an error.

    The page is asked for at many depths, so its addresses are made whole: below `base`.
    """

    def __init__(self, folder: Path, base: str) -> None:
        super().__init__(directory=folder)
        self._file = folder / "index.html"
        self._base = base.encode("ascii")

    def _page(self, status: int, headers: Headers) -> Response:
        whole = self._file.read_bytes().replace(RELATIVE, b'="%b/' % self._base)
        etag = f'"{hashlib.sha256(whole).hexdigest()[:32]}"'
        response = HTMLResponse(whole, status, {**NO_CACHE, "etag": etag})
        if status == 200 and self.is_not_modified(response.headers, headers):
            return NotModifiedResponse(response.headers)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        if known(scope["path"]) or path == "index.html":
            return self._page(200, Headers(scope=scope))
        try:
            response = await super().get_response(path, scope)
        except HTTPException as problem:
            asked = Headers(scope=scope).get("accept", "")
            if problem.status_code != 404 or "text/html" not in asked:
                raise
            return self._page(404, Headers(scope=scope))
        if path.startswith("assets/"):  # named after their content
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        elif isinstance(response, FileResponse):
            response.headers.update(NO_CACHE)
        return response


def built(folder: Path | None = None) -> bool:
    """Whether there is a built client in this folder, or in the package."""
    return ((folder or PACKAGED) / "index.html").is_file()


def client(folder: Path | None, base: str = "") -> ASGIApp:
    """The part of the app that gives out the built client, or says that there is none."""
    folder = folder or PACKAGED
    if built(folder):
        return GZipMiddleware(ClientFiles(folder, base), minimum_size=1000)
    plain = Starlette()

    async def not_built(request: Request) -> Response:
        if known(request.url.path):
            return HTMLResponse(NOT_BUILT.replace("BASE", base), 503)
        return PlainTextResponse("There is no such page.\n", 404)

    plain.add_route("/{path:path}", not_built)
    return plain
