"""What every painter of a table can do."""

from typing import Any

from tenluz.envs.desk import Desk
from tenluz.envs.render.canvas import Pixels

RENDER_MODES = ("human", "ansi", "rgb_array")


def agent_name(seat: int) -> str:
    """A seat as PettingZoo calls it."""
    return f"player_{seat}"


class Painter:
    """Draws one desk. It is told of each step, for what only a memory of the game can show."""

    def __init__(self, desk: Desk, mode: str) -> None:
        self._desk = desk
        self._game = desk.encoding.game
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

    def look(self, seat: int) -> Any:
        """What a seat, or a watcher, may know, in plain values."""
        return self._game.look(self._desk.options, self._desk.state, seat)

    def sight(self, seat: int) -> Any:
        """The same with names."""
        return self._game.sight(self._desk.options, self.look(seat))

    def text(self, seat: int) -> str:
        """The table in lines of text."""
        raise NotImplementedError

    def picture(self, seat: int) -> Pixels:
        """The table in pixels: height, width, red-green-blue. The size depends on options only."""
        raise NotImplementedError
