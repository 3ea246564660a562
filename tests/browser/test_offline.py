"""Without a network, and with no server at all: what was read before opens again, and what cannot
work says so. A server with other pages is never hidden behind old ones."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tenluz.server.pages import PACKAGED
from tests.browser.people import Person
from tests.browser.tables import Level10Page
from tests.browser.words import words
from tests.games_played import GAMES
from tests.server.running import Killable

NO_SERVER = re.compile("ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)|Failed to fetch")

# Every address that is kept, by the name of its cache. To look into a cache that has just been
# deleted makes an empty one of its name: that is no cache.
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.length) found[name] = kept.map(({ url }) => new URL(url).pathname);
  }
  return found;
}"""


# The same, as soon as it is as wanted: a worker tells nobody when it is done.
AT_LAST = """async (argument) => {
  const end = Date.now() + 30_000;
  for (;;) {
    const kept = await (ALL)();
    if ((WANTED)(kept, argument)) return kept;
    if (Date.now() > end) throw new Error(`only this is kept: ${JSON.stringify(kept)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """The built pages, in a folder where they can be changed."""
    return Path(shutil.copytree(PACKAGED, tmp_path / "pages"))


@pytest.fixture
def server(tmp_path: Path, pages: Path) -> Iterator[Killable]:
    """A server for one test, which may stop it."""
    found = Killable(tmp_path, web=pages)
    found.start()
    yield found
    found.kill()


def visitor(browser: Browser, server: Killable, language: str = "en", **more: Any) -> Person:
    """Somebody whose browser may keep pages."""
    return Person(browser, f"http://{server.address}", language, service_workers="allow", **more)


def until(me: Person, wanted: str, argument: object = None) -> dict[str, list[str]]:
    """Wait until what is kept is as wanted, a function of it; all that is kept then."""
    script = AT_LAST.replace("ALL", KEPT).replace("WANTED", wanted)
    found: dict[str, list[str]] = me.page.evaluate(script, argument)
    return found


def until_kept(me: Person, language: str) -> dict[str, list[str]]:
    """Wait until the rules and the lesson of every game are kept in a language."""
    rules = [
        f"/api/games/{game}/{what}/{language}" for game in GAMES for what in ("rules", "lesson")
    ]
    all_of_them = "(kept, rules) => rules.every((one) => Object.values(kept).flat().includes(one))"
    return until(me, all_of_them, rules)


@pytest.mark.parametrize("language", ["ru", pytest.param("en", marks=pytest.mark.soak)])
def test_the_rules_open_without_a_server(browser: Browser, server: Killable, language: str) -> None:
    me = visitor(browser, server, language)
    me.go()
    expect(me.play()).to_be_enabled()
    until_kept(me, language)
    server.kill()
    with me.offline(), me.expecting(NO_SERVER):
        me.page.reload()
        # The start page says so, shows the games, and does not offer what cannot work.
        expect(me.page.get_by_role("alert")).to_contain_text(me.words("offline.start"))
        for game in GAMES:
            expect(me.play(game)).to_be_disabled()
        for game in GAMES:
            me.go(f"/rules/{game}")
            text = me.page.locator("article")
            expect(text).to_have_attribute("lang", language)
            assert text.locator("a.clause[id]").count() > 10
            assert text.get_by_role("img").count() >= 4
            me.go(f"/learn/{game}")
            me.page.get_by_role("button", name=me.words("learn.goOn"), exact=True).click()
        me.go()
        me.page.get_by_role("link", name=me.words.like("rules.of", game="Luz")).click()
        expect(me.page.get_by_role("heading", level=1)).to_have_text("Luz")
        me.page.go_back()
        expect(me.page.get_by_role("alert")).to_be_visible()
    # The server is back: so is everything, in the same page.
    server.start()
    me.page.get_by_role("button", name=me.words("start.tryAgain")).click()
    expect(me.page.get_by_role("alert")).to_have_count(0)
    me.begin()
    me.context.close()
    assert me.problems == []


def test_a_language_that_was_chosen_is_kept_too(browser: Browser, server: Killable) -> None:
    me = visitor(browser, server, "pl")
    me.go()
    until_kept(me, "pl")
    me.read_in("uk")
    until_kept(me, "uk")
    server.kill()
    with me.offline(), me.expecting(NO_SERVER):
        for language in ("uk", "pl"):
            me.page.evaluate(f"localStorage.setItem('language', '{language}')")
            me.go("/rules/level10")
            expect(me.page.locator("article")).to_have_attribute("lang", language)
        # One that was never read cannot be had: the page stays as it was.
        me.words = words("pl")
        me.open_settings()
        choice = me.page.locator("#language")
        choice.select_option("fr")
        expect(choice).to_have_value("pl")
        expect(me.page.locator("html")).to_have_attribute("lang", "pl")
    me.context.close()
    assert me.problems == []


def test_nothing_of_a_person_or_a_table_is_kept(browser: Browser, server: Killable) -> None:
    me = visitor(browser, server)
    me.go()
    until_kept(me, "en")
    me.begin()
    table = Level10Page(me)
    for _ in range(3):  # the worker does not stand in the way of a game
        assert me.wire.until_asked()
        table.do(table.some_move())
    me.reload()
    me.go("/rules/luz")
    expect(me.page.locator("article")).to_be_visible()
    kept = me.page.evaluate(KEPT)
    fine = re.compile(
        r"/|/icon\.svg|/manifest\.webmanifest|/assets/.+|/api/games(/\w+/(rules|words|lesson)/..)?"
    )
    assert sorted(name.rpartition("-")[0] for name in kept) == ["tenluz-answers", "tenluz-files"]
    assert [one for paths in kept.values() for one in paths if not fine.fullmatch(one)] == []
    me.context.close()
    assert me.problems == []


def test_answers_are_not_kept_without_end(browser: Browser, server: Killable) -> None:
    me = visitor(browser, server)
    me.go()
    until_kept(me, "en")
    me.page.evaluate(
        """async () => {
          const answers = await caches.open('tenluz-answers-1');
          for (let n = 0; n < 100; n += 1) await answers.put(`/old/${n}`, new Response(''));
          await fetch('/api/games');
        }"""
    )
    kept = until(me, "(kept) => kept['tenluz-answers-1'].length <= 60")["tenluz-answers-1"]
    assert (len(kept), kept[-1]) == (60, "/api/games")  # the newest
    me.context.close()


def test_new_pages_are_taken_on_the_next_load_and_old_ones_forgotten(
    browser: Browser, server: Killable, pages: Path
) -> None:
    me = visitor(browser, server)
    me.go()
    before = until_kept(me, "en")
    # A new version: another page, another worker.
    page, worker = pages / "index.html", pages / "sw.js"
    page.write_text(page.read_text("utf-8").replace("<body>", "<body data-new>"), "utf-8")
    said, _, rest = worker.read_text("utf-8").partition(";\n")
    built = json.loads(said.removeprefix("const BUILT = "))
    built["version"] = "another"
    worker.write_text(f"const BUILT = {json.dumps(built)};\n{rest}", "utf-8")
    me.page.reload()
    expect(me.page.locator("body[data-new]")).to_have_count(1)
    files = "Object.keys(kept).filter((name) => name.includes('files'))"
    until(me, f"(kept) => String({files}) === 'tenluz-files-another'")
    assert "tenluz-files-another" not in before
    # And it is the new page that opens without a server.
    server.kill()
    with me.offline(), me.expecting(NO_SERVER):
        me.page.reload()
        expect(me.page.locator("body[data-new]")).to_have_count(1)
        expect(me.page.get_by_role("alert")).to_be_visible()
    me.context.close()
    assert me.problems == []


def test_the_worker_is_never_taken_from_a_cache(server: Killable) -> None:
    with httpx.Client(base_url=f"http://{server.address}", timeout=60) as http:
        worker = http.get("/sw.js")
        assert worker.headers["cache-control"] == "no-cache"
        assert worker.headers["content-type"].startswith("text/javascript")
        assert "worker-src 'self'" in worker.headers["content-security-policy"]
        # All that it names is there.
        said, _, _ = worker.text.partition(";\n")
        built = json.loads(said.removeprefix("const BUILT = "))
        for path in [*built["shell"], *built["catalogues"]]:
            assert http.get(path).status_code == 200, path
