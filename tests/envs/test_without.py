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


def test_without_pillow_games_are_played_and_told_and_only_pictures_are_missing():
    code = """
import sys
sys.modules["PIL"] = None
from tenluz.envs import luz_v0
from tenluz.envs.render.painter import PlainPainter
table = luz_v0.env()
table.reset(seed=1)
assert "deal: 0" in PlainPainter(table._single_game, "ansi").text(0)
luz_v0.env(render_mode="rgb_array")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "ImportError: Pillow is not installed: pip install 'tenluz[envs]'" in ran.stderr
