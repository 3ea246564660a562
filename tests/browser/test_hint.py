"""A hint, asked for in the bar: what a bot would do, and why; gone when it is closed or when one
has moved. Its button is in sight, and quiet while there is nothing to hint at."""

import pytest
from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import Level10Page, LuzPage


@pytest.mark.parametrize(("game", "language"), [("level10", "en"), ("luz", "pl")])
def test_a_hint_is_asked_for_read_and_closed(
    arrive: Arrive, site: Site, game: str, language: str
) -> None:
    guest, cookie = site.guest()
    me = arrive(language, phone=True)
    me.sit(staged.put(site, staged.find(game, staged.any_turn, players=3), guest, pace=10), cookie)
    table = (Level10Page if game == "level10" else LuzPage)(me)
    table.expect_turn()
    hint = me.page.get_by_role("complementary", name=me.words("hint.title"))

    bulb = me.page.get_by_role("button", name=me.words("hint.ask"), exact=True)

    def ask() -> None:
        me.wire.after(bulb.click)
        expect(hint).to_be_visible()
        expect(hint.get_by_role("status")).not_to_be_empty()

    ask()
    me.page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    ask()
    hint.get_by_role("button").click()
    expect(hint).to_have_count(0)
    ask()
    table.do(table.some_move())
    expect(hint).to_have_count(0)
    expect(bulb).to_be_disabled()  # somebody else's turn
