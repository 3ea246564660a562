"""The rules of Luz, compiled: deal, and apply one move.

Every function trusts its caller: a move is legal, because it was found in `legal`, which
`apply` leaves in the state for whoever is next. That is the only place where the legal
set is stated. Nothing here allocates, raises or knows a name.
"""

from tenluz.engine import bits, dice
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice, Int64Array, Ints
from tenluz.games.luz.rules.moves import (
    BID,
    BID_SAFE,
    CARDS,
    COLOUR,
    DEAL,
    NO_BID,
    NO_CARD,
    OVER,
    PLAY,
    TRICK,
    TRUMP,
    WORD_CARD,
)
from tenluz.games.luz.rules.options import (
    BET_BEADS,
    MOST_COLOURS,
    MOST_DEALS,
    MOST_HAND,
    MOST_SEATS,
    Packed,
)
from tenluz.games.luz.rules.state import OpenTable, State

# --- set-up -------------------------------------------------------------------------


@compiled
def start(o: Packed, s: State) -> None:
    """A new game, waiting for its first deal."""
    t = s.table
    t.phase = DEAL
    t.deal = 0
    s.legal = 0
    for number in range(MOST_DEALS):
        for seat in range(MOST_SEATS):
            t.points[number, seat] = 0


@compiled
def deal(o: Packed, s: State, deck: Int64Array, first: int) -> None:
    """Deal a deck in the record's order: the hands as played, then the cards set aside.

    `first` is who held the first-player card before deal 1; later deals do not read it.
    """
    for place in range(o.deck):
        s.deck[place] = deck[place]
    _lay_out(o, s, first)


@compiled
def shuffle(o: Packed, s: State, rolls: Dice, deck: Ints | Int64Array) -> int:
    """Write a deck for the next deal into `deck`, at random; who is first then."""
    place = 0
    for colour in range(o.colours):
        for value in range(o.values):
            deck[place] = colour * COLOUR + value
            place += 1
    dice.shuffle(rolls, deck, o.deck)
    if s.table.deal == 0:
        return dice.below(rolls, o.players)  # Z-3
    return s.table.first


@compiled
def deal_at_random(o: Packed, s: State, rolls: Dice) -> None:
    """Shuffle and deal, for simulation."""
    _lay_out(o, s, shuffle(o, s, rolls, s.deck))


@compiled
def _lay_out(o: Packed, s: State, first: int) -> None:
    t = s.table
    if t.deal == 0:
        t.first = first
    t.holder = (t.first + 1 + t.deal) % o.players  # Z-5: passed on with every deal
    t.bidder = t.holder
    if o.players == 3 and t.deal == o.deals - 1:
        t.bidder = _leading_seat(o, t)  # Z-17
    place = 0
    for seat in range(MOST_SEATS):
        t.bids[seat] = NO_BID
        t.safety[seat] = 0
        t.tricks[seat] = 0
        t.trick[seat] = NO_CARD
        t.last_trick[seat] = NO_CARD
        hand = 0
        if seat < o.players:
            for _ in range(o.hand):
                hand |= 1 << s.deck[place]
                place += 1
        _sort_hand(o, s, seat, hand)
    for rest in range(CARDS):
        s.deck[rest] = NO_CARD
    t.played = 0
    t.beads = BET_BEADS
    t.in_trick = 0
    t.tricks_done = 0
    t.leader = t.bidder
    t.last_leader = t.bidder
    t.best = t.bidder
    t.phase = BID
    t.seat = t.bidder
    s.legal = moves_now(o, s)


@compiled
def _sort_hand(o: Packed, s: State, seat: int, hand: int) -> None:
    """Z-5, S-2: by colour, then from low to high. `hand` is a set of cards."""
    h = s.hands
    for colour in range(MOST_COLOURS):
        h.of_colour[seat, colour] = 0
    for place in range(MOST_HAND):
        h.card[seat, place] = NO_CARD
    count = 0
    while hand:
        card = bits.lowest(hand)
        hand &= hand - 1
        h.card[seat, count] = card
        h.of_colour[seat, card // COLOUR] |= 1 << count
        count += 1
    h.held[seat] = (1 << count) - 1
    s.table.cards[seat] = count


@compiled
def total(t: OpenTable, seat: int) -> int:
    """Z-16: the points of all deals so far."""
    points = 0
    for number in range(MOST_DEALS):
        points += t.points[number, seat]
    return points


@compiled
def score(o: Packed, s: State, seat: int) -> int:
    """Z-16: a seat's score so far."""
    return total(s.table, seat)


@compiled
def _leading_seat(o: Packed, t: OpenTable) -> int:
    """Z-17: most points; tied, the nearest to the holder in turn order (S-3)."""
    leading = t.holder
    for step in range(1, o.players):
        seat = (t.holder + step) % o.players
        if total(t, seat) > total(t, leading):
            leading = seat
    return leading


# --- the legal set, stated once ------------------------------------------------------


@compiled
def legal(o: Packed, s: State) -> tuple[int, int]:
    """The legal moves as two words of bits: moves 0..63 and 64..127."""
    return s.legal, 0


@compiled
def moves_now(o: Packed, s: State) -> int:
    """The legal moves of the phase."""
    if s.table.phase == BID:
        return _bids(o, s.table)
    return _cards(s)


@compiled
def _bids(o: Packed, t: OpenTable) -> int:
    """Z-7, S-5: any number of tricks, each with or without a safety bead."""
    most = o.hand
    if o.bead_limit and t.beads < most:  # S-1
        most = t.beads
    bids = (1 << (most + 1)) - 1
    return bids | (bids << BID_SAFE)


@compiled
def _cards(s: State) -> int:
    """Z-9: the led colour if there is one in hand, else any card."""
    t = s.table
    h = s.hands
    places = h.held[t.seat]
    if t.in_trick > 0:
        following = places & h.of_colour[t.seat, t.trick[t.leader] // COLOUR]
        if following:
            places = following
    return places << PLAY


# --- one move ------------------------------------------------------------------------


@compiled
def apply(o: Packed, s: State, move: int) -> None:
    """Make a legal move, and find out who is next and what that seat may do."""
    if s.table.phase == BID:
        _bid(o, s, move)
    else:
        _play(o, s, move - PLAY)


@compiled
def turn(o: Packed, s: State, words: Int64Array, at: int, stop: int) -> int:
    """Make a turn from the record's words, checked. The first word not legal, or -1."""
    for here in range(at, stop):
        move = move_for(o, s, words[here])
        if move < 0 or not s.legal >> move & 1:
            return here
        apply(o, s, move)
    return -1


@compiled
def move_for(o: Packed, s: State, word: int) -> int:
    """The move of the seat on turn that a word names; -1 if it holds no such card."""
    if word < WORD_CARD:
        return word if s.table.phase == BID else -1
    if s.table.phase != TRICK:
        return -1
    for place in range(o.hand):
        if s.hands.card[s.table.seat, place] == word - WORD_CARD:
            return PLAY + place if s.hands.held[s.table.seat] >> place & 1 else -1
    return -1


@compiled
def _after(o: Packed, seat: int) -> int:
    """The next seat round the table. Dividing by the players is a slow way to find it."""
    return seat + 1 if seat + 1 < o.players else 0


@compiled
def _bid(o: Packed, s: State, move: int) -> None:
    t = s.table
    t.safety[t.seat] = move >= BID_SAFE
    t.bids[t.seat] = move % BID_SAFE
    t.beads -= move % BID_SAFE
    t.seat = _after(o, t.seat)
    if t.seat == t.bidder:
        t.phase = TRICK
    s.legal = moves_now(o, s)


@compiled
def _play(o: Packed, s: State, place: int) -> None:
    t = s.table
    seat = t.seat
    card = s.hands.card[seat, place]
    s.hands.held[seat] &= ~(1 << place)
    t.cards[seat] -= 1
    t.played |= 1 << card
    t.trick[seat] = card
    if t.in_trick == 0 or beats(card, t.trick[t.best]):
        t.best = seat
    t.in_trick += 1
    if t.in_trick < o.players:
        t.seat = _after(o, seat)
        s.legal = moves_now(o, s)
    else:
        _take_trick(o, s)


@compiled
def beats(card: int, best: int) -> bool:
    """Z-11: a higher card of the same colour, or a trump on what is none.

    The best card so far is of the led colour or a trump, so no other colour can win.
    """
    colour = card // COLOUR
    if colour == best // COLOUR:
        return card > best
    return colour == TRUMP


@compiled
def _take_trick(o: Packed, s: State) -> None:
    """The winner takes the trick and leads to the next (Z-8)."""
    t = s.table
    winner = t.best
    t.tricks[winner] += 1
    t.tricks_done += 1
    for seat in range(o.players):
        t.last_trick[seat] = t.trick[seat]
        t.trick[seat] = NO_CARD
    t.last_leader = t.leader
    t.leader = winner
    t.seat = winner
    t.in_trick = 0
    if t.tricks_done < o.hand:
        s.legal = moves_now(o, s)
    else:
        _score_deal(o, s)


@compiled
def points_for(deal_number: int, bid: int, safety: int, tricks: int) -> int:
    """Z-13 to Z-15: what a bid earns in a deal, counted from 0."""
    over = tricks - bid
    if over == 0 or (safety and over == 1):
        return (5 if safety else 10) * (deal_number + 1)
    return -5 * abs(over)


@compiled
def _score_deal(o: Packed, s: State) -> None:
    t = s.table
    for seat in range(o.players):
        t.points[t.deal, seat] = points_for(t.deal, t.bids[seat], t.safety[seat], t.tricks[seat])
    t.deal += 1
    s.legal = 0
    t.phase = OVER if t.deal == o.deals else DEAL


@compiled
def ahead_of(o: Packed, t: OpenTable, one: int, other: int) -> bool:
    """Z-18: whether seat `one` finishes before seat `other`."""
    difference = total(t, one) - total(t, other)
    if difference == 0:
        difference = t.points[o.deals - 1, one] - t.points[o.deals - 1, other]
    if difference == 0:  # the nearer to the holder of the first-player card, who counts as 0
        difference = (other - t.holder) % o.players - (one - t.holder) % o.players
    return difference > 0


@compiled
def rank_of(o: Packed, t: OpenTable, seat: int) -> int:
    """Z-18: how many seats finish before this one."""
    rank = 0
    for other in range(o.players):
        if ahead_of(o, t, other, seat):
            rank += 1
    return rank
