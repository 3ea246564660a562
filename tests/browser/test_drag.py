"""A card can be dragged: it follows the pointer, plays where it is let go, and else goes back,
with the server's reason. A press stays a press."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.tables import Level10Page, TablePage, table_page
from tests.server.running import wait_until

Point = tuple[float, float]
TAKERS = {"level10": ".board", "luz": ".cloth"}


def middle(found: Locator) -> Point:
    """The middle of something."""
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(person: Person, begin: Point, end: Point, before: Callable[[], None]) -> None:
    """Press, go there, do something, let go."""
    mouse = person.page.mouse
    mouse.move(*begin)
    mouse.down()
    mouse.move(*end, steps=4)
    before()
    mouse.up()


def by_finger(person: Person, begin: Point, end: Point, before: Callable[[], None]) -> None:
    """The same on a screen that is touched."""
    browser = person.context.new_cdp_session(person.page)

    def touch(kind: str, *points: Point) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    touch("touchStart", begin)
    for part in (0.3, 0.6, 1.0):
        touch("touchMove", tuple(a + (b - a) * part for a, b in zip(begin, end)))  # type: ignore[arg-type]
    before()
    touch("touchEnd")


def sit(arrive: Arrive, site: Site, game: str, wanted: staged.Wanted, **more: Any) -> TablePage:
    """At a table that waits for me."""
    guest, cookie = site.guest()
    me = arrive(**more)
    me.sit(staged.put(site, staged.find(game, wanted, players=3), guest, pace=10), cookie)
    table = table_page(me, game)
    table.expect_turn()
    return table


@pytest.mark.parametrize(
    ("game", "phone"), [("level10", True), ("luz", False)], ids=["finger", "mouse"]
)
def test_a_card_dragged_to_the_table_is_played(
    arrive: Arrive, site: Site, game: str, phone: bool
) -> None:
    table = sit(arrive, site, game, staged.any_turn, phone=phone)
    me = table.person
    me.page.evaluate("localStorage.setItem('play.twice', 'yes')")  # a drag is meant
    me.reload()
    table.expect_turn()
    move = next(one for one in table.fine_moves() if one["kind"] == "card")
    card = table.card_of(move)
    begin, end = middle(card), middle(me.page.locator(TAKERS[game]))

    def near() -> bool:
        return all(abs(at - there) < 20 for at, there in zip(middle(card), end, strict=True))

    def follows() -> None:
        wait_until(near)  # it is where the finger is with the next frame
        assert me.wire.made == []

    drag = by_finger if phone else by_mouse
    me.wire.after(lambda: drag(me, begin, end, follows))
    assert me.wire.made == [move["move"]]
    assert not me.wire.refused


def test_a_card_let_go_elsewhere_goes_back(arrive: Arrive, site: Site) -> None:
    table = sit(arrive, site, "luz", staged.any_turn)
    me = table.person
    card = table.card_of(next(one for one in table.fine_moves() if one["kind"] == "card"))
    begin = middle(card)
    by_mouse(me, begin, (begin[0] + 30, begin[1] - 12), lambda: None)
    expect(me.page.locator("[data-lifted]")).to_have_count(0)
    assert middle(card) == begin
    expect(me.page.locator(".why")).to_have_count(0)
    assert me.wire.made == []
    table.press(card)  # and a press is still a press
    assert len(me.wire.made) == 1


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_card_that_may_not_be_played_goes_back_and_says_why(
    arrive: Arrive, site: Site, game: str
) -> None:
    table = sit(arrive, site, game, staged.any_turn)
    me = table.person
    card = table.hand.locator("button[aria-disabled=true]").first
    begin = middle(card)
    by_mouse(me, begin, middle(me.page.locator(TAKERS[game])), lambda: None)
    expect(me.page.locator(".why")).to_be_visible()
    expect(me.page.locator("[data-lifted]")).to_have_count(0)
    assert middle(card) == begin
    assert me.wire.made == []


def test_a_pause_goes_to_the_row_it_is_dropped_on(arrive: Arrive, site: Site) -> None:
    table = sit(arrive, site, "level10", staged.pausing)
    assert isinstance(table, Level10Page)
    me = table.person
    pauses = [move for move in me.wire.moves if move["kind"] == "pause" and not move["loses"]]
    card = table.card_of(pauses[0])

    def shows_its_rows() -> None:
        for move in pauses:
            target = table.button("grid.pauseHere", world=table.world(move["row"]))
            expect(target).to_be_visible()

    row = me.page.locator(f"tr[data-row='{pauses[-1]['row']}']")
    me.wire.after(lambda: by_mouse(me, middle(card), middle(row), shows_its_rows))
    assert me.wire.made == [pauses[-1]["move"]]
    assert not me.wire.refused


def test_escape_lets_go_of_a_card(arrive: Arrive, site: Site) -> None:
    table = sit(arrive, site, "level10", staged.any_turn)
    me = table.person
    card = table.card_of(next(one for one in table.fine_moves() if one["kind"] == "card"))
    there = middle(me.page.locator(".board"))
    by_mouse(me, middle(card), there, lambda: me.page.keyboard.press("Escape"))
    expect(me.page.locator("[data-lifted]")).to_have_count(0)
    table.expect_turn()
    assert me.wire.made == []
