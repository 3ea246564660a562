"""While the server compiles, whoever waits for a table sees how long it takes; then the table is
there by itself. The server is a real one of which nothing is compiled yet."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import axe, looks
from tests.browser.people import Person
from tests.server.uncompiled import serving_uncompiled

AS_LONG_AS_IT_TAKES = 600_000  # milliseconds, where others use the processor too


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_uncompiled(tmp_path_factory.mktemp("uncompiled")) as address:
        yield f"http://{address}"


def waits(me: Person) -> Locator:
    """The bar, with its words in the reader's language."""
    expect(me.page.get_by_role("status").get_by_text(me.words("preparing.about"))).to_be_visible()
    bar = me.page.get_by_role("progressbar", name=me.words("preparing.about"))
    expect(bar).to_be_in_viewport(ratio=1)
    expect(bar).to_have_attribute("aria-valuetext", me.words.like("preparing.left"))
    grown = "([bar, before]) => bar.value > before"
    me.page.wait_for_function(grown, arg=[bar.element_handle(), bar.evaluate("bar => bar.value")])
    return bar


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_click_on_play_shows_a_bar(browser: Browser, uncompiled: str, language: str) -> None:
    me = Person(browser, uncompiled, language, phone=True, settings=None)
    me.go()
    me.way.press(me.play("luz"))
    waits(me)
    assert not looks.wrong(me.page, touch=True)
    assert not axe.wrong(me.page)
    assert not me.problems
    me.context.close()


def test_who_comes_by_a_link_waits_with_a_bar(browser: Browser, uncompiled: str) -> None:
    me = Person(browser, uncompiled, "ru")
    me.go("/table/no-such-table")
    waits(me)
    assert not looks.wrong(me.page)
    assert not axe.wrong(me.page)
    me.context.close()


@pytest.mark.soak
def test_the_table_opens_when_all_is_compiled(browser: Browser, uncompiled: str) -> None:
    me = Person(browser, uncompiled)
    me.go()
    me.way.press(me.play())
    bar = waits(me)
    me.page.wait_for_url("**/table/*", timeout=AS_LONG_AS_IT_TAKES)
    me.page.locator("main.table").wait_for()
    expect(bar).to_have_count(0)
    me.context.close()
