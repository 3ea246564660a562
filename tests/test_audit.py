"""Known holes in dependencies fail `make check`, and no network never does.

OSV is a stand-in that answers as its documentation says, as the real one takes the network.
"""

import importlib.util
import json
import socket
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def load_audit() -> Any:
    spec = importlib.util.spec_from_file_location("audit", ROOT / "requirements" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["audit"] = module
    spec.loader.exec_module(module)
    return module


audit = load_audit()


def advisory(name: str, package: str, *events: str, **more: Any) -> dict[str, Any]:
    """One as OSV tells it, about all versions before those that mend it."""
    told = [{"introduced": "0"}, *({"fixed": version} for version in events)]
    affected = {
        "package": {"ecosystem": "PyPI", "name": package},
        "ranges": [
            {"type": "GIT", "events": [{"fixed": "0123abc"}]},
            {"type": "ECOSYSTEM", "events": told},
        ],
    }
    return {"id": name, "summary": "lets others in", "affected": [affected], **more}


class Osv:
    """Knows some advisories; by default about nothing."""

    def __init__(self) -> None:
        self.advisories: dict[str, dict[str, Any]] = {}
        self.questions: list[dict[str, Any]] = []
        osv = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                osv.questions += asked["queries"]
                self.answer({"results": [osv.about(one["package"]) for one in asked["queries"]]})

            def do_GET(self) -> None:
                self.answer(osv.advisories[self.path.rpartition("/")[2]])

            def answer(self, content: Any) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(content).encode())

            def log_message(self, *words: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def about(self, package: dict[str, str]) -> dict[str, Any]:
        found = [
            {"id": name, "modified": "2026-01-01T00:00:00Z"}
            for name, one in self.advisories.items()
            if one["affected"][0]["package"]["name"] == package["name"]
        ]
        return {"vulns": found} if found else {}

    def know(self, *advisories: dict[str, Any]) -> None:
        self.advisories = {one["id"]: one for one in advisories}


@pytest.fixture
def osv() -> Iterator[Osv]:
    one = Osv()
    thread = threading.Thread(target=one.server.serve_forever, args=[0.01])
    thread.start()
    yield one
    one.server.shutdown()
    thread.join()
    one.server.server_close()


def test_all_that_is_pinned_is_asked_about(osv: Osv, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(["--service", osv.address]) == 0
    asked = {(one["package"]["ecosystem"], one["package"]["name"]) for one in osv.questions}
    assert asked >= {("PyPI", "starlette"), ("PyPI", "torch"), ("npm", "svelte"), ("npm", "vite")}
    assert ("npm", "vitest") not in asked, "no page is made with it"
    assert "No known hole" in capsys.readouterr().out


def test_a_hole_that_is_mended_fails(osv: Osv, capsys: pytest.CaptureFixture[str]) -> None:
    osv.know(advisory("GHSA-1", "starlette", "0.1", "999.2", "999.10"))
    assert audit.main(["--service", osv.address]) == 1
    assert "mended in 999.2" in capsys.readouterr().out


@pytest.mark.parametrize(
    "known",
    [
        advisory("GHSA-1", "starlette"),  # nothing mends it
        advisory("GHSA-1", "starlette", "0.1"),  # mended long before ours
        advisory("GHSA-1", "starlette", "999", withdrawn="2026-01-02T00:00:00Z"),
        advisory("GHSA-1", "starlette", "999", aliases=["CVE-2026-1"]),  # accepted below
    ],
)
def test_others_do_not_fail(osv: Osv, tmp_path: Path, known: dict[str, Any]) -> None:
    osv.know(known)
    (tmp_path / "accepted.toml").write_text('"CVE-2026-1" = "we never call it"')
    words = ["--service", osv.address, "--accepted", str(tmp_path / "accepted.toml")]
    assert audit.main(words) == 0


def test_an_accepted_one_needs_a_reason(osv: Osv, tmp_path: Path) -> None:
    osv.know(advisory("GHSA-1", "starlette", "999"))
    (tmp_path / "accepted.toml").write_text('"GHSA-1" = ""')
    words = ["--service", osv.address, "--accepted", str(tmp_path / "accepted.toml")]
    assert audit.main(words) == 1


def test_without_an_answer_one_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes the question, and says nothing
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        begun = time.monotonic()
        assert audit.main(["--service", address, "--within", "0.2"]) == 0
        assert time.monotonic() < begun + 5
    assert audit.main(["--service", address, "--within", "5"]) == 0  # nobody is there
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("Advisories not looked at: ") for line in lines)
