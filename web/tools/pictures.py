"""Draws the pictures in web/public again: python web/tools/pictures.py.

The icons come from icon.svg, drawn by hand; the picture that links carry is made of the cards
themselves. Needs what contact_sheets.py needs, and Pillow to save colours. Run it when icon.svg
or the cards have changed.
"""

import sys
from pathlib import Path

from contact_sheets import WEB, seen_as, sheets_page
from PIL import Image
from playwright.sync_api import Page

PUBLIC = WEB / "public"
PAGE = "#f5efe4"  # behind an icon that the system cuts to its own shape
# name, pixels, how much of them the drawing fills, what is behind it
ICONS = (
    ("icon-192.png", 192, 0.96, ""),
    ("icon-512.png", 512, 0.96, ""),
    ("icon-maskable.png", 512, 0.68, PAGE),
    ("apple-touch-icon.png", 180, 0.8, PAGE),
)


def draw_icon(page: Page, path: Path, size: int, share: float, behind: str) -> None:
    """One icon as PNG; without a colour behind, see-through."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<body style='margin:0;height:100vh;display:grid;place-items:center;background:{behind}'>"
        f"<div style='width:{share * 100}%;display:grid'>{svg}</div>"
    )
    page.screenshot(path=path, omit_background=not behind)


def save_colours(path: Path) -> None:
    """256 colours are enough for any of them, and a third of the bytes."""
    with Image.open(path) as picture:
        clear = picture.mode == "RGBA" and picture.getchannel("A").getextrema() != (255, 255)
        few = picture.quantize(256) if clear else picture.convert("RGB").quantize(256, kmeans=4)
    few.save(path, optimize=True)


def main() -> int:
    """Draw them all, and say how large they are."""
    with sheets_page() as page:
        page.evaluate("() => Sheets.picture()")
        seen_as(page, "light")
        page.locator("main").screenshot(path=PUBLIC / "social.png")
        for name, size, share, behind in ICONS:
            draw_icon(page, PUBLIC / name, size, share, behind)
    for path in sorted(PUBLIC.glob("*.png")):
        save_colours(path)
        print(f"{path.name} {path.stat().st_size / 1024:.0f} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
