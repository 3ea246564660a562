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

# In one's turn: at a card or reset that can be played, at the numbers, at a button of the question.
READY = """(phase) => {
  const at = document.activeElement;
  if (phase === 'bid') return at.closest('.numbers') !== null;
  if (phase === 'choose') return at.closest('.prompt .do') !== null;
  return at.closest('.hand, .grid, .prompt .do') !== null && at.ariaDisabled !== 'true';
}"""

SHORT = {"level10": {"worlds": 4}, "luz": {"hand": 4}}


def keys_of(person: Person) -> Keys:
    assert isinstance(person.way, Keys)
    return person.way


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_whole_game_by_keyboard(arrive: Arrive, game: str) -> None:
    me = arrive(keys=True, settings={"game": game, "options": SHORT[game]})
    keys = keys_of(me)
    me.go()
    expect(me.play(game)).to_be_enabled()
    if game == "luz":  # two deals: the points between them are read and put away
        settings = me.open_table_settings(game)
        deals = settings.get_by_role("group", name=me.words("option.deals"))
        keys.choose(deals.get_by_role("radio", name="2", exact=True))
    me.begin(game)
    table = table_page(me, game)

    def find_focus() -> None:
        keys.wait_for_focus()
        me.page.wait_for_function(READY, arg=me.wire.screen["phase"])

    table.before_move = find_focus
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
    question = me.page.get_by_role("main").get_by_text(me.words("ask.row"))
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


def test_the_question_mark_lists_the_keys_and_escape_leads_back(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest("Anna")
    stage = staged.find("level10", staged.pausing, players=2)
    name = staged.put(site, stage, guest, ["free"], pace=10)
    me, visitor = arrive("fr", keys=True), arrive("es")
    me.sit(name, cookie)
    table, keys = Level10Page(me), keys_of(me)
    pause = next(move for move in me.wire.moves if move["kind"] == "pause")
    keys.press(table.card_of(pause))
    question = me.page.get_by_role("main").get_by_text(me.words("ask.row"))
    expect(question).to_be_visible()
    asked = me.page.locator(":focus")
    before = asked.inner_text()
    keys.key("?")
    sheet = me.page.get_by_role("dialog", name=me.words("rules.title"), exact=True)
    expect(sheet.get_by_role("heading", name=me.words("keys.title"))).to_be_visible()
    expect(sheet.locator("kbd")).to_contain_text(["Tab", "←", me.words("keys.enter"), "?"])
    keys.key("Escape", leaves=True)
    expect(sheet).to_be_hidden()
    expect(question).to_be_visible()  # the sheet was closed, and nothing below it
    expect(asked).to_have_text(before)
    keys.check_focus()
    # Who writes a question mark writes it.
    visitor.sit(name)
    field = visitor.page.get_by_label(visitor.words("start.name"))
    field.press_sequentially("Qué?")
    expect(field).to_have_value("Qué?")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)


def test_a_button_that_goes_away_leaves_the_focus_at_the_table(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest("Anna")
    stage = staged.find("luz", staged.any_turn, players=3)
    me = arrive(keys=True)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    keys = keys_of(me)
    menu = me.page.locator("summary").filter(has_text=me.words("menu.title"))
    keys.press(menu)
    stand_in = me.page.get_by_role("button", name=me.words("menu.standIn"))
    me.wire.after(lambda: keys.press(stand_in))
    expect(stand_in).to_be_hidden()
    expect(menu).to_be_focused()
    back = me.page.get_by_role("button", name=me.words("seat.back"))
    me.wire.after(lambda: keys.press(back))
    expect(back).to_have_count(0)
    keys.wait_for_focus()
    # A coach's bubble, too.
    me.page.evaluate("localStorage.removeItem('coach.luz')")
    me.reload()
    skip = me.page.get_by_role("button", name=me.words("coach.skip"))
    keys.press(skip)
    expect(skip).to_have_count(0)
    keys.wait_for_focus()
