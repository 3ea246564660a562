"""What a seat of Level 10 may think of the other hands: who holds an unseen card, who is stuck.

Unseen cards are those that may be in any other hand or in the deck. Where a seat's count of
a world is not known, what was told (L-22) and a fair share of the unseen cards stand for it. Who
wishes to play a world is taken to hold a card that fits there.
"""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.moves import LEVEL_BITS, MOST, NO_CARD, PAUSE, ROW, ROW_BITS
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View


@compiled
def unseen_cards(o: Packed, v: View, unplayed: int) -> int:
    """The level cards whose place this seat does not know, as bits."""
    unseen = unplayed & ~v.hand
    for seat in range(o.players):
        unseen &= ~v.seen[seat]
    for place in range(v.table.head, v.table.tail):
        if v.pile[place] != NO_CARD and v.pile[place] != PAUSE:
            unseen &= ~(1 << v.pile[place])
    return unseen & LEVEL_BITS


@compiled
def count_of(o: Packed, v: View, unseen: int, seat: int, row: int) -> float:
    """How many unseen cards of a world another seat holds, or is likely to."""
    world = ROW_BITS << (row * ROW)
    known = bits.size(v.seen[seat] & world)
    if o.open_counts:
        return float(v.counts[seat, row] - known)
    here = bits.size(unseen & world)
    hidden = v.table.cards[seat] - bits.size(v.seen[seat] & LEVEL_BITS)
    fair = hidden * here / max(bits.size(unseen) + o.pauses - v.table.pauses, 1)
    told = v.table.told[seat, row]
    wished = v.table.wishes[seat] >> row & 1
    least = float(max(max(told % MOST, wished) - known, 0))
    most = float(min(told // MOST - known, here))
    return min(max(fair, least), most)


@compiled
def share_held(o: Packed, v: View, unseen: int, row: int, seats: int) -> float:
    """The chance that an unseen card of a world is in one of these other seats' hands."""
    here = bits.size(unseen & (ROW_BITS << (row * ROW)))
    if here == 0:
        return 0.0
    held = 0.0
    for seat in range(o.players):
        if seats >> seat & 1 and seat != v.seat:
            held += count_of(o, v, unseen, seat, row)
    return min(held / here, 1.0)


@compiled
def surely_held(o: Packed, v: View, hand: int, row: int, seats: int) -> int:
    """The cards of a world that surely are in these seats' hands, as bits of a row."""
    cards = 0
    for seat in range(o.players):
        if seats >> seat & 1:
            cards |= hand if seat == v.seat else v.seen[seat]
    return cards >> (row * ROW) & ROW_BITS


@compiled
def no_fit(o: Packed, v: View, hand: int, unseen: int, seat: int, row: int, ahead: int) -> float:
    """The chance that a seat has none of the cards of a row that lie ahead."""
    if surely_held(o, v, hand, row, 1 << seat) & ahead:
        return 0.0
    if seat == v.seat:
        return 1.0
    if v.table.wishes[seat] >> row & v.table.open >> row & 1:
        return 0.0
    here = unseen >> (row * ROW) & ROW_BITS
    there = bits.size(here)
    misses = bits.size(here & ~ahead)
    count = count_of(o, v, unseen, seat, row)
    chance = 1.0
    while count > 0.01 and there > 0:  # card by card; the last one may be a fraction
        part = min(count, 1.0)
        chance *= 1.0 - part * (1.0 - max(misses, 0) / there)
        misses -= 1
        there -= 1
        count -= 1.0
    return chance


@compiled
def has_pause(o: Packed, v: View, hand: int, seat: int) -> bool:
    """Whether a seat surely holds a pause."""
    if seat == v.seat:
        return hand > LEVEL_BITS
    if v.seen[seat] > LEVEL_BITS:
        return True
    if not o.open_counts:
        return False
    levels = 0
    for world in range(o.worlds):
        levels += v.counts[seat, world]
    return levels < v.table.cards[seat]


@compiled
def next_with_cards(o: Packed, v: View, hand: int, seat: int) -> int:
    """The first seat from `seat` on that is not skipped (L-11)."""
    for _ in range(o.players):
        if (seat == v.seat and hand) or (seat != v.seat and v.table.cards[seat] > 0):
            return seat
        seat = (seat + 1) % o.players
    return seat
