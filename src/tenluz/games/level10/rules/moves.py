"""Cards, phases and moves of Level 10 as numbers.

card      0 .. 39   level card: world * 8 + value - 1
          40        a pause; all pauses are alike

hand      one integer: bit c for each level card c, and the number of pauses in the two
          bits from 40 up, so that adding or taking card c is always +- (1 << c)

move      0 .. 39   play that level card
          40 .. 44  a pause in row 0 .. 4
          45 .. 49  a reset in row 0 .. 4
          64 .. 104 lay card 0 .. 40 aside
          105       done laying aside
          106 ..110 propose seat 0 .. 4 as the first player
"""

from tenluz.engine.types import Seat
from tenluz.games.level10.rules.options import MOST_SEATS, MOST_WORLDS

ROW = 8  # bits for a world in a set of level cards
ROW_BITS = (1 << ROW) - 1
LEVEL_BITS = (1 << (MOST_WORLDS * ROW)) - 1
PAUSE = MOST_WORLDS * ROW  # the card, and the bit where a hand counts its pauses
NO_CARD = -1
NO_SEAT = Seat(-1)

# Phases. The first two are every game's.
DEAL, OVER, CHOOSE, TURN, SWAP, UNDER = range(6)

# Moves. Word 0: what a turn begins with. Word 1: everything else.
LEVEL = 0  # + card
PAUSE_IN = 40  # + row
RESET_IN = 45  # + row
ASIDE = 64  # + card: under the deck in a swap, under the pause after a pause
DONE = ASIDE + PAUSE + 1
FIRST = DONE + 1  # + seat
MOVES = FIRST + MOST_SEATS

# What is known of a count (L-22): two decimal digits, at most and at least so many. A world
# has 8 cards, so at most 8 says nothing.
MOST, LEAST = 10, 1
UNTOLD = 8 * MOST
