"""Somebody new at a game that has begun: asks, and sits down when the others agree. And what who
made the table can do about it, in the menu of the table."""

from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site


def press(person: Person, key: str, **values: object) -> None:
    """A button of the page, or of its menu."""
    person.page.get_by_role("button", name=person.words.like(key, **values)).click()


def open_menu(person: Person) -> None:
    person.page.locator("summary").filter(has_text=person.words("menu.title")).click()


def test_who_asks_sits_down_when_all_agree(arrive: Arrive, site: Site) -> None:
    (anna_is, anna_cookie), (boris_is, boris_cookie) = site.guest("Anna"), site.guest("Boris")
    stage = staged.find("luz", staged.last_in_trick, players=3)
    name = staged.put(site, stage, anna_is, [boris_is])
    anna, boris, cleo = arrive(phone=True), arrive("ru"), arrive("fr")
    anna.sit(name, anna_cookie)
    boris.sit(name, boris_cookie)
    seat = boris.wire.you
    open_menu(boris)
    press(boris, "menu.leave")
    boris.wire.until(lambda: boris.wire.you == -1)

    cleo.sit(name)
    press(cleo, "seat.take")
    told = cleo.page.get_by_role("region").get_by_text(cleo.words("reason.asks_first"))
    expect(told).to_be_visible()
    expect(cleo.page.get_by_role("button", name=cleo.words("seat.take"))).to_have_count(0)
    expect(anna.page.get_by_text(anna.words.like("absent.free"))).to_have_count(0)
    asked = anna.words.like("ask.wants", seat=str(seat + 1))
    expect(anna.page.get_by_text(asked)).to_be_visible()
    press(anna, "ask.agree")
    cleo.wire.until(lambda: cleo.wire.you == seat)
    expect(told).to_have_count(0)
    expect(anna.page.get_by_text(asked)).to_have_count(0)

    open_menu(anna)
    press(anna, "host.lock")
    open_menu(anna)
    expect(anna.page.get_by_role("button", name=anna.words("host.unlock"))).to_be_visible()
    press(anna, "host.remove")
    cleo.wire.until(lambda: cleo.wire.you == -1)
