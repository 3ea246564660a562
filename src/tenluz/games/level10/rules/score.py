"""The score of Level 10 with its parts (L-21 and the rulings R-4, R-5, R-6), and its range.

The score is compiled; what is the lowest and the highest that there can be is asked once a table.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.options import (
    MOST_PAUSES,
    NO_CARD_UNDER_PAUSE,
    WON,
    Level10Options,
    Packed,
)
from tenluz.games.level10.rules.state import OpenTable, State

USUAL = (0, 5, 20, 40)
FULL = (0, 10, 30, 50)


@compiled
def counted(o: Packed, t: OpenTable) -> int:
    """The cards in the grid that count; a pause does where R-6 says so."""
    return t.placed if o.pause_scores else t.placed - t.pauses


@compiled
def everything_played(o: Packed, t: OpenTable) -> bool:
    """R-4: what the full bonus asks for. A lost game never has it."""
    if not t.won:
        return False
    if o.full_bonus == WON:
        return True
    if o.full_bonus == NO_CARD_UNDER_PAUSE:
        return t.under == 0
    return bits.size(t.placed_cards) == o.worlds * o.values


@compiled
def bonus(o: Packed, t: OpenTable) -> int:
    """For the pauses not played; those in the box count too (R-5)."""
    unplayed = (MOST_PAUSES if o.box_pauses else o.pauses) - t.pauses
    if everything_played(o, t):
        return FULL[unplayed]
    return USUAL[unplayed]


@compiled
def total(o: Packed, s: State, seat: int) -> int:
    """The score, which is everybody's."""
    return counted(o, s.table) + bonus(o, s.table)


# --- the lowest and the highest that a game can end with ----------------------------------


def highest_score(o: Level10Options) -> int:
    """A grid without pauses, all level cards in it, and the bonus for every pause that counts as
    not played (R-5)."""
    return int(o.worlds * o.columns) + FULL[_unplayed(o)]


def lowest_score(o: Level10Options) -> int:
    """Lost with as many pauses played in as few cells as can be.

    A column can be lost once it has its reset: then its next player may hold nothing but
    cards of closed rows. So at least one cell is filled, each pause fills one more, and what
    does not fit into the column before fills whole columns. In the first column the hand
    must really be possible; later any may be, as low cards do not fit either. Or a column
    is lost without its reset, when all rows that are open have used up their own: one row,
    where R-2 does not forbid it. Where the first column gives the lowest score, as in every
    full game but with R-7, it is exact.
    """
    scores = []
    fewest = 2 if o.dead_end == "illegal" else 1
    in_column = 1 if o.one_pause_per_column else o.worlds - 1  # pauses, at most
    for pauses in range(o.pauses + 1):
        # What counts of n cells, and the bonus.
        less = 0 if o.pause_scores else pauses
        rest = USUAL[_unplayed(o) - pauses] - less
        least_won = FULL if o.full_bonus == "won" else USUAL
        won = least_won[_unplayed(o) - pauses] - less
        scores.append(o.worlds * o.columns + won)  # not much in the smallest grids
        if pauses <= in_column:
            for levels in range(o.worlds - 1 - pauses):
                if _stuck(o, 1 + pauses + levels, levels):
                    scores.append(1 + pauses + levels + rest)
                    break
        for columns in range(1, o.columns):
            left = max(0, pauses - columns * in_column)  # for the column that is lost
            if left <= min(in_column, o.worlds - 2):
                scores.append(columns * o.worlds + 1 + left + rest)
            for rows in range(fewest, o.worlds):  # open, and without resets
                if columns >= rows * o.resets and left <= min(in_column, o.worlds - rows):
                    scores.append((columns + 1) * o.worlds - rows + rest)
    return min(scores)


def _stuck(o: Level10Options, closed: int, levels: int) -> bool:
    """Whether a hand can be of so many closed rows, of which some cards lie in the grid."""
    drawn_from = o.deck - o.players * o.hand
    hand = o.hand if drawn_from >= closed else max(1, o.hand - closed)
    return bool(closed * o.values - levels >= hand)


def _unplayed(o: Level10Options) -> int:
    return MOST_PAUSES if o.box_pauses else int(o.pauses)
