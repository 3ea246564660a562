"""A sheet to draw a table on: Pillow's ImageDraw, with our letters and cards.

Only drawing imports this module, so playing does not need Pillow.
"""

import functools

import numpy as np

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as error:
    raise ImportError("Pillow is not installed: pip install 'tenluz[envs]'") from error

from tenluz.envs.render.painter import Pixels

Colour = tuple[int, int, int]

PAPER: Colour = (246, 244, 238)
INK: Colour = (40, 40, 44)
FAINT: Colour = (206, 203, 196)
SMALL, MEDIUM, LARGE = 13, 15, 18  # sizes of letters, in pixels
EDGE = 2  # pixels of a frame


@functools.cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The letters that come with Pillow."""
    return ImageFont.load_default(size)


class Canvas(ImageDraw.ImageDraw):
    """A sheet of paper, with all that ImageDraw can do."""

    def __init__(self, width: int, height: int) -> None:
        self._sheet = Image.new("RGB", (width, height), PAPER)
        super().__init__(self._sheet)

    @property
    def pixels(self) -> Pixels:
        """What is drawn so far: height, width, red-green-blue."""
        return np.array(self._sheet)

    def write(self, x: int, y: int, text: str, colour: Colour = INK, size: int = SMALL) -> None:
        """A line of text from its upper left corner."""
        self.text((x, y), text, fill=colour, font=font(size))

    def box(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """A filled rectangle."""
        self.rectangle((x, y, x + width - 1, y + height - 1), fill=colour)

    def frame(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Its edge, inside it."""
        self.rectangle((x, y, x + width - 1, y + height - 1), outline=colour, width=EDGE)

    def card(self, x: int, y: int, width: int, height: int, name: str, colour: Colour) -> None:
        """A card with its name in the middle."""
        self.box(x, y, width, height, colour)
        middle = x + width // 2, y + height // 2
        letters = font({1: LARGE, 2: MEDIUM}.get(len(name), SMALL))
        self.text(middle, name, fill=PAPER if _dark(colour) else INK, font=letters, anchor="mm")


def _dark(colour: Colour) -> bool:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue < 130
