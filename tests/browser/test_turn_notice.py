"""That it is one's turn, for who looks elsewhere: title and icon always, vibration and a
notification where they are wanted."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.tables import Level10Page

# A notification is shown by the system, where neither the page nor this test can see it, and a
# browser without a window vibrates nothing: both are made in earnest, and written down here.
NOTE = """
if (location.protocol !== 'about:') {
  window.noted = { asked: 0, shown: [], closed: 0, buzzed: [] };
  const Real = window.Notification;
  window.Notification = class extends Real {
    constructor(title, options) {
      super(title, options);
      window.noted.shown.push([title, options.body]);
      window.last = this;
    }
    close() { window.noted.closed += 1; super.close(); }
    static async requestPermission() {
      window.noted.asked += 1;
      return (window.answered = await Real.requestPermission());
    }
    // A browser that cannot show any grants it when asked, and denies it when looked at.
    static get permission() { return window.answered ?? Real.permission; }
  };
  const vibrate = navigator.vibrate.bind(navigator);
  navigator.vibrate = (pattern) => { window.noted.buzzed.push(pattern); return vibrate(pattern); };
}
"""
# Playwright keeps every page in sight; this is what a browser tells one that is not.
SIGHT = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def noted(person: Person) -> dict[str, object]:
    found: dict[str, object] = person.page.evaluate("window.noted")
    return found


@contextmanager
def out_of_sight(person: Person) -> Iterator[None]:
    """While another page lies over this one."""
    person.page.evaluate(SIGHT, True)
    yield
    person.page.evaluate(SIGHT, False)


def play(table: Level10Page) -> None:
    """A whole turn: after a reset cards may be swapped."""
    table.expect_turn()
    while table.wire.moves:
        table.do(table.some_move())


def expect_turn_in_title(person: Person, mine: bool) -> None:
    name = person.words("title")
    said = f"{person.words('seat.yourTurn')} · {name}" if mine else name
    expect(person.page).to_have_title(said)
    icon = "/icon-turn.svg" if mine else "/icon.svg"
    expect(person.page.locator("link[rel=icon]")).to_have_attribute("href", icon)


def test_whose_turn_it_is_is_told_to_who_looks_elsewhere(arrive: Arrive, site: Site) -> None:
    (anna_is, anna_cookie), (boris_is, boris_cookie) = site.guest("Anna"), site.guest("Boris")
    stage = staged.find("level10", staged.any_turn, players=2)
    name = staged.put(site, stage, anna_is, [boris_is])
    anna, boris = arrive(), arrive("ru", phone=True, permissions=["notifications"])
    boris.context.add_init_script(NOTE)
    anna.sit(name, anna_cookie)
    boris.sit(name, boris_cookie)
    hers, his = Level10Page(anna), Level10Page(boris)
    expect_turn_in_title(anna, mine=True)
    expect_turn_in_title(boris, mine=False)

    # Nobody asked for notifications: none come, and nobody is asked.
    with out_of_sight(boris):
        play(hers)
        expect_turn_in_title(boris, mine=True)
        expect_turn_in_title(anna, mine=False)
    assert noted(boris)["asked"] == 0
    assert noted(boris)["shown"] == []
    play(his)
    expect_turn_in_title(anna, mine=True)

    boris.open_settings()
    boris.page.get_by_label(boris.words("notice.notify")).tap()
    expect(boris.page.get_by_label(boris.words("notice.notify"))).to_be_checked()
    assert noted(boris)["asked"] == 1
    boris.page.keyboard.press("Escape")
    with out_of_sight(boris):
        play(hers)
        expect_turn_in_title(boris, mine=True)
        told = noted(boris)
        assert told["shown"] == [[boris.words("seat.yourTurn"), boris.words("notice.body")]]
        assert told["closed"] == 0
    assert noted(boris)["closed"] == 1  # it was seen
    assert noted(boris)["buzzed"] == [80, 80]  # a phone does unless told otherwise

    # Turned off, the phone is still; a page in sight needs no notification.
    play(his)
    boris.open_settings()
    boris.page.get_by_label(boris.words("notice.vibrate")).tap()
    boris.page.keyboard.press("Escape")
    play(hers)
    expect_turn_in_title(boris, mine=True)
    assert noted(boris)["buzzed"] == [80, 80]
    assert len(list(noted(boris)["shown"])) == 1  # type: ignore[call-overload]
    # Away from the table it is nobody's turn.
    boris.page.get_by_role("link", name=boris.words("bar.home")).tap()
    expect_turn_in_title(boris, mine=False)


def test_a_browser_that_refuses_is_believed(arrive: Arrive) -> None:
    me = arrive("pl")
    me.go()
    me.open_settings()
    switch = me.page.get_by_label(me.words("notice.notify"))
    switch.click()
    expect(me.page.get_by_text(me.words("notice.denied"))).to_be_visible()
    expect(switch).not_to_be_checked()
