"""Several browsers at one table: a friend by the link, each reading their own language; a
watcher, who sees no hand; a seat that goes along to another device."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import Level10Page, TablePage, table_page

WITH_A_FRIEND = {"seats": ["me", "friend", "bot:rules"]}


@pytest.mark.parametrize("language", ["ru", pytest.param("pl", marks=pytest.mark.soak)])
def test_two_friends_and_a_bot_play_and_talk_each_in_their_language(
    arrive: Arrive, language: str
) -> None:
    anna = arrive(settings=WITH_A_FRIEND, permissions=["clipboard-read", "clipboard-write"])
    anna.go()
    anna.open_table_settings()
    anna.page.get_by_label(anna.words("start.name")).fill("Anna")
    anna.begin()
    anna.page.get_by_role("button", name=anna.words("seat.invite"), exact=True).click()
    expect(anna.page.get_by_role("button", name=anna.words("seat.invited"))).to_be_visible()
    link = anna.page.evaluate("navigator.clipboard.readText()")

    boris = arrive(language)
    boris.go(link)
    boris.page.get_by_label(boris.words("start.name")).fill("Борис")
    boris.page.get_by_role("button", name=boris.words("seat.take"), exact=True).click()
    boris.wire.until(lambda: boris.wire.you == 1)
    hers, his = Level10Page(anna, 1), Level10Page(boris, 2)
    expect(hers.main.get_by_role("list").first).to_contain_text("Борис")

    # A count: the server fills it in, and everybody reads it in their own words.
    world = anna.wire.screen["hand"][0][0]
    count = sum(card[0] == world for card in anna.wire.screen["hand"])
    hers.press(hers.button("talk.say.count", world=world))
    for one in (hers, his):  # the bot may say the same of its own hand
        if one.wire.you != 0:  # one's own cards one sees
            known = one.person.words.like("known.world", world=world, text=str(count))
            expect(one.seat(0).get_by_text(known)).to_be_attached()
    # A wish, the other way.
    his.main.get_by_role("radio", name=boris.words("talk.reset")).check()
    his.press(his.button("talk.say.reset", world=world))
    for one in (hers, his):
        wish = one.person.words.like("wished.reset", world=world)
        expect(one.seat(1).get_by_text(wish)).to_be_attached()

    play_together(hers, his)
    for one in (hers, his):
        shown = "end.won" if anna.wire.screen["won"] else "end.lost"
        expect(one.page.get_by_role("heading", name=one.t(shown))).to_be_visible()


def play_together(*tables: TablePage) -> None:
    """Play on, whoever's turn it is, until everybody sees the end."""
    wires = [table.wire for table in tables]

    def all_know(seq: int) -> None:
        for wire in wires:
            wire.until(lambda wire=wire: wire.seq >= seq)

    while not wires[0].over:
        on_turn = [table for table in tables if table.wire.moves]
        if on_turn:
            on_turn[0].expect_turn()
            on_turn[0].do(on_turn[0].some_move())
        else:
            seq = wires[0].seq
            wires[0].until(lambda seq=seq: wires[0].seq > seq)
        all_know(max(wire.seq for wire in wires))


def test_what_others_say_does_not_close_a_question(arrive: Arrive, site: Site) -> None:
    (anna_is, anna_cookie), (boris_is, boris_cookie) = site.guest("Anna"), site.guest("Boris")
    stage = staged.find("level10", staged.pausing, players=2)
    name = staged.put(site, stage, anna_is, [boris_is])
    anna, boris = arrive(), arrive("ru")
    anna.sit(name, anna_cookie)
    boris.sit(name, boris_cookie)
    hers, his = Level10Page(anna), Level10Page(boris)
    pause = next(move for move in hers.fine_moves() if move["kind"] == "pause")
    hers.card_of(pause).click()
    question = anna.page.get_by_role("main").get_by_text(anna.words("ask.row"))
    expect(question).to_be_visible()
    his.press(his.button("talk.say.count", world="F"))
    heard = anna.page.get_by_role("log").get_by_text(anna.words.like("event.said"))
    expect(heard.last).to_be_attached()
    expect(question).to_be_visible()
    hers.press(hers.button("world.name", world=hers.world(pause["row"])))
    assert anna.wire.made == [pause["move"]]


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_watcher_sees_the_table_and_no_hand(arrive: Arrive, site: Site, game: str) -> None:
    guest, cookie = site.guest("Anna")
    stage = staged.find(game, staged.any_turn, players=3)
    name = staged.put(site, stage, guest)
    anna, watcher = arrive(), arrive("fr")
    anna.sit(name, cookie)
    watcher.sit(name)
    hers, theirs = table_page(anna, game), table_page(watcher, game)
    expect(hers.hand).to_be_visible()
    expect(
        watcher.page.get_by_role("main").get_by_text(watcher.words("prompt.watching"))
    ).to_be_visible()
    expect(theirs.hand).to_have_count(0)
    expect(theirs.main.locator("button[data-card], button[data-place]")).to_have_count(0)
    if game == "level10":
        assert watcher.wire.screen["hand"] == []
    else:
        assert watcher.wire.screen["hands"] == []
        shown = watcher.words.like("luz:handOf")
        expect(theirs.main.get_by_role("list", name=shown)).to_have_count(0)
    # What is played is seen by both.
    hers.do(hers.some_move())
    watcher.wire.until(lambda: watcher.wire.seq >= anna.wire.seq)
    drawn = [
        event.get("cards")
        for frame in watcher.wire.received
        for entry in json.loads(frame).get("entries", ())
        for event in entry["events"]
        if event["event"] == "drew"
    ]
    assert all(cards is None for cards in drawn)


def test_a_seat_goes_along_to_another_device(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest("Anna")
    name = staged.put(site, staged.find("level10", staged.any_turn, players=3), guest)
    anna = arrive(permissions=["clipboard-read", "clipboard-write"])
    anna.sit(name, cookie)
    anna.page.get_by_text(anna.words("menu.title"), exact=True).click()
    anna.page.get_by_role("button", name=anna.words("menu.device")).click()
    expect(anna.page.get_by_text(anna.words("menu.deviceCopied"))).to_be_visible()
    link = anna.page.evaluate("navigator.clipboard.readText()")

    phone = arrive("es", phone=True)
    phone.go(link)
    expect(phone.page.get_by_text(phone.words.like("device.about", name="Anna"))).to_be_visible()
    phone.page.get_by_role("button", name=phone.words("device.take")).tap()
    phone.wire.until(lambda: phone.wire.you == 0)
    table = Level10Page(phone)
    table.expect_turn()
    table.do(table.some_move())
    # The first device looks on now.
    anna.wire.until(lambda: anna.wire.you == -1)
    expect(Level10Page(anna).hand).to_have_count(0)


def test_what_is_not_there_is_said(arrive: Arrive) -> None:
    anna = arrive("uk")
    anna.go("/table/nothing-here")
    expect(anna.page.get_by_role("alert")).to_have_text(anna.words("gone.no_table"))
    with anna.expecting(re.compile("404")):
        anna.go("/seat/no-such.link")
        expect(anna.page.get_by_role("alert")).to_have_text(anna.words("reason.no_link"))


def test_who_only_watches_has_nothing_over_the_table(arrive: Arrive, site: Site) -> None:
    guest, _ = site.guest("Anna")
    stage = staged.find("level10", staged.any_turn, players=3)
    visitor = arrive(phone=True)
    visitor.sit(staged.put(site, stage, guest, ["rules", "free"], pace=10))
    field = visitor.page.get_by_label(visitor.words("start.name"))
    expect(field).to_be_visible()
    visitor.way.press(visitor.page.get_by_role("button", name=visitor.words("banner.watch")))
    expect(field).to_have_count(0)
    # A seat is still to be had: the focus is on what brings it back.
    back = visitor.page.get_by_role("button", name=visitor.words("start.seats"), exact=True)
    expect(back).to_be_focused()
    visitor.way.press(back)
    expect(field).to_be_visible()
