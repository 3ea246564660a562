"""What a server keeps about somebody: read, had as a file, and deleted, on the page about it."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser import axe, looks
from tests.browser.conftest import Arrive


def test_ones_data_is_downloaded_and_deleted(arrive: Arrive, tmp_path: Path) -> None:
    me = arrive("fr", phone=True)
    me.go()
    me.begin()
    table = me.table
    me.page.get_by_role("link", name=me.words("bar.home")).click()
    me.open_settings()
    me.page.get_by_role("link", name=me.words("privacy.link")).click()
    expect(me.page.get_by_role("heading", level=1)).to_have_text(me.words("privacy.title"))
    assert looks.wrong(me.page, touch=True) == []
    assert axe.wrong(me.page) == []

    with me.page.expect_download() as started:
        me.page.get_by_role("link", name=me.words("privacy.export")).click()
    file = tmp_path / "data.json"
    started.value.save_as(file)
    assert [one["table"] for one in json.loads(file.read_text())["tables"]] == [table]

    # Asked twice: a question, and a box without which the button does nothing.
    me.page.get_by_role("button", name=me.words("privacy.delete"), exact=True).click()
    last = me.page.get_by_role("button", name=me.words("privacy.delete.do"))
    expect(last).to_be_disabled()
    me.page.get_by_role("checkbox", name=me.words("privacy.delete.understood")).check()
    last.click()
    expect(me.page.get_by_role("status")).to_have_text(me.words("privacy.delete.done"))
    assert me.context.cookies() == []
    assert me.page.evaluate("localStorage.length") == 0
    me.page.get_by_role("button", name=me.words("bar.home")).click()
    expect(me.play()).to_be_enabled()
    expect(me.page.locator(f"a[href='/table/{table}']")).to_have_count(0)
