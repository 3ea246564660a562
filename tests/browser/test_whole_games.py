"""A whole game of each, alone with bots: from the start page with one click to the end, its
score, and once more."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.tables import Level10Page, LuzPage


def test_a_game_of_level_10_from_one_click_to_its_score_and_again(arrive: Arrive) -> None:
    me = arrive(motion=True)
    me.go()
    me.begin()
    first = me.table
    table = Level10Page(me)
    table.play_on()
    score = me.wire.screen["score"]
    expect(table.main.locator("dl.total")).to_contain_text(str(score["total"]))
    for part in ("placed", "bonus"):
        expect(table.main.locator("dl:not(.total)")).to_contain_text(str(score[part]))
    won = "end.won" if me.wire.screen["won"] else "end.lost"
    expect(table.main.get_by_role("heading", level=2).first).to_have_text(me.words(won))
    table.once_more()
    assert me.table != first
    assert me.wire.until_asked()
    table.expect_turn()


def test_a_game_of_luz_from_one_click_to_its_ranking_and_again(arrive: Arrive) -> None:
    me = arrive(settings={"game": "luz", "options": {"deals": 2, "hand": 5}})
    me.go()
    me.begin()
    first = me.table
    table = LuzPage(me)
    table.play_on()
    screen = me.wire.screen
    ranked = table.main.get_by_role("table").first.locator("tbody tr")
    totals = [str(screen["totals"][seat]).replace("-", "−") for seat in screen["ranking"]]
    expect(ranked.locator("td:last-child")).to_have_text(totals)
    table.once_more()
    assert me.table != first
    assert me.wire.until_asked()
    table.expect_turn()


@pytest.mark.parametrize(("game", "title"), [("level10", "Level 10"), ("luz", "Luz")])
def test_a_new_visitor_plays_with_one_click(arrive: Arrive, game: str, title: str) -> None:
    me = arrive(settings=None)
    me.go()
    me.begin(game)
    expect(me.page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(me.page.get_by_role("main").get_by_role("button").first).to_be_visible()
