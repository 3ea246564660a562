"""The browser is found, or installed from the system's packages, or its lack is said plainly."""

import os
import sys
from pathlib import Path

import pytest

from tests.browser import chromium

NAME = "chromium-of-this-test"


@pytest.fixture(autouse=True)
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser, and a folder whose commands go before its own."""
    monkeypatch.setattr(chromium, "COMMANDS", (NAME,))
    monkeypatch.setattr(chromium, "ELSEWHERE", ())
    monkeypatch.delenv(chromium.CHOICE, raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    command(tmp_path / "sudo", 'shift; exec "$@"')
    return tmp_path


def command(path: Path, does: str) -> Path:
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)
    return path


def system(bin_folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> Path:
    """A system with apt-get that does this; the log of what it was asked."""
    log = bin_folder / "log"
    command(bin_folder / "apt-get", f'echo "$DEBIAN_FRONTEND: $*" >> {log}\n{does}')
    apt_alone = {"apt-get": chromium.SETS["apt-get"]}
    monkeypatch.setattr(chromium, "SETS", apt_alone)
    return log


def test_the_first_one_that_runs_is_taken(
    bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(chromium.NoChromium, match="sudo apt install chromium"):
        chromium.find()
    broken = command(bin_folder / "broken", "echo get me elsewhere; exit 10")
    works = command(bin_folder / NAME, "echo Chromium 1")
    monkeypatch.setattr(chromium, "COMMANDS", ("broken", NAME))
    assert chromium.find() == works
    monkeypatch.setenv(chromium.CHOICE, str(broken))
    with pytest.raises(chromium.NoChromium, match="does not run"):
        chromium.find()


def test_it_is_installed_without_a_question(
    bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = bin_folder / NAME
    does = f"printf '#!/bin/sh\\n' > {browser}; chmod +x {browser}"
    log = system(bin_folder, monkeypatch, does)
    command(browser, "exit 1")
    assert chromium.install() == browser
    refresh, install = log.read_text().splitlines()
    assert refresh == "noninteractive: update -q"
    assert install.startswith("noninteractive: install -q -y ")
    assert install.endswith(" chromium-headless-shell fonts-noto-core")  # with Cyrillic letters
    assert chromium.install() == browser
    assert len(log.read_text().splitlines()) == 2


def test_where_it_cannot_be_installed_one_is_told_what_to_do(
    bin_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = system(bin_folder, monkeypatch, "exit 100")
    monkeypatch.setattr(sys, "argv", ["chromium", "--install"])
    assert chromium.main() == 1
    assert "brew install --cask chromium" in capsys.readouterr().err
    assert "chromium-browser" in log.read_text()  # Ubuntu's name was tried, too
