"""A passkey in a real browser: made on one device, and the same person with the same games on
another. Chromium's own virtual authenticator holds it."""

import random
import re
import threading
from typing import Any

from playwright.sync_api import Browser, CDPSession, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.site import Site
from tests.server.player import Guest, run

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Holder:
    """The passkeys of one browser."""

    def __init__(self, person: Person) -> None:
        self._line: CDPSession = person.context.new_cdp_session(person.page)
        self._line.send("WebAuthn.enable")
        added = self._line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self._id = {"authenticatorId": added["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        return list(self._line.send("WebAuthn.getCredentials", self._id)["credentials"])

    def add(self, passkey: dict[str, Any]) -> None:
        self._line.send("WebAuthn.addCredential", {**self._id, "credential": passkey})


def played(address: str) -> tuple[dict[str, str], str]:
    """The cookie of somebody who has finished a small game, and its table. In a thread of its own:
    this one has Playwright's loop."""
    found: list[tuple[dict[str, str], str]] = []

    async def story() -> None:
        guest = Guest(address.removeprefix("http://"), "Ana")
        small = {"hand": 1, "deals": 1}
        table = guest.make_table("luz", "me rules rules", options=small, pace=0)
        await (await guest.at(table)).play_on(random.Random(1))
        found.append((dict(guest.http.cookies.items()), table))

    thread = threading.Thread(target=lambda: run(story()))
    thread.start()
    thread.join()
    return found[0]


def test_a_passkey_brings_games_to_another_device(browser: Browser, site: Site) -> None:
    cookies, table = played(site.address)
    local = site.address.replace("127.0.0.1", "localhost")  # a secure context, with a name
    ana = Person(browser, local)
    say = ana.words
    for name, value in cookies.items():
        ana.context.add_cookies([{"name": name, "value": value, "url": local}])
    holder = Holder(ana)
    ana.page.goto("/")
    ana.page.get_by_role("link", name=say("account.title")).click()
    game = ana.page.locator(f"a[href^='/replay/{table}']")
    expect(game).to_be_visible()  # without any account
    assert axe.wrong(ana.page) == []
    ana.page.get_by_role("button", name=say("account.create")).click()
    # The first passkey loads what verifies them, in the server too.
    expect(ana.page.get_by_text(say("account.made"))).to_be_visible(timeout=60_000)
    (passkey,) = holder.passkeys()
    ana.page.get_by_role("textbox", name=say("account.passkeyName")).fill("Left pocket")
    ana.page.keyboard.press("Tab")
    ana.page.locator("summary", has_text=say("account.leave")).click()
    ana.page.get_by_role("button", name=say("account.signOut"), exact=True).click()
    ana.page.get_by_role("button", name=say("account.signOut"), exact=True).click()
    expect(ana.page).to_have_url(re.compile(r"localhost:\d+/$"))
    ana.page.goto("/account")
    expect(ana.page.get_by_text(say("account.nothing"))).to_be_visible()

    other = Person(browser, local, phone=True)
    Holder(other).add(passkey)
    other.page.goto("/account")
    other.page.get_by_role("button", name=say("account.signIn")).click()
    expect(other.page.get_by_text(say.like("account.welcome", name="Ana"))).to_be_visible()
    named = other.page.get_by_role("textbox", name=say("account.passkeyName"))
    expect(named).to_have_value("Left pocket")
    assert axe.wrong(other.page) == []
    other.page.locator(f"a[href^='/replay/{table}']").click()
    expect(other.page.locator("main.table")).to_be_visible()

    # A cookie alone does not delete an account: the page asks for a passkey.
    other.page.goto("/privacy")
    other.page.get_by_role("button", name=say("privacy.delete"), exact=True).click()
    other.page.get_by_role("checkbox", name=say("privacy.delete.understood")).check()
    other.page.get_by_role("button", name=say("privacy.delete.do")).click()
    expect(other.page.get_by_role("status")).to_have_text(say("privacy.delete.done"))
    for person in (ana, other):
        person.context.close()
    assert ana.problems + other.problems == []


def test_where_passkeys_cannot_work_the_page_says_so(browser: Browser, site: Site) -> None:
    ana = Person(browser, site.address)  # numbers: no passkey belongs to those
    ana.page.goto("/account")
    expect(ana.page.get_by_text(ana.words("account.noTls"))).to_be_visible()
    expect(ana.page.get_by_role("button", name=ana.words("account.create"))).to_have_count(0)
    ana.context.close()
    assert ana.problems == []
