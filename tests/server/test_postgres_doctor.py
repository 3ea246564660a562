"""`tenluz doctor` and `tenluz backup` where the tables are in PostgreSQL."""

from pathlib import Path

import pytest

from tests.commands.running import tenluz
from tests.server.private_postgres import private_postgres
from tests.server.running import free_port, running


@pytest.fixture
def database(tmp_path: Path) -> str:
    """An empty one."""
    return private_postgres().database_of(tmp_path)


def test_it_says_what_it_finds_there(database: str, tmp_path: Path) -> None:
    empty = tenluz("doctor", "--database", database)
    assert "NO  its database is empty\n    The first start makes its tables.\n" in empty.out
    with running(tmp_path / "none", database=database) as address:
        here = f"http://{address}"
        ran = tenluz("doctor", "--database", database, "--public-url", here)
    assert "ok  PostgreSQL " in ran.out or "answers in" in ran.out
    assert "ok  the database has 0 tables\n" in ran.out
    assert "ok  its clock and that of this machine are 0.0 s apart\n" in ran.out
    assert "ok  and it is the server of these tables\n" in ran.out
    # That of the tests is as quick as may be.
    assert "NO  it does not wait for its disk\n" in ran.out
    assert "does not exist" not in ran.out
    postgres = private_postgres()
    postgres.execute(database, "update alembic_version set version_num = '9999'")
    newer = tenluz("doctor", "--database", database)
    assert "NO  the database is of a newer Tenluz\n" in newer.out


def test_one_that_is_not_there_is_said_without_its_password() -> None:
    url = f"postgresql://ana:secret@127.0.0.1:{free_port()}/tables"
    ran = tenluz("doctor", "--database", url)
    assert ran.status == 1
    assert "NO  Cannot reach PostgreSQL at 127.0.0.1:" in ran.out
    assert "secret" not in ran.out + ran.err


def test_a_backup_is_left_to_postgres(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENLUZ_DATABASE", "postgresql://ana:secret@db.example.org/tables")
    ran = tenluz("backup", tmp_path / "copy.tar.gz")
    assert ran.status == 2
    assert "pg_dump --format=custom" in ran.err
    assert "secret" not in ran.err
    # A folder that is named is still copied, or said to be none.
    ran = tenluz("backup", tmp_path / "copy.tar.gz", "--data", tmp_path)
    assert "is no data folder" in ran.err
