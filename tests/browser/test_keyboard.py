"""Without a mouse, from the start page to the end of a game: Tab, arrows, Enter and Space.
The focus is always seen, and never lost."""

import pytest
from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.tables import Level10Page, table_page
from tests.browser.ways import Keys


def keys_of(person: Person) -> Keys:
    assert isinstance(person.way, Keys)
    return person.way


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_whole_game_by_keyboard(arrive: Arrive, game: str) -> None:
    me = arrive(keys=True)
    keys = keys_of(me)
    me.go()
    expect(me.play(game)).to_be_enabled()
    if game == "luz":  # two deals: the points between them are read and put away
        settings = me.open_table_settings(game)
        deals = settings.get_by_role("group", name=me.words("option.deals"))
        keys.choose(deals.get_by_role("radio", name="2", exact=True))
    me.begin(game)
    table = table_page(me, game)
    table.before_move = keys.wait_for_focus
    table.play_on()
    keys.wait_for_focus()
    table.once_more()
    assert me.wire.until_asked()
    keys.wait_for_focus()


def test_talk_by_keyboard(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest("Anna")
    name = staged.put(site, staged.find("level10", staged.any_turn, players=2), guest)
    me = arrive(keys=True)
    me.sit(name, cookie)
    table, keys = Level10Page(me), keys_of(me)
    keys.choose(me.page.get_by_role("radio", name=me.words("talk.card")))
    table.press(table.button("talk.say.card", world="V"))
    keys.check_focus()
    wish = me.words.like("wished.card", world="V")
    expect(table.seat(0).get_by_text(wish)).to_be_attached()  # until the rules make it void


def test_questions_are_left_with_escape_and_the_focus_stays(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest("Anna")
    name = staged.put(site, staged.find("level10", staged.pausing, players=3), guest)
    me = arrive(keys=True)
    me.sit(name, cookie)
    table, keys = Level10Page(me), keys_of(me)
    pause = next(move for move in me.wire.moves if move["kind"] == "pause")
    keys.press(table.card_of(pause))
    question = me.page.get_by_text(me.words("ask.row"))
    expect(question).to_be_visible()
    keys.wait_for_focus()
    keys.key("Escape", leaves=True)
    expect(question).to_have_count(0)
    keys.wait_for_focus()
    # The menu of the table, too.
    menu = me.page.locator("summary").filter(has_text=me.words("menu.title"))
    keys.press(menu)
    copy = me.page.get_by_role("button", name=me.words("menu.copyLink"))
    keys.go_to(copy)
    keys.key("Escape")
    expect(copy).to_be_hidden()
    expect(menu).to_be_focused()


def test_alone_a_turn_follows_a_swap_and_the_focus_is_not_lost(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest("Anna")
    name = staged.put(site, staged.find("level10", staged.swapping, players=1), guest)
    me = arrive(keys=True)
    me.sit(name, cookie)
    table, keys = Level10Page(me), keys_of(me)
    table.do({"kind": "done"})
    assert me.wire.screen["phase"] == "turn"
    keys.wait_for_focus()
