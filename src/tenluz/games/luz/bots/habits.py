"""Whether the others at a table of Luz play as the bot `rules` does: what a seat can tell from its
view.

The view shows everybody's bid in this deal, the trick just taken and the running one (S-4). So
each of these decisions can be put before `rules` again, as the other had to make it, with an own
hand drawn from those that agree with the view: the others see that hand, its owner does not. No
state of the game is looked at but those that are drawn.
"""

from typing import Any

import numpy as np

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice, FloatArray, Int64Array, Records
from tenluz.games.luz.bots.rules_bot import choose_in
from tenluz.games.luz.game import GAME
from tenluz.games.luz.rules.apply import apply, moves_now
from tenluz.games.luz.rules.moves import BID, BID_SAFE, MOVES, NO_BID, NO_CARD, PLAY, TRICK
from tenluz.games.luz.rules.options import (
    BET_BEADS,
    MOST_HAND,
    MOST_SEATS,
    MOST_VALUES,
    Packed,
)
from tenluz.games.luz.rules.view import View, sample, view

HANDS = 16  # own hands that are drawn
BIDS, LAST_TRICK, TRICK_NOW = range(3)  # decisions of a seat that a view shows
KINDS = 3

# Log-odds that a seat is `rules`, from one decision: where that bot would have done the same with
# some own hand, and where with none. Counted beside `rules` and beside experts: with none it is 1
# of 100 decisions of the one, and 41 plays and 23 bids of 100 of the others'.
AS_RULES, NOT_AS_RULES = 0.5, -3.5


def as_rules(o: Packed, v: View, dice: Dice) -> FloatArray:
    """For each seat the log-odds that it is the bot `rules`, as far as this deal tells."""
    views, rolls = np.asarray(v).reshape(1), np.asarray(dice).reshape(1, 2)
    found: FloatArray = as_rules_in(o, views, np.zeros(1, np.int64), rolls)[0]
    return found


def as_rules_in(o: Packed, views: Records, which: Int64Array, dice: Dice) -> FloatArray:
    """The same for those of many views whose numbers are given, a row for each."""
    states, room = np.zeros(2, GAME.state_type), np.zeros(1, GAME.view_type)
    agreed, choices = np.zeros((2, MOST_SEATS, KINDS), np.int64)
    odds = np.zeros((len(which), MOST_SEATS))
    _ask_many(o, views, which, dice, states, room, agreed, choices, odds)
    return odds


def _ask(
    o: Packed, v: View, dice: Dice, hands: int,
    states: Records, views: Records, agreed: Int64Array, choices: Int64Array,
) -> None:  # fmt: skip
    """agreed[seat, which]: with how many of the hands `rules` would have done what the seat did;
    choices[seat, which]: among how many moves, 0 where there is no such decision."""
    t = v.table
    chance, strength = np.empty((MOST_HAND, MOST_VALUES)), np.empty(MOST_HAND)
    others = np.empty(MOST_SEATS, np.int64)
    for _ in range(hands):
        sample(o, v, dice, states[0])
        states[1:2] = states[0:1]
        s = states[1]
        _unwind_deal(o, s)
        while s.table.phase == BID and t.bids[s.table.seat] != NO_BID:
            seat = s.table.seat
            move = t.bids[seat] + BID_SAFE * t.safety[seat]
            if seat != v.seat:
                view(o, s, seat, views[0])
                choices[seat, BIDS] = MOVES
                agreed[seat, BIDS] += choose_in(o, views[0], chance, others, strength) == move
            apply(o, s, move)
        if t.phase != TRICK:
            continue
        states[1:2] = states[0:1]
        which = LAST_TRICK if t.tricks_done > 0 else TRICK_NOW
        _unwind_tricks(o, s)
        while which <= TRICK_NOW:
            for _ in range(o.players if which == LAST_TRICK else t.in_trick):
                seat = s.table.seat
                move = PLAY + _place(
                    o, s, seat, (t.last_trick if which == LAST_TRICK else t.trick)[seat]
                )
                if seat != v.seat:
                    choices[seat, which] = bits.size(s.legal)
                    if bits.size(s.legal) > 1:
                        view(o, s, seat, views[0])
                        as_it = choose_in(o, views[0], chance, others, strength)
                        agreed[seat, which] += as_it == move
                apply(o, s, move)
            which += 1


_ask_again = compiled(_ask, made_for=GAME, allocates=True)


def _ask_in(
    o: Packed, views: Records, which: Int64Array, dice: Dice, states: Records, room: Records,
    agreed: Int64Array, choices: Int64Array, odds: FloatArray,
) -> None:  # fmt: skip
    for number in range(which.shape[0]):
        at = which[number]
        for seat in range(MOST_SEATS):
            for kind in range(KINDS):
                agreed[seat, kind] = 0
                choices[seat, kind] = 0
        _ask_again(o, views[at], dice[at], HANDS, states, room, agreed, choices)
        for seat in range(MOST_SEATS):
            for kind in range(KINDS):
                if choices[seat, kind] > 1:
                    odds[number, seat] += AS_RULES if agreed[seat, kind] > 0 else NOT_AS_RULES


_ask_many = compiled(_ask_in, made_for=GAME, allocates=True)


@compiled
def _unwind_deal(o: Packed, s: Any) -> None:
    """Back to the deal, before anybody bid."""
    t = s.table
    for seat in range(o.players):
        s.hands.held[seat] = (1 << o.hand) - 1
        t.cards[seat] = o.hand
        t.bids[seat] = NO_BID
        t.safety[seat] = 0
        t.tricks[seat] = 0
        t.trick[seat] = NO_CARD
        t.last_trick[seat] = NO_CARD
    t.played = 0
    t.beads = BET_BEADS
    t.tricks_done = 0
    t.leader = t.bidder
    t.phase = BID
    _begin_trick(o, s)


@compiled
def _unwind_tricks(o: Packed, s: Any) -> None:
    """Back to the beginning of the trick just taken, or where there is none of the running one.
    The one before that is unknown, and `rules` does not ask for it."""
    t = s.table
    for seat in range(o.players):
        if t.trick[seat] != NO_CARD:
            _take_back(o, s, seat, t.trick[seat])
            t.trick[seat] = NO_CARD
    if t.tricks_done > 0:
        t.tricks_done -= 1
        t.tricks[t.leader] -= 1  # who leads took it (Z-8)
        for seat in range(o.players):
            _take_back(o, s, seat, t.last_trick[seat])
            t.last_trick[seat] = NO_CARD
        t.leader = t.last_leader
    _begin_trick(o, s)


@compiled
def _begin_trick(o: Packed, s: Any) -> None:
    t = s.table
    t.in_trick = 0
    t.best = t.leader
    t.seat = t.leader
    s.legal = moves_now(o, s)


@compiled
def _take_back(o: Packed, s: Any, seat: int, card: int) -> None:
    """A card that was played is in hand again."""
    s.hands.held[seat] |= 1 << _place(o, s, seat, card)
    s.table.cards[seat] += 1
    s.table.played &= ~(1 << card)


@compiled
def _place(o: Packed, s: Any, seat: int, card: int) -> int:
    """Where a card is, or was, in a seat's hand, which has it."""
    place = 0
    while place < o.hand - 1 and s.hands.card[seat, place] != card:
        place += 1
    return place
