"""Level 10 as its expert sees it: one row of small numbers for any players, difficulty and ruling.

First what concerns the whole table, then the same for each world. A network that treats all worlds
by the same weights is symmetric in them by construction (`bots/forward.py`). Seats are
counted from the viewer on.
"""

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.expert_rows import fill_up, put, put_one, put_up_to
from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Int8Array
from tenluz.envs.bit_writer import seat_after, steps_to
from tenluz.games.level10.bots.hands import count_of, unseen_cards
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    LEVEL_BITS,
    MOVES,
    NO_CARD,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    ROW_BITS,
    TURN,
    UNDER,
)
from tenluz.games.level10.rules.options import MOST_SEATS, MOST_WORLDS, Packed
from tenluz.games.level10.rules.view import View

# Numbers for the table and for each world, filled up to multiples of eight.
TABLE, WORLD = 80, 136

# The numbers that are more than 0 or 1, where they begin, and about how large they are.
PILE_AT, PILE_HIGH = 50, 32
CARDS_AT, CARDS_HIGH = PILE_AT + 1, 10
COUNTS_AT, COUNTS_HIGH = 103, 4

# What the network says of each world: a level card, a pause, a reset, a card laid aside.
PLAYS, PAUSES, RESETS, ASIDES = 0, ROW, ROW + 1, ROW + 2
OF_WORLD = ASIDES + ROW
# And of the table: a pause laid aside, done.
OF_TABLE = 2


@compiled
def write(o: Packed, v: View, out: Int8Array) -> None:
    """All that the expert sees of a view."""
    t = v.table
    at = put_one(out, 0, t.phase - CHOOSE, 4)
    at = put_one(out, at, o.players - 1, MOST_SEATS)
    at = put_up_to(out, at, o.pauses, 3)
    at = put_up_to(out, at, v.hand >> PAUSE, 3)
    at = put_up_to(out, at, o.pauses - t.pauses, 3)
    at = put_one(out, at, t.column, 10)
    at = put_up_to(out, at, bits.size(t.open), MOST_WORLDS)
    at = put_up_to(out, at, bits.size(t.stock), MOST_WORLDS)
    at = put(out, at, t.reset_here | t.pause_here << 1 | t.completed << 2 | t.tucked << 3, 4)
    at = put_up_to(out, at, t.tail - t.head, 8)
    out[PILE_AT] = t.tail - t.head
    at = CARDS_AT
    for steps in range(MOST_SEATS):
        out[at] = t.cards[seat_after(o, v.seat, steps)] if steps < o.players else 0
        at += 1
    at = put_one(out, at, steps_to(o, v.seat, t.beginner), MOST_SEATS)
    at = put_one(out, at, o.full_bonus, 3)
    rulings = o.last_reset | o.pause_scores << 1 | o.one_pause_per_column << 2 | o.dead_end << 3
    rulings |= o.box_pauses << 4 | o.extra_turn << 5 | o.swap_whole_hand << 6
    at = put(out, at, rulings, 7)
    fill_up(out, at, TABLE)
    unplayed = LEVEL_BITS & ~(t.placed_cards | t.under)
    unseen = unseen_cards(o, v, unplayed)
    in_pile = 0
    for place in range(max(t.head, o.deck), t.tail):
        if v.pile[place] != NO_CARD and v.pile[place] != PAUSE:
            in_pile |= 1 << v.pile[place]
    for world in range(MOST_WORLDS):
        _write_world(o, v, out, world, unseen, in_pile)


@compiled
def _write_world(o: Packed, v: View, out: Int8Array, world: int, unseen: int, in_pile: int) -> None:
    t = v.table
    row = world * ROW
    at = TABLE + world * WORLD
    at = put(out, at, v.hand >> row, ROW)
    at = put(out, at, t.fits >> row, ROW)
    at = put(out, at, t.ahead >> row, ROW)
    at = put(out, at, t.placed_cards >> row, ROW)
    at = put(out, at, t.under >> row, ROW)
    at = put(out, at, unseen >> row, ROW)
    at = put(out, at, in_pile >> row, ROW)
    at = put_one(out, at, t.top[world], ROW + 1)
    at = put_up_to(out, at, t.resets[world], 2)
    at = put(out, at, t.open >> world, 1)
    at = put(out, at, 1 if t.phase == UNDER and t.pause_row == world else 0, 1)
    legal = v.legal if t.phase == TURN else 0
    at = put(out, at, legal >> (PAUSE_IN + world), 1)
    at = put(out, at, legal >> (RESET_IN + world), 1)
    for steps in range(1, MOST_SEATS):
        seen = v.seen[seat_after(o, v.seat, steps)] if steps < o.players else 0
        at = put(out, at, seen >> row, ROW)
    at = TABLE + world * WORLD + COUNTS_AT
    for steps in range(MOST_SEATS):
        least, most = 0, 0
        if steps < o.players:
            seat = seat_after(o, v.seat, steps)
            if steps == 0:
                least = bits.size(v.hand & (ROW_BITS << row))
                most = least
            elif o.open_counts:
                least, most = v.counts[seat, world], v.counts[seat, world]
            else:
                # The expert has learnt where counts lie open: what was not told it guesses.
                known = bits.size(v.seen[seat] & (ROW_BITS << row))
                least = known + int(count_of(o, v, unseen, seat, world) + 0.5)
                most = least
        out[at] = least
        out[at + 1] = most
        at += 2
    for steps in range(MOST_SEATS):
        wished, advised = 0, 0
        if steps < o.players:
            seat = seat_after(o, v.seat, steps)
            wished, advised = t.wishes[seat], t.advised[seat]
        at = put(out, at, wished >> world & 1 | (wished >> (world + MOST_WORLDS) & 1) << 1, 2)
        at = put(out, at, advised >> world & 1 | (advised >> (world + MOST_WORLDS) & 1) << 1, 2)
    fill_up(out, at, TABLE + (world + 1) * WORLD)


def places() -> list[int]:
    """Where the network says each move; -1: nowhere, it is not asked."""
    found = [-1] * MOVES
    for world in range(MOST_WORLDS):
        begin = world * OF_WORLD
        for value in range(ROW):
            found[world * ROW + value] = begin + PLAYS + value
            found[ASIDE + world * ROW + value] = begin + ASIDES + value
        found[PAUSE_IN + world] = begin + PAUSES
        found[RESET_IN + world] = begin + RESETS
    found[ASIDE + PAUSE] = MOST_WORLDS * OF_WORLD
    found[DONE] = MOST_WORLDS * OF_WORLD + 1
    return found


def scale() -> list[float]:
    """What each number of a row is multiplied with, so that all are about as large."""
    of_table, of_world = [1.0] * TABLE, [1.0] * WORLD
    of_table[PILE_AT] = 1 / PILE_HIGH
    of_table[CARDS_AT : CARDS_AT + MOST_SEATS] = [1 / CARDS_HIGH] * MOST_SEATS
    of_world[COUNTS_AT : COUNTS_AT + 2 * MOST_SEATS] = [1 / COUNTS_HIGH] * 2 * MOST_SEATS
    return of_table + of_world * MOST_WORLDS


VIEW = ExpertView(
    table=TABLE,
    groups=MOST_WORLDS,
    of_group=WORLD,
    says_of_table=OF_TABLE,
    says_of_group=OF_WORLD,
    places=places,
    moves=MOVES,
    scale=scale,
    write=write,
)
