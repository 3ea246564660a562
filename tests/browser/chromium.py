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
from dataclasses import dataclass
from pathlib import Path

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


@dataclass(frozen=True)
class Packages:
    """How one kind of system installs packages; the first set that it knows is taken."""

    command: str
    install: str
    sets: tuple[str, ...]  # with letters for all our languages
    refresh: str = ""
    as_root: bool = True


SYSTEMS = (
    Packages(
        "apt-get",
        "install -q -y --no-install-recommends",
        (
            "chromium-headless-shell fonts-noto-core",
            "chromium fonts-noto-core",
            "chromium-browser fonts-noto-core",
        ),
        refresh="update -q",
    ),
    Packages("dnf", "install -q -y", ("chromium google-noto-sans-fonts", "chromium")),
    Packages("pacman", "-Sy --noconfirm --needed", ("chromium noto-fonts",)),
    Packages("apk", "add -q", ("chromium font-noto",)),
    Packages("brew", "install --cask", ("chromium", "google-chrome"), as_root=False),
)


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
    for system in SYSTEMS:
        if shutil.which(system.command) and _install_from(system):
            break
    return find()


def _install_from(system: Packages) -> bool:
    root = _root() if system.as_root else []
    if root is None:
        print(f"{system.command} is here, but needs an administrator.", file=sys.stderr)
        return False
    if system.refresh:
        _run([*root, system.command, *system.refresh.split()])
    return any(
        _run([*root, system.command, *system.install.split(), *packages.split()])
        for packages in system.sets
    )


def _root() -> list[str] | None:
    """What to write before a command that an administrator must give; None if we may not."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo"):
        allowed = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
        if allowed.returncode == 0:
            return ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"]
    return None


def _run(words: list[str]) -> bool:
    print("$", *words, flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(words, env=quiet, stdin=subprocess.DEVNULL, check=False).returncode == 0


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
