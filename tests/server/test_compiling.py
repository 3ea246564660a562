"""While a server compiles it says how far it is, to the page and to its owner."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import wait_until
from tests.server.uncompiled import serving_uncompiled

pytestmark = pytest.mark.in_a_file


def test_an_empty_folder_for_compiled_code(tmp_path: Path) -> None:
    with serving_uncompiled(tmp_path) as address:
        told: list[dict[str, Any]] = []

        def grows() -> bool:
            answer = httpx.get(f"http://{address}/api/ready").json()
            assert not answer["ready"]
            if answer["compiling"]:
                told.append(answer["compiling"])
            return len({one["done"] for one in told}) > 3

        wait_until(grows)
        assert [one["done"] for one in told] == sorted(one["done"] for one in told)
        assert all(0 <= one["done"] < 1 and one["seconds"] > 0 for one in told)
        line = re.compile(r"compiling the games for this machine takes about \d+ s")
        wait_until(lambda: line.search((tmp_path / "log").read_text()))


def test_nothing_is_compiled_once_tables_are_open(address: str) -> None:
    answer = httpx.get(f"http://{address}/api/ready")
    assert answer.json() == {"ready": True, "compiling": None}
    assert answer.headers["cache-control"] == "no-store"
