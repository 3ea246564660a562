"""One quick server for the tests that need nothing special."""

from collections.abc import Iterator

import pytest

from tests.server.running import running


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is."""
    with running(tmp_path_factory.mktemp("data")) as found:
        yield found
