"""Level 10 with all cards seen: a winning line for a deal, or the proof that there is none.

One mind plays for all seats, and knows every hand and the order of the pile: nothing is left to
chance. Positions are looked at turn by turn, all those after so many turns together. Positions that
are the same from here on count once, and those that surely are lost drop out (`_hopeless`). Of
more than `width` positions the most promising go on (`_trouble`): then a win that is found is a
win, and where none is found nothing is proved. As long as all fit, all go on: then no position
left means that there is no winning line.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tenluz.engine import bits
from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.dice import mix
from tenluz.engine.types import Int64Array, Records
from tenluz.games.level10.rules.apply import apply
from tenluz.games.level10.rules.legal import legal
from tenluz.games.level10.rules.moves import OVER, ROW, ROW_BITS, TURN
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.state import STATE, State

MOST_TURNS = 50  # each fills a cell
MOVES_OF_TURN = 3  # a reset, and two cards laid aside
NO_MOVE = -1
SPARE = 4  # times the width: positions found before the best of them are chosen

Marks = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]  # of positions
Turns = npt.NDArray[np.int8]  # the moves of a turn, for each position

LOST, WON, CUT = 0, 1, 2  # no line is left; one was found; some positions were left out


# --- one position ------------------------------------------------------------------------


@compiled
def mark(o: Packed, s: State) -> tuple[np.uint64, np.uint64]:
    """128 bits that stand for everything that matters from here on, of one deal."""
    t = s.table
    rest = 0
    for world in range(o.worlds):
        rest = rest * 64 + t.top[world] * 4 + t.resets[world]
    one = mix(np.uint64(rest) + np.uint64(1))
    rest = t.seat | t.open << 3 | t.column << 8 | t.reset_here << 12 | t.pause_here << 13
    rest |= (t.beginner + 1) << 14 | t.pauses << 18 | (t.head << 20) | t.tail << 27
    one = mix(one ^ np.uint64(rest))
    two = mix(one + np.uint64(0x9E3779B97F4A7C15))
    for seat in range(o.players):
        one = mix(one ^ np.uint64(s.hands[seat]))
        two = mix(two + np.uint64(s.hands[seat]) * np.uint64(0xD1342543DE82EF95))
    for place in range(max(t.head, o.deck), t.tail):  # what lies above them is always the same
        one = mix(one ^ np.uint64(s.pile[place]))
        two = mix(two + np.uint64(s.pile[place]) * np.uint64(0xD1342543DE82EF95))
    return one, two


@compiled
def unplayed(o: Packed, s: State) -> int:
    """The level cards that are in no row and under no pause."""
    cards = 0
    for world in range(o.worlds):
        cards |= ((1 << o.values) - 1) << (world * ROW)
    return cards & ~(s.table.placed_cards | s.table.under)


@compiled
def _hopeless(o: Packed, s: State) -> bool:
    """Whether a position at the beginning of a turn surely is lost: what is counted here, no order
    of the cards can mend."""
    t = s.table
    left = unplayed(o, s)
    pauses = o.pauses - t.pauses
    missing = 0  # cells that only a pause can fill
    due = 0  # rows that need a reset within so many columns, as a number of four bits for each
    for world in range(o.worlds):
        cards = left >> (world * ROW) & ROW_BITS
        above = bits.size(cards >> max(t.top[world] - 1, 0))
        shut = 1 - (t.open >> world & 1)
        cells = o.columns - t.column - shut - t.resets[world]
        if cells < 0:
            return True  # L-17: the row's resets no longer fit
        playable = bits.size(cards) if t.resets[world] else above
        missing += max(0, cells - playable)
        if t.resets[world] and above + shut < o.columns - t.column:
            due += 1 << (4 * (above + shut))
    if missing > pauses:
        return True
    if pauses == 0:
        # A row without higher cards must be reset, and a column takes one reset (L-17).
        places = -t.reset_here
        rows = 0
        for column in range(o.columns - t.column):
            places += 1
            rows += due >> (4 * column) & 15
            if rows > places:
                return True
    return False


# The weights below won most deals with few positions, on deals of their own.
BELOW = np.array([240.0, 59.0, 29.0])  # each card too low for its row, by the row's resets
FEW_NEAR = np.array([2960.0, 120.0, 95.0])  # few cards in hands, or soon, that a row takes
FEW_LEFT = np.array([0.0, 74.0, 60.0])  # few cards at all that a row takes
RESETS = -7.0  # resets beside few rows are worth less than beside many
SOON, SOON_SHARE = 6, 0.66  # so many cards of the pile, and how much of a card in hand each is


@compiled
def _trouble(o: Packed, s: State) -> int:
    """How unpromising a position is."""
    t = s.table
    left = unplayed(o, s)
    held = 0
    for seat in range(o.players):
        held |= s.hands[seat]
    soon = 0
    for place in range(t.head, min(t.head + SOON, t.tail)):
        soon |= 1 << s.pile[place]
    found = 0.0
    for world in range(o.worlds):
        lowest = world * ROW + max(t.top[world] - 1, 0)
        row = ROW_BITS << (world * ROW)
        above = bits.size((left & row) >> lowest)
        below = bits.size(left & row) - above
        near = bits.size((held & row) >> lowest) + SOON_SHARE * bits.size((soon & row) >> lowest)
        resets = min(t.resets[world], 2)
        found += BELOW[resets] * below + FEW_NEAR[resets] / (1.0 + near)
        found += FEW_LEFT[resets] / (1.0 + above) + RESETS * resets * resets
    found_so: Any = np.int64(found)
    return found_so


# --- all positions after so many turns ------------------------------------------------------


class SearchArrays:
    """Arrays for a search of some width, to be used again for the next deal."""

    def __init__(self, width: int) -> None:
        most = SPARE * width
        self.width = width
        self.states = np.zeros((2, most), STATE)  # after a turn, and after the next
        self.trials = np.zeros(MOVES_OF_TURN, STATE)
        self.found = np.zeros((most, 2), np.int64)  # trouble, and the position before it
        self.moves = np.zeros((most, MOVES_OF_TURN), np.int8)  # of the turn that led to it
        self.marks = np.zeros((most, 2), np.uint64)
        self.table = np.zeros(1 << (2 * most).bit_length(), np.int32)  # a power of two, half empty
        self.counts = np.zeros(3, np.int64)  # positions of this turn; of all turns; left out
        self.parents = np.zeros((MOST_TURNS, width), np.int32)
        self.turns = np.zeros((MOST_TURNS, width, MOVES_OF_TURN), np.int8)


@compiled
def _seek(table: Numbers, marks: Marks, one: np.uint64, two: np.uint64) -> int:
    """Where a position's number is in the table, or where it would go."""
    last = np.uint64(table.shape[0] - 1)
    at = one & last
    while table[at] >= 0:
        if marks[table[at], 0] == one and marks[table[at], 1] == two:
            break
        at = (at + np.uint64(1)) & last
    place: Any = np.int64(at)
    return place


@allocating
def keep_best(
    width: int,
    states: Records,
    found: Int64Array,
    moves: Turns,
    marks: Marks,
    table: Numbers,
    counts: Int64Array,
) -> None:
    """Leave out all but the `width` least troubled."""
    count = counts[0]
    if count <= width:
        return
    limit = np.partition(found[:count, 0], width - 1)[width - 1]
    table[:] = -1
    kept = 0
    for at in range(count):
        if found[at, 0] <= limit and kept < width:
            states[kept] = states[at]
            found[kept] = found[at]
            moves[kept] = moves[at]
            marks[kept] = marks[at]
            table[_seek(table, marks, marks[kept, 0], marks[kept, 1])] = kept
            kept += 1
    counts[0] = kept
    counts[2] += count - kept


@allocating
def expand(
    o: Packed,
    before: Records,
    count: int,
    trials: Records,
    width: int,
    states: Records,
    found: Int64Array,
    moves: Turns,
    marks: Marks,
    table: Numbers,
    counts: Int64Array,
) -> bool:
    """Every turn in the first `count` positions of `before`: those it leads to that are new and
    have hope are in `states`. Whether one of them is won, the last of them then."""
    turn = np.full(MOVES_OF_TURN, NO_MOVE, np.int8)
    low = np.zeros(MOVES_OF_TURN, np.int64)
    high = np.zeros(MOVES_OF_TURN, np.int64)
    table[:] = -1
    counts[0] = 0
    for parent in range(count):
        step = 0
        low[0], high[0] = legal(o, before[parent])
        while step >= 0:
            if low[step]:
                move = bits.lowest(low[step])
                low[step] &= low[step] - 1
            elif high[step]:
                move = 64 + bits.lowest(high[step])
                high[step] &= high[step] - 1
            else:
                turn[step] = NO_MOVE
                step -= 1
                continue
            turn[step] = move
            if step == 0:
                trials[step] = before[parent]
            else:
                trials[step] = trials[step - 1]
            s = trials[step]
            apply(o, s, move)
            phase = s.table.phase
            if phase != TURN and phase != OVER:  # the turn goes on: at most two cards more
                step += 1
                low[step], high[step] = legal(o, s)
                continue
            won = phase == OVER and s.table.won == 1
            if (phase == OVER and not won) or (phase == TURN and _hopeless(o, s)):
                continue
            one, two = mark(o, s)
            place = _seek(table, marks, one, two)
            if table[place] >= 0:
                continue
            at = counts[0]
            table[place] = at
            marks[at, 0] = one
            marks[at, 1] = two
            # Of equals chance decides, as the mark has it.
            found[at, 0] = _trouble(o, s) * 1024 + np.int64(two >> np.uint64(54))
            found[at, 1] = parent
            states[at] = s
            for number in range(MOVES_OF_TURN):
                moves[at, number] = turn[number]
            counts[0] += 1
            counts[1] += 1
            if won:
                return True
            if counts[0] == found.shape[0]:
                keep_best(width, states, found, moves, marks, table, counts)
    return False


def search(o: Packed, scratch: SearchArrays) -> tuple[int, list[int]]:
    """From the position in room.states[0, 0]: WON and the moves of a line, LOST, or CUT."""
    its = scratch.found, scratch.moves, scratch.marks, scratch.table, scratch.counts
    scratch.counts[:] = 0
    many = 1
    for number in range(MOST_TURNS):
        before, after = scratch.states[number % 2], scratch.states[1 - number % 2]
        if expand(o, before, many, scratch.trials, scratch.width, after, *its):
            last = int(scratch.counts[0]) - 1
            return WON, _line(scratch, number, int(scratch.found[last, 1]), scratch.moves[last])
        keep_best(scratch.width, after, *its)
        many = int(scratch.counts[0])
        if many == 0:
            break
        scratch.parents[number, :many] = scratch.found[:many, 1]
        scratch.turns[number, :many] = scratch.moves[:many]
    return (CUT if scratch.counts[2] else LOST), []


def _line(scratch: SearchArrays, number: int, parent: int, last: Turns) -> list[int]:
    """The moves that lead to a position: its last turn, and before that from its parents."""
    line = [int(move) for move in last if move != NO_MOVE]
    for turn in range(number - 1, -1, -1):
        line = [int(move) for move in scratch.turns[turn, parent] if move != NO_MOVE] + line
        parent = int(scratch.parents[turn, parent])
    return line
