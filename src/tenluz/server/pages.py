"""Pages: the built client, and the plain ones of our own. No other host is ever needed."""

import asyncio
import functools
import gzip
import hashlib
import re
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
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
VARY = {"vary": "accept-encoding"}
# What has much less bytes packed, and how many it has. A server has some dozens of such files.
PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
WORTH_PACKING = range(1000, 5_000_000)
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

    def _page(self, status: int, asked: Headers) -> Response:
        whole = self._file.read_bytes().replace(RELATIVE, b'="%b/' % self._base)
        etag = f'"{hashlib.sha256(whole).hexdigest()[:32]}"'
        headers = {**NO_CACHE, **VARY, "etag": etag}
        if takes_gzip(asked):
            whole, headers["content-encoding"] = packed(whole), "gzip"
        response = HTMLResponse(whole, status, headers)
        if status == 200 and self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked = Headers(scope=scope)
        if known(scope["path"]) or path == "index.html":
            return self._page(200, asked)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as problem:
            if problem.status_code != 404 or "text/html" not in asked.get("accept", ""):
                raise
            return self._page(404, asked)
        if isinstance(response, FileResponse) and Path(response.path).suffix in PACKED:
            response = await _smaller(response, asked)
        # Named after their content, or to be asked for anew.
        asset = {"cache-control": "public, max-age=31536000, immutable"}
        response.headers.update(asset if path.startswith("assets/") else NO_CACHE)
        return response


async def _smaller(file: FileResponse, asked: Headers) -> Response:
    """A file packed, for who can unpack it and wants it whole."""
    file.headers.update(VARY)
    stat = file.stat_result
    if stat is None or stat.st_size not in WORTH_PACKING:
        return file
    if "range" in asked or not takes_gzip(asked):
        return file
    # In a thread: the largest takes milliseconds, once.
    content = await asyncio.to_thread(packed_file, str(file.path), stat.st_mtime_ns, stat.st_size)
    response = Response(content, media_type=file.media_type)
    for name in ("etag", "last-modified", "vary"):
        response.headers[name] = file.headers[name]
    response.headers["content-encoding"] = "gzip"
    return response


# --- fewer bytes --------------------------------------------------------------------------


def takes_gzip(asked: Headers) -> bool:
    """Whether somebody can unpack."""
    return "gzip" in asked.get("accept-encoding", "")


@functools.lru_cache(maxsize=64)  # what all are told alike: anybody may ask again and again
def packed(content: bytes) -> bytes:
    """The same in fewer bytes. For what is the same for everybody, and holds no secret."""
    return gzip.compress(content, 6)


@functools.lru_cache(maxsize=256)
def packed_file(path: str, changed: int, size: int) -> bytes:
    """A file in fewer bytes, until it has changed."""
    return gzip.compress(Path(path).read_bytes(), 9)


def built(folder: Path | None = None) -> bool:
    """Whether there is a built client in this folder, or in the package."""
    return ((folder or PACKAGED) / "index.html").is_file()


def client(folder: Path | None, base: str = "") -> ASGIApp:
    """The part of the app that gives out the built client, or says that there is none."""
    folder = folder or PACKAGED
    if built(folder):
        return ClientFiles(folder, base)
    plain = Starlette()

    async def not_built(request: Request) -> Response:
        if known(request.url.path):
            return HTMLResponse(NOT_BUILT.replace("BASE", base), 503)
        return PlainTextResponse("There is no such page.\n", 404)

    plain.add_route("/{path:path}", not_built)
    return plain
