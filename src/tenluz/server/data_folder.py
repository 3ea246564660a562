"""The folder where a server keeps what it must not lose: for its owner alone, for one server at
a time, and said in one line where it cannot be used.

`key` signs cookies and links, `tables.db` holds the tables, `lock` is held by the server that
runs, and `writing` by whichever of its workers writes (`write_lock.py`). What root makes there is
its owner's: commands are often root's, and a server is not. Knows nothing of what is in the
database.
"""

import contextlib
import errno
import os
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from sqlalchemy.exc import DatabaseError

from tenluz.engine.errors import NotUnderstood
from tenluz.server.keys import KEY_BYTES, LARGEST, KeyRing, parse_keys, write_keys

ELSEWHERE = "or choose another folder with --data"


class NewerDatabase(Exception):
    """The database has a shape that this version does not know."""


class DamagedDatabase(Exception):
    """The database does not say which shape it has, or one that no Tenluz has made."""


def prepare_folder(folder: Path) -> None:
    """Have a folder that only its owner can look into; NotUnderstood says why there is none."""
    try:
        if not exists(folder):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        elif not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "")
        elif exists(folder / "key"):  # ours alone, from a time when others could look in
            folder.chmod(0o700)
    except OSError as error:
        raise unusable(folder, error) from None


def exists(path: Path) -> bool:
    """Whether there is such a file or folder; OSError where this user may not know, as the
    method of `Path` says in some versions of Python."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def read_key(folder: Path) -> bytes:
    """The key of a data folder that signs now."""
    return read_keys(folder).newest


def read_keys(folder: Path) -> KeyRing:
    """The keys of a data folder, the first made when it is needed, for its owner's eyes only."""
    path = folder / "key"
    prepare_folder(folder)
    try:
        if not path.exists():
            _write_new(path, secrets.token_bytes(KEY_BYTES))
        return _parsed(path)
    except OSError as error:
        raise unusable(path, error) from None


def rotate_key(folder: Path, keep: float) -> KeyRing:
    """Have a new key sign in a data folder; the others are believed for so many seconds more. A
    server that runs there takes it up by itself."""
    path = folder / "key"
    kept_keys(folder)
    try:
        with _alone(folder):
            ring = _parsed(path).rotated(time.time(), keep)
            write_private(path, write_keys(ring))
            return _parsed(path)
    except OSError as error:
        raise unusable(path, error) from None


def kept_keys(folder: Path) -> KeyRing:
    """The keys that are in a data folder; NotUnderstood where there are none."""
    path = folder / "key"
    try:
        return _parsed(path)
    except FileNotFoundError:
        raise NotUnderstood(
            f"{folder} is no data folder of Tenluz: there is no key in it."
        ) from None
    except OSError as error:
        raise unusable(path, error) from None


def _parsed(path: Path) -> KeyRing:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    try:
        return parse_keys(content)
    except ValueError as wrong:
        raise NotUnderstood(
            f"{path} holds no key: {wrong}. Put back a copy of it, or delete it: all guests are "
            "then signed out."
        ) from None


@contextlib.contextmanager
def _aside(path: Path, content: bytes) -> Iterator[Path]:
    """What is to become a file, on the disk already: nobody ever reads half of it, and a power cut
    leaves no empty one."""
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            give_to_owner(file.fileno(), path.parent, path)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield aside
    finally:
        aside.unlink(missing_ok=True)
    sync_folder(path.parent)


def _write_new(path: Path, content: bytes) -> None:
    with _aside(path, content) as aside:
        try:
            os.link(aside, path)
        except FileExistsError:
            pass  # another process was first
        except OSError:
            os.replace(aside, path)  # a file system without links


def write_private(path: Path, content: bytes) -> None:
    """Have a file that only its owner can read, in the place of one that may be there."""
    with _aside(path, content) as aside:
        os.replace(aside, path)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One at a time changes keys: of two at once the key of one would be lost."""
    if sys.platform == "win32":
        yield  # folders cannot be opened there
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def open_private(path: Path) -> int:
    """Open a file to read and write, made for its owner's eyes only where there is none."""
    try:
        number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:  # or a link, of which nothing is known: it is given to nobody
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        give_to_owner(number, path.parent)
    except OSError:
        os.close(number)
        raise
    return number


def give_to_owner(number: int, folder: Path, replaced: Path | None = None) -> None:
    """Have a file that was just made be that of the owner of its folder, or of the file in whose
    place it comes, where it is root who made it: a service would be locked out of its own."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    owner = folder.stat()
    if replaced is not None:
        with contextlib.suppress(FileNotFoundError):
            there = replaced.lstat()
            owner = there if there.st_uid != 0 else owner
    if owner.st_uid != 0:
        os.fchown(number, owner.st_uid, owner.st_gid)


def sync_folder(folder: Path) -> None:
    """Have what was made or renamed in a folder on the disk."""
    if os.name != "posix":
        return  # folders cannot be opened there
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


class FolderLock:
    """Held while a server runs: a second one would play the same tables."""

    def __init__(self, folder: Path) -> None:
        prepare_folder(folder)
        try:
            self._file = open_private(folder / "lock")
        except OSError as error:
            raise unusable(folder, error) from None
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise NotUnderstood(
                f"Another Tenluz server uses {folder}. Stop it, {ELSEWHERE}."
            ) from None

    def close(self) -> None:
        """Let others in."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


# --- the database's file ----------------------------------------------------------------------


def keep_private(database: Path) -> None:
    """Have a database that only its owner can read; SQLite makes the files beside it alike."""
    try:
        os.close(open_private(database))
        for file in (database, *(database.with_name(database.name + end) for end in BESIDE)):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)
    except OSError as error:
        raise unusable(database, error) from None


BESIDE = ("-wal", "-shm")


def cannot_open(database: Path, error: Exception) -> NotUnderstood:
    """What its owner is told where a database cannot be used."""
    if isinstance(error, NewerDatabase):
        return NotUnderstood(
            f"{database} was made by a newer Tenluz. Update this one, {ELSEWHERE}."
        )
    said = str(error.orig) if isinstance(error, DatabaseError) else str(error)
    broken = isinstance(error, DamagedDatabase)
    if broken or "not a database" in said or "malformed" in said:
        return NotUnderstood(f"{database} is damaged ({said}). Put back a copy of it, {ELSEWHERE}.")
    advice = "Make room or let this user write there"
    if "locked" in said:
        advice = "Wait until the program that uses it is done"
    return NotUnderstood(f"Cannot use {database}: {said}. {advice}, {ELSEWHERE}.")


def unusable(path: Path, error: OSError) -> NotUnderstood:
    """What its owner is told where a file or folder cannot be used."""
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        wrong = next(one for one in (path, *path.parents) if os.path.lexists(one))
        return NotUnderstood(f"{wrong} is not a folder. Choose another one with --data.")
    advice = ELSEWHERE.removeprefix("or ").capitalize()
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        advice = f"Let this user read and write there, {ELSEWHERE}"
    elif error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        advice = f"Make room there, {ELSEWHERE}"
    return NotUnderstood(f"Cannot use {path}: {reason(error)}. {advice}.")


def reason(error: OSError) -> str:
    """Why a file cannot be used, without its name."""
    return os.strerror(error.errno) if error.errno else str(error)
