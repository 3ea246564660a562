"""A tour of every screen, in every language, on a desktop and on a phone, and once more in the
dark: `python -m tests.browser.tour FOLDER` leaves a picture of each and says what is wrong.

What is wrong is found by script: text cut, things to press over each other, anything beyond
the edge, words of another language. Whether it is beautiful, somebody must look.
"""

import argparse
import functools
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import looks, staged
from tests.browser.people import NO_NETWORK, Person
from tests.browser.site import Site, launched, serving
from tests.browser.tables import table_page
from tests.browser.ways import Touch
from tests.browser.words import LANGUAGES, texts_of

NAME = "Aleksandra"
FRIEND = "Maksymilian"
NAMES = {NAME, FRIEND, "Anna"}
# What people call themselves may be long, and is shortened where it must be.
NAME_CUT = re.compile(f"^cut: .* ({NAME}|{FRIEND})$")
STILL = 10.0  # seconds that bots wait: longer than a picture takes


@dataclass
class Visit:
    """One person on the tour."""

    person: Person
    site: Site
    guest: Any
    cookie: dict[str, Any]
    friend: Any

    def sit(self, game: str, wanted: staged.Wanted, *others: Any, **more: Any) -> Any:
        """Come to a staged table."""
        options = {"players": 3, **more.pop("options", {})}
        stage = _stage(game, wanted, **options)
        name = staged.put(self.site, stage, self.guest, others, pace=STILL, **more)
        self.person.sit(name, self.cookie)
        return table_page(self.person, game)

    def move(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The first offered move of a kind."""
        wanted = {"kind": kind, **fields}.items()
        return next(move for move in self.person.wire.moves if wanted <= move.items())


@functools.cache
def _stage(game: str, wanted: staged.Wanted, **options: Any) -> staged.Stage:
    return staged.find(game, wanted, **options)


# On a phone the coach lies over what there is to press.
NO_TIPS = "for (const game of ['level10', 'luz']) localStorage.setItem(`coach.${game}`, 'over')"

Screen = Callable[[Visit], None]
SCREENS: dict[str, Screen] = {}


def screen(show: Screen) -> Screen:
    """Put a screen on the tour, under its name."""
    SCREENS[show.__name__.replace("_", "-")] = show
    return show


# --- the start page -------------------------------------------------------------------------


def _start(visit: Visit) -> Person:
    person = visit.person
    person.go()
    expect(person.play()).to_be_enabled()
    return person


@screen
def start(visit: Visit) -> None:
    """As a new visitor sees it."""
    _start(visit)


@screen
def start_options(visit: Visit) -> None:
    """With the house rules opened."""
    person = _start(visit)
    person.open_table_settings("level10")
    person.page.get_by_text(person.words("start.more")).click()


@screen
def start_luz(visit: Visit) -> None:
    """Luz, five seats, friends among them, house rules opened."""
    person = _start(visit)
    person.open_table_settings("luz")
    seats = person.page.get_by_role("group", name=person.words("start.seats"), exact=True)
    seats.get_by_role("radio", name="5").check()
    for chair in person.page.locator("ol select").all()[1:3]:
        chair.select_option("friend")
    person.page.get_by_text(person.words("start.moreRules")).click()


# --- Level 10 ---------------------------------------------------------------------------------


@screen
def level10_first(visit: Visit) -> None:
    """Who begins."""
    visit.sit("level10", staged.choosing)


@screen
def level10_first_of_five(visit: Visit) -> None:
    """The same with five, some of them people."""
    visit.sit("level10", staged.choosing, visit.friend, "free", options={"players": 5})


@screen
def level10_turn(visit: Visit) -> None:
    """My turn, and what others have said."""
    said = [(1, "count", 0), (1, "count", 3), (2, "card", 1), (0, "reset", 4)]
    visit.sit("level10", staged.any_turn, said=said)


@screen
def level10_why_not(visit: Visit) -> None:
    """A card that may not be played says why."""
    table = visit.sit("level10", staged.any_turn)
    table.hand.locator("button[aria-disabled=true]").first.click(force=True)
    expect(visit.person.page.locator(".why")).to_be_visible()


@screen
def level10_pause(visit: Visit) -> None:
    """A pause asks for its row."""
    table = visit.sit("level10", staged.pausing)
    table.card_of(visit.move("pause")).click()
    expect(
        visit.person.page.get_by_role("main").get_by_text(visit.person.words("ask.row"))
    ).to_be_visible()


@screen
def level10_sure(visit: Visit) -> None:
    """A card that loses at once."""
    table = visit.sit("level10", staged.risky)
    table.card_of(visit.move("card", loses=True)).click()
    expect(table.button("ask.anyway")).to_be_visible()


@screen
def level10_swap(visit: Visit) -> None:
    """After a reset."""
    visit.sit("level10", staged.swapping)


@screen
def level10_swap_more(visit: Visit) -> None:
    """One card is tucked."""
    table = visit.sit("level10", staged.swapping)
    table.do(visit.move("aside"))


@screen
def level10_under(visit: Visit) -> None:
    """A late pause: what goes under it."""
    visit.sit("level10", staged.under_pause)


@screen
def level10_others(visit: Visit) -> None:
    """Somebody else is on turn; a friend is away, and a seat is free."""
    table = visit.sit(
        "level10", staged.any_turn, "rules", visit.friend, "free", options={"players": 4}
    )
    table.do(table.some_move())


@screen
def level10_advice(visit: Visit) -> None:
    """The Russian edition: advice to others, and everybody's counts open."""
    options = {"edition": "ru", "open_counts": True}
    visit.sit("level10", staged.any_turn, options=options)
    visit.person.page.get_by_role("radio", name=visit.person.words("talk.reset")).check()


@screen
def level10_menu(visit: Visit) -> None:
    """The menu of the table, where the browser does not copy: links to copy by hand."""
    visit.sit("level10", staged.any_turn, "rules", "free")
    person = visit.person
    person.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    person.page.get_by_role("button", name=person.words("seat.invite"), exact=True).click()
    person.page.locator("summary").filter(has_text=person.words("menu.title")).click()
    person.page.get_by_role("button", name=person.words("menu.copyLink")).click()
    expect(person.page.get_by_text(person.words("menu.copyByHand"))).to_be_visible()


@screen
def level10_stand_in(visit: Visit) -> None:
    """A bot plays for me."""
    visit.sit("level10", staged.any_turn)
    person = visit.person
    person.page.locator("summary").filter(has_text=person.words("menu.title")).click()
    person.wire.after(
        lambda: person.page.get_by_role("button", name=person.words("menu.standIn")).click()
    )


@screen
def level10_offline(visit: Visit) -> None:
    """No network."""
    visit.sit("level10", staged.any_turn)
    person = visit.person
    person.context.set_offline(True)  # until the picture is taken
    expect(person.page.get_by_text(person.words("line.lost"))).to_be_visible()


@screen
def level10_won(visit: Visit) -> None:
    """Won together."""
    visit.sit("level10", staged.won)


@screen
def level10_lost(visit: Visit) -> None:
    """Lost together."""
    visit.sit("level10", staged.lost)


# --- Luz ------------------------------------------------------------------------------------


@screen
def luz_bid(visit: Visit) -> None:
    """A bid, chosen and not yet made."""
    table = visit.sit("luz", staged.bidding)
    table.button("luz:tricks", tricks=3).click()
    table.main.get_by_role("checkbox").check()


@screen
def luz_trick(visit: Visit) -> None:
    """My turn in a trick; a card that may not be played says why."""
    table = visit.sit("luz", staged.any_turn)
    table.hand.locator("button[aria-disabled=true]").first.click(force=True)
    expect(visit.person.page.locator(".why")).to_be_visible()


@screen
def luz_trick_of_five(visit: Visit) -> None:
    """Five at a table, one of them away, one seat free."""
    visit.sit("luz", staged.any_turn, visit.friend, "free", options={"players": 5})


@screen
def luz_deal_end(visit: Visit) -> None:
    """The end of a deal, with the own hand seen at last."""
    table = visit.sit("luz", staged.last_card_of_deal)
    table.do(table.some_move())
    expect(table.button("luz:goOn")).to_be_visible()


@screen
def luz_scores(visit: Visit) -> None:
    """The points of all deals: opened, where they do not stand at the side."""
    table = visit.sit("luz", staged.any_turn)
    table.expect_turn()
    scores = visit.person.page.locator("button.points")
    if scores.is_visible():
        scores.click()


@screen
def luz_end(visit: Visit) -> None:
    """The end."""
    visit.sit("luz", staged.over)


# --- other pages ------------------------------------------------------------------------------


@screen
def level10_visitor(visit: Visit) -> None:
    """Who came by the link: two seats are free."""
    stage = _stage("level10", staged.any_turn, players=4)
    name = staged.put(visit.site, stage, visit.friend, ["rules", "free", "free"], pace=STILL)
    visit.person.sit(name)


@screen
def luz_watcher(visit: Visit) -> None:
    """Who came by the link and finds no seat free."""
    stage = _stage("luz", staged.any_turn, players=4)
    visit.person.sit(staged.put(visit.site, stage, visit.friend, pace=STILL))


@screen
def seat_link(visit: Visit) -> None:
    """A private link to a seat."""
    stage = _stage("level10", staged.any_turn, players=3)
    name = staged.put(visit.site, stage, visit.guest, pace=STILL)
    person = visit.person
    person.sit(name, visit.cookie)
    made = person.context.request.post(f"/api/tables/{name}/move-device")
    person.go(made.json()["link"])
    expect(person.page.get_by_role("button", name=person.words("device.take"))).to_be_visible()


@screen
def seat_link_used(visit: Visit) -> None:
    """A link that is no good."""
    with visit.person.expecting(re.compile("404")):
        visit.person.go("/seat/no-such.link")
        expect(visit.person.page.get_by_role("alert")).to_be_visible()


@screen
def no_table(visit: Visit) -> None:
    """A table that is not there."""
    visit.person.go("/table/nothing-here")
    expect(visit.person.page.get_by_role("alert")).to_be_visible()


@screen
def start_again(visit: Visit) -> None:
    """The start page of somebody with unfinished games."""
    _start(visit)
    page = visit.person.page
    expect(page.get_by_role("heading", name=visit.person.words("start.mine"))).to_be_visible()


# --- going round ------------------------------------------------------------------------------


def visitors(browser: Browser, site: Site) -> Iterator[tuple[str, Visit]]:
    """Everybody who goes on the tour, with the end of their pictures' names."""
    ways = [(language, phone, False) for language in LANGUAGES for phone in (False, True)]
    ways += [("en", phone, True) for phone in (False, True)]
    for language, phone, dark in ways:
        scheme = "dark" if dark else "light"
        look: dict[str, Any] = {"phone": phone, "color_scheme": scheme}
        person = Person(browser, site.address, language, settings=None, **look)
        person.context.add_init_script(NO_TIPS)
        guest, cookie = site.guest(NAME)
        friend, _ = site.guest(FRIEND)
        end = f"{language}-{'phone' if phone else 'desktop'}{'-dark' if dark else ''}"
        yield end, Visit(person, site, guest, cookie, friend)
        person.context.close()


def wrong(visit: Visit) -> list[str]:
    """What is wrong on the page as it is."""
    person = visit.person
    found = looks.wrong(person.page, touch=isinstance(person.way, Touch))
    found = [one for one in found if not NAME_CUT.search(one)]
    strange = person.words.strange(texts_of(person.page.evaluate), NAMES)
    return [*found, *(f"not in {person.words.language}: {text}" for text in strange)]


def tour(folder: Path, only: re.Pattern[str]) -> int:
    """Take all pictures whose names match; the number of things wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as site,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        for end, visit in visitors(browser, site):
            for name, show in SCREENS.items():
                picture = f"{name}-{end}.png"
                if not only.search(picture):
                    continue
                show(visit)
                whole = not name.startswith("luz-trick")  # a hand stays in sight there
                visit.person.page.screenshot(path=folder / picture, full_page=whole)
                met = [one for one in visit.person.problems if not NO_NETWORK.search(one)]
                for problem in (*wrong(visit), *met):
                    count += 1
                    print(f"{picture}: {problem}", flush=True)
                visit.person.problems.clear()
                visit.person.context.set_offline(False)
    print(f"{count} things wrong; the pictures are in {folder}")
    return count


def main() -> int:
    """Where the pictures go, and which are wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.tour", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "pattern", type=re.compile, nargs="?", default="", help="only pictures with such a name"
    )
    given = parser.parse_args()
    return 1 if tour(given.folder, given.pattern) else 0


if __name__ == "__main__":
    sys.exit(main())
