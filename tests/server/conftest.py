"""One quick server for the tests of a module; its `SETTINGS`, if it has some, are this server's.
And a folder for several users."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import running


@pytest.fixture(scope="module")
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Where the server is."""
    settings = getattr(request.module, "SETTINGS", {})
    with running(tmp_path_factory.mktemp("data"), **settings) as found:
        yield found


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that every user gets to: that of pytest is its owner's alone."""
    with tempfile.TemporaryDirectory(prefix="tenluz-users-") as found:
        Path(found).chmod(0o755)
        yield Path(found)
