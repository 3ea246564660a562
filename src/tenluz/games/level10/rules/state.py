"""A game of Level 10 as one flat record: what lies open on the table, and what does not.

    pile      the draw pile as a queue that never wraps: cards are drawn at `head`, tucked
              at `tail`. The deck is laid out from 0, hands taken off its front; a game has
              at most 10 resets of 2 tucks, so 43 + 20 = 63 places are enough.

    tucks     one byte for each tuck in order: who tucked it (low 3 bits), and where it went
              (high bits): still in the pile, drawn by another seat that has tucked nothing
              since, or lost from sight. All of it happens in the open. Which card it is stays
              hidden, at its place in `pile`, and so does that it was played since: NO_CARD.

    told      what follows for everybody from the counts that a seat has told (L-22), kept
              true by later events: two decimal digits, at most and at least so many. A
              world has 8 cards, so 80 says nothing.

`table` is public by construction: a view copies it whole. Hidden cards live outside it.
All numbers are signed: Numba turns mixed signed and unsigned arithmetic into floating point.
"""

from tenluz.engine.compiled import Fields, int8, int16, int64, part, record
from tenluz.games.level10.rules.options import MOST_COLUMNS, MOST_SEATS, MOST_WORLDS

MOST_TUCKS = 2 * MOST_COLUMNS
PILE = 64

# Where a tucked card went: the high bits of its byte in `tucks`.
IN_PILE, LOST_FROM_SIGHT = 0, 7  # 1 .. 5: in the hand of seat 0 .. 4
WHO = 7


class OpenTable(Fields):
    """What lies open to all."""

    fits = int64()  # level cards whose value fits an open cell of the current column
    ahead = int64()  # the same for every row, as if all were open
    placed_cards = int64()  # level cards in the grid
    under = int64()  # level cards under pauses, open to all (L-19, R-14)
    wishes = int16(MOST_SEATS)  # bits 0..4: play there, 5..9: reset there (L-22)
    advised = int16(MOST_SEATS)  # the same, said to this seat by others (L-23)
    told = int8(MOST_SEATS, MOST_WORLDS)  # at most, at least
    tucks = int8(MOST_TUCKS)
    top = int8(MOST_WORLDS)  # value at the right end of a row; 0: none, or a reset
    resets = int8(MOST_WORLDS)  # resets left beside a row
    cards = int8(MOST_SEATS)  # hand sizes
    proposed = int8(MOST_SEATS)  # the first player each seat proposes (L-5)
    phase = int8()
    seat = int8()  # who is on turn
    column = int8()  # columns completed
    open = int8()  # rows without a card in the current column
    stock = int8()  # rows with a reset left
    reset_here = int8()  # the current column has its reset
    pause_here = int8()  # the current column has a pause
    completed = int8()  # the turn in progress completed a column (L-12)
    beginner = int8()  # who began the current column
    first = int8()
    tucked = int8()  # cards tucked so far in the swap in progress (L-8)
    pause_row = int8()  # the row of the pause just played (L-19)
    placed = int8()  # cells filled
    pauses = int8()  # pauses in the grid
    head = int8()
    tail = int8()
    spoken = int8()  # seats that have told a count: others need no upkeep
    won = int8()
    spare = int8()


class State(Fields):
    """A whole game."""

    table = part(OpenTable)
    legal = int64()  # the legal moves of the word that belongs to the phase
    hands = int64(MOST_SEATS)
    pile = int8(PILE)


STATE = record(State)
