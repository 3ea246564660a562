"""The lowest and the highest score that a game of Level 10 can end with (L-21)."""

from tenluz.games.level10.rules.options import MOST_PAUSES, Level10Options
from tenluz.games.level10.rules.score import FULL, USUAL


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
