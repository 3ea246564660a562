"""Boxes and letters on an array of pixels: no more than a table of cards needs.

Letters are three dots wide and five high. Each is five octal digits, one a row from the top,
the left dot being worth 4: 7 is ###, 5 is #.#.
"""

from typing import Any

import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Colour = tuple[int, int, int]

WIDE, HIGH = 3, 5  # dots of a letter
PAPER: Colour = (246, 244, 238)
INK: Colour = (40, 40, 44)
FAINT: Colour = (206, 203, 196)

SIGNS = "0123456789 ABCDEFGHIJKLM NOPQRSTUVWXYZ ?+->_:,"
DOTS = """
75557 26227 71747 71717 55711 74717 74757 71244 75757 75717 00000
25755 65656 34443 65556 74647 74644 34553 55755 72227 11152 55655 44447 57755 00000
65555 25552 65644 25563 65655 34216 72222 55557 55552 55775 55255 55222 71247 00000
71202 02720 00700 42124 00007 02020 00024
"""
LETTERS = dict(zip(SIGNS, DOTS.split()))


class Canvas:
    """A sheet to draw on."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels: Pixels = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = PAPER

    def box(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """A filled rectangle."""
        self.pixels[y : y + height, x : x + width] = colour

    def frame(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Its edge, two pixels wide, inside it."""
        inside = self.pixels[y + 2 : y + height - 2, x + 2 : x + width - 2].copy()
        self.box(x, y, width, height, colour)
        self.pixels[y + 2 : y + height - 2, x + 2 : x + width - 2] = inside

    def write(self, x: int, y: int, text: str, colour: Colour = INK, size: int = 2) -> None:
        """A line of text from its upper left corner; a dot is `size` pixels wide."""
        for letter in text.upper():
            for row, digit in enumerate(LETTERS[letter]):
                for dot in range(WIDE):
                    if int(digit, 8) >> (WIDE - 1 - dot) & 1:
                        self.box(x + dot * size, y + row * size, size, size, colour)
            x += (WIDE + 1) * size

    def card(self, x: int, y: int, width: int, height: int, text: str, colour: Colour) -> None:
        """A card with its name in the middle."""
        self.box(x, y, width, height, colour)
        size = 3 if len(text) < 3 else 2
        length = len(text) * (WIDE + 1) * size - size
        middle = x + (width - length) // 2, y + (height - HIGH * size) // 2
        self.write(*middle, text, PAPER if _dark(colour) else INK, size)


def _dark(colour: Colour) -> bool:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue < 130
