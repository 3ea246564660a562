"""Every screen of the site in contact sheets: every state at six sizes, the same in the dark on a
phone and a desktop, and the busiest states in every language; each sheet in grey as well.

The states are those of the tour (tests/browser/tour.py), staged on a server of its own, and the
pages of rules. Whether a sheet is beautiful, somebody must look.
"""

import io
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.browser import staged, tour
from tests.browser.people import Person
from tests.browser.site import Site, launched, serving
from tests.browser.words import LANGUAGES

SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]
PHONE, DESKTOP = SIZES[1], SIZES[4]
BUSY = ("level10-turn", "level10-pause", "level10-lost", "level10-won")
BUSY += ("luz-bid", "luz-trick", "luz-deal-end", "luz-end")
SHEET = 2600  # pixels that a sheet is wide
GAP, LABEL = 12, 26
WIDEST = 620  # a screen on a sheet
Shot = tuple[str, Image.Image]
Size = tuple[int, int]


@tour.screen
def rules_level10(visit: tour.Visit) -> None:
    """The rulebook of Level 10."""
    visit.person.go("/rules/level10")
    visit.person.page.locator("main h2").first.wait_for()


@tour.screen
def rules_luz(visit: tour.Visit) -> None:
    """The rulebook of Luz."""
    visit.person.go("/rules/luz")
    visit.person.page.locator("main h2").first.wait_for()


@tour.screen
def level10_coach(visit: tour.Visit) -> None:
    """A remark of the coach, in a first game."""
    visit.sit("level10", staged.any_turn)
    _coached(visit)


@tour.screen
def luz_coach(visit: tour.Visit) -> None:
    """The same in Luz."""
    visit.sit("luz", staged.any_turn)
    _coached(visit)


def _coached(visit: tour.Visit) -> None:
    page = visit.person.page
    page.evaluate("for (const game of ['level10', 'luz']) localStorage.removeItem(`coach.${game}`)")
    visit.person.reload()
    page.get_by_role("button", name=visit.person.words("coach.next")).wait_for()
    page.evaluate(NO_COACH)  # for whatever comes after


# Remarks lie over the table: they have pictures of their own.
NO_COACH = """() => {
  if (location.protocol === 'about:') return;
  for (const game of ['level10', 'luz']) localStorage.setItem(`coach.${game}`, 'over');
}"""


@contextmanager
def visitor(browser: Browser, site: Site, language: str, scheme: str) -> Iterator[tour.Visit]:
    """Somebody who sees the site like this."""
    person = Person(browser, site.address, language, settings=None, color_scheme=scheme)
    person.go()
    expect(person.play()).to_be_enabled()  # known, so that no cookie comes after the one below
    person.page.evaluate(NO_COACH)
    guest, cookie = site.guest(tour.NAME)
    friend, _ = site.guest(tour.FRIEND)
    yield tour.Visit(person, site, guest, cookie, friend)
    person.context.close()


def shots(visit: tour.Visit, name: str, sizes: Iterable[Size]) -> Iterator[tuple[Size, Shot]]:
    """A state at these sizes: it comes about on a desktop, and then the window changes."""
    page = visit.person.page
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    try:
        tour.SCREENS[name](visit)
    except Exception as error:  # one state less is no reason to have no sheets
        print(f"{name}: {error}", file=sys.stderr)
        return
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        # Everything laid out anew and drawn, and nothing on its way.
        page.evaluate(
            "Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))"
        )
        taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        yield (width, height), (name, taken)
    visit.person.context.set_offline(False)


def sheet(path: Path, taken: list[Shot], columns: int = 0) -> None:
    """Lay screens out in rows, each under its name; the same in grey beside it."""
    if not taken:
        return
    width = min(WIDEST, max(240, taken[0][1].width // 2))
    columns = columns or max(1, (SHEET - GAP) // (width + GAP))
    small = [
        (name, shot.resize((width, round(shot.height * width / shot.width)), Image.Resampling.BOX))
        for name, shot in taken
    ]
    height = max(shot.height for _, shot in small) + LABEL + GAP
    rows = -(-len(small) // columns)
    whole = Image.new("RGB", (columns * (width + GAP) + GAP, rows * height + GAP), "#777")
    draw_on, font = ImageDraw.Draw(whole), ImageFont.load_default(16)
    for at, (name, shot) in enumerate(small):
        x, y = GAP + at % columns * (width + GAP), GAP + at // columns * height
        draw_on.text((x, y), name, "#fff", font)
        whole.paste(shot, (x, y + LABEL - 4))
    whole.save(path)
    whole.convert("L").save(path.with_stem(f"{path.stem}-grey"))
    print(path, flush=True)


def draw(out: Path, pattern: str) -> None:
    """All sheets, of the states whose names match."""
    out.mkdir(parents=True, exist_ok=True)
    names = [name for name in tour.SCREENS if re.search(pattern, name)]
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as site,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        for scheme, sizes in (("light", SIZES), ("dark", [PHONE, DESKTOP])):
            by_size: dict[Size, list[Shot]] = {size: [] for size in sizes}
            with visitor(browser, site, "en", scheme) as visit:
                for name in names:
                    for size, shot in shots(visit, name, sizes):
                        by_size[size].append(shot)
            for (width, height), taken in by_size.items():
                sheet(out / f"screens-{width}x{height}-{scheme}.png", taken)
        in_all: dict[Size, dict[str, list[Shot]]] = {PHONE: {}, DESKTOP: {}}
        for language in LANGUAGES:
            with visitor(browser, site, language, "light") as visit:
                for name in (name for name in BUSY if name in names):
                    for size, (_, shot) in shots(visit, name, in_all):
                        in_all[size].setdefault(name, []).append((f"{name} {language}", shot))
        for (width, height), states in in_all.items():
            taken = [shot for state in states.values() for shot in state]
            sheet(out / f"screens-{width}x{height}-languages.png", taken, len(LANGUAGES))
