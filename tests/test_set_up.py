"""A set of pinned packages installs the same whatever has been published since."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def wheel(folder: Path, name: str, version: str, *needs: str) -> str:
    """A package with nothing in it, in a folder that pip looks into; its line in a set."""
    info = f"{name}-{version}.dist-info"
    requires = "".join(f"Requires-Dist: {need}\n" for need in needs)
    said = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nProvides-Extra: more\n"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(f"{info}/METADATA", said + requires)
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name}=={version} --hash=sha256:{digest}\n"


def test_a_newer_version_of_what_is_asked_for_with_an_extra_is_not_taken(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    published, sets = tmp_path / "published", tmp_path / "requirements"
    published.mkdir()
    sets.mkdir()
    pinned = wheel(published, "inner", "1.0")
    wheel(published, "inner", "1.1")
    asks = wheel(published, "outer", "1.0", "inner[more]>=1.0")
    (sets / "play.txt").write_text(asks + pinned)
    (tmp_path / "pyproject.toml").touch()
    given = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(published), "PIP_CONFIG_FILE": os.devnull}
    made = subprocess.run(
        # The set alone: the project itself, which comes after it, is not in this folder.
        ["make", ".venv/.play", f"PYTHON={sys.executable}"],
        check=False, cwd=tmp_path, env=os.environ | given, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    found = [path.name for path in tmp_path.glob(".venv/lib/python*/site-packages/inner-*")]
    assert found == ["inner-1.0.dist-info"], made.stdout + made.stderr
