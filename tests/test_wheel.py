"""What is packed: everything that playing needs, and nothing without the pages."""

import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tests.games_played import GAMES

ROOT = Path(__file__).parents[1]
TAKEN = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore", "Makefile")
PAGES = ("index.html", "icon.svg", "assets/index-1234.js")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of ours, without the pages that may have been built in it."""
    copy = tmp_path / "checkout"
    copy.mkdir()
    for name in TAKEN:
        shutil.copy(ROOT / name, copy)
    left_out = shutil.ignore_patterns("__pycache__", "node_modules")
    shutil.copytree(ROOT / "src", copy / "src", ignore=left_out)
    shutil.copytree(ROOT / "web", copy / "web", ignore=left_out)
    shutil.rmtree(copy / "src" / "tenluz" / "web", ignore_errors=True)
    return copy


@pytest.fixture
def built(checkout: Path) -> Path:
    """The same with pages: no real ones, as packing does not look into them."""
    for name in PAGES:
        page = checkout / "src" / "tenluz" / "web" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(name)
    return checkout


def wheel(root: Path, version: str = "standard") -> list[str]:
    """Pack a wheel; the names of the files in it."""
    [path] = WheelBuilder(str(root)).build(directory=str(root / "dist"), versions=[version])
    with zipfile.ZipFile(path) as packed:
        return packed.namelist()


def test_a_wheel_holds_all_that_playing_needs(built: Path) -> None:
    names = set(wheel(built))
    assert {f"tenluz/web/{page}" for page in PAGES} <= names
    assert {f"tenluz/games/{game}/RULES.md" for game in GAMES} <= names
    assert {"tenluz/py.typed", "tenluz/server/guide/guide.css"} <= names
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


def test_without_pages_nothing_is_packed_and_it_says_what_to_do(checkout: Path) -> None:
    for builder in (WheelBuilder, SdistBuilder):
        packing = builder(str(checkout)).build(directory=str(checkout), versions=["standard"])
        with pytest.raises(SystemExit, match="make web"):
            next(packing)


def test_who_wants_no_pages_can_say_so(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENLUZ_WITHOUT_PAGES", "1")
    assert "tenluz/cli.py" in wheel(checkout)


def test_a_checkout_to_work_on_needs_no_pages(checkout: Path) -> None:
    assert any(name.endswith(".pth") for name in wheel(checkout, "editable"))
