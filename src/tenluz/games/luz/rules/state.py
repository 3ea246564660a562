"""A game of Luz as one flat record: what lies open on the table, and what does not.

    held      the places that still hold a card, as bits

`table` is open to players and watchers alike: a view copies it whole. The hands are not in
it: each player sees all of them but their own, a watcher none (S-6).
All numbers are signed: Numba turns mixed signed and unsigned arithmetic into floating point.
"""

from tenluz.engine.compiled import Fields, int8, int16, int64, part, record
from tenluz.games.luz.rules.moves import CARDS
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_DEALS, MOST_HAND, MOST_SEATS


class OpenTable(Fields):
    """What lies open to all."""

    played = int64()  # cards played in this deal, as bits: seen by all
    points = int8(MOST_DEALS, MOST_SEATS)  # of each finished deal
    bids = int8(MOST_SEATS)
    safety = int8(MOST_SEATS)
    tricks = int8(MOST_SEATS)
    trick = int8(MOST_SEATS)  # the running trick: each seat's card
    last_trick = int8(MOST_SEATS)  # the one just taken (S-4)
    cards = int8(MOST_SEATS)  # hand sizes
    phase = int8()
    seat = int8()  # who is on turn
    deal = int8()  # deals finished
    first = int8()  # held the first-player card before deal 1
    holder = int8()  # holds the first-player card in this deal (Z-5)
    bidder = int8()  # bids first and leads to the first trick (Z-7, Z-17)
    leader = int8()  # led to the running trick
    last_leader = int8()
    in_trick = int8()  # cards in the running trick
    best = int8()  # who is winning the running trick
    tricks_done = int8()
    beads = int8()  # bet beads left on the table (S-1)
    spare = int8(2)


class Hands(Fields):
    """The cards of all seats."""

    held = int16(MOST_SEATS)
    of_colour = int16(MOST_SEATS, MOST_COLOURS)  # a colour's places, as bits
    card = int8(MOST_SEATS, MOST_HAND)  # the card at each place, played or not


HANDS = record(Hands)


class State(Fields):
    """A whole game."""

    table = part(OpenTable)
    legal = int64()
    hands = part(Hands)
    deck = int8(CARDS)  # only while dealing; the cards set aside are those in no hand
    spare = int8(6)


STATE = record(State)
