"""Programs that tests need, from the system's packages: installed without a question, by root or
where `sudo` asks for no password. Who may not is told so. Which programs, their tests know.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# Debian starts what it installs, at ports that may be somebody's, unless this says no.
POLICY = Path("/usr/sbin/policy-rc.d")


@dataclass(frozen=True)
class System:
    """How one kind of system installs packages."""

    install: str
    refresh: str = ""
    as_root: bool = True


SYSTEMS = {
    "apt-get": System("install -q -y --no-install-recommends", refresh="update -q"),
    "dnf": System("install -q -y"),
    "pacman": System("-Sy --noconfirm --needed"),
    "apk": System("add -q"),
    "brew": System("install", as_root=False),
}


def install(sets: Mapping[str, Sequence[str]], services: Sequence[str] = ()) -> bool:
    """Install packages, by the command of each system: the first set that it knows. Services that
    come with them do not run, now or later. Whether one was installed."""
    return any(
        shutil.which(command) and _install_by(command, sets[command], services)
        for command in SYSTEMS
        if command in sets
    )


def _install_by(command: str, sets: Sequence[str], services: Sequence[str]) -> bool:
    system = SYSTEMS[command]
    root = _root() if system.as_root else []
    if root is None:
        print(f"{command} is here, but needs an administrator.", file=sys.stderr)
        return False
    if system.refresh:
        _run([*root, command, *system.refresh.split()])
    with _not_started(root) if services else contextlib.nullcontext():
        installed = any(
            _run([*root, command, *system.install.split(), *packages.split()]) for packages in sets
        )
    if installed and services and Path("/run/systemd/system").is_dir():
        _run([*root, "systemctl", "disable", "--now", *services])
    return installed


@contextlib.contextmanager
def _not_started(root: list[str]) -> Iterator[None]:
    if not POLICY.parent.is_dir() or POLICY.exists():
        yield
        return
    no = f"printf '#!/bin/sh\\nexit 101\\n' > {POLICY} && chmod 755 {POLICY}"
    _run([*root, "sh", "-c", no])
    try:
        yield
    finally:
        _run([*root, "rm", "-f", str(POLICY)])


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
