"""The cloth of Luz uses its room: in a wide window the cards of a trick are large, and while others
bid nothing lies over anything. A deal ends with the reason for its points."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import LuzPage

BOX = """(which) => [...document.querySelectorAll(which)].map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return { left, right, top, bottom };
})"""


def boxes(page: Page, which: str) -> list[dict[str, float]]:
    """Where these stand."""
    found: list[dict[str, float]] = page.evaluate(BOX, which)
    return found


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two things have nothing in common."""
    across = one["right"] <= other["left"] or other["right"] <= one["left"]
    return across or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_in_a_wide_window_a_trick_fills_the_cloth(arrive: Arrive, site: Site, players: int) -> None:
    guest, cookie = site.guest()
    me = arrive()
    stage = staged.find("luz", staged.last_in_trick, players=players)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    LuzPage(me).expect_turn()
    for width, height in ((1280, 800), (1920, 1080)):
        me.page.set_viewport_size({"width": width, "height": height})
        [cloth] = boxes(me.page, ".cloth")
        slots = boxes(me.page, ".cloth .slot")
        assert len(slots) == players
        for at, slot in enumerate(slots):
            tall = (slot["bottom"] - slot["top"]) / (cloth["bottom"] - cloth["top"])
            assert tall > 0.6, (width, players)
            assert cloth["left"] <= slot["left"] <= slot["right"] <= cloth["right"]
            assert cloth["top"] <= slot["top"] <= slot["bottom"] <= cloth["bottom"]
            assert all(apart(slot, other) for other in slots[:at])
        [trump] = boxes(me.page, ".cloth .trump")
        assert all(apart(trump, name) for name in boxes(me.page, ".cloth .name"))
        assert looks.wrong(me.page) == []


def others_bid(screen: Any, match: Any) -> bool:
    """Somebody else bids, and one has."""
    bids = [bid for bid in screen.bids if bid is not None]
    return screen.phase == "bid" and screen.turn > 0 and len(bids) == 1


@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.soak)])
def test_while_others_bid_nothing_lies_over_anything(
    arrive: Arrive, site: Site, players: int
) -> None:
    guest, cookie = site.guest()
    me = arrive("ru")
    stage = staged.find("luz", others_bid, players=players)
    me.sit(staged.put(site, stage, guest, pace=30), cookie)
    for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
        me.page.set_viewport_size({"width": width, "height": height})
        parts = [*boxes(me.page, ".cloth li"), *boxes(me.page, ".cloth :is(.trump, .sum)")]
        assert len(parts) == players + 2
        for at, part in enumerate(parts):
            assert all(apart(part, other) for other in parts[:at]), (width, height)


def test_a_deal_ends_with_why_it_brought_its_points(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive("es", phone=True)
    me.sit(staged.put(site, staged.find("luz", second_deal_ends, players=3), guest), cookie)
    table = LuzPage(me)
    table.expect_turn()
    table.do(table.some_move())
    expect(table.button("luz:goOn")).to_be_visible()
    _, bid, won, *_ = me.page.locator("tbody tr").first.locator("th, td").all()
    off = int(won.inner_text()) - int(bid.locator("[aria-hidden]").inner_text())
    points = me.wire.screen["points"]
    how = "exact" if off == 0 else "safe" if points[1][0] > 0 else "over" if off > 0 else "under"
    expect(me.page.locator("section h2 + p")).to_have_text(
        me.words.like("luz:dealWhy", how=how, off=abs(off))
    )
    # From the second deal on, what all of them have made.
    for row, first, second in zip(me.page.locator("tbody tr").all(), *points[:2]):
        expect(row.locator("td").last).to_have_text(str(first + second).replace("-", "−"))
    assert looks.wrong(me.page, touch=True) == []


def second_deal_ends(screen: Any, match: Any) -> bool:
    """My card ends the second deal."""
    return bool(staged.mine(screen) and screen.deal == 1 and sum(screen.cards) == 1)
