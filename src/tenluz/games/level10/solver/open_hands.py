"""Small games of Level 10 played perfectly with open hands, compiled.

Everybody sees all hands and every card tucked; only the cards that nobody has seen are left
to chance. Then one mind may play for all, and the best it can do from a position is the best
of its moves, a move being worth the mean over the cards that it may draw. Every position is
worked out once and remembered.

For one player that is the game itself. For more it is a bound: players who hide their hands
can never do better.

Positions that differ only in the names of the worlds or in where the first seat is are the
same; they are remembered under a mark of 128 bits that such positions share. (Two others
could share it by chance: among 100 million, with a chance below one in 10^22.)
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tenluz.engine import bits
from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.dice import mix
from tenluz.engine.types import FloatArray, Int64Array, Records
from tenluz.games.level10.rules import score
from tenluz.games.level10.rules.apply import apply
from tenluz.games.level10.rules.chance import turn_up, unseen, unseen_draws
from tenluz.games.level10.rules.legal import legal
from tenluz.games.level10.rules.moves import MOVES, NO_SEAT, OVER, PAUSE, ROW, ROW_BITS, UNDER
from tenluz.games.level10.rules.options import MOST_WORLDS, Packed
from tenluz.games.level10.rules.state import STATE, State

Marks = npt.NDArray[np.uint64]  # of 128 bits each: two columns

WON, SCORE = 0, 1  # what is to be as high as possible

TOO_MANY = -2.0
MOST_MOVES = 80  # in a game: 50 cells, 20 cards tucked or not, 3 pauses
FIRST_SIZE = 1 << 12  # positions that a new memory has room for


def new_memory() -> tuple[Marks, FloatArray, Int64Array]:
    """Room for marks, values, and how many there are."""
    return np.zeros((FIRST_SIZE, 2), np.uint64), np.zeros(FIRST_SIZE), np.zeros(1, np.int64)


@compiled
def final_value(o: Packed, s: State, wanted: int) -> float:
    """What a finished game is worth."""
    if wanted == WON:
        return float(s.table.won)
    return float(score.counted(o, s.table) + score.bonus(o, s.table))


# --- positions by their marks ------------------------------------------------------------


@allocating
def mark(o: Packed, s: State) -> tuple[np.uint64, np.uint64]:
    """128 bits that stand for everything that matters from here on."""
    t = s.table
    rows = np.zeros(MOST_WORLDS, np.uint64)
    known_from = max(t.head, o.deck)
    unseen_cards = 0
    for place in range(t.head, o.deck):
        unseen_cards += 1 << s.pile[place]
    for world in range(o.worlds):
        row = t.open >> world & 1 | t.top[world] << 1 | t.resets[world] << 5
        if t.phase == UNDER and t.pause_row == world:
            row |= 1 << 9
        shift = 10
        for step in range(o.players):
            hand = s.hands[_seat(o, t.seat, step)]
            row |= (hand >> (world * ROW) & ROW_BITS) << shift
            shift += ROW
        row |= (unseen_cards >> (world * ROW) & ROW_BITS) << shift  # 10 + 5 * 8 + 8 bits
        mixed = mix(np.uint64(row))
        for place in range(known_from, t.tail):
            if s.pile[place] // ROW == world:
                mixed = mix(mixed ^ np.uint64((place - known_from) * ROW + s.pile[place] % ROW))
        at = world
        while at > 0 and rows[at - 1] > mixed:
            rows[at] = rows[at - 1]
            at -= 1
        rows[at] = mixed
    rest = t.phase | t.tucked << 3 | t.reset_here << 5 | t.pause_here << 6 | t.completed << 7
    rest |= _steps(o, t.seat, t.beginner) << 8
    rest |= t.pauses << 12 | bits.size(t.under) << 14 | (unseen_cards >> PAUSE) << 16
    for step in range(o.players):
        rest |= (s.hands[_seat(o, t.seat, step)] >> PAUSE) << (18 + 2 * step)
    one = mix(np.uint64(rest) + np.uint64(1))
    for place in range(known_from, t.tail):
        if s.pile[place] == PAUSE:
            one = mix(one ^ np.uint64(place - known_from))
    two = mix(one ^ np.uint64(0x9E3779B97F4A7C15))
    for world in range(o.worlds):
        one = mix(one ^ rows[world])
        two = mix(two + rows[world] * np.uint64(0xD1342543DE82EF95))
    return one, two


@compiled
def _seat(o: Packed, seat: int, step: int) -> int:
    return (seat + step) % o.players


@compiled
def _steps(o: Packed, seat: int, other: int) -> int:
    """How far another seat is from the one on turn; the players for nobody's."""
    return o.players if other == NO_SEAT else (other - seat) % o.players


@compiled
def _place(marks: Marks, one: np.uint64, two: np.uint64) -> int:
    """Where a mark is, or where it would go: a row of zeros."""
    last = np.uint64(marks.shape[0] - 1)
    at = one & last
    while marks[at, 0] != np.uint64(0) or marks[at, 1] != np.uint64(0):
        if marks[at, 0] == one and marks[at, 1] == two:
            break
        at = (at + np.uint64(1)) & last
    found: Any = np.int64(at)
    return found


@allocating
def _larger(marks: Marks, values: FloatArray) -> tuple[Marks, FloatArray]:
    """The same memory with twice the room."""
    more = np.zeros((2 * marks.shape[0], 2), np.uint64)
    their_values = np.zeros(2 * marks.shape[0])
    for at in range(marks.shape[0]):
        if marks[at, 0] != np.uint64(0) or marks[at, 1] != np.uint64(0):
            to = _place(more, marks[at, 0], marks[at, 1])
            more[to, 0] = marks[at, 0]
            more[to, 1] = marks[at, 1]
            their_values[to] = values[at]
    return more, their_values


# --- the best that can be done ------------------------------------------------------------


@allocating
def best(
    o: Packed,
    states: Records,
    wanted: int,
    marks: Marks,
    values: FloatArray,
    known: Int64Array,
    most: int,
) -> tuple[float, Marks, FloatArray]:
    """The value of the position in states[0], and the memory, which may have grown; a value
    of TOO_MANY once more than `most` positions are known.

    `states` is room for MOST_MOVES + 2 of them: one for each move of the line in hand, and
    one to try a move on. A line is worked out move by move. Of the move in hand, each case is
    a choice of unseen cards that it draws: none, the `first`, or the `first` and the `second`.
    """
    low = np.zeros(MOST_MOVES, np.int64)  # moves not tried yet
    high = np.zeros(MOST_MOVES, np.int64)
    top = np.zeros(MOST_MOVES)  # the best of the moves tried
    mean = np.zeros(MOST_MOVES)  # of the move in hand, over the cases so far
    move = np.zeros(MOST_MOVES, np.int64)
    draws = np.zeros(MOST_MOVES, np.int64)
    first = np.zeros(MOST_MOVES, np.int64)
    second = np.zeros(MOST_MOVES, np.int64)
    value = -1.0
    at = 0
    entering = True
    while True:
        s = states[at]
        if entering:
            entering = False
            value = -1.0
            if s.table.phase == OVER:
                value = final_value(o, s, wanted)
            else:
                one, two = mark(o, s)
                place = _place(marks, one, two)
                if marks[place, 0] != np.uint64(0) or marks[place, 1] != np.uint64(0):
                    value = values[place]
            if value < 0.0:
                low[at], high[at] = legal(o, s)
                top[at] = 0.0
                move[at] = MOVES  # none in hand
        if value >= 0.0:  # the position is worked out: one case of the move that led here
            if at == 0:
                return value, marks, values
            at -= 1
            s = states[at]
            count = unseen(o, s)
            chance = 1.0
            if draws[at] == 1:
                chance = 1.0 / count
            elif draws[at] == 2:
                chance = 2.0 / (count * (count - 1))
            mean[at] += chance * value
            value = -1.0
            second[at] += 1
            if draws[at] < 2 or second[at] == count:
                first[at] += 1
                second[at] = first[at] + 1
            if draws[at] == 0 or first[at] + draws[at] > count:
                top[at] = max(top[at], mean[at])
                move[at] = MOVES
                if wanted == WON and top[at] >= 1.0:
                    low[at] = high[at] = 0  # nothing is better
        elif move[at] == MOVES:
            if low[at]:
                move[at] = bits.lowest(low[at])
                low[at] &= low[at] - 1
            elif high[at]:
                move[at] = 64 + bits.lowest(high[at])
                high[at] &= high[at] - 1
            else:
                value = top[at]
                one, two = mark(o, s)
                place = _place(marks, one, two)
                marks[place, 0] = one
                marks[place, 1] = two
                values[place] = value
                known[0] += 1
                if known[0] > most:
                    return TOO_MANY, marks, values
                if 4 * known[0] > 3 * marks.shape[0]:
                    marks, values = _larger(marks, values)
                continue
            states[at + 1] = s
            draws[at] = unseen_draws(o, s, states[at + 1], move[at])
            mean[at] = 0.0
            first[at] = 0
            second[at] = 1
            if draws[at] == 0:
                at += 1
                entering = True
        else:
            after = states[at + 1]
            states[at + 1] = s
            head = s.table.head
            turn_up(after, head, s.pile[head + first[at]])
            if draws[at] == 2:
                turn_up(after, head + 1, s.pile[head + second[at]])
            apply(o, after, move[at])
            at += 1
            entering = True


def line_buffer() -> Records:
    """The states that `best` needs."""
    return np.zeros(MOST_MOVES + 2, STATE)
