"""Draws every card and every screen into contact sheets, to look at:
python web/tools/contact_sheets.py OUT.

Of the cards one sheet for each game, size and way of seeing: light, dark, grey, the three kinds
of colour blindness (simulated), and with the forced colours of a system. Of the screens see
screen_sheets.py. Needs Node for Vite, the packages of the client, the built pages, Playwright and
a Chromium. Names of sizes or ways choose among the cards:
python web/tools/contact_sheets.py OUT --only 60 --only dark. `--screens` draws the screens alone,
and a pattern with it only some of them: --screens level10.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import screen_sheets  # beside this file
from playwright.sync_api import Page, sync_playwright

WEB = Path(__file__).resolve().parents[1]
SIZES = (24, 40, 60, 120, 240)
GAMES = ("level10", "luz")
# How colours are seen: a matrix each, over linear light (Viénot, Brettel and Mollon; for tritan
# Brettel's, as one matrix).
SEEN = {
    "grey": "0.2126 0.7152 0.0722  0.2126 0.7152 0.0722  0.2126 0.7152 0.0722",
    "protan": "0.1124 0.8876 0  0.1124 0.8876 0  0.0040 -0.0040 1",
    "deutan": "0.2928 0.7072 0  0.2928 0.7072 0  -0.0223 0.0223 1",
    "tritan": "1 0.1273 -0.1273  0 0.8739 0.1261  0 0.8739 0.1261",
}
WAYS = ("light", "dark", *SEEN, "forced")


@contextmanager
def sheets_page() -> Iterator[Page]:
    """A page of a Chromium with the components of the sheets in it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        vite = WEB / "node_modules" / ".bin" / "vite"
        config = WEB / "tools" / "sheets" / "vite.config.ts"
        command = [str(vite), "build", "--config", str(config), "--outDir", folder]
        subprocess.run([*command, "--logLevel", "warn"], check=True, cwd=WEB / "tools" / "sheets")
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = play.chromium.launch(executable_path=chromium)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.set_content("<!doctype html><html><head></head><body></body></html>")
        page.add_style_tag(path=Path(folder, "sheets.css"))
        page.add_script_tag(path=Path(folder, "sheets.js"))
        yield page
        browser.close()


def seen_as(page: Page, way: str) -> None:
    """Set the page so that it is seen in this way."""
    page.emulate_media(forced_colors="active" if way == "forced" else "none")
    page.evaluate(
        """([theme, matrix]) => {
          document.documentElement.dataset.theme = theme;
          document.querySelector('#seen')?.remove();
          document.body.style.filter = '';
          if (!matrix) return;
          const rows = matrix.split(/\\s+/);
          const values = [0, 3, 6].map((at) => [...rows.slice(at, at + 3), 0, 0].join(' '));
          document.body.insertAdjacentHTML('beforeend', `<svg id="seen" width="0" height="0">
            <filter id="eyes" color-interpolation-filters="linearRGB">
              <feColorMatrix values="${values.join(' ')} 0 0 0 1 0"/></filter></svg>`);
          document.body.style.filter = 'url(#eyes)';
        }""",
        ["dark" if way == "dark" else "light", SEEN.get(way, "")],
    )


def draw(out: Path, only: set[str]) -> None:
    """The sheets, into this folder."""
    out.mkdir(parents=True, exist_ok=True)
    chosen = [way for way in WAYS if way in only] or WAYS
    sizes = [size for size in SIZES if str(size) in only] or SIZES
    games = [game for game in GAMES if game in only] or GAMES
    with sheets_page() as page:
        for game in games:
            for size in sizes:
                page.evaluate("([game, size]) => Sheets.sheet(game, size)", [game, size])
                for way in chosen:
                    seen_as(page, way)
                    path = out / f"{game}-{size}-{way}.png"
                    page.locator("main").screenshot(path=path)
                    print(path)


def main() -> int:
    """Read what is asked for, and draw it."""
    parser = argparse.ArgumentParser(description="Contact sheets of every card and every screen.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", action="append", default=[], help="a game, a size, a way")
    parser.add_argument(
        "--screens", nargs="?", const="", metavar="PATTERN", help="screens alone, by their names"
    )
    asked = parser.parse_args()
    if asked.screens is None:
        draw(asked.out, set(asked.only))
    if asked.screens is not None or not asked.only:
        screen_sheets.draw(asked.out, asked.screens or "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
