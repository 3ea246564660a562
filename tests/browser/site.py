"""The real things that a browser test needs: a Chromium, and a server in a process of its own
with the built pages. Also used by the tour."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright

from tenluz.server.data_folder import read_key
from tenluz.server.guests import Guest, Guests
from tenluz.server.pages import PACKAGED
from tenluz.server.warm_up import warm_up
from tests.browser.chromium import find
from tests.server.running import Killable

# The list under the address bar is a page of Chromium's own, which it draws for every profile,
# unseen: 0.7 seconds of a core for each person that comes. Only the last such list counts, so what
# Playwright turns off itself is repeated.
TURNED_OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = (
    f"--disable-features={','.join(TURNED_OFF)}",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0  # its sandbox refuses to work for root
    browser = playwright.chromium.launch(
        executable_path=find(), args=[*ARGUMENTS, *(["--no-sandbox"] if root else [])]
    )
    yield browser
    browser.close()


@dataclass(frozen=True)
class Site:
    """A running server: where it is, and where it keeps its tables."""

    address: str
    data: Path

    def guest(self, name: str = "") -> tuple[Guest, dict[str, Any]]:
        """Somebody new, and the cookie that says so."""
        guest = Guest(secrets.token_urlsafe(12), name)
        guests = Guests(read_key(self.data))
        signed = guests.cookie(guest)
        return guest, {"name": guests.cookie_name, "value": signed, "url": self.address}


@contextmanager
def serving(data: Path) -> Iterator[Site]:
    """A server on a free port."""
    assert (PACKAGED / "index.html").is_file(), "The pages are not built. First: make web"
    warm_up()  # a test has no patience for a compiler
    server = Killable(data)
    server.start()
    yield Site(f"http://{server.address}", data)
    server.stop()
