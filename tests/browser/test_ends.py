"""The ends: hands laid open, a win that counts up, a result to share."""

import pytest
from playwright.sync_api import expect

from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site

# Every number that the score has shown, in order.
SCORES = """() => {
  const seen = (window.scores = []);
  const frame = () => {
    const shown = document.querySelector('.end .total dd [aria-hidden]')?.textContent;
    const score = shown === undefined ? null : Number.parseInt(shown, 10);
    if (score !== null && score !== seen.at(-1)) seen.push(score);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def test_at_a_loss_every_hand_lies_open(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive("pl")
    me.sit(staged.put(site, staged.find("level10", staged.lost, players=3), guest), cookie)
    hands = me.wire.screen["hands"]
    assert [len(hand) for hand in hands] == me.wire.screen["cards"]
    open_hands = me.page.get_by_role("region", name=me.words("final.title"))
    expect(open_hands.locator("li.card")).to_have_count(sum(len(hand) for hand in hands))
    fitting = sum(card["fits"] for hand in hands for card in hand)
    expect(open_hands.locator("li.fits")).to_have_count(fitting)
    # On the smallest phone, too, nothing need be scrolled to see how it ended.
    me.page.set_viewport_size({"width": 360, "height": 640})
    for seen in (me.page.locator(".end h2"), me.page.locator(".end .total dd")):
        expect(seen).to_be_in_viewport(ratio=1)


def test_on_the_smallest_phone_five_learn_what_was_missing(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive("ru")
    me.sit(staged.put(site, staged.find("level10", staged.lost, players=5), guest), cookie)
    me.page.set_viewport_size({"width": 360, "height": 640})
    why = me.page.get_by_role("main").locator(".end p").first
    expect(why).to_be_in_viewport(ratio=1)
    buttons = me.page.locator(".end .do").bounding_box()
    said = why.bounding_box()
    assert buttons is not None
    assert said is not None
    assert said["y"] + said["height"] <= buttons["y"]  # they stay in sight, and do not hide it
    assert looks.wrong(me.page) == []


@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_a_win_counts_up_to_its_score(arrive: Arrive, site: Site, motion: bool) -> None:
    """Without motion the number is there at once."""
    guest, cookie = site.guest()
    me = arrive(motion=motion)
    me.context.add_init_script(f"({SCORES})()")
    me.sit(staged.put(site, staged.find("level10", staged.won, players=3), guest), cookie)
    total = me.wire.screen["score"]["total"]
    expect(me.page.locator(".total dd [aria-hidden]")).to_have_text(
        me.words.like("end.outOf", points=total)
    )
    me.page.wait_for_function("(total) => window.scores.at(-1) === total", arg=total)  # a frame on
    scores: list[int] = me.page.evaluate("window.scores")
    assert scores == sorted(scores)
    assert (len(scores) > 1) == motion


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_result_is_shared(arrive: Arrive, site: Site, game: str) -> None:
    """By the system's own sheet where there is one; else it is on the clipboard, and the page says
    so; else it can be copied by hand."""
    guest, cookie = site.guest("Ana")
    me = arrive("fr", permissions=["clipboard-read", "clipboard-write"])
    name = staged.put(site, staged.find(game, staged.over, players=3), guest)
    me.sit(name, cookie)
    share = me.page.get_by_role("button", name=me.words("share.do"), exact=True)
    screen = me.wire.screen
    if game == "luz":
        expected = f"Ana – {screen['totals'][0]}".replace("-", "−")
    else:
        expected = f"{screen['score']['total']} sur 100"
    share.click()
    expect(me.page.get_by_text(me.words("share.copied"))).to_be_visible()
    copied = me.page.evaluate("navigator.clipboard.readText()")
    assert expected in copied.replace("-", "−") or expected in copied
    assert copied.endswith(f" {site.address}/table/{name}")

    me.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    share.click()
    by_hand = me.page.get_by_role("textbox", name=me.words("share.byHand"))
    expect(by_hand).to_have_value(copied)

    # This browser has no such sheet: one that notes what it is given.
    me.page.evaluate(
        "() => { navigator.share = async (given) => { window.given = [given.text, given.url]; }; }"
    )
    share.click()
    expect(by_hand).to_have_count(0)
    text, link = me.page.evaluate("window.given")
    assert f"{text} {link}" == copied
