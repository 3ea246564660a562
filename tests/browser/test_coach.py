"""A coached first game: a few remarks at the right moments, each once, skipped with one press."""

import pytest
from playwright.sync_api import expect

from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.people import QUICK
from tests.browser.site import Site
from tests.browser.tables import table_page

SETTINGS = {
    "level10": {"game": "level10", "options": {"pauses": 3}},
    "luz": {"game": "luz", "options": {"deals": 1}},
}
MANY = 30
FORGET = "['level10', 'luz'].forEach((game) => localStorage.removeItem(`coach.${game}`))"


# Both games in both languages take half a minute; two that differ in both show the same.
CROSSED = pytest.mark.soak


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("level10", "en"),
        ("luz", "pl"),
        pytest.param("level10", "pl", marks=CROSSED),
        pytest.param("luz", "en", marks=CROSSED),
    ],
)
def test_a_first_game_is_coached_to_its_end(arrive: Arrive, game: str, language: str) -> None:
    me = arrive(language, phone=language == "pl", settings={**QUICK, **SETTINGS[game]})
    me.go()
    me.page.evaluate(FORGET)
    me.begin()
    table = table_page(me, game)
    bubble = me.page.get_by_role("complementary", name=me.words("coach.title"), exact=True)
    heard: list[str] = []

    def listen() -> None:
        while bubble.count():
            heard.append(bubble.get_by_role("status").inner_text())
            box = bubble.bounding_box()
            size = me.page.viewport_size
            assert box is not None
            assert size is not None
            assert 0 <= box["x"] <= size["width"] - box["width"]
            assert 0 <= box["y"] <= size["height"] - box["height"]
            assert [one for one in looks.wrong(me.page) if "cut" in one] == []
            me.way.press(bubble.get_by_role("button", name=me.words("coach.next"), exact=True))

    table.before_move = listen
    table.play_on()
    assert heard[0] == me.words.message(f"{game}:coach.goal")  # what it is all about comes first
    assert len(heard) == len(set(heard)) >= 3
    known = {me.words.message(key) for key in me.words.messages if f"{game}:coach." in key}
    assert set(heard) <= known
    # The next game has only what was not said in this one.
    table.once_more()
    assert me.wire.until_asked()
    assert not bubble.count() or bubble.get_by_role("status").inner_text() not in heard


def test_no_more_tips_means_none_ever(arrive: Arrive) -> None:
    game = "luz"
    me = arrive("es", settings={**QUICK, **SETTINGS[game]})
    me.go()
    me.page.evaluate(FORGET)
    me.begin()
    assert me.wire.until_asked()
    bubble = me.page.get_by_role("complementary", name=me.words("coach.title"), exact=True)
    bubble.get_by_role("button", name=me.words("coach.skip"), exact=True).click()
    expect(bubble).to_have_count(0)
    me.reload()
    assert me.wire.until_asked()
    table_page(me, game).expect_turn()
    expect(bubble).to_have_count(0)


def test_a_remark_does_not_hide_why_a_card_cannot_be_played(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive(phone=True)
    me.go()
    me.page.evaluate(FORGET)
    me.sit(staged.put(site, staged.find("luz", staged.any_turn, players=3), guest), cookie)
    table = table_page(me, "luz")
    bubble = me.page.get_by_role("complementary", name=me.words("coach.title"), exact=True)
    expect(bubble).to_be_visible()
    table.hand.locator("button[aria-disabled=true]").first.tap(force=True)
    expect(me.page.locator(".why")).to_be_visible()
    expect(bubble).to_have_count(0)


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_on_a_phone_the_coach_waits_until_the_invitation_is_put_away(
    arrive: Arrive, game: str
) -> None:
    """One thing lies over the table at a time."""
    me = arrive("uk", phone=True, settings={**QUICK, "game": game})
    for _ in range(MANY):  # the deal may say that a seat begins which is still free
        welcomes = me.wire.welcomes
        me.go()
        me.page.evaluate(FORGET)
        me.way.press(me.invite())
        me.wire.until_welcome(welcomes)
        if me.wire.moves:
            break
    table_page(me, game).main.wait_for()
    close = me.page.get_by_role("button", name=me.words("rules.close"), exact=True)
    expect(close).to_be_visible()
    bubble = me.page.get_by_role("complementary", name=me.words("coach.title"), exact=True)
    expect(bubble).to_have_count(0)
    me.way.press(close)
    expect(bubble).to_be_visible()
