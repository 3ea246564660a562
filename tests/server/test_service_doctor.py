"""What `tenluz doctor` says of a server as a service: its files, its backups, nginx before it."""

import os
import resource
import time
from pathlib import Path

import pytest

from tenluz.server import service_doctor
from tests.commands.running import tenluz

URL = "http://127.0.0.1:9"  # where nobody answers


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with systemd, nginx and backups of its own, or without."""
    monkeypatch.setattr(service_doctor, "NGINX", tmp_path / "nginx")
    monkeypatch.setattr(service_doctor, "BACKUPS", tmp_path / "backups")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    systemd(tmp_path, "LoadState=not-found\nMainPID=0\nLimitNOFILE=524288")
    return tmp_path


def systemd(machine: Path, says: str) -> None:
    program = machine / "systemctl"
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{says}\nEND\n")
    program.chmod(0o755)


def told(machine: Path, *words: object) -> str:
    return tenluz("doctor", "--data", machine / "data", *words).out


def test_without_a_service_it_is_about_whoever_asks(machine: Path) -> None:
    said = told(machine, "--public-url", URL)
    assert " a server that you start may open " in said
    assert "backup" not in said
    assert "of nginx" not in said


def test_the_files_that_the_service_may_open(machine: Path) -> None:
    systemd(machine, "LoadState=loaded\nMainPID=0\nLimitNOFILE=1024")
    assert (
        "NO  tenluz.service may open 1024 files\n    For more than a few hundred people allow "
        "4096 or more: LimitNOFILE= in tenluz.service, or `ulimit -n`.\n"
    ) in told(machine)
    systemd(machine, "LoadState=loaded\nMainPID=0\nLimitNOFILE=infinity")
    assert "ok  tenluz.service may open 65536 files\n" in told(machine)


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="only Linux has it")
def test_of_a_service_that_runs_its_process_says_it(machine: Path) -> None:
    here = os.getpid()
    systemd(machine, f"LoadState=loaded\nMainPID={here}\nLimitNOFILE=1")
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert f" tenluz.service, process {here}, may open {files} files\n" in told(machine)


def test_how_old_the_newest_backup_is(machine: Path) -> None:
    folder = machine / "backups"
    folder.mkdir()
    assert f"NO  there is no backup in {folder}\n    `systemctl status tenluz-backup.timer`" in (
        told(machine)
    )
    (folder / "half.part").touch()
    for name, hours in (("old.tar.gz", 400), ("new.tar.gz", 50)):
        (folder / name).touch()
        os.utime(folder / name, (time.time() - hours * 3600,) * 2)
    assert f"NO  the newest backup in {folder} is 50 hours old\n" in told(machine)
    (folder / "newer.tar.gz").touch()
    assert f"ok  the newest backup in {folder} is 0 hours old\n" in told(machine)


def test_backups_that_are_elsewhere(machine: Path) -> None:
    elsewhere = machine / "elsewhere"
    assert (
        f"NO  {elsewhere} does not exist\n    Say with --backups where the backups are.\n"
        in told(machine, "--backups", elsewhere)
    )
    elsewhere.mkdir()
    (elsewhere / "tables.dump").touch()
    assert f"ok  the newest backup in {elsewhere} is 0 hours old\n" in told(
        machine, "--backups", elsewhere
    )
    (machine / "file").touch()
    assert f"NO  cannot look at {machine / 'file'}: Not a directory\n" in told(
        machine, "--backups", machine / "file"
    )


def test_nginx_has_connections_for_many_people(machine: Path) -> None:
    for folder in ("conf.d", "modules-enabled"):
        (machine / "nginx" / folder).mkdir(parents=True)
    whole = machine / "nginx" / "nginx.conf"
    whole.write_text("# worker_connections 9999;\nevents {\n\tworker_connections 768;\n}\n")
    site = machine / "nginx" / "conf.d" / "tenluz.conf"
    site.write_text("server {\n    # server_name 127.0.0.1;\n    server_name other.example.org;\n}")
    assert "of nginx" not in told(machine, "--public-url", URL), "it is not what stands in front"
    site.write_text("server {\n    server_name 127.0.0.1;\n}")
    assert "of nginx" not in told(machine)
    assert (
        "NO  a process of nginx takes 768 connections, two for each person\n"
        f"    Set worker_connections in {whole}, and worker_rlimit_nofile to twice as many: step 3 "
        "of docs/public-server.md.\n"
    ) in told(machine, "--public-url", URL)
    whole.write_text("events {\n\tworker_connections 32768;\n}\n")
    said = told(machine, "--public-url", URL)
    assert "NO  a process of nginx takes 1024 connections" in said, "it may not open more files"
    (machine / "nginx/modules-enabled/90-tenluz.conf").write_text("worker_rlimit_nofile 65536;")
    said = told(machine, "--public-url", URL)
    assert "ok  a process of nginx takes 32768 connections" in said
