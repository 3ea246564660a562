"""Programs for tests come from the system's packages where that may be, and nothing of theirs is
left running."""

import os
from pathlib import Path

import pytest

from tests import system_packages
from tests.server import proxies


@pytest.fixture(autouse=True)
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an apt-get that installs nothing and writes down what it was asked."""
    apt = tmp_path / "apt-get"
    apt.write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/log\ncp {tmp_path}/policy {tmp_path}/was\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(system_packages, "POLICY", tmp_path / "policy")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def test_what_is_installed_is_not_started(bin_folder: Path) -> None:
    """Nor disabled by systemd here: there is no such service."""
    asked = {"no-such-manager": ("x",), "apt-get": ("nginx caddy", "nginx")}
    (bin_folder / "systemctl").symlink_to("/bin/true")
    assert system_packages.install(asked, services=("nginx", "caddy"))
    refresh, install = (bin_folder / "log").read_text().splitlines()
    assert refresh == "update -q"
    assert install == "install -q -y --no-install-recommends nginx caddy"
    assert (bin_folder / "was").read_text() == "#!/bin/sh\nexit 101\n"
    assert not (bin_folder / "policy").exists()


def test_who_may_not_is_told(
    bin_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    (bin_folder / "sudo").symlink_to("/bin/false")
    assert not system_packages.install({"apt-get": ("nginx",)})
    assert "needs an administrator" in capsys.readouterr().err
    assert not (bin_folder / "log").exists()


def test_what_cannot_be_had_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(proxies, "NAMES", ("no-such-proxy",))
    monkeypatch.setattr(system_packages, "SYSTEMS", {})
    monkeypatch.setattr("sys.argv", ["proxies", "--install"])
    assert proxies.main() == 1
    assert "sudo apt install no-such-proxy" in capsys.readouterr().err
