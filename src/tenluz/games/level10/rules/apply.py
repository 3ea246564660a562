"""The rules of Level 10, compiled: deal, and apply one move.

A turn is taken in small moves of one seat: a card, a pause or a reset; after a reset each
card to tuck; after a pause on an empty deck the card to lay under it; `DONE` to stop.
Every function trusts its caller: a move is legal, because it was found in `legal`, which
`apply` leaves in the state for whoever is next (legal.py states it). Nothing here allocates,
raises or knows a name.
"""

from tenluz.engine import bits, dice
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice, Int64Array, Ints
from tenluz.games.level10.rules.legal import legal, may_tuck, moves_now
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DEAL,
    DONE,
    FIRST,
    NO_CARD,
    NO_SEAT,
    OVER,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    ROW_BITS,
    SWAP,
    TURN,
    UNDER,
    UNTOLD,
)
from tenluz.games.level10.rules.options import (
    DEALT,
    LAST_SEAT,
    MOST_SEATS,
    MOST_WORLDS,
    PLACED,
    Packed,
)
from tenluz.games.level10.rules.placing import (
    draw_card,
    finish,
    place_card,
    place_reset,
    show_card,
    tuck_card,
)
from tenluz.games.level10.rules.state import LOST_FROM_SIGHT, MOST_TUCKS, PILE, State

GOES_ON = -1  # instead of a number of draws: the turn is not over, or the game is

# --- set-up -------------------------------------------------------------------------


@compiled
def start(o: Packed, s: State) -> None:
    """A new game, waiting for its deal."""
    s.table.phase = DEAL
    s.legal = 0


@compiled
def deal(o: Packed, s: State, deck: Int64Array, first: int) -> None:
    """Lay out a deck in the record's order (L-4). `first` is NO_SEAT where it is chosen."""
    for place in range(o.deck):
        s.pile[place] = deck[place]
    _lay_out(o, s, first)


@compiled
def shuffle(o: Packed, s: State, rolls: Dice, deck: Ints | Int64Array) -> int:
    """Write a deck for the next deal into `deck`, at random; who is first then."""
    place = 0
    for world in range(o.worlds):
        for value in range(o.values):
            deck[place] = world * ROW + value
            place += 1
    for pause in range(place, o.deck):
        deck[pause] = PAUSE
    dice.shuffle(rolls, deck, o.deck)
    if o.first_player == DEALT:
        return dice.below(rolls, o.players)
    return NO_SEAT


@compiled
def deal_at_random(o: Packed, s: State, rolls: Dice) -> None:
    """Shuffle and deal, for simulation."""
    _lay_out(o, s, shuffle(o, s, rolls, s.pile))


@compiled
def _lay_out(o: Packed, s: State, first: int) -> None:
    t = s.table
    place = 0
    for seat in range(MOST_SEATS):
        s.hands[seat] = 0
        t.cards[seat] = 0
        t.wishes[seat] = 0
        t.advised[seat] = 0
        t.proposed[seat] = NO_SEAT
        for world in range(MOST_WORLDS):
            t.told[seat, world] = UNTOLD
        if seat < o.players:
            for _ in range(o.hand):
                s.hands[seat] += 1 << s.pile[place]
                s.pile[place] = NO_CARD
                place += 1
            t.cards[seat] = o.hand
    for rest in range(o.deck, PILE):
        s.pile[rest] = NO_CARD
    for tuck in range(MOST_TUCKS):
        t.tucks[tuck] = LOST_FROM_SIGHT << 3
    t.head = place
    t.tail = o.deck
    t.ahead = 0
    for world in range(MOST_WORLDS):
        t.top[world] = 0
        t.resets[world] = 0
        if world < o.worlds:
            t.resets[world] = o.resets
            t.ahead |= ((1 << o.values) - 1) << (world * ROW)
    t.fits = t.ahead
    t.open = (1 << o.worlds) - 1
    t.stock = t.open
    t.placed_cards = 0
    t.under = 0
    t.column = 0
    t.placed = 0
    t.pauses = 0
    t.reset_here = 0
    t.pause_here = 0
    t.completed = 0
    t.tucked = 0
    t.pause_row = 0
    t.spoken = 0
    t.won = 0
    t.first = first
    if o.players == 1:
        _begin(o, s, 0)
    elif first == NO_SEAT:
        t.phase = CHOOSE  # L-5
        t.seat = 0
        t.beginner = 0
    else:
        _begin(o, s, first)
    _ready(o, s)


@compiled
def _begin(o: Packed, s: State, seat: int) -> None:
    s.table.first = seat
    s.table.beginner = seat
    for one in range(o.players):
        s.table.proposed[one] = seat  # agreed, or given with the deal: the same from here on
    _next_turn(o, s, seat)


# --- one move ------------------------------------------------------------------------


@compiled
def apply(o: Packed, s: State, move: int) -> None:
    """Make a legal move, and find out who is next and what that seat may do.

    Each kind of move does what is its own and says how many cards its turn draws at the
    end, or that the turn goes on. Drawing, passing the turn on and finding the legal moves
    is written once, after them: on a GPU, games that make different moves do it together.
    """
    phase = s.table.phase
    if phase == TURN:
        if move < PAUSE_IN:
            draws = _play_level(o, s, move)
        elif move < RESET_IN:
            draws = _play_pause(o, s, move - PAUSE_IN)
        else:
            draws = _play_reset(o, s, move - RESET_IN)
    elif phase == CHOOSE:
        draws = _propose(o, s, move - FIRST)
    elif phase == SWAP:
        draws = _swap(o, s, move)
    else:
        draws = _lay_under(o, s, move)
    if draws >= 0:
        for _ in range(draws):
            draw_card(o, s)
        _end_turn(o, s)
    _ready(o, s)


@compiled
def turn(o: Packed, s: State, words: Int64Array, at: int, stop: int) -> int:
    """Make a whole turn, checked; `DONE` is understood. The first word not legal, or -1."""
    while at < stop:
        word = words[at]
        low, high = legal(o, s)
        if word < 64:
            fine = low >> word & 1
        else:
            fine = high >> (word - 64) & 1
        if not fine:
            return at
        apply(o, s, word)
        at += 1
    if s.table.phase == SWAP or s.table.phase == UNDER:
        apply(o, s, DONE)
    return -1


@compiled
def _propose(o: Packed, s: State, proposed: int) -> int:
    """L-5: each seat proposes in turn; play begins when all propose the same."""
    t = s.table
    t.proposed[t.seat] = proposed
    agreed = True
    for seat in range(o.players):
        if t.proposed[seat] != proposed:
            agreed = False
    if agreed:
        _begin(o, s, proposed)
    else:
        t.seat = _after(o, t.seat)
    return GOES_ON


@compiled
def _play_level(o: Packed, s: State, card: int) -> int:
    t = s.table
    row = card // ROW
    value = card % ROW + 1
    show_card(o, s, card)
    t.placed_cards |= 1 << card
    t.top[row] = value
    # The next card here must be at least this one (L-15); it is not in any hand again.
    reach = ((1 << o.values) - 1) & ~((1 << (value - 1)) - 1)
    t.ahead = (t.ahead & ~(ROW_BITS << (row * ROW))) | (reach << (row * ROW))
    place_card(o, s, row)
    if t.phase == OVER:
        return GOES_ON
    return 1 if t.head < t.tail else 0  # L-7


@compiled
def _play_pause(o: Packed, s: State, row: int) -> int:
    """L-18: the row keeps its value, 0 at its beginning (R-15), so `top` and `ahead` stand."""
    t = s.table
    show_card(o, s, PAUSE)
    t.pauses += 1
    t.pause_here = 1
    place_card(o, s, row)
    if t.phase == OVER:  # nothing goes under it any more
        return GOES_ON
    if t.head < t.tail:  # L-7; the last card drawn still counts as a draw (L-19)
        return 1
    if t.cards[t.seat] == 0:
        return 0
    # Asked also of a hand without such a card: others must not learn which it is.
    t.phase = UNDER
    t.pause_row = row
    return GOES_ON


@compiled
def _play_reset(o: Packed, s: State, row: int) -> int:
    t = s.table
    place_reset(o, s, row)
    if t.phase == OVER:
        return GOES_ON
    if t.head < t.tail and may_tuck(o, t):
        t.phase = SWAP
        t.tucked = 0
        return GOES_ON
    return 0


@compiled
def _swap(o: Packed, s: State, move: int) -> int:
    """L-8: tuck up to two, each under the one before; then draw as many from the top."""
    t = s.table
    if move != DONE:
        card = move - ASIDE
        tuck_card(o, s, card)
        if t.tucked < 2 and may_tuck(o, t):
            return GOES_ON
    draws = t.tucked
    t.tucked = 0
    return draws


@compiled
def _lay_under(o: Packed, s: State, move: int) -> int:
    """L-19: one level card, face up, under the pause just played."""
    t = s.table
    if move != DONE:
        card = move - ASIDE
        show_card(o, s, card)
        t.under |= 1 << card
    t.pause_row = 0
    return 0


# --- whose turn, and the end -----------------------------------------------------------


@compiled
def _after(o: Packed, seat: int) -> int:
    """The next seat round the table. Dividing by the players is a slow way to find it."""
    return seat + 1 if seat + 1 < o.players else 0


@compiled
def _end_turn(o: Packed, s: State) -> None:
    t = s.table
    t.wishes[t.seat] = 0
    t.advised[t.seat] = 0
    following = _after(o, t.seat)
    if t.completed:
        t.completed = 0
        if o.players == o.worlds:  # L-12: as many players as cards in a column
            following = t.seat
            if o.extra_turn == LAST_SEAT:
                following = (t.beginner + o.players - 1) % o.players
        t.beginner = NO_SEAT
    _next_turn(o, s, following)


@compiled
def _next_turn(o: Packed, s: State, following: int) -> None:
    """Give the turn to the next seat with cards (L-11), or end the game."""
    t = s.table
    for _ in range(o.players):
        if t.cards[following] > 0:
            t.seat = following
            t.phase = TURN
            if t.beginner == NO_SEAT:
                t.beginner = following
            return
        following = _after(o, following)
    # no cards anywhere. All level cells are filled then, so one reset is missing.
    if o.last_reset == PLACED and t.open & t.stock:
        place_reset(o, s, bits.lowest(t.open))
    else:
        finish(s, 0)


@compiled
def _ready(o: Packed, s: State) -> None:
    """Find what the seat on turn may do; a turn without any move ends the game (L-10)."""
    if s.table.phase != OVER:
        s.legal = moves_now(o, s)
        if s.legal == 0:
            finish(s, 0)
