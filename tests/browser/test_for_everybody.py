"""Every page in every state: axe finds nothing in the light and in the dark. Each state is walked
to once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import axe, staged, tour
from tests.browser.conftest import Arrive
from tests.browser.people import QUICK, Person
from tests.browser.site import Site
from tests.browser.tour import SCREENS, Visit


def settings(visit: Visit) -> None:
    """What this device remembers, opened."""
    SCREENS["start"](visit)
    visit.person.open_settings()


def rules_of_level10(visit: Visit) -> None:
    """The whole rules."""
    visit.person.go("/rules/level10")
    expect(visit.person.page.locator("article")).to_be_visible()


def rules_of_luz(visit: Visit) -> None:
    """The whole rules."""
    visit.person.go("/rules/luz")
    expect(visit.person.page.locator("article")).to_be_visible()


def pictures(visit: Visit) -> None:
    """The sheet behind the question mark."""
    visit.sit("luz", staged.any_turn)
    page, words = visit.person.page, visit.person.words
    page.get_by_role("button", name=words("rules.open"), exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_have_count(5)


def keys(visit: Visit) -> None:
    """The list of keys."""
    visit.sit("level10", staged.any_turn)
    visit.person.page.keyboard.press("?")
    expect(visit.person.page.locator("kbd").first).to_be_visible()


def lesson(visit: Visit) -> None:
    """A first lesson."""
    visit.person.go("/learn/luz")
    expect(visit.person.page.get_by_role("progressbar")).to_be_visible()
    expect(visit.person.page.locator(".mine")).to_be_visible()


def replay(visit: Visit) -> None:
    """A finished game once more."""
    stage = staged.find("level10", staged.lost, players=3)
    visit.person.go(f"/replay/{staged.put(visit.site, stage, visit.guest)}")
    expect(visit.person.page.get_by_role("slider")).to_be_visible()
    expect(visit.person.page.locator(".mine")).to_be_visible()


def nowhere(visit: Visit) -> None:
    """An address that leads nowhere."""
    with visit.person.expecting(re.compile("404")):
        visit.person.go("/chess")
        expect(visit.person.page.get_by_role("alert")).to_be_visible()


WALKS: dict[str, list[Callable[[Visit], None]]] = {
    "pages": [
        *(SCREENS[name] for name in ("start", "start-options", "start-luz")),
        settings,
        rules_of_level10,
        rules_of_luz,
        *(SCREENS[name] for name in ("seat-link", "seat-link-used", "no-table")),
        nowhere,
        lesson,
        replay,
    ],
    "level10": [
        *(
            SCREENS[f"level10-{name}"]
            for name in ("first", "turn", "sure", "swap", "menu", "visitor", "won")
        ),
        keys,
    ],
    "luz": [
        *(SCREENS[f"luz-{name}"] for name in ("bid", "trick", "deal-end", "watcher", "end")),
        pictures,
    ],
    # Tables that look like those above, but for a sentence in the prompt.
    "prompts": [SCREENS[f"level10-{name}"] for name in ("why-not", "pause", "under", "lost")],
}


def visiting(person: Person, site: Site) -> Visit:
    (guest, cookie), (friend, _) = site.guest(tour.NAME), site.guest(tour.FRIEND)
    return Visit(person, site, guest, cookie, friend)


@pytest.mark.parametrize(
    "walk",
    [pytest.param(one, marks=[pytest.mark.soak] if one == "prompts" else []) for one in WALKS],
)
def test_axe_finds_nothing_in_the_light_and_in_the_dark(
    arrive: Arrive, site: Site, walk: str
) -> None:
    visit = visiting(arrive(settings=QUICK), site)
    page = visit.person.page
    found: dict[str, list[str]] = {}  # what, and where
    for show in WALKS[walk]:
        show(visit)
        # In the dark the page is the same but for its colours.
        for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            expect(page.locator("html")).to_have_attribute("data-theme", scheme)
            for one in axe.wrong(page, rules):
                found.setdefault(one, []).append(f"{show.__name__} {scheme}")
    assert not found, "\n".join(f"{one}: {where}" for one, where in found.items())
