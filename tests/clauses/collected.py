"""Which tests prove which clauses, as pytest collects them.

    python -m tests.clauses.collected FILE PATH ...

writes into FILE, as JSON, the tests below the paths by the clauses that they are marked with. A
test that is skipped here, or expected to fail, proves nothing and is left out. Knows no game.
"""

import json
import sys
from pathlib import Path

import pytest


class Collector:
    """A plugin that looks at what was collected."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for mark in item.iter_markers("clause"):
                for clause in mark.args or ("",):  # a mark without any is nobody's clause
                    if not is_left_out(item):
                        self.found.setdefault(clause, []).append(item.nodeid)


def is_left_out(item: pytest.Item) -> bool:
    """Whether a test does not run here, or need not succeed."""
    if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
        return True
    return any(mark.args[0] for mark in item.iter_markers("skipif"))


def main(target: str, *paths: str) -> int:
    """The exit status of pytest: 0 if all could be collected."""
    collector = Collector()
    words = ["--collect-only", "-qq", "-p", "no:cacheprovider", "-c", "pyproject.toml", *paths]
    status = pytest.main(words, plugins=[collector])
    Path(target).write_text(json.dumps(collector.found), encoding="utf-8")
    return int(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
