"""`tenluz` and nothing more: what most people want, the games in the browser."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tenluz import __version__
from tests.commands.running import tenluz
from tests.commands.test_serve import BROWSER, PATIENCE, stop, told_until_ready


def start(home: Path, browser: str) -> "subprocess.Popen[str]":
    """`tenluz` as somebody starts it who has no tables yet; what is compiled already stays so."""
    caches = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    folders = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": caches}
    return subprocess.Popen(
        [sys.executable, "-m", "tenluz.cli"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **folders, "BROWSER": browser},
    )


def test_it_serves_and_opens_the_browser(tmp_path: Path) -> None:
    notes, script = tmp_path / "notes", tmp_path / "browser.py"
    script.write_text(BROWSER.format(notes=str(notes)))
    browser = f"{sys.executable} {script} %s"
    with start(tmp_path, browser) as process:
        place = re.search(r"Tenluz is at (http://127\.0\.0\.1:\d+/)", told_until_ready(process))
        assert place is not None
        # Asked a second time, it opens the server that is there already, and waits for that.
        with start(tmp_path, browser) as again:
            told, complained = again.communicate(timeout=PATIENCE)
        assert (again.returncode, complained) == (0, "")
        assert f"Tenluz is already running at {place[1]}" in told
        assert notes.read_text() == f"200 {place[1]}"
        stop(process)


def test_help_says_so_and_lists_the_commands() -> None:
    ran = tenluz("--help")
    assert ran.status == 0
    assert "tenluz serve" in ran.out
    for command in ("play", "serve", "simulate", "train", "solve", "check", "deal"):
        assert re.search(rf"\b{command}  ", ran.out), command


def test_a_word_that_is_no_command_is_told() -> None:
    ran = tenluz("sevre")
    assert ran.status == 2
    assert "sevre" in ran.err


def test_it_says_its_version() -> None:
    ran = tenluz("--version")
    assert (ran.status, ran.out) == (0, f"tenluz {__version__}\n")
