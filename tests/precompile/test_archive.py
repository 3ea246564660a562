"""An archive that does not fit this machine is left alone, and one line says why."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenluz.engine import precompiled
from tenluz.engine.precompiled import INDEX, archive, machine, read_index

FITTING: dict[str, Any] = {"made_of": {}, "variants": [], "functions": {}}


@pytest.fixture(autouse=True)
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of archives of our own, and nothing known of others."""
    monkeypatch.setattr(precompiled, "ARCHIVES", tmp_path)
    monkeypatch.delenv(precompiled.SWITCH, raising=False)
    archive.cache_clear()
    yield tmp_path
    archive.cache_clear()


def pack(folder: Path, **changed: Any) -> Path:
    """An archive for this machine without functions."""
    path = folder / f"{machine()}.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(INDEX, json.dumps(FITTING | changed))
    return path


def test_code_of_another_numba_is_not_loaded(
    archives: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pack(archives, made_of={"numba": "0.1"})
    assert archive() is None
    [line] = caplog.messages
    assert "made with Numba 0.1" in line
    assert "\n" not in line


def test_code_for_better_processors_is_not_loaded(
    archives: Path, caplog: pytest.LogCaptureFixture
) -> None:
    variants = [{"name": "of tomorrow", "needs": ["time-travel"]}]
    pack(archives, made_of={"numba": precompiled.numba.__version__}, variants=variants)
    assert archive() is None
    [line] = caplog.messages
    assert "time-travel" in line


def test_without_an_archive_nothing_is_said(caplog: pytest.LogCaptureFixture) -> None:
    assert archive() is None
    assert caplog.messages == []


def test_half_an_archive_is_none(archives: Path) -> None:
    path = pack(archives)
    assert read_index(path) == FITTING
    path.write_bytes(path.read_bytes()[:-20])
    assert read_index(path) is None
    assert archive() is None


def test_it_can_be_left_alone(archives: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variants = [{"name": "any", "needs": []}]
    pack(archives, made_of={"numba": precompiled.numba.__version__}, variants=variants)
    assert archive() is not None
    archive.cache_clear()
    monkeypatch.setenv(precompiled.SWITCH, precompiled.ALWAYS)
    assert archive() is None
