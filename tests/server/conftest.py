"""One quick server for the tests of a module; its `SETTINGS`, if it has some, are this server's."""

from collections.abc import Iterator

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
