"""The table of an environment as text or as pixels, as one seat sees it.

Everything is made from the screen of a seat and from what everybody saw happen. A game's part
`picture` has a `PAINTER`; a game without one is shown as the values of its screen. Drawing takes
far longer than playing, so nothing here runs without a render mode. Pixels need Pillow.
"""

from tenluz.envs.render.painter import RENDER_MODES, Painter, Pixels, PlainPainter
from tenluz.envs.single_game import SingleGame


def painter(single_game: SingleGame, mode: str | None) -> Painter | None:
    """Who draws this game; nobody where nothing is to be drawn."""
    if mode is None:
        return None
    if mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}.")
    part = single_game.encoding.game.part("picture")
    made: Painter = (PlainPainter if part is None else part.PAINTER)(single_game, mode)
    return made


__all__ = ["RENDER_MODES", "Painter", "Pixels", "painter"]
