"""What somebody learns when a move of Level 10 is made.

Made from that viewer's views before and after, never from the state, so nothing can be told
that the viewer may not know. Whoever moved knows that move as well; nobody else is told it.
"""

from dataclasses import dataclass
from typing import Literal

from tenluz.games.level10.notation import card_name
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DEAL,
    DONE,
    LEVEL_BITS,
    NO_SEAT,
    OVER,
    PAUSE,
    ROW,
    TURN,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.state import OpenTable
from tenluz.games.level10.rules.view import View

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class Dealt:
    """The cards were dealt; `hand` is the viewer's own."""

    hand: list[str]
    event: Literal["dealt"] = "dealt"


@dataclass
class Proposed:
    """L-5: a seat proposed who should begin."""

    seat: int
    first: int
    event: Literal["proposed"] = "proposed"


@dataclass
class Begins:
    """L-5: everybody agreed."""

    seat: int
    event: Literal["begins"] = "begins"


@dataclass
class Placed:
    """A card lies in the grid: a level card by name, P for a pause, R for a reset."""

    seat: int  # -1 for the last reset that nobody plays
    card: str
    row: int
    column: int
    value: int  # what it counts as: its own, 0 of a reset, of a pause the one on its left (L-18)
    event: Literal["placed"] = "placed"


@dataclass
class Under:
    """L-19: a card lies under the pause in a row."""

    seat: int
    card: str
    row: int
    column: int
    event: Literal["under"] = "under"


@dataclass
class Tucked:
    """L-8: a card went under the pile; its name for the seat that tucked it."""

    seat: int
    card: str | None
    event: Literal["tucked"] = "tucked"


@dataclass
class Drew:
    """Cards were drawn; their names for the seat that drew them."""

    seat: int
    count: int
    cards: list[str] | None
    event: Literal["drew"] = "drew"


@dataclass
class PlaysAgain:
    """L-12: with as many players as worlds, who completes a column begins the next."""

    seat: int
    event: Literal["plays_again"] = "plays_again"


@dataclass
class OutOfCards:
    """L-11: a seat has no cards left, and is skipped from now on."""

    seat: int
    event: Literal["out_of_cards"] = "out_of_cards"


@dataclass
class Over:
    """All cells filled, or somebody could not move."""

    won: bool
    seat: int  # who could not move; -1 otherwise
    event: Literal["over"] = "over"


@dataclass
class Said:
    """L-22, L-23: something said at the table: a count, or a wish for a card or a reset."""

    seat: int
    kind: Literal["count", "card", "reset"]
    world: str
    count: int | None  # of a count
    to: int | None  # whom it advises
    event: Literal["said"] = "said"


Event = (
    Dealt
    | Proposed
    | Begins
    | Placed
    | Under
    | Tucked
    | Drew
    | PlaysAgain
    | OutOfCards
    | Said
    | Over
)


def cards_of(hand: int) -> list[str]:
    """The cards of a hand by name, by world and value, pauses last."""
    levels = [card_name(card) for card in range(PAUSE) if hand >> card & 1]
    return levels + ["P"] * (hand >> PAUSE)


def news(o: Packed, before: View, after: View, own_move: int | None) -> list[Event]:
    """What the viewer learns between two plain views, one move apart, in order.

    `own_move` is the move if the viewer made it, else None.
    """
    then, now = before.table, after.table
    events: list[Event] = []
    if then.phase == DEAL:
        events.append(Dealt(cards_of(after.hand)))
    elif then.phase == CHOOSE:
        events.append(Proposed(then.seat, now.proposed[then.seat]))
    if then.phase in (DEAL, CHOOSE):
        if now.first != NO_SEAT:
            events.append(Begins(now.first))
        return events
    seat = then.seat
    hand = before.hand
    row = _filled(o, then, now)
    if row is not None:
        card = _card_placed(then, now)
        name = card_name(card) if card is not None else "R"
        events.append(Placed(seat, name, row, then.column, now.top[row]))
        if card is not None:
            hand -= 1 << card
    if now.under != then.under:
        card = (now.under - then.under).bit_length() - 1
        hand -= 1 << card
        column = then.column - then.completed  # its pause may have completed one
        events.append(Under(seat, card_name(card), then.pause_row, column))
    if now.tail > then.tail:
        tucked = None
        if own_move is not None and ASIDE <= own_move < DONE:
            hand -= 1 << (own_move - ASIDE)
            tucked = card_name(own_move - ASIDE)
        events.append(Tucked(seat, tucked))
    if now.head > then.head:
        drawn = cards_of(after.hand - hand) if after.seat == seat else None
        events.append(Drew(seat, now.head - then.head, drawn))
    if now.phase == TURN:
        if then.cards[seat] and not now.cards[seat]:
            events.append(OutOfCards(seat))
        others = sum(now.cards[: o.players]) - now.cards[seat]
        if now.seat == seat and others:  # alone, or alone with cards, one always does
            events.append(PlaysAgain(seat))
    if now.phase == OVER:
        if now.placed - then.placed > (row is not None):
            missing = (then.open & ~(0 if row is None else 1 << row)).bit_length() - 1
            events.append(Placed(NO_SEAT, "R", missing, now.column - 1, now.top[missing]))
        stuck = not now.won and now.cards[now.seat] > 0
        events.append(Over(bool(now.won), now.seat if stuck else NO_SEAT))
    return events


def _card_placed(then: OpenTable, now: OpenTable) -> int | None:
    """The level card or pause that came into the grid; None if none did."""
    if now.pauses > then.pauses:
        return PAUSE
    new = now.placed_cards & ~then.placed_cards & LEVEL_BITS
    return new.bit_length() - 1 if new else None


def _filled(o: Packed, then: OpenTable, now: OpenTable) -> int | None:
    """The row that the mover filled, if any."""
    card = _card_placed(then, now)
    if card is not None and card != PAUSE:
        return card // ROW
    reset = sum(1 << row for row in range(o.worlds) if now.resets[row] < then.resets[row])
    if card == PAUSE:
        # The row that is no longer open; of a column completed, the one that took no reset:
        # if the pause was the last card of all, R-3 filled the other.
        filled = then.open & ~(now.open if now.column == then.column else 0) & ~reset
        return filled.bit_length() - 1
    if reset and now.under == then.under:  # else R-3 filled it, after a card under a pause
        return reset.bit_length() - 1
    return None
