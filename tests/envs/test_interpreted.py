"""With the compiler off an environment says the same, to the byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tenluz.engine.compiled import INTERPRETED
from tests.envs.hashes import hashes

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(INTERPRETED, reason="compares with a compiled run")
def test_interpreted_and_compiled_environments_say_the_same():
    command = [sys.executable, "-m", "tests.envs.hashes"]
    told = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == hashes()
