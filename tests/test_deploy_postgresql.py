"""Step 6 of the page that leads to a public server: its commands and units, as they would run
there, with a PostgreSQL of the tests."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tenluz.server.postgres import open_postgres
from tests.server.private_postgres import private_postgres
from tests.server.running import running
from tests.test_deploy import DEPLOY, GUIDE

DUMPS = "/var/backups/tenluz-postgresql"
TABLE = {"game": "luz", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}


class Machine:
    """Where the commands run: its files are in a folder, its PostgreSQL is that of the tests."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.postgres = folder, private_postgres()
        self.postgres.require_ours()
        self.environment = folder / "tenluz.env"
        self._where = {
            "PGHOST": str(self.postgres.folder),
            "PGUSER": "postgres",
            "PATH": f"{self.postgres.programs}:{os.environ['PATH']}",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        }
        self._forget()

    def _forget(self) -> None:
        for name in ("tenluz", "tenluz_old"):
            self.postgres.execute("postgres", f"drop database if exists {name} with (force)")
        self.postgres.execute("postgres", "drop role if exists tenluz")

    def close(self) -> None:
        self._forget()

    def run(self, *lines: str) -> str:
        """Commands of the guide; what they print."""
        script = "\n".join(lines).replace("/etc/tenluz.env", str(self.environment))
        script = script.replace("runuser -u postgres -- ", "")
        script = script.replace("/opt/tenluz/bin/tenluz ", f"{sys.executable} -m tenluz.cli ")
        script = script.replace("/var/lib/tenluz", str(self.folder / "data"))
        script = script.replace(f"{DUMPS}/THE-ONE.dump", f"{self.folder}/the.dump")
        words = ["bash", "-euc", script]
        return subprocess.check_output(words, env=self._where, text=True, stderr=subprocess.STDOUT)

    def dump(self) -> int:
        """What tenluz-pg-dump.service does; how that ends."""
        unit = (DEPLOY / "tenluz-pg-dump.service").read_text()
        (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.M)
        words = [
            word.replace("%%", "%").replace("$$", "$").replace(DUMPS, str(self.folder))
            for word in shlex.split(line)
        ]
        return subprocess.run(words, check=False, env=self._where).returncode

    @property
    def dumps(self) -> list[Path]:
        return list(self.folder.glob("*.dump"))


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    made.close()


def commands(first: str, last: str) -> list[str]:
    """Those of step 6, from one to another; what they do with systemd is left out."""
    text = GUIDE.read_text()
    lines = text[text.index("## 6.") :].splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith(first))
    end = next(at for at, line in enumerate(lines) if line.startswith(last) and at >= begin)
    return [line for line in lines[begin : end + 1] if not line.startswith("systemctl")]


def test_tables_in_postgresql_are_backed_up_and_the_file_of_before_no_more(
    machine: Machine,
) -> None:
    guide = GUIDE.read_text()
    assert "systemctl disable --now tenluz-backup.timer\n" in guide
    assert "systemctl enable --now tenluz-pg-dump.timer\n" in guide
    assert machine.dump() != 0, "there is no such database yet"
    assert machine.dumps == []
    machine.postgres.execute("postgres", "create database tenluz")
    open_postgres(machine.postgres.url("tenluz"))
    assert machine.dump() == 0
    (made,) = machine.dumps
    listed = machine.run(f"pg_restore --list {made}")
    assert "TABLE DATA public log" in listed


@pytest.mark.in_a_file
def test_the_way_to_postgresql_and_back_from_a_copy(machine: Machine) -> None:
    """No password stands on a command line, where everybody sees it, and every table is there."""
    with (
        running(machine.folder / "data") as address,
        httpx.Client(base_url=f"http://{address}", timeout=60) as anna,
    ):
        table = anna.post("/api/tables", json=TABLE).json()["table"]
        cookies = dict(anna.cookies)
    told = machine.run("set -x", *commands("password=", 'echo "TENLUZ_DATABASE'))
    kept = machine.environment.read_text()
    assert machine.environment.stat().st_mode & 0o077 == 0
    found = re.fullmatch(
        r"TENLUZ_DATABASE='postgresql://tenluz:([0-9a-f]{48})@127\.0\.0\.1/tenluz'\n", kept
    )
    assert found is not None
    seen = [line for line in told.splitlines() if found[1] in line]
    assert seen
    assert all(re.match(r"\++ (password=|echo )", line) for line in seen), "bash's own commands"
    machine.postgres.ask_for_passwords("tenluz")
    # The server of the tests listens in a folder.
    machine.environment.write_text(
        kept.replace("@127.0.0.1/tenluz", f"@/tenluz?host={machine.postgres.folder}")
    )
    (copy,) = [line for line in commands("mkdir", "ls -l") if "tenluz db copy" in line]
    assert "--database" not in copy
    assert "Copied 1 tables" in machine.run(copy)
    assert machine.dump() == 0
    machine.dumps[0].rename(machine.folder / "the.dump")
    machine.run(
        *commands(
            "runuser -u postgres -- psql --command='alter", "runuser -u postgres -- pg_restore"
        )
    )
    database = machine.run("set -a; . /etc/tenluz.env; echo $TENLUZ_DATABASE").strip()
    with (
        running(machine.folder / "none", database=database) as address,
        httpx.Client(base_url=f"http://{address}", timeout=60, cookies=cookies) as anna,
    ):
        (mine,) = anna.get("/api/tables/mine").json()
        assert (mine["table"], mine["you"]) == (table, 0)
        assert anna.post("/api/tables", json=TABLE).status_code == 201


def test_the_second_machine_reaches_the_database_of_the_first(machine: Machine) -> None:
    machine.environment.write_text("TENLUZ_DATABASE='postgresql://tenluz:ab@127.0.0.1/tenluz'\n")
    line = "sed --in-place 's|@127.0.0.1/tenluz|"
    told = machine.run(*commands(line, line), "set -a; . /etc/tenluz.env; echo $TENLUZ_DATABASE")
    assert told == "postgresql://tenluz:ab@10.0.0.1/tenluz?sslmode=require\n"
