"""How likely a row of Level 10 gets finished, as a table of logarithms.

The model looks at one row alone. All that counts is how many of its unplayed cards lie
ahead of its top, how many are buried below it, and its resets: which values they are does
not matter. In each column every card can be had with the same chance; the lowest one that
can be had is played, and when none is worth playing a reset or a pause helps out.
Knows no position and no hand.
"""

from collections.abc import Sequence

import numpy as np

from tenluz.engine.types import Float32Array
from tenluz.games.level10.rules.options import MOST_PAUSES, MOST_VALUES

STEPS = 12  # in which the chance to have a card is told apart: 1/12, 2/12, ... 1
MOST_RESETS = 2  # more, which only small versions have, count as two

# Prices, as logarithms of chances.
RESET_PRICE = 0.36  # other rows want the column's reset too (L-9)
PAUSE_PRICE = (0.0, 3.0, 1.8, 1.3)  # by pauses not yet played; without any there is no help
HOPELESS = 8.7  # a row that cannot be finished


def made(reset_price: float, pause_price: Sequence[float], hopeless: float) -> Float32Array:
    """The table [pauses not yet played, step, resets, buried, ahead], all pauses and steps
    at once; each entry follows from those with fewer cards or fewer resets."""
    at_hand = np.arange(1, STEPS + 1) / STEPS
    reset = np.exp(-reset_price)
    pause = np.exp(-np.array(pause_price))[:, None]
    pause[0] = 0.0
    size = MOST_VALUES + 1
    chances = np.ones((MOST_PAUSES + 1, STEPS, MOST_RESETS + 1, size, size))
    for resets in range(MOST_RESETS + 1):
        rows = chances[:, :, resets]
        for cards in range(1, MOST_VALUES + 1):
            for buried in range(cards + 1):
                ahead = cards - buried
                # A pause stands for one card, best for a buried one.
                rest = pause * (
                    rows[:, :, buried - 1, ahead] if buried else rows[:, :, 0, ahead - 1]
                )
                if resets:  # after a reset all cards are ahead again
                    rest = np.maximum(rest, reset * chances[:, :, resets - 1, 0, cards])
                chance = np.zeros_like(rest)
                left = np.ones_like(rest)
                for skipped in range(ahead):  # each lower card that cannot be had is buried
                    after = rows[:, :, buried + skipped, ahead - 1 - skipped]
                    worth_it = at_hand * (after > rest)
                    chance += left * worth_it * after
                    left *= 1.0 - worth_it
                rows[:, :, buried, ahead] = np.maximum(chance + left * rest, np.exp(-hopeless))
    return np.log(chances).astype(np.float32)


TABLE = made(RESET_PRICE, PAUSE_PRICE, HOPELESS)
