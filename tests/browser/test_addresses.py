"""The first visit, and addresses that people type: one person however many parts of the page ask
who it is, a game by its name, and a way back from an address that leads nowhere."""

import re
from http.cookies import SimpleCookie

import pytest
from playwright.sync_api import Response, Route, expect

from tenluz.server.guests import COOKIE
from tests.browser.conftest import Arrive

LEADS_NOWHERE = re.compile("404")  # as the console tells it


def _cookies(response: Response) -> list[str]:
    """Who this answer says that the visitor is."""
    lines = [one["value"] for one in response.headers_array() if one["name"] == "set-cookie"]
    found = [cookie for line in lines for cookie in SimpleCookie(line).values()]
    assert all(cookie.key.startswith(f"{COOKIE}_") for cookie in found)
    return [cookie.value for cookie in found]


def _path(response: Response) -> str:
    return response.url.removeprefix("http://").partition("/")[2]


@pytest.mark.parametrize("path", ["/", "/luz"])
def test_a_first_visit_makes_one_person(arrive: Arrive, path: str) -> None:
    me = arrive()
    answers: list[Response] = []
    asked: list[Route] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    def hold(route: Route) -> None:
        asked.append(route)  # unanswered, while everybody on the page asks

    me.context.on("response", note)
    me.page.route("**/api/me", hold)
    me.go(path)
    expect(me.play()).to_be_visible()
    assert len(asked) == 1
    assert "api/tables/mine" not in map(_path, answers)
    with me.page.expect_response("**/api/tables/mine") as mine:
        asked[0].continue_()
    assert mine.value.ok
    assert f"{COOKIE}_" in mine.value.request.all_headers()["cookie"]
    assert len(asked) == 1
    told = [cookie for answer in answers for cookie in _cookies(answer)]
    assert len(set(told)) == 1
    assert [one["value"] for one in me.context.cookies()] == told[:1]


@pytest.mark.parametrize(("game", "title"), [("luz", "Luz"), ("level10", "Level 10")])
def test_the_address_of_a_game_brings_it_in_sight(arrive: Arrive, game: str, title: str) -> None:
    me = arrive(viewport={"width": 360, "height": 400})
    me.go(f"/{game}")
    hero = me.page.get_by_role("region", name=title, exact=True)
    expect(hero).to_have_attribute("aria-current", "true")
    expect(me.play(game)).to_be_in_viewport()
    expect(me.page.locator("[aria-current=true]")).to_have_count(1)
    me.begin(game)
    assert me.wire.game == game


@pytest.mark.parametrize("path", ["/table/%E0%A4%A", "/chess", "/table/a/b"])
def test_an_address_that_leads_nowhere_says_so_and_leads_back(arrive: Arrive, path: str) -> None:
    me = arrive()
    with me.expecting(LEADS_NOWHERE):
        me.go(path)
        expect(me.page.get_by_role("alert")).to_have_text(me.words("reason.no_page"))
    me.page.get_by_role("main").get_by_role("button", name=me.words("bar.home")).click()
    expect(me.play()).to_be_enabled()
