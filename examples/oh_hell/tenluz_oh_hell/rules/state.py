"""A game of Oh Hell as one flat record: what lies open on the table, and what does not.

    voids     suits that a seat is known not to have: bit 0 is clubs

`table` is open to players and watchers alike: a view copies it whole. The hands are not in
it (O-13). The cards set aside are nowhere: they are those that are left.
All numbers are signed: Numba turns mixed signed and unsigned arithmetic into floating point.
"""

from tenluz.engine.compiled import record

from tenluz_oh_hell.rules.moves import CARDS
from tenluz_oh_hell.rules.options import MOST_SEATS

TABLE = record(
    [
        ("played", "<i8"),  # cards played, as bits
        ("points", "<i2", (MOST_SEATS,)),  # 0 until the game is over
        ("bids", "i1", (MOST_SEATS,)),
        ("tricks", "i1", (MOST_SEATS,)),  # taken by each seat
        ("trick", "i1", (MOST_SEATS,)),  # the running trick: each seat's card
        ("last_trick", "i1", (MOST_SEATS,)),  # the one just taken
        ("cards", "i1", (MOST_SEATS,)),  # hand sizes
        ("voids", "i1", (MOST_SEATS,)),  # O-8: who did not follow has none
        ("phase", "i1"),
        ("seat", "i1"),  # who is on turn
        ("first", "i1"),  # bids first and leads to the first trick (O-4)
        ("trump", "i1"),  # the card turned up (O-3)
        ("bid_sum", "i1"),  # of all bids so far
        ("leader", "i1"),  # led to the running trick
        ("last_leader", "i1"),
        ("in_trick", "i1"),  # cards in the running trick
        ("best", "i1"),  # who is winning the running trick
        ("tricks_done", "i1"),
        ("spare", "i1", (6,)),
    ]
)

STATE = record(
    [
        ("table", TABLE),
        ("legal", "<i8"),  # of the seat on turn: cards, or bids while those are made
        ("hands", "<i8", (MOST_SEATS,)),
        ("deck", "i1", (CARDS,)),  # only while dealing
        ("spare", "i1", (4,)),
    ]
)
