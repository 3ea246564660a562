"""How the pages come: small, from this server alone, within a strict content policy, and the
same from an installed wheel."""

import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.tables import Level10Page
from tests.server.running import free_port

ROOT = Path(__file__).resolve().parents[2]
MOST = 200_000  # bytes of a first visit with a game, as they come over the line
MOST_OF_START = 150_000  # until the first page can be used


@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_first_visit_is_small(arrive: Arrive, language: str) -> None:
    me = arrive(language)
    session = me.context.new_cdp_session(me.page)
    session.send("Network.enable")
    came: list[float] = []
    finished = "Network.loadingFinished"
    session.on(finished, lambda one: came.append(one["encodedDataLength"]))
    me.go()
    expect(me.play()).to_be_enabled()
    assert 20_000 < sum(came) < MOST_OF_START
    me.begin()
    Level10Page(me).expect_turn()
    assert len(came) >= 5
    assert 20_000 < sum(came) < MOST


def test_scripts_and_styles_come_as_the_policy_wants(arrive: Arrive) -> None:
    me = arrive()
    with me.page.expect_response("**/") as page:
        me.go()
    policy = page.value.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    # A script that somebody smuggled in would not run.
    with me.expecting(re.compile("content policy|Content Security Policy")):
        ran = me.page.evaluate(
            """() => new Promise((done) => {
              addEventListener('securitypolicyviolation', () => done(window.smuggled ?? false));
              const script = document.createElement('script');
              script.textContent = 'window.smuggled = true';
              document.body.append(script);
            })"""
        )
    assert ran is False


def test_icons_and_the_picture_for_links_come_from_here(site: Site) -> None:
    with httpx.Client(base_url=site.address, timeout=60) as http:
        manifest = http.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        said = manifest.json()
        # Beside the manifest, wherever that lies; who installed it before has the same page.
        assert (said.get("id"), said["start_url"], said["scope"]) == (None, ".", ".")
        assert said["display"] == "standalone"
        assert said["name"]
        assert len(said["short_name"]) <= 12  # below an icon
        kinds = {(icon["sizes"], icon.get("purpose", "any")) for icon in said["icons"]}
        assert kinds >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
        for icon in said["icons"]:
            answer = http.get(f"/{icon['src']}")
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                assert f"{_sides(answer.content)[0]}x{_sides(answer.content)[1]}" == icon["sizes"]
        # What links carry: a picture of the size that is told, from this site.
        told = dict(
            re.findall(r'property="og:(image[\w:]*)" content="([^"]+)"', http.get("/").text)
        )
        picture = http.get(told["image"]).content
        assert _sides(picture) == (int(told["image:width"]), int(told["image:height"]))
        assert len(picture) < 150_000


def _sides(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, from its first chunk."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@contextmanager
def installed(folder: Path) -> Iterator[str]:
    """`tenluz serve` from a wheel of this checkout, unpacked; its address."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    port = free_port()
    where = ["--port", str(port), "--data", str(folder / "data")]
    process = subprocess.Popen(
        [sys.executable, "-m", "tenluz.cli", "serve", "--no-open", *where],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "site"), "PYTHONSAFEPATH": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            assert str(port) in process.stdout.readline()
            address = f"http://127.0.0.1:{port}"
            with httpx.Client(transport=httpx.HTTPTransport(retries=10)) as http:
                http.get(f"{address}/healthz", timeout=60).raise_for_status()
            yield address
        finally:
            process.send_signal(signal.SIGINT)


def test_the_pages_of_an_installed_wheel_work(browser: Browser, tmp_path: Path) -> None:
    with installed(tmp_path) as address:
        me = Person(browser, address, "fr")
        me.go()
        me.begin()
        table = Level10Page(me)
        table.expect_turn()
        expect(table.hand).to_be_visible()
        for _ in range(3):
            if me.wire.until_asked():  # any moves may lose by the second or third turn
                table.do(table.some_move())
        me.context.close()
        assert me.problems == []
