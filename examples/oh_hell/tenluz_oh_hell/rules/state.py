"""A game of Oh Hell as one flat record: what lies open on the table, and what does not.

    voids     suits that a seat is known not to have: bit 0 is clubs

`table` is open to players and watchers alike: a view copies it whole. The hands are not in
it (O-13). The cards set aside are nowhere: they are those that are left.
All numbers are signed: Numba turns mixed signed and unsigned arithmetic into floating point.
"""

from tenluz.engine.compiled import Fields, int8, int16, int64, part, record

from tenluz_oh_hell.rules.moves import CARDS
from tenluz_oh_hell.rules.options import MOST_SEATS


class OpenTable(Fields):
    """What lies open to all."""

    played = int64()  # cards played, as bits
    points = int16(MOST_SEATS)  # 0 until the game is over
    bids = int8(MOST_SEATS)
    tricks = int8(MOST_SEATS)  # taken by each seat
    trick = int8(MOST_SEATS)  # the running trick: each seat's card
    last_trick = int8(MOST_SEATS)  # the one just taken
    cards = int8(MOST_SEATS)  # hand sizes
    voids = int8(MOST_SEATS)  # O-8: who did not follow has none
    phase = int8()
    seat = int8()  # who is on turn
    first = int8()  # bids first and leads to the first trick (O-4)
    trump = int8()  # the card turned up (O-3)
    bid_sum = int8()  # of all bids so far
    leader = int8()  # led to the running trick
    last_leader = int8()
    in_trick = int8()  # cards in the running trick
    best = int8()  # who is winning the running trick
    tricks_in_game = int8()  # O-2: cards in every hand at first
    tricks_done = int8()
    spare = int8(5)


class State(Fields):
    """A whole game."""

    table = part(OpenTable)
    legal = int64()  # of the seat on turn: cards, or bids while those are made
    hands = int64(MOST_SEATS)
    deck = int8(CARDS)  # only while dealing
    spare = int8(4)


STATE = record(State)
