"""Cards, phases and moves of Luz as numbers.

card      colour * 12 + value - 1, colours in the order R Y G B P; yellow is trump
place     a card's place in its sorted hand, 0 .. 9: by colour, then from low to high
          (S-2). It stays the card's place until the end of the deal, so a move can
          name a card whose value its player does not know (Z-10).

move      0 .. 10   bid so many tricks
          11 .. 21  bid 0 .. 10 tricks with a safety bead
          22 .. 31  play the card at place 0 .. 9
"""

from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_HAND, MOST_VALUES

TRUMP = 1  # yellow
COLOUR = MOST_VALUES  # cards of a colour
CARDS = MOST_COLOURS * MOST_VALUES
NO_CARD = -1
NO_BID = -1

# Phases. The first two are every game's.
DEAL, OVER, BID, TRICK = range(4)

# Moves.
BID_ONLY = 0  # + tricks: without a safety bead
BID_SAFE = MOST_HAND + 1  # + tricks: with one
PLAY = 2 * (MOST_HAND + 1)  # + place
MOVES = PLAY + MOST_HAND

# Words of a record: bids as above, and cards by what they are.
WORD_CARD = 64  # + card
