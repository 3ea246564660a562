"""What every painter of a table can do."""

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from tenluz.engine.types import Seat
from tenluz.envs.single_game import SingleGame

Pixels = npt.NDArray[np.uint8]

RENDER_MODES = ("human", "ansi", "rgb_array")


def agent_name(seat: int) -> str:
    """A seat as PettingZoo calls it."""
    return f"player_{seat}"


class Painter:
    """Draws one game. It is told of each step, for what only a memory of the game can show."""

    def __init__(self, single_game: SingleGame, mode: str) -> None:
        self._single_game = single_game
        self._game = single_game.encoding.game
        self._mode = mode

    def begin(self) -> None:
        """A new game has been dealt."""

    def before(self) -> Any:
        """Something is about to be done: what `after` needs to know of now."""

    def after(self, before: Any) -> None:
        """It has been done."""

    def show(self, seat: int) -> str | Pixels | None:
        """The table by the render mode: `human` prints the text."""
        if self._mode == "rgb_array":
            return self.picture(seat)
        if self._mode == "human":
            print(self.text(seat))
            return None
        return self.text(seat)

    def go_on(self, seat: int) -> None:
        """Something has happened: a person watching sees it without asking."""
        if self._mode == "human":
            self.show(seat)

    def plain_view(self, seat: int) -> Any:
        """What a seat, or a watcher, may know: a plain record of the game's own type."""
        return self._game.plain_view(self._single_game.options, self._single_game.state, Seat(seat))

    def screen(self, seat: int) -> Any:
        """The same with names: the game's own `Screen`."""
        return self._game.screen(self._single_game.options, self.plain_view(seat))

    def text(self, seat: int) -> str:
        """The table in lines of text."""
        raise NotImplementedError

    def picture(self, seat: int) -> Pixels:
        """The table in pixels: height, width, red-green-blue. The size depends on options only."""
        raise NotImplementedError


class PlainPainter(Painter):
    """For any game: the values of a screen, a line each."""

    LINE, EDGE, WIDTH, MOST_LINES = 16, 12, 640, 40

    def text(self, seat: int) -> str:
        return "\n".join(self._lines(seat))

    def picture(self, seat: int) -> Pixels:
        from tenluz.envs.render.canvas import Canvas

        canvas = Canvas(self.WIDTH, 2 * self.EDGE + self.MOST_LINES * self.LINE)
        for number, line in enumerate(self._lines(seat)[: self.MOST_LINES]):
            canvas.write(self.EDGE, self.EDGE + number * self.LINE, line)
        return canvas.pixels

    def _lines(self, seat: int) -> list[str]:
        values = dataclasses.asdict(self.screen(seat))
        return [f"{name}: {_short(value)}" for name, value in values.items()]


def _short(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_short(one) for one in value) or "-"
    if isinstance(value, dict):
        return " ".join(f"{name} {_short(one)}" for name, one in value.items() if one is not None)
    return "-" if value is None else str(value)


def painter(single_game: SingleGame, mode: str | None) -> Painter | None:
    """Who draws this game; nobody where nothing is to be drawn."""
    if mode is None:
        return None
    if mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}.")
    part = single_game.encoding.game.part("picture")
    made: Painter = (PlainPainter if part is None else part.PAINTER)(single_game, mode)
    return made
