"""The table stands still and cards move: one's own hand has one place for a whole game, at every
size; everything is in sight without scrolling; a finished trick is seen."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import Level10Page, LuzPage, table_page

SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]

MEASURE = """() => {
  const box = (which) => {
    const found = document.querySelector(which)?.getBoundingClientRect();
    return found ? [found.x, found.y, found.width, found.height].map(Math.round) : null;
  };
  const page = document.documentElement;
  const cards = [...document.querySelectorAll('.mine button')]
    .map((one) => one.getBoundingClientRect());
  return {
    hand: box('.mine'), prompt: box('.prompt'),
    scrolls: [page.scrollWidth > innerWidth, page.scrollHeight > innerHeight],
    outside: cards.filter(({ bottom, left, right }) =>
      bottom > innerHeight + 1 || right > innerWidth + 1 || left < -1).length,
  };
}"""


def measured(page: Page, sizes: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Any]:
    """What stands where, at each of these sizes."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [
        ("level10", {"pauses": 3}, 3),
        pytest.param("level10", {}, 1, marks=pytest.mark.soak),
        ("luz", {"deals": 1}, 5),
        pytest.param("luz", {"deals": 1}, 3, marks=pytest.mark.soak),
    ],
)
def test_the_hand_has_one_place_for_a_whole_game(
    arrive: Arrive, game: str, options: dict[str, Any], players: int
) -> None:
    seats = ["me", *["bot:rules"] * (players - 1)]
    me = arrive(settings={"game": game, "options": options, "seats": seats})
    me.go()
    me.begin()
    table = table_page(me, game)
    seen: list[dict[tuple[int, int], Any]] = []

    def look() -> None:
        """At half of the sizes in turn, soon at a third; alone, where turns are many, at one."""
        every = len(SIZES) if players == 1 else 2 if len(seen) < 2 else 3
        seen.append(measured(me.page, SIZES[len(seen) % every :: every]))

    table.before_move = look
    table.play_on()
    assert len(seen) > 1  # both halves of the sizes; a lost game may be as short
    for size in SIZES:
        there = [found[size] for found in seen if size in found]
        assert len(there) > 1 or len(seen) < 2 * len(SIZES), size  # some games alone are short
        assert len({str(one["hand"]) for one in there}) == 1, (size, there)
        assert len({str(one["prompt"]) for one in there}) == 1, (size, there)
        assert [one["scrolls"] for one in there] == [[False, False]] * len(there), size
        assert [one["outside"] for one in there] == [0] * len(there), size


# What is seen of my card, frame by frame; its turning also where a busy browser draws none of it.
FILM = """() => {
  const film = (window.film = []);
  addEventListener('transitionend', ({ target, propertyName, elapsedTime }) => {
    if (target.matches('.cloth .me .turner') && propertyName === 'transform')
      window.turned = elapsedTime;
  });
  const frame = (now) => {
    const mine = document.querySelector('.cloth .me .turner');
    const angle = mine ? new DOMMatrix(getComputedStyle(mine).transform).m11 : null;
    const side = angle > 0.9 ? 'up' : angle < -0.9 ? 'down' : 'turning';
    film.push([now, angle === null ? 'none' : side]);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


# What the page says takes 1.2 seconds to go.
SLOW = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), 1200); };
}"""


# What the page says waits until it is let go.
HELD = """() => {
  const send = WebSocket.prototype.send, held = [];
  WebSocket.prototype.send = function (data) { held.push([this, data]); };
  window.letGo = () => {
    WebSocket.prototype.send = send;
    for (const [socket, data] of held) send.call(socket, data);
  };
}"""


def test_my_own_card_turns_over_and_the_trick_is_held(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive(motion=True)
    me.sit(staged.put(site, staged.find("luz", staged.last_in_trick, players=4), guest), cookie)
    me.page.evaluate("localStorage.setItem('pace.tricks', 'normal')")
    me.reload()
    table = LuzPage(me)
    table.expect_turn()
    me.page.evaluate(FILM)
    table.card_of(table.some_move()).click()
    expect(me.page.locator(".cloth .me .turner.up")).to_be_visible()
    expect(me.page.locator(".cloth .me .turner")).to_have_count(0)  # it went to the pile
    film: list[tuple[float, str]] = me.page.evaluate("window.film")
    order = [state for _, state in film if state != "none"]
    assert order[0] == "down"  # it flies as I see it: its back
    assert [state for state in dict.fromkeys(order) if state != "turning"] == ["down", "up"]
    assert me.page.evaluate("window.turned") == 0.2  # seconds
    up = [now for now, state in film if state == "up"]
    assert up[-1] - up[0] >= 900
    assert max(b - a for (a, _), (b, _) in pairwise(film)) < 900  # the film has no hole


def test_a_second_press_while_a_card_is_on_its_way_is_no_mistake(
    arrive: Arrive, site: Site
) -> None:
    guest, cookie = site.guest()
    me = arrive()
    me.sit(staged.put(site, staged.find("luz", staged.any_turn, players=4), guest, pace=10), cookie)
    table = LuzPage(me)
    table.expect_turn()
    me.page.evaluate(SLOW)
    place = table.playable()[0]
    seq = me.wire.seq
    table.hand.locator(f"button[data-place='{place}']").click()
    expect(table.hand.locator(f"button[data-place='{place}']")).to_have_count(0)  # it flies at once
    table.hand.locator("button[data-place]").first.click(force=True)
    assert me.page.locator(".why").count() == 0  # now, not once the move has come back
    me.wire.until(lambda: me.wire.seq > seq)
    assert not me.wire.refused


@pytest.mark.parametrize("kind", ["card", "reset"])
def test_a_double_click_on_a_slow_line_is_one_move_and_no_mistake(
    arrive: Arrive, site: Site, kind: str
) -> None:
    guest, cookie = site.guest()
    me = arrive()
    wanted = staged.any_turn if kind == "card" else staged.resetting
    me.sit(staged.put(site, staged.find("level10", wanted, players=3), guest, pace=10), cookie)
    table = Level10Page(me)
    table.expect_turn()
    me.page.evaluate(HELD)
    move = next(one for one in table.fine_moves() if one["kind"] == kind)
    row = table.world(move["row"])
    pressed = table.card_of(move) if kind == "card" else table.button("grid.reset", world=row)
    pressed.dblclick()
    assert me.page.locator(".why").count() == 0  # now, not once the move has come back
    offered = table.main.locator("button[aria-disabled=false]")
    expect(offered).to_have_count(0)  # no card and no reset, while it is on its way
    me.page.evaluate("letGo()")
    me.wire.until(lambda: bool(me.wire.made) and me.wire.settled)  # a bot may say something first
    assert me.page.locator(".why").count() == 0
    assert me.wire.made == [move["move"]]
    assert not me.wire.refused
