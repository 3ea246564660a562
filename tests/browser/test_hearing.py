"""What a screen reader is told: everything has a name, the language is right, and what the
others do is announced."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser import hearing, staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.browser.tables import table_page
from tests.browser.telling import Telling
from tests.browser.words import LANGUAGES

POSITIONS = {
    "level10": [
        staged.choosing,
        staged.any_turn,
        staged.one_row_open,
        staged.swapping,
        staged.under_pause,
        staged.won,
    ],
    "luz": [staged.bidding, staged.any_turn, staged.over],
}


# How much of the prompt is out of sight, in pixels.
HIDDEN = """() => {
  const says = document.querySelector('.says');
  return says ? says.scrollHeight - says.clientHeight : 0;
}"""


def test_the_start_page_can_be_heard(arrive: Arrive) -> None:
    me = arrive()
    me.go()
    expect(me.play()).to_be_enabled()
    me.open_table_settings()
    me.page.get_by_text(me.words("start.more")).click()
    assert hearing.wrong(me.page) == []
    for language in LANGUAGES:
        me.read_in(language)
        assert hearing.wrong(me.page) == []


@pytest.mark.parametrize("game", POSITIONS)
def test_a_table_can_be_heard_in_every_phase(arrive: Arrive, site: Site, game: str) -> None:
    guest, cookie = site.guest("Anna")
    me = arrive("es")
    for wanted in POSITIONS[game]:
        stage = staged.find(game, wanted, players=3)
        me.sit(staged.put(site, stage, guest, ["free"], pace=10), cookie)
        assert hearing.wrong(me.page) == []
        expect(me.page.locator("html")).to_have_attribute("lang", "es")
        # And read: on the smallest phone no line of the prompt must be scrolled to.
        me.page.set_viewport_size({"width": 360, "height": 640})
        assert me.page.evaluate(HIDDEN) <= 3, wanted.__name__
        me.page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize("game", POSITIONS)
def test_cards_are_read_by_name_with_what_can_be_done(
    arrive: Arrive, site: Site, game: str
) -> None:
    guest, cookie = site.guest("Anna")
    me = arrive("pl")
    me.sit(staged.put(site, staged.find(game, staged.any_turn, players=3), guest), cookie)
    table = table_page(me, game)
    table.expect_turn()
    names = [one.name for one in hearing.tree(me.page) if one.role == "button"]
    yes, no = me.words.like("hand.playable"), me.words.like("hand.notPlayable")
    assert sum(bool(yes.match(name)) for name in names) == len(table.playable())
    hand = me.wire.screen["hand"] if game == "level10" else me.wire.screen["hands"][0]
    assert sum(bool(no.match(name)) for name in names) == len(hand) - len(table.playable())


@pytest.mark.parametrize("game", POSITIONS)
def test_a_bots_move_is_announced(arrive: Arrive, site: Site, game: str) -> None:
    guest, cookie = site.guest("Anna")
    me = arrive("uk")
    quiet = ["random", "random"]  # bots that say nothing before they move
    stage = staged.find(game, staged.any_turn, players=3)
    me.sit(staged.put(site, stage, guest, quiet), cookie)
    table = table_page(me, game)
    log = me.page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(log.locator("p").first).to_have_text(re.compile(me.words("start.yourTurn")))
    bots = re.compile("^(Otto|Mila) ")
    expect(log.get_by_text(bots)).to_have_count(0)  # nothing of the past
    table.expect_turn()
    table.do(next(move for move in table.fine_moves() if move["kind"] == "card"))
    me.wire.until_asked()
    expect(log.get_by_text(bots).last).to_be_attached()  # only the last few are kept there
    # It is read, and not seen.
    live = [one for one in hearing.tree(me.page) if one.role == "log"]
    assert [one.properties.get("live") for one in live] == ["polite"]


WHOLE_GAMES = {"level10": {"worlds": 4}, "luz": {"deals": 2, "hand": 4}}
# The last thing said, but for asides.
LAST = """([wanted, aside]) => {
  const said = window.spoken.map(([, text]) => text);
  return new RegExp(wanted).test(said.findLast((text) => !new RegExp(aside).test(text)));
}"""
# Tricks lie there as long as usual; from the third on, a tap ends that as soon as it begins.
USUAL_PACE = """
if (location.protocol !== 'about:') {
  localStorage.setItem('pace.tricks', 'normal');
  window.tricks = 0;
  let lay = false;
  new MutationObserver(() => {
    const lies = document.querySelector('.luz .prompt [data-told]') !== null;
    if (lies && !lay && ++window.tricks > 2) document.querySelector('.cloth').click();
    lay = lies;
  }).observe(document, { childList: true, subtree: true });
}
"""


def in_one_go(told: list[str], talk: re.Pattern[str]) -> list[str]:
    """Without what the same person goes on to say: counts are told in one sentence or in two."""
    speakers = [text.split(":")[0] if talk.match(text) else None for text in told]
    goes_on = [False, *(one is not None and one == two for one, two in pairwise(speakers))]
    return [text for text, more in zip(told, goes_on, strict=True) if not more]


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_a_whole_game_is_told_once_in_order_and_the_turn_last(arrive: Arrive, game: str) -> None:
    me = arrive(settings={"game": game, "options": WHOLE_GAMES[game]})
    me.context.add_init_script(hearing.LISTEN)
    me.context.add_init_script(USUAL_PACE)
    me.go()
    me.begin()
    table, telling = table_page(me, game), Telling(me, game)
    asked, mine, talk = telling.prompts(), telling.mine(), telling.talk()
    turns = 0

    def wait_for(last: re.Pattern[str]) -> None:
        me.page.wait_for_function(LAST, arg=[last.pattern, telling.asides().pattern])

    def hear_the_turn() -> None:
        """After all that has happened, what I am asked."""
        wait_for(mine)
        nonlocal turns
        turns += 1
        said = [text for _, text in hearing.spoken(me.page)]
        moves = [text for text in said if not asked.match(text) and not talk.match(text)]
        events = telling.events(talk=False)
        strange = [text for text in moves if not any(one.match(text) for one in events)]
        assert (len(moves), strange) == (len(events), [])

    table.before_move = hear_the_turn
    table.play_on()
    events = telling.events()
    wait_for(events[-1])
    said = hearing.spoken(me.page)
    assert {region for region, _ in said} == {"announcements"}
    told = in_one_go([text for _, text in said if not asked.match(text)], talk)
    for at, (text, pattern) in enumerate(zip(told, events, strict=False)):
        assert pattern.match(text), told[max(0, at - 6) : at + 1]
    assert len(told) == len(events)
    assert turns >= 3
    assert me.page.evaluate("window.tricks") == (8 if game == "luz" else 0)
    # Nobody's turn is told twice without anything between.
    twice = [text for (_, text), (_, after) in pairwise(said) if text == after]
    assert not any(asked.match(text) for text in twice), twice
