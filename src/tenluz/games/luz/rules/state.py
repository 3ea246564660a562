"""A game of Luz as one flat record: what lies open on the table, and what does not.

    held      the places that still hold a card, as bits

`table` is open to players and watchers alike: a view copies it whole. The hands are not in
it: each player sees all of them but their own, a watcher none (S-6).
All numbers are signed: Numba turns mixed signed and unsigned arithmetic into floating point.
"""

from tenluz.engine.compiled import record
from tenluz.games.luz.rules.moves import CARDS
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_DEALS, MOST_HAND, MOST_SEATS

TABLE = record(
    [
        ("played", "<i8"),  # cards played in this deal, as bits: seen by all
        ("points", "i1", (MOST_DEALS, MOST_SEATS)),  # of each finished deal
        ("bids", "i1", (MOST_SEATS,)),
        ("safety", "i1", (MOST_SEATS,)),
        ("tricks", "i1", (MOST_SEATS,)),
        ("trick", "i1", (MOST_SEATS,)),  # the running trick: each seat's card
        ("last_trick", "i1", (MOST_SEATS,)),  # the one just taken (S-4)
        ("cards", "i1", (MOST_SEATS,)),  # hand sizes
        ("phase", "i1"),
        ("seat", "i1"),  # who is on turn
        ("deal", "i1"),  # deals finished
        ("first", "i1"),  # held the first-player card before deal 1
        ("holder", "i1"),  # holds the first-player card in this deal (Z-5)
        ("bidder", "i1"),  # bids first and leads to the first trick (Z-7, Z-17)
        ("leader", "i1"),  # led to the running trick
        ("last_leader", "i1"),
        ("in_trick", "i1"),  # cards in the running trick
        ("best", "i1"),  # who is winning the running trick
        ("tricks_done", "i1"),
        ("beads", "i1"),  # bet beads left on the table (S-1)
        ("spare", "i1", (2,)),
    ]
)

HANDS = record(
    [
        ("held", "<i2", (MOST_SEATS,)),
        ("of_colour", "<i2", (MOST_SEATS, MOST_COLOURS)),  # a colour's places, as bits
        ("card", "i1", (MOST_SEATS, MOST_HAND)),  # the card at each place, played or not
    ]
)

STATE = record(
    [
        ("table", TABLE),
        ("legal", "<i8"),
        ("hands", HANDS),
        ("deck", "i1", (CARDS,)),  # only while dealing; the cards set aside are those in no hand
        ("spare", "i1", (6,)),
    ]
)
