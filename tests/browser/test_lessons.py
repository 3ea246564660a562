"""A lesson in each game to its end, by pressing cards as a learner would; and a game once more."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.site import Site
from tests.games_played import GAMES


class Learner:
    """Somebody at the lesson of a game, and what the server's script says."""

    def __init__(self, me: Person, site: Site, game: str, language: str) -> None:
        self.me, self.game, self.page = me, game, me.page
        asked = f"{site.address}/api/games/{game}/lesson/{language}"
        self.script: Any = httpx.get(asked).json()

    @property
    def tutor(self) -> Locator:
        return self.page.get_by_role("region", name=self.me.words("learn.tutor"), exact=True)

    def button(self, key: str) -> Locator:
        return self.tutor.get_by_role("button", name=self.me.words(key), exact=True)

    def fold(self) -> None:
        """On a phone, to see the table."""
        away = self.button("learn.try")
        if away.count():
            away.click()

    def press(self, move: int, screen: dict[str, Any]) -> None:
        """What a hand does to make this move."""
        self.fold()
        found = next(one for one in screen["moves"] if one["move"] == move)
        page = self.page
        if self.game == "luz" and found["kind"] == "bid":
            page.locator(".numbers button").nth(found["tricks"]).click()
            page.locator(".ask input").set_checked(found["safety"])
            page.locator(".ask .button.main").click()
        elif self.game == "luz":
            page.locator(".mine button").nth(
                [place["place"] for place in screen["hands"][0]].index(found["place"])
            ).click()
        elif found["kind"] == "reset":
            page.locator("button.reset").nth(found["row"]).click()
        elif found["kind"] == "done":
            page.locator(".prompt .do .button").last.click()
        elif found["kind"] == "pause":
            page.locator(".mine [data-card=P]").first.click()
            page.locator(".prompt .do .button").nth(
                [one["row"] for one in screen["moves"] if one["kind"] == "pause"].index(
                    found["row"]
                )
            ).click()
        else:
            page.locator(f".mine [data-card={found['card']}]").first.click()
        if found.get("loses"):
            name = self.me.words("ask.anyway")
            page.get_by_role("button", name=name, exact=True).click()


def top(of: Locator) -> float:
    box = of.bounding_box()
    assert box is not None
    return box["y"]


def bottom(of: Locator) -> float:
    return top(of) + of.evaluate("one => one.offsetHeight")


def resets_of(step: dict[str, Any], screen: dict[str, Any]) -> list[int]:
    """The row of the reset that a step asks for, if it does."""
    asked = [move for move in screen["moves"] if move["move"] == step["right"]]
    return [move["row"] for move in asked if move["kind"] == "reset"]


@pytest.mark.parametrize(
    ("game", "language", "phone"),
    [
        ("level10", "uk", True),
        ("luz", "en", False),
        pytest.param("level10", "en", False, marks=pytest.mark.soak),
        pytest.param("luz", "uk", True, marks=pytest.mark.soak),
    ],
)
def test_a_lesson_leads_to_a_first_game(
    arrive: Arrive, site: Site, game: str, language: str, phone: bool
) -> None:
    me = arrive(language, phone=phone)
    if phone:
        me.page.set_viewport_size({"width": 360, "height": 640})  # the smallest
    me.go(f"/learn/{game}")
    learner = Learner(me, site, game, language)
    wrong_tried = 0
    for scene in learner.script["scenes"]:
        screen = scene["welcome"]["screen"]
        for step in scene["steps"]:
            expect(learner.tutor).to_contain_text(step["text"])
            expect(learner.tutor).to_contain_text(scene["title"])
            # On a phone the text lies over the table until it is read.
            assert [one for one in looks.wrong(me.page) if not (phone and "lies over" in one)] == []
            mine = me.page.locator(".mine")
            if phone and mine.count():  # it speaks of the others' cards and of mine: both are seen
                assert bottom(learner.tutor) <= top(mine)
            for row in resets_of(step, screen) if phone else ():  # and the row that it speaks of
                assert bottom(me.page.locator("button.reset").nth(row)) <= top(learner.tutor)
            if step["right"] is None:
                learner.button("learn.goOn").click()
            else:
                for move in list(step["wrong"])[-1:]:
                    learner.press(int(move), screen)
                    expect(learner.tutor).to_contain_text(step["wrong"][move])
                    wrong_tried += 1
                learner.press(step["right"], screen)
            if step["news"]:
                screen = step["news"][-1]["screen"]
    assert wrong_tried >= 3
    heading = me.page.get_by_role("heading", name=me.words("learn.done"), exact=True)
    expect(heading).to_be_visible()
    me.page.get_by_role("button", name=me.words("learn.play"), exact=True).click()
    me.page.wait_for_url("**/table/*")
    assert me.wire.until_asked()


@pytest.mark.parametrize("game", GAMES)
def test_who_is_stuck_is_shown_the_move_and_can_go_back(
    arrive: Arrive, site: Site, game: str
) -> None:
    me = arrive("fr")
    me.go(f"/learn/{game}")
    learner = Learner(me, site, game, "fr")
    first, second = learner.script["scenes"][:2]
    for step in first["steps"]:
        expect(learner.tutor).to_contain_text(step["text"])
        learner.button("learn.goOn" if step["right"] is None else "learn.show").click()
    expect(learner.tutor).to_contain_text(second["steps"][0]["text"])
    me.page.reload()  # it is kept where one was
    expect(learner.tutor).to_contain_text(second["steps"][0]["text"])
    learner.button("learn.back").click()
    expect(learner.tutor).to_contain_text(first["steps"][0]["text"])


def test_a_card_that_may_not_be_played_is_answered_by_the_table(arrive: Arrive, site: Site) -> None:
    me = arrive("en")
    me.go("/learn/luz")
    learner = Learner(me, site, "luz", "en")
    for step in learner.script["scenes"][0]["steps"]:
        expect(learner.tutor).to_contain_text(step["text"])
        learner.button("learn.goOn" if step["right"] is None else "learn.show").click()
    expect(learner.tutor).to_contain_text(learner.script["scenes"][1]["steps"][0]["text"])
    # A red one; blue was led.
    me.page.locator(".mine button").first.click(force=True)
    expect(me.page.locator(".says")).to_contain_text("blue")
    expect(learner.tutor.locator(".answer")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_watched_again(arrive: Arrive, site: Site, game: str) -> None:
    me = arrive("pl")
    stage = staged.find(game, lambda screen, match: match.over, **QUICK_GAMES[game])
    guest, cookie = site.guest()
    name = staged.put(site, stage, guest)
    me.context.add_cookies([cookie])
    me.go(f"/replay/{name}")
    reel = me.page.get_by_role("slider", name=me.words("replay.move"), exact=True)
    expect(reel).to_have_value("0")
    me.page.get_by_role("button", name=me.words("replay.forward"), exact=True).click()
    expect(reel).to_have_value("1")
    assert looks.wrong(me.page) == []
    me.page.get_by_role("button", name=me.words("replay.play"), exact=True).click()
    expect(reel).to_have_value("2")
    me.page.get_by_role("button", name=me.words("replay.pause"), exact=True).click()
    mine = next(at for at, (seat, _) in enumerate(stage.moves) if seat == staged.ME and at > 3)
    reel.fill(str(mine))
    # Nobody is asked: the move that was just made is told.
    told = me.page.locator(".says p").first
    events = [key for key in me.words.messages if key.startswith(f"{game}:event.")]
    expect(told).to_have_text(re.compile("|".join(map(me.words.pattern, events))))
    expect(me.page.get_by_text(me.words("seat.yourTurn"), exact=True)).to_have_count(0)
    expect(me.page.locator(".mine button[aria-disabled=false]")).to_have_count(0)  # none is offered
    reel.focus()
    me.page.keyboard.press("End")
    expect(reel).to_have_value(str(len(stage.moves)))
    me.page.get_by_role("link", name=me.words("replay.leave"), exact=True).click()
    me.page.wait_for_url(f"**/table/{name}")


QUICK_GAMES: dict[str, dict[str, Any]] = {
    "level10": {"players": 2},
    "luz": {"players": 3, "deals": 1},
}
