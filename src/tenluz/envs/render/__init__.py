"""The table of an environment as text or as pixels, as one seat sees it.

Everything is made from the sight of a seat (games/*/sight.py) and from what everybody saw
happen. Drawing takes far longer than playing, so nothing here runs without a render mode.
"""

import importlib

from tenluz.envs.desk import Desk
from tenluz.envs.render.painter import RENDER_MODES, Painter


def painter(desk: Desk, mode: str | None) -> Painter | None:
    """Who draws this game; nobody where nothing is to be drawn."""
    if mode is None:
        return None
    if mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}.")
    name = desk.encoding.game.name
    made: Painter = importlib.import_module(f"tenluz.envs.render.{name}").PAINTER(desk, mode)
    return made


__all__ = ["RENDER_MODES", "Painter", "painter"]
