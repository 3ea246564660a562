"""A game that the pages were not built with, in a real Chromium: a whole game, shown plainly."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.people import Person
from tests.browser.site import launched
from tests.server.running import free_port


@pytest.fixture(scope="module")
def address(beside: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the third game."""
    port, data = free_port(), tmp_path_factory.mktemp("tables")
    serve = [sys.executable, "-m", "tenluz.cli", "serve", "--no-open"]
    with subprocess.Popen(
        [*serve, "--port", str(port), "--data", str(data)],
        env=beside,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert "Tenluz is at" in server.stdout.readline()
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def test_a_whole_game_at_the_plain_table(address: str, tmp_path: Path) -> None:
    with sync_playwright() as playwright, launched(playwright) as browser:
        settings = {"game": "oh_hell", "seats": ["me", "bot:random", "bot:random"]}
        me = Person(browser, address, settings=settings)
        me.go()
        expect(me.page.get_by_role("region", name="Oh Hell", exact=True)).to_be_visible()
        me.begin()
        moves = me.page.locator(".moves button")
        again = me.page.get_by_role("button", name=me.words("end.again"))
        turns = 0
        while me.wire.until_asked():
            expect(moves).to_have_text([move["name"] for move in me.wire.moves])
            if turns == 3:
                me.page.screenshot(path=tmp_path / "playing.png")
            me.wire.after(moves.first.click)
            turns += 1
        assert turns == 11  # a bid and ten cards
        expect(again).to_be_visible()
        points = me.wire.screen["points"]
        row = me.page.get_by_role("row", name="points")
        expect(row.get_by_role("cell")).to_have_text([str(one) for one in points])
        me.page.screenshot(path=tmp_path / "over.png")
        assert me.problems == []
        me.context.close()
