"""`tenluz doctor`: what it finds on this machine, and how it says so."""

import os
import re
import socket
import sqlite3
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenluz.server import doctor
from tenluz.server.public_address import read_public_url
from tests.commands.running import tenluz
from tests.server.another_user import tenluz_as_nobody
from tests.server.certificates import make_certificate
from tests.server.running import free_port, running

pytestmark = pytest.mark.in_a_file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that has been used."""
    found = tmp_path_factory.mktemp("doctor") / "data"
    with running(found):
        pass
    return found


def test_a_server_that_is_well(folder: Path) -> None:
    ran = tenluz("doctor", "--data", folder)
    assert ran.status == 0, ran.out
    assert f"ok  {folder} is for its owner alone\n" in ran.out
    assert "ok  the database is whole: 0 tables\n" in ran.out


def test_what_is_wrong_is_said_with_what_to_do(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    (tmp_path / "key").chmod(0o600)
    tmp_path.chmod(0o700)
    whole = (folder / "tables.db").read_bytes()
    (tmp_path / "tables.db").write_bytes(whole[:4096] + b"x" * 4096 + whole[8192:])
    (tmp_path / "tables.db").chmod(0o644)
    ran = tenluz("doctor", "--data", tmp_path)
    assert ran.status == 1
    assert f"NO  others can read {tmp_path / 'tables.db'}\n    chmod -R go= {tmp_path}\n" in ran.out
    assert (
        f"NO  {tmp_path / 'key'} holds no key: it has 5 bytes, not 32\n    Put back a copy of it.\n"
        in ran.out
    )
    assert "malformed" in ran.out
    assert "`tenluz restore`" in ran.out


def test_a_key_that_is_not_there_or_cannot_be_read_is_said(tmp_path: Path) -> None:
    ran = tenluz("doctor", "--data", tmp_path)
    assert f"NO  there is no {tmp_path / 'key'}\n" in ran.out
    (tmp_path / "key").mkdir()  # which even root cannot read
    ran = tenluz("doctor", "--data", tmp_path)
    assert f"NO  cannot read {tmp_path / 'key'}: Is a directory\n" in ran.out


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, is_wrong in (("none", "does not exist"), ("file", "is not a folder")):
        assert (
            f"NO  {tmp_path / name} {is_wrong}\n    Say with --data where the server keeps its "
            "tables.\n"
        ) in tenluz("doctor", "--data", tmp_path / name).out


def test_what_it_may_not_look_at_is_said(open_folder: Path) -> None:
    locked = open_folder / "locked"
    (locked / "sub").mkdir(parents=True)
    locked.chmod(0)
    ran = tenluz_as_nobody("doctor", "--data", "DATA/sub", data=locked)
    if os.geteuid() != 0:
        locked.chmod(0o700)
    assert ran.returncode == 1, ran.stderr
    assert (
        f"NO  cannot look at {locked / 'sub'}: Permission denied\n"
        "    Run `tenluz doctor` as its owner, or as root.\n"
    ) in ran.stdout
    assert "of the disk are free" in ran.stdout


def test_what_holds_for_who_asks_says_so(folder: Path) -> None:
    """A service has its own folder for compiled code."""
    ran = tenluz("doctor", "--data", folder)
    assert re.search(r"^ok  a server that you start keeps compiled code in ", ran.out, re.M)


def test_a_newer_database_is_said(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes((folder / "tables.db").read_bytes())
    with sqlite3.connect(tmp_path / "tables.db") as changed:
        changed.execute("UPDATE alembic_version SET version_num = '9999'")
    changed.close()
    assert "NO  the database is of a newer Tenluz" in tenluz("doctor", "--data", tmp_path).out


def test_a_server_that_does_not_know_its_public_name(tmp_path: Path) -> None:
    """By another name it refuses; the doctor says what to start it with."""
    with running(tmp_path / "data") as address:
        here = f"http://{address.replace('127.0.0.1', '127.1')}"
        ran = tenluz("doctor", "--data", tmp_path / "data", "--public-url", here)
    assert f"NO  {here} answers 403\n    Start the server with --public-url {here}.\n" in ran.out


def test_nobody_there(tmp_path: Path) -> None:
    ran = tenluz("doctor", "--data", tmp_path, "--public-url", f"http://localhost:{free_port()}")
    assert "does not answer: [Errno 111] Connection refused\n    Is the proxy there?" in ran.out


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[str]:
    """Where somebody answers with TLS, and then says nothing."""
    make_certificate(tmp_path)
    its = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    its.load_cert_chain(tmp_path / "fullchain.pem", tmp_path / "privkey.pem")
    over = threading.Event()

    def answer() -> None:
        with its.wrap_socket(door.accept()[0], server_side=True):
            over.wait()

    with socket.create_server(("localhost", 0)) as door:
        threading.Thread(target=answer, daemon=True).start()
        yield f"https://localhost:{door.getsockname()[1]}"
        over.set()


def test_a_socket_that_nobody_answers_is_not_waited_for(
    silent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "fullchain.pem"))
    monkeypatch.setattr(doctor, "PATIENCE", 0.5)
    found: list[doctor.Finding] = []
    look = threading.Thread(
        target=lambda: found.append(doctor._socket(read_public_url(silent))), daemon=True
    )
    look.start()
    look.join(20)
    assert [one.well for one in found] == [False]
    assert "no WebSocket gets through" in found[0].what
