"""A third game, `examples/oh_hell`, installed beside Tenluz as anybody would install it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "oh_hell"
PATIENCE = 600.0  # a cold cache compiles

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="package")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the game is installed, in a folder that nobody else sees."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    quietly = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(folder)]
    subprocess.run([*pip, *quietly, str(EXAMPLE)], check=True, capture_output=True)
    path = os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))
    return {**os.environ, "PYTHONPATH": path, "TENLUZ_DATA": str(tmp_path_factory.mktemp("data"))}


@pytest.fixture(scope="package")
def run(beside: dict[str, str]) -> Run:
    """Run Python there: `run("-m", "tenluz.cli", "games")`."""

    def made(*words: str, keys: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            [sys.executable, *words],
            input=keys,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**beside, **more},
            cwd=ROOT,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done

    return made
