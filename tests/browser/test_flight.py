"""A card of mine flies at once and comes back if the server says no; what flies moves on a layer
of its own, so that the page need not be laid out or painted again for every frame."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import table_page

LIES = {"level10": "td .card", "luz": ".cloth .card"}

# What the page says takes 1.2 seconds to go, and names a move that is none.
SLOW_AND_WRONG = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const message = JSON.parse(data);
    if (message.type === 'move') message.move = 127;
    setTimeout(() => send.call(this, JSON.stringify(message)), 1200);
  };
}"""


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_my_card_flies_at_once_and_comes_back_if_it_is_refused(
    arrive: Arrive, site: Site, game: str
) -> None:
    guest, cookie = site.guest()
    me = arrive()
    me.sit(staged.put(site, staged.find(game, staged.any_turn, players=3), guest, pace=10), cookie)
    table = table_page(me, game)
    table.expect_turn()
    me.page.evaluate(SLOW_AND_WRONG)
    lies = me.page.locator(LIES[game])
    before = lies.count()
    card = table.card_of(next(one for one in table.fine_moves() if one["kind"] == "card"))
    card.click()
    expect(card).to_have_count(0)
    expect(lies).to_have_count(before + 1)
    assert not me.wire.refused  # nothing has been said yet
    me.wire.until(lambda: bool(me.wire.refused))
    expect(card).to_have_count(1)
    expect(lies).to_have_count(before)
    expect(me.page.locator(".why")).to_be_visible()
    table.expect_turn()


# Every animation of the table while cards fly: what it changes, and whether a card flew. And what
# the prompt said while the first did.
FILM = """() => {
  const film = (window.film = { changes: [], flown: 0, said: [] });
  let first = null;
  const frame = () => {
    const table = document.querySelector('main.table');
    first ??= table.querySelector('[data-flying]');
    if (first?.dataset.flying === '') film.said.push(table.querySelector('.says').innerText);
    for (const animation of document.getAnimations()) {
      const { target, pseudoElement } = animation.effect;
      if (!table?.contains(target) || animation instanceof CSSTransition) continue;
      film.flown += target.matches('[data-flying]') ? 1 : 0;
      for (const keys of animation.effect.getKeyframes()) {
        const { offset, easing, composite, computedOffset, ...changed } = keys;
        film.changes.push(...Object.keys(changed));
      }
    }
    film.changes = [...new Set(film.changes)];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_what_flies_changes_nothing_but_transform_and_opacity(
    arrive: Arrive, site: Site, game: str
) -> None:
    """Other changes would be worked out on the main thread, frame by frame; so would the news of
    my own move, which wait until its card lies."""
    guest, cookie = site.guest()
    me = arrive(motion=True)
    stage = staged.find(game, staged.any_turn, players=3)
    me.sit(staged.put(site, stage, guest, pace=0.3), cookie)
    table = table_page(me, game)
    table.expect_turn()
    me.page.evaluate(FILM)
    seq = me.wire.seq
    table.do(next(one for one in table.fine_moves() if one["kind"] == "card"))
    me.wire.until(lambda: me.wire.seq > seq + 2 or me.wire.over)  # a bot's card as well
    me.page.wait_for_function("() => document.querySelector('[data-flying]') === null")
    film: dict[str, Any] = me.page.evaluate("window.film")
    assert film["flown"] > 0
    assert len(set(film["said"])) == 1
    assert set(film["changes"]) <= {"transform", "opacity", "translate"}


# What becomes of my card at a table of Luz, as it is seen.
MY_CARD = """() => {
  const seen = (window.seen = []);
  const look = () => {
    const card = document.querySelector('.cloth .me .card');
    const held = document.querySelectorAll('.mine [data-place]').length;
    const is = !card ? 'in the hand' : card.dataset.flying === '' ? 'flying' : 'lies';
    const now = `${held} held, ${is}${card?.querySelector('.up') ? ' open' : ''}`;
    if (now !== seen.at(-1)) seen.push(now);
  };
  look();
  const changes = { attributes: true, childList: true, subtree: true };
  new MutationObserver(look).observe(document.querySelector('main.table'), changes);
}"""


def test_my_card_of_luz_lands_and_then_turns_over(arrive: Arrive, site: Site) -> None:
    guest, cookie = site.guest()
    me = arrive(motion=True)
    me.context.add_init_script("localStorage.setItem('pace.tricks', 'normal')")
    stage = staged.find("luz", staged.any_turn, players=3)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    table = table_page(me, "luz")
    table.expect_turn()
    me.page.evaluate(MY_CARD)
    table.do(next(one for one in table.fine_moves() if one["kind"] == "card"))
    me.page.locator(".cloth .me .up").wait_for()
    seen: list[str] = me.page.evaluate("window.seen")
    before = int(seen[0].split()[0])
    assert all(one.startswith(f"{before - 1} held") for one in seen[1:]), seen  # none comes back
    assert [one.split(", ")[1] for one in seen[-3:]] == ["flying", "lies", "lies open"], seen
