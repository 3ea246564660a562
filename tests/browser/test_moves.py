"""Every kind of move can be made on the page. A move that loses at once asks first (R-2), a
pause asks for its row, and what may not be played says why."""

from typing import Any

from playwright.sync_api import expect

from tenluz.engine.match import Match
from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import Level10Page, table_page

KINDS = [
    ("level10", staged.choosing, "first"),
    ("level10", staged.any_turn, "card"),
    ("level10", staged.resetting, "reset"),
    ("level10", staged.pausing, "pause"),
    ("level10", staged.swapping, "aside"),
    ("level10", staged.swapping, "done"),
    ("level10", staged.under_pause, "aside"),
    ("level10", staged.under_pause, "done"),
    ("luz", staged.bidding, "bid"),
    ("luz", staged.any_turn, "card"),
]


def test_every_kind_of_move_can_be_made(arrive: Arrive, site: Site) -> None:
    me = arrive("ru")
    for game, wanted, kind in KINDS:
        guest, cookie = site.guest()
        me.sit(staged.put(site, staged.find(game, wanted, players=3), guest, pace=10), cookie)
        table = table_page(me, game)
        table.expect_turn()
        offered = [move for move in table.fine_moves() if move["kind"] == kind]
        seq, made = me.wire.seq, len(me.wire.made)
        table.do(offered[-1])
        what = f"{game} {wanted.__name__} {kind}"
        assert me.wire.seq == seq + 1, what
        assert me.wire.made[made:] == [offered[-1]["move"]], what


def test_where_no_card_fits_the_prompt_says_which_reset_does(arrive: Arrive, site: Site) -> None:
    """A hand in which nothing is offered is not left without a word."""

    def only_resets(least: int, most: int) -> staged.Wanted:
        def wanted(screen: Any, match: Match) -> bool:
            kinds = [move.kind for move in screen.moves]
            fits = least <= kinds.count("reset") == len(kinds) <= most
            return staged.mine(screen) and screen.phase == "turn" and fits

        return wanted

    me = arrive("pl", phone=True)
    for key, wanted in (("oneReset", only_resets(1, 1)), ("onlyResets", only_resets(2, 5))):
        guest, cookie = site.guest()
        stage = staged.find("level10", wanted, "random", players=3)
        me.sit(staged.put(site, stage, guest, pace=10), cookie)
        world = Level10Page(me).world(me.wire.moves[0]["row"])
        expect(me.page.locator(".says b").first).to_have_text(
            me.words.like(f"level10:prompt.{key}", world=world)
        )
        assert looks.wrong(me.page, touch=True) == []


def test_a_card_that_loses_at_once_asks_first(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive("fr")
    me.sit(staged.put(site, staged.find("level10", staged.risky, players=3), guest), cookie)
    table = Level10Page(me)
    table.expect_turn()
    seq = me.wire.seq
    move = next(move for move in me.wire.moves if move["kind"] == "card" and move["loses"])
    card = table.card_of(move)
    question = me.page.get_by_role("main").get_by_text(me.words.like("ask.loses"))

    def play_it() -> None:
        card.click()
        expect(question).to_be_visible()
        expect(table.button("ask.keep")).to_be_focused()  # Enter does no harm
        assert me.wire.seq == seq

    play_it()
    table.button("ask.keep").click()
    expect(question).to_have_count(0)
    expect(card).to_be_visible()
    assert me.wire.seq == seq
    table.expect_turn()
    play_it()
    table.press(table.button("ask.anyway"))
    assert me.wire.seq > seq
    table.play_on()
    expect(me.page.get_by_role("heading", name=me.words("end.lost"))).to_be_visible()


def test_a_pause_asks_for_its_row_in_words_and_in_the_grid(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive("pl")
    me.sit(staged.put(site, staged.find("level10", staged.pausing, players=3), guest), cookie)
    table = Level10Page(me)
    pauses = [move for move in me.wire.moves if move["kind"] == "pause"]
    table.card_of(pauses[0]).click()
    for move in pauses:
        world = table.world(move["row"])
        expect(table.button("world.name", world=world)).to_be_visible()
        expect(table.button("grid.pauseHere", world=world)).to_be_visible()
    table.button("ask.cancel").click()
    expect(me.page.get_by_role("main").get_by_text(me.words("ask.row"))).to_have_count(0)
    table.card_of(pauses[0]).click()
    target = next(move for move in pauses if not move["loses"])
    table.press(table.button("grid.pauseHere", world=table.world(target["row"])))
    assert me.wire.made == [target["move"]]


def test_a_card_that_may_not_be_played_says_why(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive("uk")
    me.sit(staged.put(site, staged.find("level10", staged.any_turn, players=3), guest), cookie)
    table = Level10Page(me)
    refused = next(one for one in me.wire.screen["refused"] if one["code"] == "values_fall")
    table.hand.locator(f"button[data-card='{refused['what']}']").click(force=True)
    why = me.words.like("reason.values_fall", **refused["values"])
    said = me.page.locator(".why")
    expect(said.get_by_role("button")).to_have_text(refused["clause"])  # it leads to the rule
    assert why.fullmatch(said.inner_text().removesuffix(refused["clause"]).strip())
