"""The start page: every game a small table that plays itself, one press away from a real one;
settings fold into a line and are remembered for each game."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from tests.browser import hearing, looks
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.ways import Touch
from tests.browser.words import LANGUAGES
from tests.games_played import GAMES

SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]
PHONE = 500  # a screen whose shorter side is below this
STEP = 1200  # milliseconds of a step of a film


def size(width: int, height: int) -> dict[str, Any]:
    screen: dict[str, Any] = {"viewport": {"width": width, "height": height}}
    return {**screen, "has_touch": True, "is_mobile": True} if phone(width, height) else screen


def phone(width: int, height: int) -> bool:
    return min(width, height) < PHONE


def resized(me: Person, sizes: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """One page at several sizes: a window is resized, a phone is turned or changed."""
    for width, height in sizes:
        me.page.set_viewport_size({"width": width, "height": height})
        yield width, height


PHONES = [one for one in SIZES if phone(*one)]
SCREENS = [one for one in SIZES if not phone(*one)]


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


# Russian has the longest words.
@pytest.mark.parametrize(
    "language", ["ru", *(pytest.param(one, marks=pytest.mark.soak) for one in ("en", "pl"))]
)
def test_every_game_is_one_press_away_without_scrolling(arrive: Arrive, language: str) -> None:
    for sizes in (PHONES, SCREENS):
        me = arrive(language, settings=None, **size(*sizes[0]))
        me.go()
        for width, height in resized(me, sizes):
            for game in GAMES:  # alone, and with friends
                expect(me.play(game)).to_be_in_viewport(ratio=1)
                expect(me.invite(game)).to_be_in_viewport(ratio=1)
            tops = {round(box(me.play(game))["y"]) for game in GAMES}
            assert len(tops) == (2 if width < height else 1), (width, height)  # or side by side


@pytest.mark.parametrize("sizes", [PHONES, SCREENS], ids=["phones", "screens"])
def test_it_looks_right_at_every_size(arrive: Arrive, sizes: list[tuple[int, int]]) -> None:
    touch = phone(*sizes[0])
    me = arrive("ru", settings=None, **size(*sizes[0]))
    me.go()
    found: dict[str, list[str]] = {}  # where, and what

    def look(where: str) -> None:
        # In the dark the page is the same but for its colours.
        for scheme in ("light", "dark"):
            me.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            expect(me.page.locator("html")).to_have_attribute("data-theme", scheme)
            found[f"{where} {scheme}"] = looks.wrong(me.page, touch=touch)

    for game in GAMES:
        expect(me.play(game)).to_be_enabled()
    for at in resized(me, sizes):
        look(f"{at}")
    for game in GAMES:
        settings = me.open_table_settings(game)
        settings.locator("summary").click()
        for at in resized(me, sizes):
            look(f"{game} {at}")
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
    assert hearing.wrong(me.page) == []


HEARD = "wanted => window.spoken.some(([, text]) => text.includes(wanted))"


def test_friends_are_invited_with_one_press(arrive: Arrive) -> None:
    me = arrive("pl", phone=True, settings={"game": "luz"})
    me.context.add_init_script(hearing.LISTEN)
    me.go()
    expect(me.invite()).to_have_accessible_name(f"{me.words('start.invite')} Luz")
    me.way.press(me.invite())
    me.page.wait_for_url("**/table/*")
    me.wire.until_welcome()
    assert (me.wire.game, me.wire.you) == ("luz", 0)
    assert [seat["kind"] for seat in me.wire.seats] == ["person", "free", "free"]
    # What friends need is there at once, over the table and no wider than it.
    link = me.page.get_by_role("textbox", name=me.words("menu.link"), exact=True)
    expect(link).to_have_value(me.page.url)
    expect(link).to_be_in_viewport(ratio=1)
    assert [one for one in looks.wrong(me.page, touch=True) if "lies over" not in one] == []
    me.page.wait_for_function(HEARD, arg=me.words("invite.send"))
    # Who plays alone next time waits for nobody.
    me.go()
    me.begin()
    assert [seat["kind"] for seat in me.wire.seats] == ["person", "bot", "bot"]


def test_settings_fold_into_a_line_and_are_kept_for_each_game(arrive: Arrive) -> None:
    me = arrive(settings=None)
    me.go()
    line = {game: me.page.locator(f"[aria-controls=settings-{game}]") for game in GAMES}
    for game in GAMES:
        expect(line[game]).to_contain_text("3 seats")
        expect(line[game]).to_have_attribute("aria-expanded", "false")
    settings = me.open_table_settings("luz")
    expect(settings).to_be_visible()
    seats = settings.get_by_role("group", name=me.words("start.seats"), exact=True)
    seats.get_by_role("radio", name="5").check()
    expect(line["luz"]).to_contain_text("5 seats")
    expect(line["level10"]).to_contain_text("3 seats")
    # One at a time: the other folds.
    me.open_table_settings("level10")
    expect(settings).to_be_hidden()
    me.begin("luz")
    assert (me.wire.game, len(me.wire.seats)) == ("luz", 5)
    me.go()
    expect(line["luz"]).to_contain_text("5 seats")
    expect(line["level10"]).to_contain_text("3 seats · Normal")
    me.begin("level10")
    assert (me.wire.game, len(me.wire.seats)) == ("level10", 3)


def test_settings_are_closed_where_they_were_opened(arrive: Arrive) -> None:
    me = arrive()
    me.go()
    settings = me.open_table_settings("luz")
    expect(settings).to_be_in_viewport()
    settings.get_by_role("button", name=me.words("rules.close"), exact=True).click()
    expect(settings).to_be_hidden()
    expect(me.page.locator("[aria-controls=settings-luz]")).to_be_focused()
    # Below the settings stands a second way to play.
    settings = me.open_table_settings("luz")
    settings.get_by_role("button", name=me.words("start.play"), exact=True).click()
    me.page.wait_for_url("**/table/*")
    me.wire.until_welcome()
    assert me.wire.game == "luz"


def test_what_runs_stands_on_top(arrive: Arrive) -> None:
    me = arrive("fr")
    for _ in range(3):
        me.go()
        me.begin("luz")
    me.go()
    running = me.page.get_by_role("link", name="Luz").and_(me.page.locator("[href^='/table/']"))
    expect(running).to_have_count(2)  # the third folds
    assert box(running.last)["y"] < box(me.play("level10"))["y"]
    me.page.get_by_text(me.words.like("start.moreGames", count=1)).click()
    expect(running).to_have_count(3)
    running.last.click()
    me.wire.until_welcome()
    assert me.wire.game == "luz"


def test_what_runs_does_not_push_the_games_out_of_sight(arrive: Arrive) -> None:
    me = arrive("pl", **size(390, 844))
    for _ in range(2):
        me.go()
        me.begin("luz")
    me.go()
    expect(me.page.get_by_role("heading", name=me.words("start.mine"))).to_be_attached()
    for width, height in resized(me, [(390, 844), (844, 390), (1280, 800)]):
        for game in GAMES:
            expect(me.play(game)).to_be_in_viewport(ratio=1)
        assert looks.wrong(me.page, touch=phone(width, height)) == []


def test_rules_and_lessons_are_a_press_away(arrive: Arrive) -> None:
    me = arrive("es")
    me.go()
    for game, title in (("level10", "Level 10"), ("luz", "Luz")):
        learn = me.page.get_by_role("link", name=f"{me.words('start.learn')} {title}", exact=True)
        expect(learn).to_have_attribute("href", f"/learn/{game}")
        me.page.get_by_role("link", name=me.words.like("rules.of", game=title)).click()
        expect(me.page.get_by_role("heading", level=1)).to_have_text(title)
        me.page.go_back()


# --- films ----------------------------------------------------------------------------------


def steps(me: Person) -> list[int]:
    """Where the film of each game is."""
    found: list[str] = me.page.locator("[data-step]").evaluate_all(
        "all => all.map((one) => one.dataset.step)"
    )
    return [int(one) for one in found]


def open_page(arrive: Arrive, **more: Any) -> Person:
    """Somebody on the start page, whose clock only the test moves."""
    me = arrive(**more)
    me.page.clock.install()
    me.go()
    expect(me.play()).to_be_enabled()
    # Seen by the observer, which tells it a frame later.
    me.page.evaluate(
        "() => new Promise((done) => new IntersectionObserver(done).observe(document.body))"
    )
    return me


def test_the_games_play_by_themselves(arrive: Arrive) -> None:
    me = open_page(arrive, motion=True)
    assert len(steps(me)) == len(GAMES)
    begun = steps(me)
    me.page.clock.run_for(STEP * 3)
    assert steps(me) == [one + 3 for one in begun]
    # Nobody hears of it, nor gets there by keys.
    assert me.page.locator("[aria-hidden=true] [data-step]").count() == len(GAMES)
    assert me.page.locator("[data-step] :is(a, button, [tabindex])").count() == 0
    # And so on to their end, and again.
    for _ in range(40):
        me.page.clock.run_for(STEP)
    assert all(one < 40 for one in steps(me))


def test_nothing_moves_where_stillness_is_wanted(arrive: Arrive) -> None:
    me = open_page(arrive)
    begun = steps(me)
    me.page.clock.run_for(STEP * 5)
    assert steps(me) == begun
    assert all(begun)  # not the empty beginning


def test_films_stop_by_a_switch_that_is_remembered(arrive: Arrive) -> None:
    me = open_page(arrive, motion=True)
    me.open_settings()
    me.page.get_by_role("checkbox", name=me.words("prefer.films")).uncheck()
    begun = steps(me)
    me.page.clock.run_for(STEP * 5)
    assert steps(me) == begun
    me.page.reload()
    expect(me.play()).to_be_enabled()
    me.page.clock.run_for(STEP * 5)
    assert steps(me) == begun


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_films_wait_while_nobody_sees_them(arrive: Arrive) -> None:
    me = open_page(arrive, motion=True, viewport={"width": 360, "height": 400})
    first, second = steps(me)
    me.page.evaluate("scrollTo(0, 0)")
    me.page.wait_for_function("scrollY === 0")
    me.page.clock.run_for(STEP * 2)
    assert steps(me) == [first + 2, second]  # the second is below the edge
    me.page.evaluate(HIDE, True)
    me.page.clock.run_for(STEP * 5)
    assert steps(me) == [first + 2, second]
    me.page.evaluate(HIDE, False)
    me.page.clock.run_for(STEP)
    assert steps(me) == [first + 3, second]


# --- editions -------------------------------------------------------------------------------


EDITIONS = {"ru": "ru", "pl": "pl", "es": "es", "uk": "fr", "en": "fr", "fr": "fr"}


def test_the_edition_follows_the_readers_language(arrive: Arrive) -> None:
    me = arrive("fr")
    for language, edition in EDITIONS.items():
        me.go()
        me.read_in(language)
        me.begin("level10")
        assert me.wire.options["edition"] == edition, language


def test_an_edition_that_was_chosen_is_kept(arrive: Arrive) -> None:
    chosen = "fr"
    me = arrive("ru")
    me.go()
    settings = me.open_table_settings("level10")
    settings.get_by_text(me.words("start.more")).click()
    edition = settings.get_by_label(me.words("level10:option.edition"), exact=True)
    expect(edition.locator("option").first).to_have_text(
        me.words.like("option.usual", reading=me.words("level10:reading.edition.ru"))
    )
    edition.select_option(me.words(f"level10:reading.edition.{chosen}"))
    me.begin("level10")
    assert me.wire.options["edition"] == chosen
    for language in ("ru", "es"):
        me.go()
        me.read_in(language)
        me.begin("level10")
        assert me.wire.options["edition"] == chosen


# On a phone and on a desktop; the words themselves are compared by the client's own tests.
@pytest.mark.parametrize(
    "language",
    [
        pytest.param(one, marks=[] if one in ("en", "ru") else [pytest.mark.soak])
        for one in LANGUAGES
    ],
)
def test_what_an_edition_changes_is_said_where_it_is_chosen(arrive: Arrive, language: str) -> None:
    me = arrive(language, phone=language in ("ru", "fr"))
    me.go()
    settings = me.open_table_settings("level10")
    me.way.press(settings.get_by_text(me.words("start.more")))
    edition = settings.get_by_label(me.words("level10:option.edition"), exact=True)
    for at in range(4):
        edition.select_option(index=at)
        name = edition.locator("option").nth(at).inner_text()
        (which,) = [
            one
            for one in ("fr", "ru", "pl", "es")
            if name.startswith(me.words(f"level10:reading.edition.{one}"))
        ]
        said = me.words(f"level10:meaning.edition.{which}")
        expect(settings.get_by_text(said, exact=True)).to_be_visible()
        expect(edition).to_have_accessible_description(said)
    assert looks.wrong(me.page, touch=isinstance(me.way, Touch)) == []
    # The clauses behind it are a press away.
    clauses = edition.locator("xpath=..").get_by_role("button")
    expect(clauses).to_have_text(["R-4", "R-6", "R-13"])
    me.way.press(clauses.last)
    expect(me.page.get_by_role("dialog").locator(".here")).to_contain_text("R-13")


def test_who_waits_for_a_table_is_told_why(arrive: Arrive) -> None:
    me = arrive("uk", settings=None, **size(360, 640))
    me.go()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    me.page.route("**/api/tables", hold)
    game = next(iter(GAMES))
    me.play(game).click()
    said = me.page.get_by_role("status").filter(has_text=me.words("line.connecting"))
    expect(said).to_be_in_viewport(ratio=1)
    assert looks.wrong(me.page, touch=True) == []
    held[0].continue_()
    me.page.wait_for_url("**/table/**")
