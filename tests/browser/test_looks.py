"""Light and dark, and stillness for who wants it."""

from playwright.sync_api import expect

from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.tables import Level10Page, LuzPage

LIGHTNESS = """() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
  return (r + g + b) / 3;
}"""


def lightness(person: Person) -> float:
    return float(person.page.evaluate(LIGHTNESS))


def test_the_systems_dark_scheme_is_followed_and_a_choice_goes_before_it(
    arrive: Arrive, site: Site
) -> None:
    guest, cookie = site.guest()
    me = arrive(color_scheme="dark")
    me.sit(staged.put(site, staged.find("luz", staged.any_turn, players=3), guest), cookie)
    LuzPage(me).expect_turn()
    assert lightness(me) < 60
    assert looks.wrong(me.page) == []  # colours that can be told apart, too
    me.page.emulate_media(color_scheme="light")
    expect(me.page.locator("html")).to_have_attribute("data-theme", "light")
    assert lightness(me) > 200
    me.open_settings()
    me.page.get_by_role("combobox", name=me.words("bar.theme"), exact=True).select_option("dark")
    assert lightness(me) < 60
    me.reload()
    assert lightness(me) < 60


def animations(person: Person) -> int:
    """How many cards are on their way right after a move."""
    return int(
        person.page.evaluate(
            "document.getAnimations().filter(one => one.effect.getTiming().duration > 1).length"
        )
    )


def test_cards_move_unless_the_system_asks_for_stillness(arrive: Arrive, site: Site) -> None:
    stage = staged.find("level10", staged.any_turn, players=3)
    for motion in (True, False):
        guest, cookie = site.guest()
        me = arrive(motion=motion)
        me.sit(staged.put(site, stage, guest, pace=10), cookie)
        table = Level10Page(me)
        table.expect_turn()
        me.page.evaluate(
            """() => {
              window.moved = 0;
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, timing) {
                if ((timing?.duration ?? timing) > 1) window.moved += 1;
                return animate.call(this, frames, timing);
              };
            }"""
        )
        table.do(next(move for move in table.fine_moves() if move["kind"] == "card"))
        expect(table.main.get_by_text(me.words.like("prompt.others", who="Otto"))).to_be_visible()
        if motion:
            me.page.wait_for_function("window.moved > 0")
        else:
            assert me.page.evaluate("window.moved") == 0
            assert animations(me) == 0
