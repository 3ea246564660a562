"""Cards, phases and moves of Oh Hell as numbers.

card      rank * 4 + suit: ranks from the 2 up to the ace, suits in the order C D S H.
          Four to a rank also where there are fewer suits, so that a card has the same
          number in every deck. In a full deck these are OpenSpiel's numbers.
          52 is no card: it marks the end of the hands in a deck of which chance decides
          how many are dealt (O-2).

hand      a set of cards, bit c for card c

move      0 .. 51   play that card
          64 .. 81  bid 0 .. 17 tricks

Bids have a word of their own: in one row with the cards, a bid of 11 would be the sign bit
of the first, and sets of moves are signed.
"""

from tenluz_oh_hell.rules.options import MOST_RANKS, MOST_SUITS, MOST_TRICKS

SUITS = MOST_SUITS  # numbers from a rank to the next
SUIT = SUITS - 1  # the bits of a card that are its suit: `card & SUIT` needs no division
CARDS = MOST_RANKS * SUITS
SUIT_BITS = sum(1 << rank * SUITS for rank in range(MOST_RANKS))  # clubs; << suit for another
NO_CARD = -1
CUT = CARDS  # behind the last hand, where chance draws the number of tricks
NO_BID = -1

# Phases. The first two are every game's.
DEAL, OVER, BIDDING, PLAYING = range(4)

# Moves. A card is its own move.
BID = 64  # + tricks
MOVES = BID + MOST_TRICKS + 1
