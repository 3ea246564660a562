"""Compiled code is kept on disk: used again, never stale, never in the way."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tenluz.games import code_cache
from tenluz.games.compiled import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="with the compiler off no code is kept")

PACKAGE = Path(code_cache.__file__).parents[1]
DAY = 24 * 3600

# Uses three compiled functions, one calling the next, and tells what Numba did for them.
USE_SOME = """
import json
from tenluz.games import bits, code_cache
assert [bits.nth(0b1010, n) for n in range(2)] == [1, 3]
stats = [f.stats for f in (bits.size, bits.lowest, bits.nth)]
print(json.dumps({
    "hits": sum(sum(s.cache_hits.values()) for s in stats),
    "compiled": sum(sum(s.cache_misses.values()) for s in stats),
    "cached": bits.size._cache.__class__.__name__,
    "digests": {room: code_cache.digest(room) for room in code_cache.ROOMS},
}))
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
    """A copy of the package's games, to edit."""
    source = tmp_path / "source"
    leave = shutil.ignore_patterns("__pycache__")
    (source / "tenluz").mkdir(parents=True)
    shutil.copy(PACKAGE / "__init__.py", source / "tenluz")
    shutil.copytree(PACKAGE / "games", source / "tenluz" / "games", ignore=leave)
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


def test_an_edit_of_the_rules_starts_anew(tmp_path, copied):
    cache = tmp_path / "cache"
    before = run(cache, copied)
    assert run(cache, copied)["compiled"] == 0
    rules = copied / "tenluz" / "games" / "luz" / "rules.py"
    rules.write_text(rules.read_text() + "\n# an edit\n")
    after = run(cache, copied)
    assert after["compiled"] == before["compiled"]
    for room in code_cache.ROOMS:  # every room may call the rules
        assert after["digests"][room] != before["digests"][room]
    assert len({path.name for path in cache.iterdir()}) == 2


def test_an_edit_of_a_room_leaves_the_rooms_below_it(tmp_path, copied):
    cache = tmp_path / "cache"
    before = run(cache, copied)
    (copied / "tenluz" / "bots").mkdir()
    (copied / "tenluz" / "bots" / "new.py").write_text("")
    after = run(cache, copied)
    assert after["digests"]["games"] == before["digests"]["games"]
    assert after["compiled"] == 0
    for room in ("bots", "lab", "envs"):
        assert after["digests"][room] != before["digests"][room]


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
    assert code_cache.room_folder.__wrapped__("games") is None


def test_folders_that_nobody_has_used_for_a_month_are_removed(tmp_path):
    """Ours alone: whoever keeps code beside a folder of games does not lose the games."""
    old, young = "0123456789abcdef", "fedcba9876543210"
    ages = {f"games-{old}": 40, f"lab-{old}": 31, f"games-{young}": 20}
    others = {"games": 400, "games-of-chess": 400, "labour": 400, "somebody-elses": 400}
    for name, days in {**ages, **others}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbi").write_text("")
        os.utime(tmp_path / name, (time.time() - days * DAY,) * 2)
    told = run(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {f"games-{young}", f"games-{told['digests']['games']}", *others}


def test_a_folder_in_use_is_touched_and_stays(tmp_path):
    run(tmp_path)
    (folder,) = tmp_path.iterdir()
    os.utime(folder, (time.time() - 40 * DAY,) * 2)
    assert run(tmp_path)["compiled"] == 0
    assert time.time() - folder.stat().st_mtime < DAY


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/c"}, "/c/tenluz/compiled"),
        ("linux", {"HOME": "/h"}, "/h/.cache/tenluz/compiled"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/tenluz/compiled"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/tenluz/compiled"),
        ("win32", {"TENLUZ_CACHE": "/mine"}, "/mine"),
    ],
)
def test_where_code_is_kept(monkeypatch, platform, variables, folder):
    for name in ("TENLUZ_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert code_cache.base_folder().as_posix() == folder


def test_functions_from_elsewhere_are_compiled_in_memory():
    """No digest stands for their text, so nothing of them may be kept."""
    assert code_cache._Locator.from_function(run, __file__) is None
