"""Looks at a server as it stands: what it keeps, what it may use, and what people reach.

Every look gives a finding: whether it is well, what was seen, and what to do where it is not.
Nothing is changed.
"""

import asyncio
import contextlib
import os
import shutil
import socket
import sqlite3
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tenluz.engine.code_cache import base_folder
from tenluz.server import pages
from tenluz.server.data_folder import DamagedDatabase, NewerDatabase, exists, reason
from tenluz.server.keys import parse_keys
from tenluz.server.migrations import check_version
from tenluz.server.ports import WHOSE
from tenluz.server.public_address import PublicAddress
from tenluz.server.schema import NEWEST

PATIENCE = 10.0  # seconds, for an answer
ROOM = 1 << 30  # bytes of a disk, under which it is soon full
DAYS = 14  # that a certificate should still hold: those who renew it do so a month before


class Finding(NamedTuple):
    """What was seen in one place."""

    well: bool
    what: str
    advice: str = ""


def look_at_folder(folder: Path) -> Iterator[Finding]:
    """What a server of this folder keeps."""
    try:
        yield from _folder(folder)
        yield _database(folder / "tables.db")
    except OSError as error:
        said = f"cannot look at {error.filename}: {reason(error)}"
        yield Finding(False, said, "Run `tenluz doctor` as its owner, or as root.")
    yield _disk(folder)


def mark_of(folder: Path) -> str | None:
    """By which a server of this folder is known; None where it cannot be read."""
    try:
        return parse_keys((folder / "key").read_bytes()).mark
    except (OSError, ValueError):
        return None


def look_here() -> Iterator[Finding]:
    """What a server has on this machine that is started by whoever asks. A service has its own
    folder for compiled code."""
    yield Finding(
        pages.built(),
        "the pages are built" if pages.built() else "the pages are not built",
        "`make play` builds them; an installed wheel has them.",
    )
    cache = base_folder()
    fine = os.access(_nearest(cache), os.W_OK)
    yield Finding(
        fine,
        f"a server that you start {'keeps' if fine else 'cannot keep'} compiled code in {cache}",
        "Without it every start compiles for half a minute. Set TENLUZ_CACHE to a folder that you "
        "can write to.",
    )


def _folder(folder: Path) -> Iterator[Finding]:
    if not exists(folder) or not folder.is_dir():
        wrong = "is not a folder" if exists(folder) else "does not exist"
        said = "Say with --data where the server keeps its tables."
        yield Finding(False, f"{folder} {wrong}", said)
        return
    open_to = [path for path in (folder, *_kept(folder)) if path.stat().st_mode & 0o077]
    yield Finding(
        not open_to or os.name != "posix",
        f"{folder} is for its owner alone" if not open_to else f"others can read {open_to[0]}",
        f"chmod -R go= {folder}",
    )
    owner = folder.stat()
    for path in _kept(folder):
        if path.stat().st_uid != owner.st_uid:
            yield Finding(
                False,
                f"{path} belongs to another user than {folder}",
                # Of the folder itself: systemd has a link to it, behind which chown does not go.
                f"chown -R {owner.st_uid}:{owner.st_gid} {folder.resolve()}",
            )
            break
    yield _keys(folder / "key")


def _keys(file: Path) -> Finding:
    try:
        count = len(parse_keys(file.read_bytes()).keys)
    except FileNotFoundError:
        said = "The first start makes it. Where there are tables, put back a copy of it."
        return Finding(False, f"there is no {file}", said)
    except OSError as error:
        said = f"cannot read {file}: {reason(error)}"
        return Finding(False, said, "Have the user of the server be its owner.")
    except ValueError as wrong:
        return Finding(False, f"{file} holds no key: {wrong}", "Put back a copy of it.")
    return Finding(True, "the key is whole" if count == 1 else f"the {count} keys are whole")


def _kept(folder: Path) -> list[Path]:
    names = (
        "key", "operator-secret", "tables.db", "tables.db-wal", "tables.db-shm", "lock", "writing",
    )  # fmt: skip
    return [folder / name for name in names if exists(folder / name)]


def _database(database: Path) -> Finding:
    if not exists(database):
        return Finding(False, f"there is no {database}", "The first start makes it.")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{database}?mode=rw", uri=True)) as found:
            ((well,),) = found.execute("PRAGMA quick_check(1)").fetchall()
            version = found.execute("SELECT version_num FROM alembic_version").fetchone()
            ((tables,),) = found.execute("SELECT count(*) FROM tables").fetchall()
    except sqlite3.Error as error:
        return Finding(False, f"{database}: {error}", "`tenluz restore` puts back a backup.")
    if well != "ok":
        return Finding(False, f"{database}: {well}", "`tenluz restore` puts back a backup.")
    return of_version(version and version[0], f"the database is whole: {tables} tables")


def of_version(version: str | None, told: str) -> Finding:
    """What is told of a database, if this Tenluz can have it."""
    try:
        check_version(version)
    except NewerDatabase:
        return Finding(False, "the database is of a newer Tenluz", "Update this one.")
    except DamagedDatabase as error:
        return Finding(False, f"the database is damaged: {error}", "Put back a copy of it.")
    return Finding(
        True, told if version == NEWEST else f"{told}; the next start brings it up to date"
    )


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(_nearest(folder)).free
    return Finding(
        free > ROOM, f"{free / 1e9:.1f} GB of the disk are free", "Without room no move is kept."
    )


def _nearest(path: Path) -> Path:
    """It, or the nearest folder above it that this user gets to."""
    return next(one for one in (path, *path.parents) if os.access(one, os.F_OK))


# --- what people reach ------------------------------------------------------------------------


def look_at(public: PublicAddress, mark: str | None) -> Iterator[Finding]:
    """What somebody finds who opens the public address; by its mark it is known whose that is."""
    try:
        asked = urllib.request.urlopen(f"{public.url}/healthz", timeout=PATIENCE)
        with asked as answer:
            whose = answer.headers.get(WHOSE, "")
    except urllib.error.HTTPError as error:
        advice = {
            403: f"Start the server with --public-url {public.url}.",
            502: "The proxy does not reach it: does it run, and on that port?",
            503: "It runs, and cannot write: look at its disk.",
        }.get(error.code, "Look at what the proxy logs.")
        yield Finding(False, f"{public.url} answers {error.code}", advice)
        return
    except OSError as error:
        said = getattr(error, "reason", error)
        yield Finding(False, f"{public.url} does not answer: {said}", "Is the proxy there?")
        return
    yield Finding(True, f"{public.url} answers")
    if mark is not None:
        ours = whose == mark
        yield Finding(
            ours,
            "and it is the server of these tables"
            if ours
            else "and it is another server than that of these tables",
            "Name its folder with --data or its --database, or look where the proxy leads.",
        )
    looks = (_certificate, _cookie, _socket) if public.secure else (_cookie, _socket)
    for look in looks:
        try:
            yield look(public)
        except OSError as error:  # it has gone, or will not answer so often
            yield Finding(False, f"{public.url} answers no more: {error}", "Look again.")


def _certificate(public: PublicAddress) -> Finding:
    port = int(public.origin.rpartition(":")[2]) if public.origin.count(":") > 1 else 443
    context = ssl.create_default_context()
    with (
        socket.create_connection((public.name, port), PATIENCE) as line,
        context.wrap_socket(line, server_hostname=public.name) as safe,
    ):
        ends = str((safe.getpeercert() or {})["notAfter"])
    days = int((ssl.cert_time_to_seconds(ends) - time.time()) // 86_400)
    return Finding(days >= DAYS, f"its certificate holds {days} more days", "Renew it.")


def _cookie(public: PublicAddress) -> Finding:
    with urllib.request.urlopen(f"{public.url}/api/me", timeout=PATIENCE) as answer:
        given = answer.headers.get("set-cookie", "")
    well = ("secure" in given.lower()) == public.secure
    return Finding(
        well,
        "cookies are for TLS alone" if "secure" in given.lower() else "cookies go without TLS",
        f"Start the server with --public-url {public.url}.",
    )


def _socket(public: PublicAddress) -> Finding:
    from websockets.exceptions import ConnectionClosed, WebSocketException

    try:
        asyncio.run(_say_hello(public))
    except ConnectionClosed:
        pass  # an answer too
    except (OSError, WebSocketException) as error:
        return Finding(
            False,
            f"no WebSocket gets through: {error}",
            "Have the proxy pass on Upgrade and Connection: see deploy/nginx.conf.",
        )
    return Finding(True, "WebSockets get through")


async def _say_hello(public: PublicAddress) -> None:
    """Open a socket and wait for an answer. Not by the library's threads: where a handshake fails
    they may wait for each other for ever."""
    from websockets.asyncio.client import connect
    from websockets.typing import Origin

    # No table has this name: the server says so, and that it says so is what we want to know.
    place = f"ws{public.url.removeprefix('http')}/ws/{'-' * 12}"
    async with (
        asyncio.timeout(3 * PATIENCE),
        connect(
            place, origin=Origin(public.origin), open_timeout=PATIENCE, close_timeout=PATIENCE
        ) as line,
    ):
        await line.send('{"type": "hello"}')
        await asyncio.wait_for(line.recv(), PATIENCE)
