"""What a seat of Level 10 may see, built by allow-list, and states that agree with it.

A view holds the table, the seat's own hand, and what the seat remembers: the cards it
tucked, while they lie in the pile, and in whose hand they surely are after being drawn.
Once that player tucks cards face down nobody can be sure any more, and the view drops it.
A watcher (seat NO_SEAT) has the table alone.
"""

import math

import numpy as np

from tenluz.engine import bits, dice
from tenluz.engine.compiled import Fields, allocating, compiled, int8, int64, part, record
from tenluz.engine.types import Dice
from tenluz.games.level10.rules.legal import moves_now
from tenluz.games.level10.rules.moves import (
    DEAL,
    LEVEL_BITS,
    MOST,
    NO_CARD,
    OVER,
    PAUSE,
    ROW,
    ROW_BITS,
    TURN,
    UNTOLD,
)
from tenluz.games.level10.rules.options import (
    MOST_PAUSES,
    MOST_SEATS,
    MOST_VALUES,
    MOST_WORLDS,
    Packed,
)
from tenluz.games.level10.rules.state import IN_PILE, LOST_FROM_SIGHT, PILE, WHO, OpenTable, State

UNKNOWN = -1
ONE_IN = np.array([1 / math.factorial(n) for n in range(MOST_VALUES + 1)])


class View(Fields):
    """What a seat may know."""

    table = part(OpenTable)
    legal = int64()  # this seat's moves, 0 while others are on turn
    hand = int64()
    seen = int64(MOST_SEATS)  # cards that surely are in each other hand
    pile = int8(PILE)  # cards this seat knows by their place
    counts = int8(MOST_SEATS, MOST_WORLDS)  # with `open_counts`, else UNKNOWN
    seat = int8()
    spare = int8(6)


VIEW = record(View)


@compiled
def view(o: Packed, s: State, seat: int, v: View) -> None:
    """Write into `v` all that `seat` may know of `s`, and nothing else."""
    t = s.table
    v.table = s.table
    v.seat = seat
    v.hand = 0
    v.legal = 0
    for other in range(MOST_SEATS):
        v.seen[other] = 0
        for world in range(MOST_WORLDS):
            v.counts[other, world] = UNKNOWN
            if o.open_counts and other < o.players and world < o.worlds:
                v.counts[other, world] = bits.size(s.hands[other] & (ROW_BITS << (world * ROW)))
    for place in range(PILE):
        v.pile[place] = NO_CARD
    if seat < 0:
        return
    v.hand = s.hands[seat]
    if t.seat == seat:
        v.legal = s.legal
    for tuck in range(t.tail - o.deck):
        who = t.tucks[tuck] & WHO
        where = t.tucks[tuck] >> 3
        if where == LOST_FROM_SIGHT:
            continue
        if who == seat or where == seat + 1:  # tucked by this seat, or drawn by it
            card = s.pile[o.deck + tuck]
            v.pile[o.deck + tuck] = card
            if who == seat and where != IN_PILE and card != NO_CARD:
                v.seen[where - 1] += 1 << card


@compiled
def choices(o: Packed, v: View) -> tuple[int, int]:
    """The legal moves of a view's seat, as `legal` gives them for a state."""
    if v.table.phase == TURN:
        return v.legal, 0
    return 0, v.legal


def final_hands(o: Packed, s: State) -> list[int]:
    """What each seat holds when the game is over: then everybody lays their hand open. Of a game
    that goes on, nothing."""
    if s.table.phase != OVER:
        return []
    return [int(s.hands[seat]) for seat in range(o.players)]


# --- a state that agrees with a view ---------------------------------------------------


@compiled
def sample(o: Packed, v: View, rolls: Dice, s: State) -> None:
    """Write into `s` a state drawn uniformly from all that give this seat this view."""
    told = False
    for seat in range(o.players):
        for world in range(o.worlds):
            told |= v.table.told[seat, world] != UNTOLD
    if o.open_counts:
        sample_open(o, v, rolls, s)
    elif told:
        _sample_told(o, v, rolls, s)
    else:
        _sample_untold(o, v, rolls, s)


@compiled
def sample_open(o: Packed, v: View, rolls: Dice, s: State) -> None:
    """`sample` where all counts are known; allocates nothing, so a GPU can call it."""
    while True:
        _begin_sample(v, s)
        unseen = _unseen(o, v)
        for seat in range(o.players):
            if seat != v.seat:
                short = v.table.cards[seat] - _hand_size(v.seen[seat])
                for world in range(o.worlds):
                    row = ROW_BITS << (world * ROW)
                    count = v.counts[seat, world] - bits.size(v.seen[seat] & row)
                    unseen = _give(rolls, s, seat, unseen, row, count)
                    short -= count
                s.hands[seat] += short << PAUSE
                unseen -= short << PAUSE
        _fill_pile(o, v, rolls, s, unseen)
        if _possible(o, s):
            return


@compiled
def _sample_untold(o: Packed, v: View, rolls: Dice, s: State) -> None:
    """Nothing was told: every way to deal the unseen cards is as likely."""
    while True:
        _begin_sample(v, s)
        unseen = _unseen(o, v)
        count = _lay_in_row(s, unseen)
        dice.shuffle(rolls, s.pile, count)
        dealt = 0
        for seat in range(o.players):
            if seat != v.seat:
                for _ in range(v.table.cards[seat] - _hand_size(v.seen[seat])):
                    card = s.pile[dealt]
                    s.hands[seat] += 1 << card
                    unseen -= 1 << card
                    dealt += 1
        _fill_pile(o, v, rolls, s, unseen)
        if _possible(o, s):
            return


@allocating
def _sample_told(o: Packed, v: View, rolls: Dice, s: State) -> None:
    """Some counts were told: draw how many of each world each hand has, then the cards.

    A table of counts stands for as many states as there are ways to deal it out: for each
    group (the worlds, then the pauses) 1 / (product of the counts! * what stays in the
    pile!), up to a factor that is always the same. `ways[group, turn, code, left]` sums
    those weights over all that is still to be given, from the turn-th other hand of a
    group on, when `left` cards of the group are left and `code` tells the room in the
    hands: room of hand 0 + (room of hand 1) * (full room of hand 0 + 1) + ...
    """
    groups = o.worlds + 1
    unseen = _unseen(o, v)
    hands = 0
    seats = np.zeros(MOST_SEATS, np.int64)
    room = np.zeros(MOST_SEATS, np.int64)
    place = np.ones(MOST_SEATS + 1, np.int64)
    for seat in range(o.players):
        if seat != v.seat:
            seats[hands] = seat
            room[hands] = v.table.cards[seat] - _hand_size(v.seen[seat])
            place[hands + 1] = place[hands] * (room[hands] + 1)
            hands += 1
    full = place[hands] - 1
    stock = np.zeros(groups + 1, np.int64)
    for world in range(o.worlds):
        stock[world] = bits.size(unseen & (ROW_BITS << (world * ROW)))
    stock[o.worlds] = unseen >> PAUSE
    ways = np.zeros((groups + 1, hands + 1, full + 1, MOST_VALUES + 1), np.float64)
    ways[groups, 0, 0, 0] = 1.0  # nothing left to give, every hand full
    for group in range(groups - 1, -1, -1):
        for code in range(full + 1):
            for left in range(stock[group] + 1):
                after = ways[group + 1, 0, code, stock[group + 1]]
                ways[group, hands, code, left] = after * ONE_IN[left]
        for turn in range(hands - 1, -1, -1):
            least, most = _bounds(o, v, seats[turn], group)
            for code in range(full + 1):
                free = code // place[turn] % (room[turn] + 1)
                for left in range(stock[group] + 1):
                    total = 0.0
                    for count in range(least, min(most, free, left) + 1):
                        after = ways[group, turn + 1, code - count * place[turn], left - count]
                        total += after * ONE_IN[count]
                    ways[group, turn, code, left] = total
    while True:
        _begin_sample(v, s)
        cards = unseen
        code = full
        for group in range(groups):
            left = stock[group]
            for turn in range(hands):
                least, most = _bounds(o, v, seats[turn], group)
                free = code // place[turn] % (room[turn] + 1)
                point = dice.uniform(rolls) * ways[group, turn, code, left]
                count = least - 1
                while point >= 0.0 and count < min(most, free, left):
                    count += 1
                    after = ways[group, turn + 1, code - count * place[turn], left - count]
                    point -= after * ONE_IN[count]
                code -= count * place[turn]
                left -= count
                if group < o.worlds:
                    row = ROW_BITS << (group * ROW)
                    cards = _give(rolls, s, seats[turn], cards, row, count)
                else:
                    s.hands[seats[turn]] += count << PAUSE
                    cards -= count << PAUSE
        _fill_pile(o, v, rolls, s, cards)
        if _possible(o, s):
            return


@compiled
def _bounds(o: Packed, v: View, seat: int, group: int) -> tuple[int, int]:
    """How many unseen cards of a group a hand has at least and at most, by what was told."""
    if group == o.worlds:
        return 0, MOST_PAUSES
    known = bits.size(v.seen[seat] & (ROW_BITS << (group * ROW)))
    told = v.table.told[seat, group]
    return max(0, told % MOST - known), told // MOST - known


# --- pieces of a sample ------------------------------------------------------------------


@compiled
def _begin_sample(v: View, s: State) -> None:
    s.table = v.table
    for seat in range(MOST_SEATS):
        s.hands[seat] = v.seen[seat]
    s.hands[v.seat] = v.hand


@compiled
def _hand_size(hand: int) -> int:
    return bits.size(hand & LEVEL_BITS) + (hand >> PAUSE)


@compiled
def _unseen(o: Packed, v: View) -> int:
    """The cards whose place this seat does not know, as a hand."""
    t = v.table
    unseen = (o.pauses - t.pauses) << PAUSE
    for world in range(o.worlds):
        unseen |= ((1 << o.values) - 1) << (world * ROW)
    unseen -= t.placed_cards + t.under + v.hand
    for seat in range(o.players):
        unseen -= v.seen[seat]
    for place in range(t.head, t.tail):
        if v.pile[place] != NO_CARD:
            unseen -= 1 << v.pile[place]
    return unseen


@compiled
def _give(rolls: Dice, s: State, seat: int, unseen: int, row: int, count: int) -> int:
    """Deal `count` cards of a row to a seat at random; returns what is left unseen."""
    for _ in range(count):
        choices = unseen & row
        card = 1 << bits.nth(choices, dice.below(rolls, bits.size(choices)))
        s.hands[seat] += card
        unseen -= card
    return unseen


@compiled
def _lay_in_row(s: State, cards: int) -> int:
    """Lay the cards of a hand at the front of the pile; returns how many there are."""
    count = 0
    levels = cards & LEVEL_BITS
    while levels:
        s.pile[count] = bits.lowest(levels)
        levels &= levels - 1
        count += 1
    for _ in range(cards >> PAUSE):
        s.pile[count] = PAUSE
        count += 1
    return count


@compiled
def _fill_pile(o: Packed, v: View, rolls: Dice, s: State, rest: int) -> None:
    """The rest goes into the pile in random order, around the cards known by place."""
    t = v.table
    count = _lay_in_row(s, rest)
    dice.shuffle(rolls, s.pile, count)
    # From the back: the k-th card goes to a place >= head + k >= k, so none is overwritten.
    for place in range(t.tail - 1, t.head - 1, -1):
        if v.pile[place] == NO_CARD:
            count -= 1
            s.pile[place] = s.pile[count]
        else:
            s.pile[place] = v.pile[place]
    for place in range(t.head):
        s.pile[place] = NO_CARD
    for place in range(t.tail, PILE):
        s.pile[place] = NO_CARD
    for seat in range(o.players):
        # Tucked by one, drawn by another. What this seat tucked or drew it knows; the rest are
        # cards of that hand, the last drawn first: where they run out, the oldest were played.
        unnamed = s.hands[seat] - v.seen[seat]
        for tuck in range(t.head - o.deck - 1, -1, -1):
            if t.tucks[tuck] >> 3 == seat + 1:
                card = v.pile[o.deck + tuck]
                if seat != v.seat and (t.tucks[tuck] & WHO) != v.seat and unnamed > 0:
                    card = _any_card(rolls, unnamed)
                    unnamed -= 1 << card
                s.pile[o.deck + tuck] = card
    s.legal = 0
    if t.phase != DEAL and t.phase != OVER:
        s.legal = moves_now(o, s)


@compiled
def _any_card(rolls: Dice, hand: int) -> int:
    levels = hand & LEVEL_BITS
    point = dice.below(rolls, _hand_size(hand))
    if point < bits.size(levels):
        return bits.nth(levels, point)
    return PAUSE


@compiled
def _possible(o: Packed, s: State) -> bool:
    """Whether the game would be where it is: a turn begins only if its player can move, and
    a lost game ended with a player who could not (L-10)."""
    t = s.table
    if t.phase == TURN:
        return s.legal != 0
    if t.phase == OVER and not t.won and t.cards[t.seat] > 0:
        s.table.phase = TURN
        stuck = moves_now(o, s) == 0
        s.table.phase = OVER
        return stuck
    return True
