"""Another language in the middle of a game: every text changes, and none of the old is left.
A text is compared with the catalogue of its language, whatever names and numbers are in it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, Person
from tests.browser.site import Site
from tests.browser.tables import table_page
from tests.browser.words import LANGUAGES, texts_of, words

NAME = "Zoë"
PHONES = [(360, 640), (844, 390)]
# How much higher than its line the prompt is with this sentence in it.
TOO_HIGH = """(sentence) => {
  const says = document.querySelector('.says');
  const prompt = says.closest('.prompt');
  const old = [...says.childNodes];
  says.replaceChildren();
  const line = prompt.offsetHeight;
  const bold = document.createElement('b');
  bold.textContent = sentence;
  says.append(document.createElement('p'));
  says.firstChild.append(bold);
  const cut = says.scrollHeight - says.clientHeight;
  const higher = prompt.offsetHeight - line;
  says.replaceChildren(...old);
  return Math.max(higher, cut);
}"""


def speaks(person: Person, language: str) -> None:
    """All texts of the page are in this language and, but for the common ones, no other."""
    texts = texts_of(person.page.evaluate)
    assert texts
    assert words(language).strange(texts, [NAME]) == []


def prompts_fit(person: Person, language: str) -> None:
    """Whatever Luz asks for in a trick has its line on a phone, whichever way it is held."""
    said = words(language)
    follow = [said.pattern("promptFollow", colour=colour) for colour in "RYGBP"]
    asked = [*(re.sub(r"\\(.)", r"\1", one) for one in follow), said("promptLead")]
    asked.append(said("luz:promptCard"))
    for width, height in PHONES:
        person.page.set_viewport_size({"width": width, "height": height})
        high = {one: person.page.evaluate(TOO_HIGH, one) for one in asked}
        assert max(high.values()) <= 1, (width, high)
    person.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_the_language_changes_in_the_middle_of_a_game(
    arrive: Arrive, site: Site, game: str
) -> None:
    guest, cookie = site.guest(NAME)
    me = arrive()
    said = [(1, "count", 0), (2, "card", 3)] if game == "level10" else []
    stage = staged.find(game, staged.any_turn, players=3)
    me.sit(staged.put(site, stage, guest, said=said), cookie)
    table = table_page(me, game)
    table.expect_turn()
    # With a reason on the screen, and something announced.
    table.do(table.some_move())
    assert me.wire.until_asked()
    table.expect_turn()
    refused = table.hand.locator("button[aria-disabled=true]")
    if refused.count():
        refused.first.click(force=True)
        expect(me.page.locator(".why")).to_be_visible()
    speaks(me, "en")
    for language in [*LANGUAGES[1:], "en"]:
        me.read_in(language)
        speaks(me, language)
        table.expect_turn()
        if game == "luz":
            prompts_fit(me, language)
    table.do(table.some_move())


def test_a_visitor_is_met_in_the_browsers_language(arrive: Arrive) -> None:
    for language in LANGUAGES:
        me = arrive(language)
        me.go()
        expect(me.play()).to_be_enabled()
        expect(me.page.locator("html")).to_have_attribute("lang", language)
        speaks(me, language)
        me.context.close()


def test_a_language_that_was_chosen_is_remembered(arrive: Arrive) -> None:
    me = arrive("pl")
    me.go()
    me.open_table_settings()
    me.page.get_by_text(me.words("start.more")).click()
    for language in [one for one in LANGUAGES if one != "pl"]:
        me.read_in(language)
        speaks(me, language)
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("lang", language)
    expect(me.play()).to_be_enabled()
    speaks(me, language)


def test_the_check_knows_one_language_from_another() -> None:
    for language in LANGUAGES:
        texts = {
            text
            for key, text in words(language).messages.items()
            if "{" not in text and len(text) > 12 and key != "title"
        }
        for other in set(LANGUAGES) - {language}:
            taken = texts - set(words(other).messages.values())
            strange = words(other).strange(taken)
            assert len(strange) > 0.9 * len(taken), (language, other)
