"""The operator's page in a browser: the way in, what is there, a reported name that goes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tenluz.server.operator_session import new_secret
from tests.browser import axe, looks
from tests.browser.conftest import Arrive
from tests.browser.site import Site
from tests.server.player import Guest


@pytest.fixture
def secret(site: Site) -> Iterator[str]:
    """While there is an operator."""
    file = site.data / "operator-secret"
    yield new_secret(file, replace=True)
    file.unlink()


def test_an_operator_clears_a_name_that_a_player_reports(
    arrive: Arrive, site: Site, secret: str
) -> None:
    rude = Guest(site.address.removeprefix("http://"), "Rude Name")
    table = rude.make_table("luz", "me free free")
    player, operator = arrive("pl"), arrive(phone=True)
    player.sit(table)
    player.page.get_by_text(player.words("menu.title"), exact=True).click()
    report = player.words.like("report.name", name="Rude Name")
    player.page.get_by_role("button", name=report).click()
    expect(player.page.get_by_text(player.words("report.done"))).to_be_visible()

    page = operator.page
    operator.go("/operator")
    field = page.get_by_label(operator.words("operator.secret"))
    with operator.expecting(re.compile("403")):
        field.fill("something else")
        page.get_by_role("button", name=operator.words("operator.signIn")).click()
        expect(page.get_by_role("alert")).to_have_text(operator.words("reason.wrong_secret"))
    field.fill(secret)
    page.get_by_role("button", name=operator.words("operator.signIn")).click()
    reports = page.get_by_role("region", name=operator.words("operator.reports"))
    expect(reports.get_by_text("Rude Name")).to_be_visible()
    assert looks.wrong(page, touch=True) == []
    assert axe.wrong(page) == []
    reports.get_by_role("button", name=operator.words("operator.clear")).click()
    expect(page.get_by_text(operator.words("operator.reports.none"))).to_be_visible()
    expect(page.get_by_text(operator.words("operator.action.cleared"))).to_be_visible()
    player.wire.until(lambda: "Rude Name" not in player.page.locator("main").inner_text())

    # A ban by the form, which shows what is wrong; and the end of a table, asked first.
    page.get_by_role("button", name=operator.words("operator.ban.add")).click()
    with operator.expecting(re.compile("400")):
        page.get_by_label(operator.words("operator.ban.address")).fill("nowhere")
        page.get_by_role("button", name=operator.words("operator.ban"), exact=True).last.click()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    page.get_by_label(operator.words("operator.ban.address")).fill("2001:db8::7")
    page.get_by_role("button", name=operator.words("operator.ban"), exact=True).last.click()
    bans = page.get_by_role("region", name=operator.words("operator.bans"))
    expect(bans.get_by_text("2001:db8::/64")).to_be_visible()
    bans.get_by_role("button", name=operator.words("operator.lift")).click()
    expect(bans.get_by_text(operator.words("operator.bans.none"))).to_be_visible()
    its = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=table))
    its.get_by_role("button", name=operator.words("operator.tables.close")).click()
    page.get_by_role("dialog").get_by_role(
        "button", name=operator.words("operator.tables.close")
    ).click()
    expect(page.get_by_role("link", name=table)).to_have_count(0)
    expect(player.page.get_by_text(player.words("gone.closed"))).to_be_visible()
    rude.http.close()
