"""The Chromium that the browser tests drive: found on this machine, or installed from its
system's packages. Knows nothing of the pages.

`python -m tests.browser.chromium` says which one is found; `--install` brings one where
there is none.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests import system_packages

CHOICE = "TENLUZ_CHROMIUM"  # a browser of one's own choice, by its path
# The shell is the same browser without the parts that nobody sees here: a fifth less time.
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ELSEWHERE = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "~/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "%ProgramFiles%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Google/Chrome/Application/chrome.exe",
    "%LocalAppData%/Google/Chrome/Application/chrome.exe",
    "%LocalAppData%/Chromium/Application/chrome.exe",
)
BY_HAND = f"""The tests of the pages need a Chromium or a Google Chrome, and found none.
`make chromium` installs one where it may. By hand:
    Debian        sudo apt install chromium fonts-noto-core
    Ubuntu        sudo apt install chromium-browser fonts-noto-core
    Fedora        sudo dnf install chromium google-noto-sans-fonts
    Arch          sudo pacman -S chromium noto-fonts
    Alpine        sudo apk add chromium font-noto
    macOS         brew install --cask chromium
Or name one that you have: {CHOICE}=/path/to/chromium"""


class NoChromium(Exception):
    """There is none, and what to do about it."""


# By what each system installs packages, the best set first; with letters for all our languages.
SETS = {
    "apt-get": (
        "chromium-headless-shell fonts-noto-core",
        "chromium fonts-noto-core",
        "chromium-browser fonts-noto-core",
    ),
    "dnf": ("chromium google-noto-sans-fonts", "chromium"),
    "pacman": ("chromium noto-fonts",),
    "apk": ("chromium font-noto",),
    "brew": ("--cask chromium", "--cask google-chrome"),
}


def find() -> Path:
    """The browser to use; NoChromium says what to do where there is none."""
    if chosen := os.environ.get(CHOICE):
        if _works(chosen):
            return Path(chosen)
        raise NoChromium(f"{CHOICE} names {chosen}, which does not run.")
    for path in _candidates():
        if _works(path):
            return Path(path)
    raise NoChromium(BY_HAND)


def _candidates() -> Iterator[str]:
    for command in COMMANDS:
        if path := shutil.which(command):
            yield path
    for place in ELSEWHERE:
        path = os.path.expandvars(os.path.expanduser(place))
        if Path(path).is_file():
            yield path


def _works(path: str) -> bool:
    """Whether it starts: Ubuntu has a command that only says where to get the browser."""
    if sys.platform == "win32":
        return Path(path).is_file()  # asked for its version it would open a window
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def install() -> Path:
    """Find a browser, or install one; NoChromium where that is not possible."""
    try:
        return find()
    except NoChromium:
        if os.environ.get(CHOICE):
            raise
    system_packages.install(SETS)
    return find()


def main() -> int:
    """Say where the browser is, and 1 if there is none."""
    try:
        print(install() if "--install" in sys.argv[1:] else find())
    except NoChromium as none:
        print(none, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
