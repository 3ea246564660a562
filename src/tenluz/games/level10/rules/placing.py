"""Cards of Level 10 changing place, compiled: into the grid, out of hands, under the pile.

What everybody learns when a card leaves or enters a hand is kept true here. Whose turn it
is, and what is legal: apply.py and legal.py.
"""

from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.moves import (
    LEAST,
    MOST,
    NO_CARD,
    OVER,
    PAUSE,
    ROW,
    ROW_BITS,
    UNTOLD,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.state import IN_PILE, LOST_FROM_SIGHT, WHO, State


@compiled
def place_card(o: Packed, s: State, row: int) -> None:
    """Fill the row's cell of the current column (L-14); the last cell wins (L-20)."""
    t = s.table
    t.open &= ~(1 << row)
    t.fits &= ~(ROW_BITS << (row * ROW))
    t.placed += 1
    if t.open == 0:
        t.completed = 1
        t.column += 1
        t.reset_here = 0
        t.pause_here = 0
        if t.column == o.columns:
            finish(s, 1)
        else:
            t.open = (1 << o.worlds) - 1
            t.fits = t.ahead


@compiled
def place_reset(o: Packed, s: State, row: int) -> None:
    """The row begins again (L-15), with one reset fewer beside it."""
    t = s.table
    t.resets[row] -= 1
    if t.resets[row] == 0:
        t.stock &= ~(1 << row)
    t.reset_here = 1
    t.top[row] = 0
    t.ahead |= ((1 << o.values) - 1) << (row * ROW)
    place_card(o, s, row)


@compiled
def show_card(o: Packed, s: State, card: int) -> None:
    """A card leaves the hand of the seat on turn face up, so everybody learns from it."""
    t = s.table
    seat = t.seat
    s.hands[seat] -= 1 << card
    t.cards[seat] -= 1
    if card != PAUSE and t.spoken >> seat & 1:
        world = card // ROW
        if t.told[seat, world] % MOST > 0:
            t.told[seat, world] -= LEAST
        if t.told[seat, world] < UNTOLD:
            t.told[seat, world] -= MOST
    if t.tail > o.deck:
        # Pauses are alike: whoever knew of one in this hand now knows of one fewer. That the
        # card was tucked stays hidden from the others: `tucks` does not change.
        told_to = 0
        for tuck in range(t.tail - o.deck):
            who = t.tucks[tuck] & WHO
            if t.tucks[tuck] >> 3 == seat + 1 and s.pile[o.deck + tuck] == card:
                if not told_to >> who & 1:
                    told_to |= 1 << who
                    s.pile[o.deck + tuck] = NO_CARD


@compiled
def tuck_card(o: Packed, s: State, card: int) -> None:
    """A card goes face down under the deck: what others knew of this hand is unsure now."""
    t = s.table
    seat = t.seat
    s.hands[seat] -= 1 << card
    t.cards[seat] -= 1
    for tuck in range(t.tail - o.deck):
        if t.tucks[tuck] >> 3 == seat + 1:
            t.tucks[tuck] = (LOST_FROM_SIGHT << 3) | (t.tucks[tuck] & WHO)
            s.pile[o.deck + tuck] = NO_CARD
    if t.spoken >> seat & 1:
        for world in range(o.worlds):
            if t.told[seat, world] % MOST > 0:
                t.told[seat, world] -= LEAST
    # Bound: two tucks a reset, one reset a column: tail <= 43 + MOST_TUCKS < PILE.
    t.tucks[t.tail - o.deck] = (IN_PILE << 3) | seat
    s.pile[t.tail] = card
    t.tail += 1
    t.tucked += 1


@compiled
def draw_card(o: Packed, s: State) -> None:
    """The seat on turn takes the top card of the pile; the caller knows there is one."""
    t = s.table
    seat = t.seat
    place = t.head
    s.hands[seat] += 1 << s.pile[place]
    t.cards[seat] += 1
    t.head += 1
    if place < o.deck:
        s.pile[place] = NO_CARD
    else:
        who = t.tucks[place - o.deck] & WHO
        if who == seat:
            t.tucks[place - o.deck] = (LOST_FROM_SIGHT << 3) | who
            s.pile[place] = NO_CARD
        else:  # whoever tucked it knows where it is now
            t.tucks[place - o.deck] = ((seat + 1) << 3) | who
    if t.spoken >> seat & 1:
        for world in range(o.worlds):
            if t.told[seat, world] < UNTOLD:
                t.told[seat, world] += MOST


@compiled
def finish(s: State, won: int) -> None:
    s.table.phase = OVER
    s.table.won = won
    s.legal = 0
