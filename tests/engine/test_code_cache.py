"""Compiled code is kept on disk: used again, never stale, never in the way."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tenluz.engine import code_cache
from tenluz.engine.compiled import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="with the compiler off no code is kept")

PACKAGE = Path(code_cache.__file__).parents[1]
DAY = 24 * 3600
PLACES = ("engine", "games/luz/rules", "games/luz/bots", "games/level10/rules", "lab")

# Uses three compiled functions, one calling the next, and tells what Numba did for them.
USE_SOME = f"""
import json
from pathlib import Path
from tenluz.engine import bits, code_cache
package = code_cache.PACKAGE
files = {{name: package / name / "some.py" for name in {PLACES}}}
assert [bits.nth(0b1010, n) for n in range(2)] == [1, 3]
stats = [f.stats for f in (bits.size, bits.lowest, bits.nth)]
print(json.dumps({{
    "hits": sum(sum(s.cache_hits.values()) for s in stats),
    "compiled": sum(sum(s.cache_misses.values()) for s in stats),
    "cached": bits.size._cache.__class__.__name__,
    "digests": {{
        name: code_cache.digest(code_cache.code_of(file, package / "games" / "luz"))
        for name, file in files.items()
    }},
}}))
"""


def run(cache, source=PACKAGE.parent, script=USE_SOME):
    """What a fresh process tells that keeps its code in `cache`."""
    environment = {
        **os.environ,
        "TENLUZ_CACHE": str(cache),
        "PYTHONPATH": str(source),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.fixture
def copied(tmp_path):
    """A copy of the engine and the games, to edit."""
    source = tmp_path / "source"
    leave = shutil.ignore_patterns("__pycache__")
    (source / "tenluz").mkdir(parents=True)
    shutil.copy(PACKAGE / "__init__.py", source / "tenluz")
    for room in ("engine", "games"):
        shutil.copytree(PACKAGE / room, source / "tenluz" / room, ignore=leave)
    return source


def test_the_second_process_compiles_nothing(tmp_path):
    first = run(tmp_path)
    assert first["hits"] == 0
    assert first["compiled"] > 0
    written = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert written
    second = run(tmp_path)
    assert second["compiled"] == 0
    assert second["hits"] > 0
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == written


def changed(before, after):
    """The places whose code is another after an edit."""
    return {name for name, digest in before.items() if after[name] != digest}


def digests(package):
    """What the code of each place is named after, from the text as it is now."""
    code_cache.text_digest.cache_clear()
    code_cache.digest.cache_clear()
    return {
        name: code_cache.digest(
            code_cache.code_of(package / name / "some.py", package / "games" / "luz")
        )
        for name in PLACES
    }


def test_an_edit_of_the_engine_starts_everything_anew(tmp_path, copied):
    cache = tmp_path / "cache"
    before = run(cache, copied)
    assert run(cache, copied)["compiled"] == 0
    edited = copied / "tenluz" / "engine" / "dice.py"
    edited.write_text(edited.read_text() + "\n# an edit\n")
    after = run(cache, copied)
    assert after["compiled"] == before["compiled"]
    assert changed(before["digests"], after["digests"]) == set(PLACES)
    assert len({path.name for path in cache.iterdir()}) == 2


@pytest.mark.parametrize(
    ("place", "stale"),
    [
        ("games/luz/rules/apply.py", {"engine", "games/luz/rules", "games/luz/bots", "lab"}),
        ("games/luz/bots/rules_bot.py", {"engine", "games/luz/bots", "lab"}),
        ("games/level10/rules/apply.py", {"games/level10/rules"}),
        ("lab/playouts.py", {"games/luz/bots", "lab"}),
        ("server/app.py", set()),
    ],
)
def test_an_edit_makes_stale_what_may_call_it_and_nothing_else(copied, monkeypatch, place, stale):
    """What is made for one game does not depend on another; rules depend on no room."""
    package = copied / "tenluz"
    monkeypatch.setattr(code_cache, "PACKAGE", package)
    monkeypatch.setattr(code_cache, "ENGINE", package / "engine")
    rooms = tuple(package / room.name for room in code_cache.ROOMS)
    monkeypatch.setattr(code_cache, "ROOMS", rooms)
    before = digests(package)
    edited = package / place
    edited.parent.mkdir(parents=True, exist_ok=True)
    edited.write_text((edited.read_text() if edited.exists() else "") + "\n# an edit\n")
    assert changed(before, digests(package)) == stale


def test_code_of_the_engine_that_is_made_for_no_game_depends_on_none():
    here = Path(code_cache.__file__)
    assert code_cache.code_of(here).texts == (code_cache.ENGINE,)


def test_without_a_folder_to_write_in_code_is_compiled_each_time(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    for _ in range(2):
        told = run(in_the_way / "cache")
        assert told["cached"] == "NullCache"
        assert told["hits"] == 0
    assert in_the_way.read_text() == "not a folder"


def test_a_folder_that_may_not_be_written_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("TENLUZ_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    code = code_cache.code_of(Path(code_cache.__file__))
    assert code_cache.code_folder.__wrapped__(code) is None


def test_folders_that_nobody_has_used_for_a_month_are_removed(tmp_path):
    """Ours alone: whoever keeps code beside a folder of games does not lose the games."""
    old, young = "0123456789abcdef", "fedcba9876543210"
    ages = {f"engine-{old}": 40, f"lab-{old}": 31, f"luz-{young}": 20}
    others = {"games": 400, "games-of-chess": 400, "labour": 400, "somebody-elses": 400}
    for name, days in {**ages, **others}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbi").write_text("")
        os.utime(tmp_path / name, (time.time() - days * DAY,) * 2)
    run(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    of_engine = code_cache.digest(code_cache.code_of(Path(code_cache.__file__)))
    assert left == {f"luz-{young}", f"engine-{of_engine}", *others}


def test_a_folder_in_use_is_touched_and_stays(tmp_path):
    run(tmp_path)
    (folder,) = tmp_path.iterdir()
    os.utime(folder, (time.time() - 40 * DAY,) * 2)
    assert run(tmp_path)["compiled"] == 0
    assert time.time() - folder.stat().st_mtime < DAY


def test_where_code_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("TENLUZ_CACHE", "/mine")
    assert code_cache.base_folder() == Path("/mine")
    monkeypatch.delenv("TENLUZ_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    folder = code_cache.base_folder()
    assert folder.is_relative_to(tmp_path)
    assert folder.parts[-2:] == ("tenluz", "compiled")


def test_functions_from_elsewhere_are_compiled_in_memory():
    """No digest stands for their text, so nothing of them may be kept."""
    assert code_cache._Locator.from_function(run, __file__) is None
