"""Forced colours, as Windows' contrast themes: what a state is must be told by lines. Backgrounds
and shadows are gone there, so neither counts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.tables import table_page

# The lines around the first element that is seen, or under its text.
LINES = """(which) => {
  const found = [...document.querySelectorAll(which)].find((one) => one.checkVisibility());
  if (!found) return null;
  const { borderTop, outline, textDecorationLine } = getComputedStyle(found);
  return JSON.stringify([borderTop, /none/.test(outline) ? 'none' : outline, textDecorationLine]);
}"""


def lines(page: Page, *which: str) -> list[str]:
    """Of each of these, which are all there."""
    found = [page.evaluate(LINES, one) for one in which]
    assert None not in found, dict(zip(which, found))
    return found


def differ(page: Page, *which: str) -> None:
    """Each of these has other lines than the rest."""
    found = lines(page, *which)
    assert len(set(found)) == len(found), dict(zip(which, found))


@pytest.fixture
def me(arrive: Arrive) -> Person:
    """Somebody who needs them, and presses twice to play."""
    found: Person = arrive(forced_colors="active")
    found.context.add_init_script("localStorage.setItem('play.twice', 'yes')")
    return found


def test_the_start_page(me: Person) -> None:
    me.go()
    expect(me.play()).to_be_enabled()
    me.open_table_settings("level10")
    differ(me.page, "fieldset label.chosen", "fieldset label:not(.chosen)")


def test_level_10(me: Person, site: Site) -> None:
    guest, cookie = site.guest()
    stage = staged.find("level10", staged.any_turn, players=3)
    name = staged.put(site, stage, guest, pace=10, said=[(1, "card", 0)])
    me.sit(name, cookie)
    table = table_page(me, "level10")
    table.expect_turn()
    card = table.card_of(next(move for move in table.fine_moves() if move["kind"] == "card"))
    card.hover()
    cells = (":not(.now, .fresh)", ".open:not(.aim)", ".aim", ".fresh")
    differ(me.page, *(f"td{cell} .place" for cell in cells))
    differ(me.page, "thead th.now", "thead th:not(.now, .corner)")
    differ(me.page, "li.turn", "li:not(.turn)")
    differ(me.page, ".prompt.yours", ".felt")
    differ(me.page, ".kinds .chosen", ".kinds label:not(.chosen)")
    card.click()
    differ(
        me.page,
        ".hand .chosen .face",
        ".hand .playable:not(.chosen) .face",
        ".hand button:not(.playable) .face",
    )
    me.page.get_by_role("button", name=me.words("rules.open"), exact=True).click()
    differ(me.page, ".choice [aria-pressed=true]", ".choice [aria-pressed=false]")


def test_level_10_resets_and_what_was_lost(me: Person, site: Site) -> None:
    guest, cookie = site.guest()
    stage = staged.find("level10", staged.resetting, players=3)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    ready = lines(me.page, ".reset.ready .top")
    stage = staged.find("level10", staged.lost, players=3)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    assert lines(me.page, ".reset:not(.ready) .top") != ready
    differ(me.page, "td.dead .place", "td:not(.dead, .fresh) .place")


def test_luz(me: Person, site: Site) -> None:
    guest, cookie = site.guest()
    stage = staged.find("luz", staged.bidding, players=3)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    table = table_page(me, "luz")
    table.expect_turn()
    table.button("luz:tricks", tricks=3).click()
    differ(me.page, ".numbers .chosen", ".numbers button:not(.chosen)")
    stage = staged.find("luz", staged.any_turn, players=3)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    table.expect_turn()
    table.card_of(table.some_move()).click()
    differ(me.page, ".hand .chosen .back", ".hand button:not(.playable, .plus) .back")
    differ(me.page, ".cloth .best .slot", ".cloth li:not(.best) .slot")
    differ(me.page, ".prompt.yours", ".felt")
    differ(me.page, ".trump", ".cloth .name")
    differ(me.page, "aside li.taken", "aside li:not(.taken)")
    differ(me.page, "thead th.now", "thead th:not(.now)")
    me.wire.after(me.page.locator(".hand .chosen").click)  # the second press
    differ(me.page, ".seat section.turn", ".seat section:not(.turn)")
