"""Without the packages of an interface, importing it says what to install."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("missing", "module", "told"),
    [
        ("pettingzoo", "level10_v0", "PettingZoo is not installed"),
        ("gymnasium", "luz_v0", "PettingZoo is not installed"),
        ("gymnasium", "gymnasium_env", "Gymnasium is not installed"),
    ],
)
def test_what_is_missing_is_told(missing, module, told):
    code = f"import sys; sys.modules[{missing!r}] = None; from tenluz.envs import {module}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"ImportError: {told}: pip install 'tenluz[envs]'" in ran.stderr
