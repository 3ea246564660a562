"""The rules on the page: every clause has its place in every language, and reasons, options and
the question mark lead there without losing the game."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.browser import hearing, looks, staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import table_page
from tests.browser.words import LANGUAGES
from tests.games_played import GAMES


def clauses(game: str) -> set[str]:
    text = (GAMES[game].folder / "RULES.md").read_text("utf-8")
    return set(re.findall(r"[A-Z]-\d+", text))


ON_A_PHONE = ("ru", "fr")


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "screen"])
def test_every_clause_has_an_anchor(arrive: Arrive, phone: bool) -> None:
    languages = [one for one in LANGUAGES if (one in ON_A_PHONE) == phone]
    me = arrive(languages[0], phone=phone)
    for game, language in itertools.product(GAMES, languages):
        me.go(f"/rules/{game}")
        me.read_in(language)
        text = me.page.locator("article")
        expect(text).to_have_attribute("lang", language)
        found = text.locator("a.clause[id]").evaluate_all("all => all.map(({ id }) => id)")
        assert len(found) == len(set(found))
        assert set(found) == clauses(game)
        pictures = text.get_by_role("img")
        assert pictures.count() >= 4
        assert all(pictures.evaluate_all("all => all.map((one) => one.ariaLabel)"))
        assert looks.wrong(me.page) == []
        assert hearing.wrong(me.page) == []


def test_an_address_with_a_clause_leads_to_it(arrive: Arrive) -> None:
    me = arrive("pl")
    me.go("/rules/luz#Z-17")
    clause = me.page.locator("[id='Z-17']")
    expect(clause).to_be_in_viewport()
    expect(me.page.locator(".here")).to_contain_text("Z-17")
    me.page.evaluate("location.hash = '#Z-2'")
    expect(me.page.locator(".here")).to_contain_text("Z-2")


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_leads_to_its_clause_over_the_table(arrive: Arrive, site: Site, game: str) -> None:
    guest, cookie = site.guest()
    me = arrive("es")
    stage = staged.find(game, staged.any_turn, players=3)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    table = table_page(me, game)
    table.expect_turn()
    seq = me.wire.seq
    table.hand.locator("button[aria-disabled=true]").first.click(force=True)
    link = me.page.locator(".why button")
    name = link.inner_text()
    assert name in clauses(game)
    link.click()
    dialog = me.page.get_by_role("dialog")
    expect(dialog.locator(f"[id='{name}']")).to_be_in_viewport()
    expect(dialog.locator(".here")).to_contain_text(name)
    me.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()  # where they were
    assert me.wire.seq == seq
    table.do(table.some_move())


@pytest.mark.parametrize("game", GAMES)
def test_the_question_mark_shows_five_pictures(arrive: Arrive, site: Site, game: str) -> None:
    guest, cookie = site.guest()
    me = arrive("uk", phone=True)
    me.sit(staged.put(site, staged.find(game, staged.any_turn, players=3), guest, pace=10), cookie)
    table_page(me, game).expect_turn()
    me.page.get_by_role("button", name=me.words("rules.open"), exact=True).tap()
    dialog = me.page.get_by_role("dialog", name=me.words("rules.title"), exact=True)
    expect(dialog.get_by_role("img")).to_have_count(5)
    assert looks.wrong(me.page, touch=True) == []
    dialog.get_by_role("button", name=me.words("rules.whole"), exact=True).tap()
    expect(dialog.locator("a.clause[id]")).to_have_count(len(clauses(game)))
    dialog.get_by_role("button", name=me.words("rules.close"), exact=True).tap()
    expect(dialog).to_be_hidden()


def test_an_option_leads_to_its_ruling_and_nothing_chosen_is_lost(arrive: Arrive) -> None:
    me = arrive("pl")
    me.go()
    me.open_table_settings()
    me.page.get_by_text(me.words("start.more")).click()
    choice = me.page.get_by_label(me.words("level10:option.last_reset"))
    choice.select_option(me.words("level10:reading.last_reset.lost"))
    me.page.get_by_role("button", name=me.words.like("rules.see", clause="R-3")).click()
    dialog = me.page.get_by_role("dialog")
    expect(dialog.locator(".here")).to_contain_text("R-3")
    me.page.keyboard.press("Escape")
    expect(choice).to_have_value(me.words("level10:reading.last_reset.lost"))
    me.page.get_by_role("link", name=me.words.like("rules.of", game="Level 10")).click()
    expect(me.page.get_by_role("heading", level=1)).to_have_text("Level 10")
