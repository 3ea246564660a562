"""A server below a path of somebody's site: nothing of the page is asked for, kept or linked to
outside of it. (Whatever else a person's page asks for is noted as a problem.)"""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.browser.people import Person
from tests.browser.tables import Level10Page
from tests.browser.test_offline import NO_SERVER, until
from tests.games_played import GAMES
from tests.server.running import Killable

BELOW = "/some/games"


def test_a_whole_visit(browser: Browser, tmp_path: Path) -> None:
    server = Killable(tmp_path, public_url=f"http://localhost{BELOW}")
    server.start()
    site = f"http://{server.address}{BELOW}"
    me = Person(browser, site, service_workers="allow")
    sockets: list[str] = []
    me.page.on("websocket", lambda one: sockets.append(one.url))
    me.go(BELOW)  # without the slash at its end
    expect(me.play()).to_be_enabled()
    assert me.page.url == f"{site}/"
    # Rules and lessons are kept, under names of this path.
    kept = until(
        me,
        "(kept, rules) => rules.every((one) => Object.values(kept).flat().includes(one))",
        [f"{BELOW}/api/games/{game}/{what}/en" for game in GAMES for what in ("rules", "lesson")],
    )
    assert all(name.startswith(f"tenluz-{BELOW}/-") for name in kept)
    assert all(one.startswith(f"{BELOW}/") for paths in kept.values() for one in paths)
    assert me.page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)") == f"{site}/"

    me.begin()
    table = me.page.url
    assert table.startswith(f"{site}/table/")
    assert sockets == [f"ws{table.removeprefix('http').replace('/table/', '/ws/')}"]
    page = Level10Page(me)
    assert me.wire.until_asked()
    page.do(page.some_move())
    me.reload()
    me.page.get_by_role("link", name=me.words("bar.home")).click()
    expect(me.play()).to_be_enabled()
    assert me.page.url == f"{site}/"
    assert [one["path"] for one in me.context.cookies()] == [f"{BELOW}/"]
    for link, path in ((me.words("start.learn"), "learn"), (me.words("rules.title"), "rules")):
        where = me.page.locator(f'a[href^="{BELOW}/{path}/"]').first
        expect(where).to_have_text(link)
        where.click()
        expect(me.page.get_by_role("heading", level=1)).to_be_visible()
        assert urlsplit(me.page.url).path.startswith(f"{BELOW}/{path}/")
        me.page.go_back()
    me.page.locator(f'a[href="{urlsplit(table).path}"]').click()  # my game goes on
    assert me.wire.until_asked()
    assert me.page.url == table

    me.go(f"{BELOW}/")
    expect(me.play()).to_be_enabled()
    server.kill()
    with me.offline(), me.expecting(NO_SERVER):
        me.go(f"{BELOW}/rules/luz")
        expect(me.page.locator("article")).to_have_attribute("lang", "en")
    me.context.close()
    assert me.problems == []
