"""The network goes in the middle of a turn and comes back; the page is loaded again in the
middle of a swap. The game goes on where it was."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.tables import TablePage, table_page


def sit(
    arrive: Arrive, site: Site, game: str, wanted: Any, **more: Any
) -> tuple[Person, TablePage]:
    guest, cookie = site.guest("Anna")
    name = staged.put(site, staged.find(game, wanted, players=3), guest)
    me = arrive(**more)
    me.sit(name, cookie)
    table = table_page(me, game)
    table.expect_turn()
    return me, table


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_offline_and_back_in_the_middle_of_a_turn(arrive: Arrive, site: Site, game: str) -> None:
    me, table = sit(arrive, site, game, staged.any_turn)
    seq = me.wire.seq
    lost = me.page.get_by_text(me.words("line.lost"))
    with me.offline():
        expect(lost).to_be_visible()
        # The cards are still there, and a move made now is kept for later.
        table.expect_turn()
        move = next(
            move for move in me.wire.moves if move["kind"] == "card" and not move.get("loses")
        )
        card = table.card_of(move)
        card.click()
        expect(lost).to_be_visible()
    expect(lost).to_have_count(0)
    me.wire.until(lambda: me.wire.settled and me.wire.seq > seq)
    assert not me.wire.refused
    expect(card).to_have_count(0)
    assert me.wire.until_asked()
    table.expect_turn()
    table.do(table.some_move())  # the game goes on


def test_the_page_loaded_again_in_the_middle_of_a_swap(arrive: Arrive, site: Site) -> None:
    me, table = sit(arrive, site, "level10", staged.swapping)
    aside = next(move for move in me.wire.moves if move["kind"] == "aside")
    table.do(aside)
    assert me.wire.screen["phase"] == "swap"
    told = me.words.like("prompt.swapMore", cards=table.card_name(aside["card"]))
    expect(me.page.get_by_role("main").get_by_text(told)).to_be_visible()
    hand = me.wire.screen["hand"]
    grid = me.page.get_by_role("table").inner_text()
    me.reload()
    assert me.wire.screen["hand"] == hand
    expect(me.page.get_by_role("main").get_by_text(told)).to_be_visible()
    assert me.page.get_by_role("table").inner_text() == grid
    table.do(next(move for move in me.wire.moves if move["kind"] == "done"))
    assert me.wire.until_asked()


def test_the_page_loaded_again_in_the_middle_of_a_trick(arrive: Arrive, site: Site) -> None:
    me, table = sit(arrive, site, "luz", staged.any_turn)
    trick = me.page.get_by_role("list", name=me.words("luz:trick")).inner_text()
    me.reload()
    table.expect_turn()
    assert me.page.get_by_role("list", name=me.words("luz:trick")).inner_text() == trick
    table.do(table.some_move())


def test_no_answer_at_all_is_said_on_the_start_page(arrive: Arrive) -> None:
    me = arrive("pl")
    me.go()
    expect(me.play()).to_be_enabled()
    with me.offline(), me.expecting(re.compile("Failed to (fetch|load)")):
        me.play().click()
        expect(me.page.get_by_role("alert")).to_contain_text(me.words("reason.no_answer"))
    expect(me.page.get_by_role("alert")).to_have_count(0)  # asked again as soon as there is one
    me.begin()
