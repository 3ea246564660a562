"""How a page looks, checked by script: nothing wider than the screen, no text cut, nothing to
press under something else or too small for a finger, and colours that can be told apart.

`looks.js` does the looking, inside the page.
"""

from pathlib import Path

from playwright.sync_api import Page

# What a finger needs, in pixels across and down: 44 for whatever is pressed. Cards are the
# exception, in a hand and in the grid: on a phone ten or eleven of them stand side by side, and
# for those 24 must do, which WCAG 2.2 (2.5.8) asks for.
FINGER = {"finger": 44, "card": 24}

LOOK = Path(__file__).with_suffix(".js").read_text("utf-8").rstrip().removesuffix(";")

# Noted at every frame from the first on: how wide the page has ever been.
WATCH_WIDTH = """
if (location.protocol !== 'about:') {
  window.widest = 0;
  const look = () => {
    const page = document.documentElement;
    if (page) window.widest = Math.max(window.widest, page.scrollWidth, innerWidth);
    requestAnimationFrame(look);
  };
  look();
}
"""


def wrong(page: Page, *, touch: bool = False) -> list[str]:
    """Everything that does not look right on a page as it is now."""
    found: list[str] = page.evaluate(LOOK, {"touch": touch, **FINGER})
    return found


def widest(page: Page) -> int:
    """How wide the page has ever been, where WATCH_WIDTH was there from the start."""
    return int(page.evaluate("window.widest"))
