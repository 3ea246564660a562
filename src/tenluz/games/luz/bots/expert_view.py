"""Luz as its expert sees it: one row of small numbers for three to five players.

First what concerns the whole table, then the same for each colour; which one is trump is a number
of the colour. A network that treats all colours by the same weights is symmetric in the plain ones
by construction (`bots/forward.py`). Seats are counted from the viewer on.

Of the own hand the row has what can be known of it, exactly: for each of its cards of a colour the
chance of every value (`rules/view.py`), and from that how it stands beside what the others hold.
What the others have played is there seat by seat: they see this hand, so it tells something.
"""

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.expert_rows import fill_up, put, put_one, put_up_to
from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Int8Array
from tenluz.envs.bit_writer import seat_after, steps_to
from tenluz.games.luz.rules.apply import beats, total
from tenluz.games.luz.rules.moves import BID, COLOUR, MOVES, NO_BID, NO_CARD, PLAY, TRUMP
from tenluz.games.luz.rules.options import (
    MOST_COLOURS,
    MOST_DEALS,
    MOST_HAND,
    MOST_SEATS,
    MOST_VALUES,
    Packed,
)
from tenluz.games.luz.rules.view import View, chance_at, gap, seen

ONE_COLOUR = (1 << MOST_VALUES) - 1
OWN = 8  # cards of one colour in the own hand that have numbers of their own
OTHERS = MOST_SEATS - 1
POINT = 5  # every score is a multiple of it (Z-13 to Z-15)

# Numbers for the table and for each colour, filled up to multiples of eight.
TABLE, OF_COLOUR = 112, 336

# Numbers that are more than 0 or 1, where they begin, and about how large they are.
WANTS_AT, WANTS_HIGH = 88, 4  # tricks that each seat still wants
TAKEN_AT, TAKEN_HIGH = WANTS_AT + MOST_SEATS, 4
POINTS_AT, POINTS_HIGH = TAKEN_AT + MOST_SEATS, 12
BEADS_AT, BEADS_HIGH = POINTS_AT + MOST_SEATS, 15
SUM_AT, SUM_HIGH = BEADS_AT + 1, 10
NUMBERS_END = SUM_AT + 1

# In the row of a colour: chances in hundredths, of every value for each own card, and then of how
# it stands: above the best card of the trick, above all others' cards, and above each other
# seat's highest and lowest; last its mean value.
WHOLE = 100
STANDS = 2 + 2 * OTHERS + 1
CHANCES_AT = 3 * OWN
STANDS_AT = CHANCES_AT + OWN * MOST_VALUES
HELD_AT = STANDS_AT + OWN * STANDS

SAYS_OF_COLOUR = OWN  # a score for each own card of it
SAYS_OF_TABLE = PLAY  # and for each bid


@compiled
def write(o: Packed, v: View, out: Int8Array) -> None:
    """All that the expert sees of a view."""
    _write_table(o, v, out)
    unseen = ~seen(o, v)
    for colour in range(MOST_COLOURS):
        _write_colour(o, v, out, colour, unseen)
        _write_own(o, v, out, colour, unseen)
    _write_places(o, v, out)


@compiled
def _write_table(o: Packed, v: View, out: Int8Array) -> None:
    t = v.table
    at = put_one(out, 0, t.phase - BID, 2)
    at = put_one(out, at, o.players - 2, MOST_SEATS - 1)
    at = put_one(out, at, t.deal, MOST_DEALS)
    at = put_one(out, at, steps_to(o, v.seat, t.bidder), MOST_SEATS)
    at = put_one(out, at, steps_to(o, v.seat, t.leader), MOST_SEATS)
    at = put_one(out, at, steps_to(o, v.seat, t.best) if t.in_trick else -1, MOST_SEATS)
    at = put_up_to(out, at, t.cards[v.seat], MOST_HAND)
    at = put(out, at, o.bead_limit, 1)
    together = 0
    for steps in range(MOST_SEATS):
        bid, safety, played = NO_BID, 0, 0
        wants, taken, points = 0, 0, 0
        if steps < o.players:
            seat = seat_after(o, v.seat, steps)
            bid, safety = t.bids[seat], t.safety[seat]
            played = t.trick[seat] != NO_CARD
            taken, points = t.tricks[seat], total(t, seat) // POINT
            if bid != NO_BID:
                wants = bid - taken
                together += bid
        # A bid as one of eight numbers: seven and more are as good as never bid.
        at = put_one(out, at, -1 if bid == NO_BID else min(bid, 7), 8)
        at = put(out, at, safety | played << 1, 2)
        out[WANTS_AT + steps] = wants
        out[TAKEN_AT + steps] = taken
        out[POINTS_AT + steps] = points
    fill_up(out, at, WANTS_AT)
    out[BEADS_AT] = t.beads
    out[SUM_AT] = together
    fill_up(out, NUMBERS_END, TABLE)


@compiled
def _of(o: Packed, v: View, steps: int, colour: int) -> tuple[int, int]:
    """The values of a colour that another seat holds, and those it has played, as bits."""
    held, played = 0, 0
    if steps < o.players:
        seat = seat_after(o, v.seat, steps)
        places = v.hands.of_colour[seat, colour]
        while places:
            place = bits.lowest(places)
            value = 1 << (v.hands.card[seat, place] % COLOUR)
            if v.hands.held[seat] >> place & 1:
                held |= value
            else:
                played |= value
            places &= places - 1
    return held, played


@compiled
def _write_colour(o: Packed, v: View, out: Int8Array, colour: int, unseen: int) -> None:
    """What lies open of a colour, and which of the own cards are of it."""
    t = v.table
    begin = TABLE + colour * OF_COLOUR
    own = v.hands.of_colour[v.seat, colour]
    first = bits.lowest(own) if own else 0
    at = put_up_to(out, begin, bits.size(own), OWN)
    at = put(out, at, (own & v.hands.held[v.seat]) >> first, OWN)
    legal = v.legal >> PLAY if t.phase != BID else 0
    put(out, at, (own & legal) >> first, OWN)
    at = begin + HELD_AT
    for steps in range(1, MOST_SEATS):
        held, played = _of(o, v, steps, colour)
        at = put(out, at, held, MOST_VALUES)
        at = put(out, at, played, MOST_VALUES)
    at = put(out, at, unseen >> (colour * COLOUR) & ((1 << o.values) - 1), MOST_VALUES)
    led, best = 0, -1
    if t.in_trick:
        led = t.trick[t.leader] // COLOUR == colour
        if t.trick[t.best] // COLOUR == colour:
            best = t.trick[t.best] % COLOUR
    at = put_one(out, at, best, MOST_VALUES)
    at = put(out, at, (colour == TRUMP) | led << 1, 2)
    fill_up(out, at, begin + OF_COLOUR)


@compiled
def _write_own(o: Packed, v: View, out: Int8Array, colour: int, unseen: int) -> None:
    """What each own card of a colour may be. Of a card that was played all is 0: it bounds the
    others, which is in their chances."""
    begin = TABLE + colour * OF_COLOUR
    fill_up(out, begin + CHANCES_AT, begin + HELD_AT)
    own = v.hands.of_colour[v.seat, colour]
    if not own:
        return
    first = bits.lowest(own)
    place = first
    end = first + bits.size(own)
    while place < end:
        if not v.hands.held[v.seat] >> place & 1:
            place += 1
            continue
        size, low, high, among = gap(o, v, unseen, place)
        for rank in range(min(size, OWN - (place - first))):
            card = place + rank - first
            _write_card(o, v, out, begin, card, (size, low, high, among, rank), unseen)
        place += size


@compiled
def _write_card(
    o: Packed,
    v: View,
    out: Int8Array,
    begin: int,
    number: int,
    where: tuple[int, int, int, int, int],
    unseen: int,
) -> None:
    """The chances of one own card: of each value, and of how it stands beside the others'."""
    t = v.table
    size, low, high, among, rank = where
    colour = low // COLOUR
    lower, mean, wins, above = 0, 0.0, 0.0, 0.0
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
    one, two, three, four = 0.0, 0.0, 0.0, 0.0
    hands = (
        _of(o, v, 1, colour)[0],
        _of(o, v, 2, colour)[0],
        _of(o, v, 3, colour)[0],
        _of(o, v, 4, colour)[0],
    )
    everybody = hands[0] | hands[1] | hands[2] | hands[3]
    at = begin + CHANCES_AT + number * MOST_VALUES
    for card in range(low, high + 1):
        if unseen >> card & 1:
            chance = chance_at(size, among, lower, rank)
            lower += 1
            value = card % COLOUR
            out[at + value] = int(WHOLE * chance + 0.5)
            mean += chance * value
            if t.in_trick == 0 or beats(card, t.trick[t.best]):
                wins += chance
            above += chance * (everybody >> value == 0)
            first += chance * (hands[0] >> value == 0)
            second += chance * (hands[1] >> value == 0)
            third += chance * (hands[2] >> value == 0)
            fourth += chance * (hands[3] >> value == 0)
            below = (1 << value) - 1
            one += chance * (hands[0] & below != 0)
            two += chance * (hands[1] & below != 0)
            three += chance * (hands[2] & below != 0)
            four += chance * (hands[3] & below != 0)
    at = begin + STANDS_AT + number * STANDS
    stands = (wins, above, first, second, third, fourth, one, two, three, four, mean / o.values)
    for which in range(STANDS):
        out[at + which] = int(WHOLE * stands[which] + 0.5)


@compiled
def _write_places(o: Packed, v: View, out: Int8Array) -> None:
    """Where each move has its score: a card by its colour and its place among the own cards of
    it, a bid after all colours."""
    at = TABLE + MOST_COLOURS * OF_COLOUR
    for bid in range(PLAY):
        out[at + bid] = MOST_COLOURS * SAYS_OF_COLOUR + bid
    for place in range(MOST_HAND):
        out[at + PLAY + place] = 0
    for colour in range(MOST_COLOURS):
        places = v.hands.of_colour[v.seat, colour]
        number = 0
        while places:
            place = bits.lowest(places)
            out[at + PLAY + place] = colour * SAYS_OF_COLOUR + min(number, OWN - 1)
            places &= places - 1
            number += 1


def scale() -> list[float]:
    """What each number of a row is multiplied with, so that all are about as large."""
    of_table, of_colour = [1.0] * TABLE, [1.0] * OF_COLOUR
    for begin, end, high in (
        (WANTS_AT, TAKEN_AT, WANTS_HIGH),
        (TAKEN_AT, POINTS_AT, TAKEN_HIGH),
        (POINTS_AT, BEADS_AT, POINTS_HIGH),
        (BEADS_AT, SUM_AT, BEADS_HIGH),
        (SUM_AT, NUMBERS_END, SUM_HIGH),
    ):
        of_table[begin:end] = [1 / high] * (end - begin)
    of_colour[CHANCES_AT:HELD_AT] = [1 / WHOLE] * (HELD_AT - CHANCES_AT)
    return of_table + of_colour * MOST_COLOURS


VIEW = ExpertView(
    table=TABLE,
    groups=MOST_COLOURS,
    of_group=OF_COLOUR,
    says_of_table=SAYS_OF_TABLE,
    says_of_group=SAYS_OF_COLOUR,
    places=None,
    moves=MOVES,
    scale=scale,
    write=write,
)
