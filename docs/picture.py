"""Draws the pictures of the README from a real game: python docs/picture.py"""

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tenluz.engine import catalogue
from tenluz.terminal.seats import read_seats
from tenluz.terminal.style import Signs, Style
from tenluz.terminal.terminal_game import TerminalGame

WIDTH, HEIGHT = 92, 24
FRAME = re.sub(r"@font-face {{.*?}}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)  # no other host
THEME = TerminalTheme(
    (28, 28, 32),
    (222, 222, 218),
    [
        (16, 16, 20), (226, 109, 106), (156, 192, 98), (226, 188, 92),
        (104, 160, 232), (184, 138, 214), (110, 186, 206), (212, 212, 208),
    ],
)  # fmt: skip
PICTURES = {"level10": (3, 52), "luz": (4, 19)}  # players, moves before the picture


def draw(name: str, players: int, moves: int) -> str:
    """A game after so many moves by bots, and at seat 0's turn, as an SVG."""
    game = catalogue.game_named(name)
    seats = read_seats(game, [], 1, players)
    at = TerminalGame(game, game.options(players=players), bytes(range(32)), seats)
    while at.moves < moves or at.match.seat != 0 or at.match.mid_turn:
        for seat, who in enumerate(seats):
            while who.bot and (said := at.bot_statement(seat)) is not None:
                at.say(seat, said)
        at.play(at.match.seat, at.hint(at.match.seat)[0])
    console = Console(record=True, width=WIDTH, highlight=False, file=io.StringIO())
    above, below = at.text.draw(at.table_view(0), Style(WIDTH, HEIGHT, Signs()))
    console.print(Text())
    console.print(above, end="\n\n")
    console.print(below)
    return console.export_svg(title=f"tenluz play {name}", theme=THEME, code_format=FRAME)


if __name__ == "__main__":
    for name, (players, moves) in PICTURES.items():
        path = Path(__file__).parent / f"{name}.svg"
        path.write_text(draw(name, players, moves), encoding="utf-8")
        print(path)
