"""Health is told from what a server must do: write and read. Ready is who can open tables too."""

import contextlib
import resource
import sqlite3
import threading
import time
from pathlib import Path

import httpx
import pytest

from tenluz.server import warm_up
from tests.server.running import running, wait_until

pytestmark = pytest.mark.in_a_file


def healthy(address: str) -> bool:
    answer = httpx.get(f"http://{address}/healthz", timeout=20)
    assert answer.status_code == (200 if answer.json()["ok"] else 503)
    return answer.is_success


def becomes(address: str, wanted: bool) -> None:
    """Ask until it is so: an answer holds for a moment."""
    end = time.monotonic() + 20
    while healthy(address) != wanted:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_database_that_was_deleted(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        assert healthy(address)
        (tmp_path / "tables.db").unlink()
        becomes(address, False)


def test_a_database_that_somebody_holds(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        assert healthy(address)
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("begin immediate")
            becomes(address, False)
            other.rollback()
        becomes(address, True)


def test_a_disk_without_room(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        assert healthy(address)
        _, most = before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, most))
        try:
            becomes(address, False)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        becomes(address, True)


def test_who_cannot_open_tables_yet_is_well_and_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules are read, or compiled, while the pages are up: who replaces one server after the other
    must not send everybody to one that is not ready for them."""
    compiled = threading.Event()
    monkeypatch.setattr(warm_up, "warm_up", lambda progress: compiled.wait())
    with running(tmp_path) as address:
        assert healthy(address)
        assert httpx.get(f"http://{address}/readyz").status_code == 503
        compiled.set()
        wait_until(lambda: httpx.get(f"http://{address}/readyz").is_success)
