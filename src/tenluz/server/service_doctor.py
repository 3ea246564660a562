"""Looks at what a server has around it as a service of this machine: how many files it may open,
how old its newest backup is, and whether nginx, in front of it, has connections for many people.

What is not there is not spoken of: a server at home has none of it. Nothing is changed.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tenluz.server.data_folder import reason
from tenluz.server.doctor import PATIENCE, Finding
from tenluz.server.ports import MOST_FILES, allow_open_files
from tenluz.server.public_address import PublicAddress

FILES = 4096  # a connection is one, and a public server has many
UNIT = "tenluz.service"
# Where the units in deploy/ put what they copy, of a folder and of a PostgreSQL.
BACKUPS, DUMPS = Path("/var/backups/tenluz"), Path("/var/backups/tenluz-postgresql")
OLD = 48  # hours: every night there should be one
NGINX = Path("/etc/nginx")
# What nginx and systemd allow where nothing is said.
CONNECTIONS, NGINX_FILES = 512, 1024


def look_at_files() -> Iterator[Finding]:
    """How many files the service may open; where there is none, whoever asks."""
    who, files = _of_service() or ("a server that you start", allow_open_files())
    yield Finding(
        files >= FILES,
        f"{who} may open {files} files",
        f"For more than a few hundred people allow {FILES} or more: LimitNOFILE= in {UNIT}, or "
        "`ulimit -n`.",
    )


def _of_service() -> tuple[str, int] | None:
    words = ["systemctl", "show", UNIT, "--property=LoadState,MainPID,LimitNOFILE"]
    try:
        told = subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.SubprocessError):
        return None  # a machine without systemd
    its = dict(line.split("=", 1) for line in told.stdout.splitlines() if "=" in line)
    if its.get("LoadState") != "loaded":
        return None
    process = its.get("MainPID", "0")
    try:
        limits = Path(f"/proc/{process}/limits").read_text()
    except OSError:  # it does not run
        return UNIT, _number(its.get("LimitNOFILE", ""))
    found = re.search(r"^Max open files +(\w+)", limits, re.M)
    return f"{UNIT}, process {process},", _number(found[1] if found else "")


def _number(text: str) -> int:
    """A limit; more than a server takes for itself where there is none."""
    return int(text) if text.isdigit() else MOST_FILES


def look_at_backups(folder: Path | None, usual: Path) -> Iterator[Finding]:
    """How old the newest backup is, in a folder or else where it usually is."""
    place = folder or usual
    timer = "tenluz-pg-dump.timer" if usual == DUMPS else "tenluz-backup.timer"
    try:
        made = [
            one.stat().st_mtime
            for one in place.iterdir()
            if one.name.endswith((".tar.gz", ".dump"))
        ]
    except FileNotFoundError:
        if folder is not None:
            said = "Say with --backups where the backups are."
            yield Finding(False, f"{place} does not exist", said)
        return
    except OSError as error:
        said = f"cannot look at {place}: {reason(error)}"
        yield Finding(False, said, "Run `tenluz doctor` as its owner, or as root.")
        return
    advice = f"`systemctl status {timer}` and `journalctl --unit {timer[:-6]}` say why."
    if not made:
        yield Finding(False, f"there is no backup in {place}", advice)
        return
    hours = int((time.time() - max(made)) // 3600)
    yield Finding(hours < OLD, f"the newest backup in {place} is {hours} hours old", advice)


def look_at_nginx(public: PublicAddress) -> Iterator[Finding]:
    """How many connections nginx takes, where it is what stands in front."""
    try:
        whole = _settings(NGINX / "nginx.conf", *NGINX.glob("modules-enabled/*.conf"))
        sites = _settings(*NGINX.glob("conf.d/*.conf"), *NGINX.glob("sites-enabled/*"))
    except (OSError, ValueError):  # there is none, or this user may not read it
        return
    if not re.search(rf"\bserver_name\b[^;]*\s{re.escape(public.name)}[\s;]", sites):
        return
    most = min(
        _said(whole, "worker_connections", CONNECTIONS),
        _said(whole, "worker_rlimit_nofile", NGINX_FILES),
    )
    yield Finding(
        most >= FILES,
        f"a process of nginx takes {most} connections, two for each person",
        f"Set worker_connections in {NGINX / 'nginx.conf'}, and worker_rlimit_nofile to twice as "
        "many: step 3 of docs/public-server.md.",
    )


def _settings(*files: Path) -> str:
    """What files say, without comments."""
    return "\n".join(re.sub(r"#.*", "", one.read_text()) for one in files)


def _said(settings: str, name: str, usual: int) -> int:
    found = re.search(rf"\b{name}\s+(\d+)\s*;", settings)
    return int(found[1]) if found else usual
