"""Somebody with a browser of their own: a fresh profile, a language, a screen, and whatever
goes wrong on their page noted.

Nobody may meet an error on the console, a broken content policy, a request to another host,
or a server that fails. Not even once, in any test.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

from tests.browser.ways import Keys, Mouse, Touch, Way
from tests.browser.wire import PATIENCE, Wire
from tests.browser.words import words

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
LOCALES = {"en": "en-GB", "ru": "ru-RU", "uk": "uk-UA", "pl": "pl-PL", "fr": "fr-FR", "es": "es-ES"}

# What the start page keeps on a device for each game, with bots that hardly wait.
QUICK: dict[str, Any] = {
    "game": "level10",
    "options": {},
    "seats": ["me", "bot:rules", "bot:rules"],
    "pace": 0.01,
}
KEEP = """
if (location.protocol !== 'about:' && !localStorage.getItem('pace.tricks')) {
  for (const [game, settings] of Object.entries(SETTINGS))
    localStorage.setItem(`settings.${game}`, JSON.stringify(settings));
  localStorage.setItem('pace.tricks', 'none'); // whole games in seconds
  for (const game of ['level10', 'luz']) localStorage.setItem(`coach.${game}`, 'over');
}
"""
TELL = """
addEventListener('securitypolicyviolation', (event) =>
  console.error('content policy:', event.violatedDirective, event.blockedURI));
"""
# Said by the browser itself while the network is away, or when the page stops waiting for a line
# that was begun then.
NO_NETWORK = re.compile("ERR_INTERNET_DISCONNECTED|closed before the connection is established")
# Said by Playwright, where nothing may be kept.
BLOCKED = re.compile("Service Worker registration blocked")


class Person:
    """One profile with one page."""

    def __init__(
        self,
        browser: Browser,
        site: str,
        language: str = "en",
        *,
        settings: dict[str, Any] | None = QUICK,
        phone: bool = False,
        keys: bool = False,
        motion: bool = False,
        **more: Any,
    ) -> None:
        self.words = words(language)
        self.game = str({**QUICK, **(settings or {})}["game"])  # what they came to play
        self.problems: list[str] = []
        self._site = site
        self._allowed = [BLOCKED]
        screen: dict[str, Any] = {"viewport": PHONE if phone else DESKTOP}
        if phone:
            screen |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        self.context = browser.new_context(
            base_url=site,
            locale=LOCALES[language],
            reduced_motion="no-preference" if motion else "reduce",
            # A page from a cache would hide what a test changes; test_offline has its own.
            **{"service_workers": "block", **screen, **more},
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(TELL)
        if settings is not None:
            wanted = {**QUICK, **settings}
            kept = {"level10": QUICK, "luz": QUICK, wanted["game"]: wanted}
            self.context.add_init_script(KEEP.replace("SETTINGS", json.dumps(kept)))
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.problems.append(f"error: {error.error}"))
        self.context.on("request", self._request)
        self.context.on("response", self._response)
        self.page: Page = self.context.new_page()
        self.wire = Wire(self.page)
        self.way: Way = Touch(self.page) if phone else Keys(self.page) if keys else Mouse(self.page)

    # --- what went wrong ------------------------------------------------------------------------

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._site, "data:", "blob:")):
            self._note(f"request to another host: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._note(f"{response.status} from {response.url}")

    def _note(self, problem: str) -> None:
        if not any(pattern.search(problem) for pattern in self._allowed):
            self.problems.append(problem)

    @contextmanager
    def expecting(self, pattern: re.Pattern[str]) -> Iterator[None]:
        """While something is wrong on purpose."""
        self._allowed.append(pattern)
        yield
        # The browser may tell it a moment later; what was allowed stays so.

    @contextmanager
    def offline(self) -> Iterator[None]:
        """While there is no network."""
        with self.expecting(NO_NETWORK):
            self.context.set_offline(True)
            yield
            self.context.set_offline(False)

    # --- going about ----------------------------------------------------------------------------

    def go(self, path: str = "/") -> None:
        """Open a page of the site."""
        self.page.goto(path)

    def sit(self, table: str, cookie: dict[str, Any] | None = None) -> None:
        """Come to a table, as who the cookie says."""
        welcomes = self.wire.welcomes
        if cookie:
            self.context.add_cookies([cookie])  # type: ignore[list-item]
        self.go(f"/table/{table}")
        self._until_seen(welcomes)

    def reload(self) -> None:
        """Load the page of a table again."""
        welcomes = self.wire.welcomes
        self.page.reload()
        self._until_seen(welcomes)

    def _until_seen(self, welcomes: int) -> None:
        self.wire.until_welcome(welcomes)
        # A game's own part comes after the welcome.
        self.page.locator("main:not(.coming)").first.wait_for()

    def read_in(self, language: str) -> None:
        """Choose another language in the bar."""
        self.open_settings()
        choice = self.page.get_by_role("combobox", name=self.words("bar.language"), exact=True)
        choice.select_option(language)
        self.words = words(language)
        expect(self.page.locator("html")).to_have_attribute("lang", language)
        self.page.keyboard.press("Escape")

    def open_settings(self) -> None:
        """What this device remembers: language, light or dark."""
        settings = self.words("bar.settings")
        self.page.locator("summary").and_(self.page.get_by_label(settings, exact=True)).click()

    def play(self, game: str = "") -> Locator:
        """The button of the start page that leads to a table of a game."""
        return self.page.locator(f"#play-{game or self.game}")

    def invite(self, game: str = "") -> Locator:
        """The one that leads to a table with free seats for friends."""
        return self.page.locator(f"#invite-{game or self.game}")

    def open_table_settings(self, game: str = "") -> Locator:
        """Unfold what can be chosen for a table of a game."""
        panel = f"settings-{game or self.game}"
        self.way.press(self.page.locator(f"[aria-controls={panel}]"))
        return self.page.locator(f"#{panel}")

    def begin(self, game: str = "") -> None:
        """From the start page to a table, in one click."""
        welcomes = self.wire.welcomes
        expect(self.play(game)).to_be_enabled()
        self.way.press(self.play(game))
        self.page.wait_for_url("**/table/*")
        self.wire.until_welcome(welcomes)

    @property
    def table(self) -> str:
        """The name of the table in the address."""
        return self.page.url.rpartition("/table/")[2]
