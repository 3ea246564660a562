"""What the bot `rules` of Level 10 weighs, and how much, for each number of players.

The numbers were found by an evolution strategy over games of the bot with itself; all are
in the currency of `row_chances`: logarithms of a row's chance to be finished.
"""

import numpy as np

(
    CHANCE,  # that a card is at hand in a later column, if the hands held all cards;
    CHANCE_BEND,  # the less, the smaller the share of cards that they hold, to this power
    OWN_NOW,  # the chance to get an own card down in the column under way,
    OWN_NEXT,  # and in the column after it
    RESET_NEXT,  # price of counting on the next column's reset
    NEXT_SEAT,  # what the next player's best card adds or spoils
    STUCK,  # the next player has nothing to play (L-10)
    STUCK_LATER,  # somebody after that has nothing to play, the column having its reset,
    STUCK_BUT_RESET,  # or not having it yet
    CROWD_1,  # rows too many that need their reset in the next column,
    CROWD_2,  # in the next two,
    CROWD_3,  # in the next three
    SWAP_MARGIN,  # columns that a tucked card must be wanted later than the usual card
    SWAP_BURIED,  # columns that a buried card waits for each card ahead of the top
    LATE_0,  # a tucked card returns a column too late: its row has no reset left,
    LATE_1,  # one,
    LATE_2,  # two
) = range(17)

MOST_TUNED = 3  # larger tables play by the same weights

_BY_PLAYERS = (
    # 1, 2, 3 or more players
    (0.42, 0.49, 0.42),  # CHANCE
    (0.21, 0.27, 0.22),  # CHANCE_BEND
    (1.00, 0.61, 0.63),  # OWN_NOW
    (1.00, 1.00, 0.74),  # OWN_NEXT
    (0.67, 0.30, 0.33),  # RESET_NEXT
    (1.20, 0.30, 0.44),  # NEXT_SEAT
    (6.03, 5.31, 3.75),  # STUCK
    (1.26, 3.49, 1.92),  # STUCK_LATER
    (0.14, 0.23, 0.42),  # STUCK_BUT_RESET
    (2.93, 4.20, 4.12),  # CROWD_1
    (0.83, 1.51, 1.20),  # CROWD_2
    (0.88, 0.19, 0.24),  # CROWD_3
    (0.15, 0.16, 0.19),  # SWAP_MARGIN
    (0.53, 0.30, 0.17),  # SWAP_BURIED
    (2.99, 1.43, 1.53),  # LATE_0
    (1.24, 0.47, 0.50),  # LATE_1
    (0.24, 0.27, 0.19),  # LATE_2
)

WEIGHTS = np.ascontiguousarray(np.array(_BY_PLAYERS).T)  # [min(players, MOST_TUNED) - 1, weight]
