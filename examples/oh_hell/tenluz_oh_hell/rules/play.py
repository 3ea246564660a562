"""The rules of Oh Hell, compiled: deal, and apply one move.

Every function trusts its caller: a move is legal, because it was found in `legal`, which
`apply` leaves in the state for whoever is next. That is the only place where the legal
set is stated. Nothing here allocates, raises or knows a name.
"""

from tenluz.engine import dice
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice, Int64Array, Ints

from tenluz_oh_hell.rules.moves import (
    BID,
    BIDDING,
    CARDS,
    CUT,
    DEAL,
    NO_BID,
    NO_CARD,
    OVER,
    PLAYING,
    SUIT,
    SUIT_BITS,
    SUITS,
)
from tenluz_oh_hell.rules.options import BY_CHANCE, MOST_SEATS, Packed
from tenluz_oh_hell.rules.state import OpenTable, State

EXACT = 10  # O-10: for taking exactly the tricks that were bid

# --- set-up -------------------------------------------------------------------------


@compiled
def start(o: Packed, s: State) -> None:
    """A new game, waiting for its deal: no cards, no bids, no points."""
    t = s.table
    t.phase = DEAL
    t.seat = 0
    t.first = 0
    t.leader = 0
    t.last_leader = 0
    t.best = 0
    t.trump = NO_CARD
    t.played = 0
    t.bid_sum = 0
    t.in_trick = 0
    t.tricks_in_game = 0
    t.tricks_done = 0
    for seat in range(MOST_SEATS):
        t.points[seat] = 0
        t.bids[seat] = NO_BID
        t.tricks[seat] = 0
        t.trick[seat] = NO_CARD
        t.last_trick[seat] = NO_CARD
        t.cards[seat] = 0
        t.voids[seat] = 0
        s.hands[seat] = 0
    for place in range(CARDS):
        s.deck[place] = NO_CARD
    s.legal = 0


@compiled
def deal(o: Packed, s: State, deck: Int64Array, first: int) -> None:
    """Deal a deck in the record's order: the hands seat by seat, the card to turn up, and
    the cards set aside. `first` bids first (O-4); the seat before it is the dealer.

    Where chance draws the number of tricks, the deck has the cut behind the last hand (O-2). A
    cut that somebody put elsewhere counts for the whole rounds in front of it, one at least.
    """
    if o.tricks != BY_CHANCE:
        for place in range(o.deck):
            s.deck[place] = deck[place]
        _lay_out(o, s, first, o.tricks)
        return
    tricks = 1
    cards = 0  # at most o.deck: one place holds the cut
    for place in range(o.deck + 1):
        if deck[place] == CUT:
            tricks = max(1, min(place // o.players, o.most_tricks))
        elif cards < o.deck:
            s.deck[cards] = deck[place]
            cards += 1
    _lay_out(o, s, first, tricks)


@compiled
def shuffle(o: Packed, s: State, rolls: Dice, deck: Ints | Int64Array) -> int:
    """Write a deck into `deck`, at random; who is first then."""
    _shuffle_cards(o, rolls, deck)
    first = dice.below(rolls, o.players)  # O-4
    if o.tricks == BY_CHANCE:
        cut = o.players * _draw_tricks(o, rolls)
        for place in range(o.deck, cut, -1):
            deck[place] = deck[place - 1]
        deck[cut] = CUT
    return first


@compiled
def deal_at_random(o: Packed, s: State, rolls: Dice) -> None:
    """Shuffle and deal, for simulation."""
    _shuffle_cards(o, rolls, s.deck)
    first = dice.below(rolls, o.players)  # O-4
    tricks = _draw_tricks(o, rolls) if o.tricks == BY_CHANCE else o.tricks
    _lay_out(o, s, first, tricks)


@compiled
def _shuffle_cards(o: Packed, rolls: Dice, deck: Ints | Int64Array) -> None:
    place = 0
    for rank in range(o.cards_per_suit):
        for suit in range(o.suits):
            deck[place] = rank * SUITS + suit
            place += 1
    dice.shuffle(rolls, deck, o.deck)


@compiled
def _draw_tricks(o: Packed, rolls: Dice) -> int:
    """O-2: every number for which there are cards is as likely."""
    return 1 + dice.below(rolls, o.most_tricks)


@compiled
def _lay_out(o: Packed, s: State, first: int, tricks: int) -> None:
    t = s.table
    t.tricks_in_game = tricks
    place = 0  # at most players * tricks, and the deck has a card more than that (O-3)
    for seat in range(o.players):
        for _ in range(tricks):
            s.hands[seat] |= 1 << s.deck[place]
            place += 1
        t.cards[seat] = tricks
    t.trump = s.deck[place]
    for rest in range(CARDS):
        s.deck[rest] = NO_CARD
    t.first = first
    t.leader = first
    t.last_leader = first
    t.best = first
    t.seat = first
    t.phase = BIDDING
    s.legal = moves_now(o, s)


# --- the legal set, stated once ------------------------------------------------------


@compiled
def legal(o: Packed, s: State) -> tuple[int, int]:
    """The legal moves as two words of bits: moves 0..63 and 64..127."""
    if s.table.phase == BIDDING:
        return 0, s.legal
    return s.legal, 0


@compiled
def moves_now(o: Packed, s: State) -> int:
    """The legal moves of the phase: bids while those are made, then cards."""
    if s.table.phase == BIDDING:
        return _bids(o, s.table)
    return _cards(s)


@compiled
def _bids(o: Packed, t: OpenTable) -> int:
    """O-5: from none to all tricks."""
    tricks = t.tricks_in_game
    bids = (1 << (tricks + 1)) - 1
    if seat_after(o, t.seat) == t.first and t.bid_sum <= tricks:
        bids &= ~(1 << (tricks - t.bid_sum))  # O-6: the last bid must not make all come right
    return bids


@compiled
def _cards(s: State) -> int:
    """O-8: the suit led if there is one in hand, else any card."""
    t = s.table
    hand = s.hands[t.seat]
    if t.in_trick > 0:
        following = hand & SUIT_BITS << (t.trick[t.leader] & SUIT)
        if following:
            return following
    return hand


# --- one move ------------------------------------------------------------------------


@compiled
def apply(o: Packed, s: State, move: int) -> None:
    """Make a legal move, and find out who is next and what that seat may do."""
    if s.table.phase == BIDDING:
        _bid(o, s, move - BID)
    else:
        _play(o, s, move)


@compiled
def turn(o: Packed, s: State, words: Int64Array, at: int, stop: int) -> int:
    """Make a turn from the record's words, checked. The first word not legal, or -1.

    A word is the move itself: players know their own cards.
    """
    for here in range(at, stop):
        low, high = legal(o, s)
        word = high if words[here] >= BID else low
        if not word >> (words[here] & 63) & 1:
            return here
        apply(o, s, words[here])
    return -1


@compiled
def seat_after(o: Packed, seat: int) -> int:
    """The next seat round the table. Dividing by the players is a slow way to find it."""
    return seat + 1 if seat + 1 < o.players else 0


@compiled
def _bid(o: Packed, s: State, tricks: int) -> None:
    t = s.table
    t.bids[t.seat] = tricks
    t.bid_sum += tricks
    t.seat = seat_after(o, t.seat)
    if t.seat == t.first:
        t.phase = PLAYING  # O-7: who bid first leads
    s.legal = moves_now(o, s)


@compiled
def _play(o: Packed, s: State, card: int) -> None:
    t = s.table
    seat = t.seat
    s.hands[seat] &= ~(1 << card)
    t.cards[seat] -= 1
    t.played |= 1 << card
    t.trick[seat] = card
    led = t.trick[t.leader] & SUIT
    t.voids[seat] |= (card & SUIT != led) << led  # O-8: now everybody knows
    if t.in_trick == 0 or beats(card, t.trick[t.best], t.trump & SUIT):
        t.best = seat
    t.in_trick += 1
    if t.in_trick < o.players:
        t.seat = seat_after(o, seat)
        s.legal = moves_now(o, s)
    else:
        _take_trick(o, s)


@compiled
def beats(card: int, best: int, trumps: int) -> bool:
    """O-9: a higher card of the same suit, or a trump on what is none.

    The best card so far is of the suit led or a trump, so no other suit can win.
    """
    if card & SUIT == best & SUIT:
        return card > best
    return card & SUIT == trumps


@compiled
def _take_trick(o: Packed, s: State) -> None:
    """The winner takes the trick and leads to the next (O-7)."""
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
    if t.tricks_done < t.tricks_in_game:
        s.legal = moves_now(o, s)
    else:
        _end(o, s)


@compiled
def points_for(o: Packed, bid: int, tricks: int) -> int:
    """O-10, O-11: what a bid earns."""
    if tricks == bid:
        return o.points_per_trick * tricks + EXACT
    if o.off_bid_penalty:
        return -o.points_per_trick * abs(tricks - bid)
    return o.points_per_trick * tricks


@compiled
def score(o: Packed, s: State, seat: int) -> int:
    """O-12: a seat's score; 0 until the game is over."""
    return s.table.points[seat]


@compiled
def _end(o: Packed, s: State) -> None:
    """O-12: one deal is a game."""
    t = s.table
    for seat in range(o.players):
        t.points[seat] = points_for(o, t.bids[seat], t.tricks[seat])
    t.phase = OVER
    s.legal = 0
