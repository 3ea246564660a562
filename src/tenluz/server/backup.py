"""A copy of all that a server keeps, made while it runs, and put back into an empty folder.

A backup is a tar file of two: `tables.db`, copied by SQLite itself, so that it is the database of
one moment however many write meanwhile; and `key`, without which no cookie is known any more.
It holds all seeds and keys: it is for its owner's eyes, as the folder is.
"""

import contextlib
import gzip
import io
import os
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tenluz.engine.errors import NotUnderstood
from tenluz.server.data_folder import (
    FolderLock,
    cannot_open,
    exists,
    give_to_owner,
    prepare_folder,
    reason,
    sync_folder,
    unusable,
)
from tenluz.server.keys import LARGEST, parse_keys
from tenluz.server.sqlite_store import SqliteStore

DATABASE, KEY = "tables.db", "key"
PAGES = 500  # of the database, after which it says how far it is
# What SQLite calls it where it cannot write, which it does to the copy alone.
NOT_WRITTEN = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC")
MOST = 1 << 40  # bytes that a backup may unpack to

Progress = Callable[[float], None]  # the share that is done


class Kept(NamedTuple):
    """What a backup holds."""

    tables: int
    entries: int


def back_up(folder: Path, file: Path, progress: Progress = lambda _: None) -> Kept:
    """Write a backup of a data folder; NotUnderstood says why there is none."""
    try:
        for name in (DATABASE, KEY):
            if not exists(folder / name):
                raise NotUnderstood(
                    f"{folder} is no data folder of Tenluz: there is no {name} in it."
                )
    except OSError as error:
        raise unusable(folder, error) from None
    try:
        if exists(file):
            raise NotUnderstood(
                f"{file} is there already. Choose another name; nothing was written."
            )
        with tempfile.TemporaryDirectory(dir=file.resolve().parent, prefix=".tenluz-") as aside:
            copy = Path(aside) / DATABASE
            kept = _copy_database(folder / DATABASE, copy, progress)
            # After it: a key that is new since then has signed what people have now, and the
            # older ones are there beside it.
            key = _read_key(folder / KEY)
            whole = Path(aside) / "backup"
            with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as made:
                with tarfile.open(fileobj=made, mode="w:gz", compresslevel=6) as tar:
                    tar.add(copy, DATABASE, filter=_private)
                    member = tarfile.TarInfo(KEY)
                    member.size = len(key)
                    tar.addfile(_private(member), io.BytesIO(key))
                made.flush()
                os.fsync(made.fileno())
            os.replace(whole, file)
        sync_folder(file.resolve().parent)
    except OSError as error:
        raise NotUnderstood(
            f"Cannot write {file}: {reason(error)}. Choose another place for it."
        ) from None
    return kept


def _read_key(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unusable(path, error) from None


def _private(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member


def _copy_database(database: Path, copy: Path, progress: Progress) -> Kept:
    try:
        with (
            contextlib.closing(sqlite3.connect(f"file:{database}?mode=rw", uri=True)) as now,
            contextlib.closing(sqlite3.connect(copy)) as then,
        ):
            now.execute("PRAGMA busy_timeout = 10000")
            now.execute("BEGIN")  # one moment: else each write of the server begins it anew
            now.execute("SELECT count(*) FROM tables").fetchone()
            now.backup(
                then, pages=PAGES, progress=lambda _, left, of: progress(1 - left / max(of, 1))
            )
            return _look(then)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", None) in NOT_WRITTEN:
            raise OSError(f"no room, or the disk fails ({error})") from None
        raise cannot_open(database, error) from None


def _look(database: sqlite3.Connection) -> Kept:
    ((well,),) = database.execute("PRAGMA integrity_check(1)").fetchall()
    if well != "ok":
        raise sqlite3.DatabaseError(f"malformed: {well}")
    ((tables,),) = database.execute("SELECT count(*) FROM tables").fetchall()
    ((entries,),) = database.execute("SELECT count(*) FROM log").fetchall()
    return Kept(tables, entries)


def restore(file: Path, folder: Path) -> Kept:
    """Put a backup into a folder without tables; NotUnderstood says why not, and then nothing
    has changed there."""
    prepare_folder(folder)
    with FolderLock(folder), tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as aside:
        there = [name for name in (DATABASE, KEY) if (folder / name).exists()]
        if there:
            raise NotUnderstood(
                f"{folder} has tables already ({' and '.join(there)}). Choose an empty folder "
                "with --data; nothing was changed."
            )
        database, key = _unpack(file, Path(aside))
        try:
            with contextlib.closing(sqlite3.connect(database)) as found:
                kept = _look(found)
        except sqlite3.Error as error:
            raise NotUnderstood(f"{file} is damaged: {error}.") from None
        SqliteStore(database).close()  # one of an older version is brought up to date
        # The key last: a folder with a key is one that can be served.
        for found_file in (database, key):
            os.replace(found_file, folder / found_file.name)
        sync_folder(folder)
    return kept


def _unpack(file: Path, aside: Path) -> tuple[Path, Path]:
    no_backup = NotUnderstood(f"{file} is no backup of Tenluz, or a damaged one.")
    try:
        packed = file.open("rb")
    except FileNotFoundError:
        raise NotUnderstood(
            f"There is no file {file}. Name one that `tenluz backup` has written."
        ) from None
    except OSError as error:
        raise NotUnderstood(f"Cannot read {file}: {reason(error)}.") from None
    try:
        with packed, tarfile.open(fileobj=packed) as tar:
            members = {one.name: one for one in tar if one.isfile()}
            if members.keys() != {DATABASE, KEY} or members[KEY].size > LARGEST:
                raise no_backup
            if members[DATABASE].size > MOST:
                raise NotUnderstood(f"{file} holds more than {MOST >> 30} GB.")
            for name, member in members.items():
                source = tar.extractfile(member) or io.BytesIO()
                number = os.open(aside / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with source, os.fdopen(number, "wb") as made:
                    give_to_owner(number, aside.parent)
                    while piece := source.read(1 << 20):
                        made.write(piece)
                    made.flush()
                    os.fsync(made.fileno())
        parse_keys((aside / KEY).read_bytes())
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, ValueError):
        raise no_backup from None
    except OSError as error:
        raise unusable(aside.parent, error) from None
    return aside / DATABASE, aside / KEY
