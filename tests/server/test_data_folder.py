"""The data folder: private, one server's, and what is said where it cannot be used."""

import contextlib
import os
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.server import data_folder
from tenluz.server.app import server
from tenluz.server.data_folder import FolderLock, read_key
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.workers import serve_with_workers
from tests.commands.running import tenluz
from tests.server.another_user import tenluz_as_nobody
from tests.server.player import Guest, run
from tests.server.running import free_port, running

pytestmark = pytest.mark.in_a_file


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@contextlib.contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """A disk without room, as far as this process can tell."""
    _, most = before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


# --- who may look in ------------------------------------------------------------------------


def test_nobody_else_reads_seeds_of_running_games(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    before = os.umask(0o022)
    try:
        with running(data) as address:

            async def story() -> None:
                ana = Guest(address, "Ana")
                await ana.at(ana.make_table("luz", "me free free"))
                assert mode(data) == 0o700
                files = {path.name: mode(path) for path in data.iterdir()}
                assert {"key", "lock", "tables.db", "tables.db-wal"} <= set(files)
                assert set(files.values()) == {0o600}

            run(story())
    finally:
        os.umask(before)


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "tables.db").close()
    read_key(tmp_path)
    tmp_path.chmod(0o755)
    (tmp_path / "tables.db").chmod(0o644)
    with running(tmp_path):
        assert mode(tmp_path) == 0o700
        assert mode(tmp_path / "tables.db") == 0o600


# --- one server -----------------------------------------------------------------------------


def test_a_second_server_on_a_folder_is_refused(tmp_path: Path) -> None:
    told = f"Another Tenluz server uses {tmp_path}. Stop it, or choose another folder with --data."
    with running(tmp_path):
        words = ["serve", "--no-open", "--data", str(tmp_path), "--port", str(free_port())]
        ran = subprocess.run(
            [sys.executable, "-m", "tenluz.cli", *words],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"tenluz: {told}\n")
        settings = ServerSettings(tmp_path, workers=2)
        with socket.socket() as listening, pytest.raises(NotUnderstood) as problem:
            serve_with_workers(settings, listening)
        assert str(problem.value) == told
    with running(tmp_path):
        pass  # and it is free again


def test_who_cannot_start_lets_go_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"")
    for _ in range(2):
        with pytest.raises(NotUnderstood, match="holds no key"), running(tmp_path):
            pass
    with FolderLock(tmp_path):
        pass


# --- the key --------------------------------------------------------------------------------


def test_a_key_is_on_the_disk_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noted(name: str, what):
        def call(*given):
            path = Path(os.readlink(f"/proc/self/fd/{given[0]}")) if name == "sync" else given[1]
            done.append(f"{name} {path.name.partition('.')[0]}")
            return what(*given)

        return call

    monkeypatch.setattr(data_folder.os, "fsync", noted("sync", os.fsync))
    monkeypatch.setattr(data_folder.os, "link", noted("link", os.link))
    assert len(read_key(tmp_path / "data")) == 32
    assert done == ["sync key", "link key", "sync data"]
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["key"]


@pytest.mark.parametrize("size", [0, 1, 31, 33])
def test_a_key_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    (tmp_path / "key").write_bytes(b"k" * size)
    with pytest.raises(NotUnderstood, match=rf"holds no key: it has {size} bytes, not 32"):
        read_key(tmp_path)


# --- one line each --------------------------------------------------------------------------


def why_not(data: Path) -> str:
    """What is said where a server cannot start; the command line says it in one line."""
    with pytest.raises(NotUnderstood) as problem:
        server(ServerSettings(data, port=free_port()))
    told = str(problem.value)
    assert "\n" not in told
    assert told.endswith("--data.")
    return told


@pytest.mark.parametrize("room", [0, 100])
def test_a_full_disk_is_said(tmp_path: Path, room: int) -> None:
    """Where files cannot grow: at the key, and at the database."""
    with files_no_larger_than(room):
        told = why_not(tmp_path)
    assert told.startswith(f"Cannot use {tmp_path / ('tables.db' if room else 'key')}: ")


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("")
    told = "{} is not a folder. Choose another one with --data."
    assert why_not(file / "data") == told.format(file)
    link.symlink_to(tmp_path / "gone")
    assert why_not(link) == told.format(link)
    assert why_not(Path("/proc/tenluz")).startswith("Cannot use /proc/tenluz: ")


def test_a_file_in_place_of_the_folder_is_said(tmp_path: Path) -> None:
    file = tmp_path / "backup.tar.gz"
    file.write_text("")
    assert why_not(file) == f"{file} is not a folder. Choose another one with --data."
    words = ["serve", "--no-open", "--data", str(file), "--port", str(free_port())]
    ran = subprocess.run(
        [sys.executable, "-m", "tenluz.cli", *words], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (
        2,
        f"tenluz: {file} is not a folder. Choose another one with --data.\n",
    )


@pytest.mark.parametrize(
    ("words", "what"),
    [
        # The first run ends as well: it has no such file.
        (("serve", "--no-open", "--data", "DATA/sub", "--operator-secret-file", "DATA/no"), "sub"),
        (("operator", "secret", "--data", "DATA/sub"), "sub/operator-secret"),
        (("backup", "DATA/x.tar.gz", "--data", "DATA/sub"), "sub"),
        (("keys", "list", "--data", "DATA/sub"), "sub/key"),
        (("db", "upgrade", "--data", "DATA/sub"), "sub"),
        (("db", "copy", "--data", "DATA/sub", "--database", "postgresql://x/y"), "sub/tables.db"),
    ],
)
def test_a_folder_that_nobody_may_look_into_is_said(
    open_folder: Path, words: tuple[str, ...], what: str
) -> None:
    locked = open_folder / "locked"
    (locked / "sub").mkdir(parents=True)
    locked.chmod(0)
    ran = tenluz_as_nobody(*words, data=locked)
    if os.geteuid() != 0:
        locked.chmod(0o700)
    assert "Traceback" not in ran.stderr
    told = f"Cannot use {locked / what}: Permission denied. Let this user read and write there, or"
    assert told in ran.stderr
    assert ran.returncode == 2


def test_a_file_that_another_program_holds_is_said(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "tables.db").close()
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other:
        other.execute("pragma locking_mode=exclusive")
        other.execute("begin exclusive")
        assert why_not(tmp_path) == (
            f"Cannot use {tmp_path / 'tables.db'}: database is locked. Wait until the program that "
            "uses it is done, or choose another folder with --data."
        )


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("This is no database. " * 100)
    assert why_not(tmp_path).startswith(f"{tmp_path / 'tables.db'} is damaged")


@pytest.mark.parametrize("change", ["set version_num = '0000'", "set version_num = 'x'", ""])
def test_a_version_that_nobody_made_is_said(tmp_path: Path, change: str) -> None:
    SqliteStore(tmp_path / "tables.db").close()
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as changed, changed:
        changed.execute(
            f"update alembic_version {change}" if change else "delete from alembic_version"
        )
    ran = tenluz("db", "upgrade", "--data", tmp_path)
    assert ran.status == 2
    assert ran.err.startswith(f"tenluz: {tmp_path / 'tables.db'} is damaged (it says")
    assert "NO  the database is damaged: it says" in tenluz("doctor", "--data", tmp_path).out


def test_a_database_of_a_newer_version_is_said(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    with store._engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    store.close()
    assert "was made by a newer Tenluz" in why_not(tmp_path)
