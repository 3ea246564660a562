"""Whose the files of a data folder are: the commands are root's, and the server is not."""

import os
import sqlite3
from pathlib import Path

import pytest

from tenluz.server.backup import back_up
from tenluz.server.data_folder import read_key
from tenluz.server.sqlite_store import SqliteStore
from tests.commands.running import tenluz
from tests.server.another_user import NOBODY, needs_root, tenluz_as_nobody

pytestmark = [pytest.mark.in_a_file, needs_root]


@pytest.fixture
def service(open_folder: Path) -> Path:
    """The data folder of another user, still empty, as systemd makes one."""
    folder = open_folder / "service"
    folder.mkdir(mode=0o700)
    os.chown(folder, NOBODY, NOBODY)
    return folder


def owners(folder: Path) -> dict[str, tuple[int, int]]:
    found = {path.name: path.stat() for path in (folder, *folder.iterdir())}
    return {name: (its.st_uid, its.st_gid) for name, its in found.items()}


def belongs_to_the_service(folder: Path) -> bool:
    return set(owners(folder).values()) == {(NOBODY, NOBODY)}


def test_root_changes_keys_and_the_service_goes_on(service: Path) -> None:
    (service / "key").write_bytes(b"k" * 32)
    os.chown(service / "key", NOBODY, NOBODY)
    for words in (("keys", "rotate"), ("operator", "secret"), ("operator", "secret", "--replace")):
        assert tenluz(*words, "--data", service).status == 0
        assert belongs_to_the_service(service), words
    ran = tenluz_as_nobody("keys", "list", "--data", "DATA", data=service)
    assert (ran.returncode, len(ran.stdout.splitlines())) == (0, 2), ran.stderr


def test_root_makes_a_database_and_the_service_opens_it(service: Path) -> None:
    assert tenluz("db", "upgrade", "--data", service).status == 0
    read_key(service)
    assert {"lock", "tables.db", "key"} <= set(owners(service))
    assert belongs_to_the_service(service)
    ran = tenluz_as_nobody("db", "upgrade", "--data", "DATA", data=service)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_root_looks_at_a_database_and_copies_it_while_it_is_in_use(service: Path) -> None:
    """Also where a server was killed: its files lie there, and root is the first to open them."""
    assert tenluz("db", "upgrade", "--data", service).status == 0
    read_key(service)
    with sqlite3.connect(service / "tables.db") as used:
        used.execute("update health set at = 1")
        assert {"tables.db-wal", "tables.db-shm"} <= set(owners(service))
        assert "belongs" not in tenluz("doctor", "--data", service).out
        back_up(service, service.parent / "copy.tar.gz")
        assert belongs_to_the_service(service)
    used.close()


def test_what_root_puts_back_is_the_services(service: Path) -> None:
    other = service.parent / "other"
    SqliteStore(other / "tables.db").close()
    read_key(other)
    back_up(other, service.parent / "copy.tar.gz")
    assert tenluz("restore", service.parent / "copy.tar.gz", "--data", service).status == 0
    assert belongs_to_the_service(service)


def test_a_file_of_roots_is_found_and_given_back(service: Path) -> None:
    """As an older Tenluz left it: the doctor says so, and the next change mends it."""
    read_key(service)
    os.chown(service / "key", 0, 0)
    link = service.parent / "link"  # as systemd makes one
    link.symlink_to(service)
    ran = tenluz("doctor", "--data", link)
    assert f"NO  {link / 'key'} belongs to another user than {link}\n" in ran.out
    assert f"    chown -R {NOBODY}:{NOBODY} {service}\n" in ran.out
    assert tenluz("keys", "rotate", "--data", service).status == 0
    assert belongs_to_the_service(service)


def test_a_file_elsewhere_stays_whose_it_was(open_folder: Path) -> None:
    """A secret that is named, in a folder of root's."""
    secret = open_folder / "secret"
    secret.write_text("x" * 20)
    os.chown(secret, NOBODY, NOBODY)
    words = ("operator", "secret", "--replace", "--file", secret)
    assert tenluz(*words, "--data", open_folder).status == 0
    assert owners(open_folder)["secret"] == (NOBODY, NOBODY)


def test_root_gives_nothing_away_that_was_there(service: Path) -> None:
    """The service could have put a link there, to a file that is none of its."""
    precious = service.parent / "precious"
    precious.write_text("")
    for name in ("lock", "tables.db"):
        (service / name).symlink_to(precious)
    tenluz("db", "upgrade", "--data", service)
    assert owners(service.parent)["precious"] == (0, 0)
