"""A phone, 360 by 740: whole games by tapping, and the page is never wider than the screen."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.people import PHONE, Person
from tests.browser.site import Site
from tests.browser.tables import table_page

GAMES: list[dict[str, Any]] = [
    {"game": "level10"},
    {"game": "luz", "options": {"deals": 2, "hand": 6}},
    {"game": "luz", "options": {"deals": 1}, "seats": ["me", *["bot:rules"] * 4]},
]


@pytest.mark.parametrize(
    ("settings", "language"),
    [*zip(GAMES[:2], ["uk", "fr"]), pytest.param(GAMES[2], "en", marks=pytest.mark.soak)],
    ids=["level10", "luz", "luz of five"],
)
def test_a_whole_game_by_tapping(arrive: Arrive, settings: dict[str, Any], language: str) -> None:
    me = arrive(language, settings=settings, phone=True)
    me.context.add_init_script(looks.WATCH_WIDTH)
    me.go()
    me.begin()
    table = table_page(me, settings["game"])
    phases: set[str] = set()

    def look() -> None:
        """Each phase is looked at in full once; the width at every frame."""
        if me.wire.screen["phase"] not in phases:
            phases.add(me.wire.screen["phase"])
            assert looks.wrong(me.page, touch=True) == []

    table.before_move = look
    table.play_on()
    assert looks.wrong(me.page, touch=True) == []
    stays_narrow(me)
    table.once_more()
    stays_narrow(me)


def test_five_seats_and_what_they_say_are_read_and_the_grid_is_large(
    arrive: Arrive, site: Site
) -> None:
    guest, cookie = site.guest("Ян")
    me = arrive("ru", phone=True)
    stage = staged.find("level10", staged.any_turn, players=5)
    name = staged.put(site, stage, guest, ["free", "free"], pace=10, said=[(3, "reset", 4)])
    me.sit(name, cookie)
    me.way.press(me.page.get_by_role("button", name=me.words("rules.close"), exact=True))
    said = me.page.get_by_role("main").locator(".speech")
    expect(said).to_have_text(me.words.like("event.said", who="Leo", you="no"))
    for (width, height), cell in {(360, 640): 23, (390, 844): 29, (844, 390): 31}.items():
        me.page.set_viewport_size({"width": width, "height": height})
        expect(said).to_be_in_viewport(ratio=1)
        assert looks.wrong(me.page, touch=True) == [], (width, height)
        found = me.page.locator("td .place").first.bounding_box()
        assert found is not None
        assert found["width"] >= cell, (width, height)


def test_all_that_five_can_say_at_once_is_seen(arrive: Arrive, site: Site) -> None:
    """Five counts of everybody, and two wishes of some."""
    guest, cookie = site.guest("Ян")
    me = arrive("ru", phone=True)
    stage = staged.find("level10", staged.any_turn, players=5)
    said = [(seat, "count", world) for seat in range(1, 5) for world in range(5)]
    said += [(1, "card", 3), (1, "reset", 2), (4, "card", 1), (4, "card", 2)]
    me.sit(staged.put(site, stage, guest, pace=10, said=said), cookie)
    main = me.page.get_by_role("main")
    expect(main.locator(".chip")).to_have_count(4)
    me.page.set_viewport_size({"width": 360, "height": 640})
    cut = main.locator("li:has(.marks)").evaluate_all(
        """seats => seats.flatMap((seat) => {
          const box = seat.getBoundingClientRect();
          return [...seat.querySelectorAll('.marks > span, strong')]
            .filter((mark) => mark.getBoundingClientRect().bottom > box.bottom
              || mark.getBoundingClientRect().right > box.right
              || mark.scrollWidth > mark.clientWidth + 1)
            .map((mark) => mark.textContent);
        })"""
    )
    assert cut == []
    assert looks.wrong(me.page, touch=True) == []


def stays_narrow(person: Person) -> None:
    assert looks.widest(person.page) == PHONE["width"]
    hand = person.page.locator(".hand")
    if hand.count():
        assert hand.evaluate("hand => hand.scrollWidth <= hand.clientWidth")


def test_the_start_page_with_everything_opened(arrive: Arrive) -> None:
    me = arrive("pl", phone=True)
    me.context.add_init_script(looks.WATCH_WIDTH)
    me.go()
    me.open_table_settings()
    me.page.get_by_text(me.words("start.more")).tap()
    me.page.get_by_role("combobox").last.scroll_into_view_if_needed()
    assert looks.wrong(me.page, touch=True) == []
    stays_narrow(me)
