"""Level 10 drawn: the grid, what lies beside it, the hand of the seat that looks."""

from typing import cast

from tenluz.engine.game import WATCHER
from tenluz.envs.render.canvas import FAINT, INK, LARGE, Canvas, Colour
from tenluz.envs.render.painter import Painter, Pixels, agent_name
from tenluz.games.level10.news import Placed
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View
from tenluz.games.level10.screen import Screen

COLOURS: dict[str, Colour] = {
    "D": (232, 196, 104),
    "F": (116, 176, 98),
    "S": (136, 186, 228),
    "V": (196, 84, 66),
    "M": (128, 104, 152),
    "P": (150, 150, 154),
}
RESET: Colour = (250, 250, 250)
CELL, GAP, EDGE, LINE = 34, 4, 12, 18


class Level10Painter(Painter):
    """Remembers which card lies in which cell: a state keeps only the end of a row."""

    _cells: list[list[str]]

    def begin(self) -> None:
        o = cast(Packed, self._single_game.options)
        self._cells = [[""] * o.columns for _ in range(o.worlds)]

    def before(self) -> View:
        view: View = self.plain_view(WATCHER)
        return view

    def after(self, before: View) -> None:
        events = self._game.news(self._single_game.options, before, self.plain_view(WATCHER), None)
        for event in events:
            if isinstance(event, Placed):
                self._cells[event.row][event.column] = event.card[-1]  # a value, P or R

    def text(self, seat: int) -> str:
        s: Screen = self.screen(seat)
        lines = [_head(s), "   " + " ".join(f"{column + 1:2}" for column in range(s.columns))]
        for row, world in enumerate(s.worlds):
            cells = " ".join(f"{cell or '.':>2}" for cell in self._cells[row])
            lines.append(f"{world}  {cells}   resets {s.resets[row]}")
        for other, cards in enumerate(s.cards):
            lines.append(f"{agent_name(other)}  {cards:2} cards{_said(s, other)}")
        lines.append(f"hand of {agent_name(seat)}: {' '.join(s.hand) or 'none'}")
        if s.score:
            lines.append(f"{'won' if s.won else 'lost'}, score {s.score.total}")
        return "\n".join(lines)

    def picture(self, seat: int) -> Pixels:
        s: Screen = self.screen(seat)
        pitch = CELL + GAP
        o = cast(Packed, self._single_game.options)
        columns = 2 + s.columns + o.resets  # with the row's letter
        width = 2 * EDGE + max(columns * pitch, o.hand * pitch, 490)
        height = 3 * EDGE + LINE + (len(s.worlds) + 1) * pitch + len(s.cards) * LINE
        canvas = Canvas(width, height)
        canvas.write(EDGE, EDGE, _head(s))
        top = EDGE + LINE
        for row, world in enumerate(s.worlds):
            y = top + row * pitch
            canvas.write(EDGE + 8, y + 8, world, INK, LARGE)
            for column, cell in enumerate(self._cells[row]):
                x = EDGE + (column + 1) * pitch
                _cell(canvas, x, y, world, cell)
                if column == s.column and s.open[row] and not s.score:
                    canvas.frame(x, y, CELL, CELL, INK)
            for left in range(s.resets[row]):
                _cell(canvas, EDGE + (s.columns + 1) * pitch + 12 + left * pitch, y, world, "R")
        y = top + len(s.worlds) * pitch + EDGE // 2
        for other, cards in enumerate(s.cards):
            canvas.write(EDGE, y, f"{agent_name(other)}  {cards} cards{_said(s, other)}")
            if other == s.turn:
                canvas.box(4, y, 4, 10, INK)
            y += LINE
        for place, card in enumerate(s.hand):
            canvas.card(EDGE + place * pitch, y, CELL, CELL, card, COLOURS[card[0]])
        return canvas.pixels


def _cell(canvas: Canvas, x: int, y: int, world: str, cell: str) -> None:
    if cell == "":
        canvas.frame(x, y, CELL, CELL, FAINT)
    elif cell == "R":
        canvas.card(x, y, CELL, CELL, "R", RESET)
        canvas.frame(x, y, CELL, CELL, COLOURS[world])
    elif cell == "P":
        canvas.card(x, y, CELL, CELL, "P", COLOURS["P"])
    else:
        canvas.card(x, y, CELL, CELL, cell, COLOURS[world])


def _head(s: Screen) -> str:
    if s.score:
        return f"Level 10: {'won' if s.won else 'lost'}, score {s.score.total}"
    now = {"choose": "choose who begins", "swap": "swap", "under": "lay one under the pause"}
    doing = now.get(s.phase, "play")
    return f"column {s.column + 1} of {s.columns}, pile {s.pile}, {agent_name(s.turn)}: {doing}"


def _said(s: Screen, seat: int) -> str:
    return f", wishes {' '.join(s.wishes[seat])}" if s.wishes[seat] else ""


PAINTER = Level10Painter
