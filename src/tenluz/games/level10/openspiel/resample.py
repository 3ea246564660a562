"""Another past of a game of Level 10, which one seat cannot tell from the true one.

The rules draw a state that agrees with the seat's view (`sample`). How it came about is then
made up backwards, from the last move to the first. Backwards there is little to decide: a
card played lies in its player's hand again; a card tucked is taken from under the pile, as
we know by then which it is; only for a card drawn we choose which of the hand it was. So
almost nothing can go wrong, and where it does, we choose again:

- What the seat itself drew and tucked is as it was. A card that it tucked and somebody else
  drew must be in that hand. A view forgets such a card once its new owner tucks cards, as it
  may be among them; what the seat was told does not forget.
- With `open_counts` the seat heard of which world each card drawn or tucked was, but for a
  second card tucked with two drawn at once, of which it heard the sum.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel

from tenluz.engine.dice import new_dice
from tenluz.envs.openspiel_adapter.history import History
from tenluz.games.level10.openspiel.seat_memory import SeatMemory, SeatStep, kind
from tenluz.games.level10.rules.moves import ASIDE, NO_CARD, PAUSE

TRIES = 1_000  # states drawn before we give up; a handful is much already
PATIENCE = 2_000  # choices tried for one state


def resampled_actions(c: History, seat: int, sampler: Callable[[], float]) -> list[int]:
    """The actions, chance's included, that lead to a state which a seat cannot tell from c."""
    chance = random.Random(sampler())
    dice = new_dice(chance.getrandbits(64))
    memory = SeatMemory(c, seat)
    rules = c.context.game.rules
    o, state = c.context.options.packed(), np.zeros(1, c.context.game.state_type)[0]
    for _ in range(TRIES):
        rules.sample(o, c.context.view(c.record, seat), dice, state)
        way = _Backwards(memory, state, chance)
        if way.found():
            return _actions(c, memory, way)
    raise pyspiel.SpielError(f"In {TRIES} tries no other past of this game was found.")


class _Backwards:
    """Hands and pile on the way backwards, and what was chosen on it."""

    def __init__(self, memory: SeatMemory, state: Any, chance: random.Random) -> None:
        self.memory = memory
        self.chance = chance
        self.left = PATIENCE
        self.hands = [_cards(hand) for hand in state["hands"].tolist()]
        pile = state["pile"].tolist()
        self.pile = {place: pile[place] for place in range(state.table.head, state.table.tail)}
        self.tucks: dict[int, int] = {}  # step: card tucked
        self.draws: dict[int, bytes] = {}  # step: cards drawn

    def found(self) -> bool:
        """Whether a past was found for this state."""
        return self._lay_tucked() and self._undo(len(self.memory.steps) - 1)

    def _lay_tucked(self) -> bool:
        """Of the cards in the pile, those tucked must be of the kinds that were told."""
        places = [place for place in self.pile if place in self.memory.fitting]
        places = [place for place in places if place not in self.memory.own]
        if not places:
            return True
        unknown = [place for place in self.pile if place not in self.memory.own]
        cards = [self.pile[place] for place in unknown]
        self.chance.shuffle(cards)
        for place in sorted(places, key=lambda place: len(self.memory.fitting[place])):
            card = next((card for card in cards if self.memory.fits(place, card)), None)
            if card is None:
                return False
            cards.remove(card)
            self.pile[place] = card
        return True

    def _undo(self, at: int) -> bool:
        """Undo all steps from this one back to the first."""
        memory = self.memory
        if at == memory.before_tucked_drawn:
            # Nobody has drawn a card that was tucked: what the seat had, no other holds.
            for seat, hand in enumerate(self.hands):
                if seat != memory.seat and not memory.ever_own.isdisjoint(hand):
                    return False
        if at < 0:
            return True
        step = memory.steps[at]
        hand = self.hands[step.seat]
        for cards in self._choices(step):
            self.left -= 1
            for place, card in zip(step.places, cards):
                hand.remove(card)
                self.pile[place] = card
            left = step.left if step.tuck < 0 else self.pile[step.tuck]
            if left != NO_CARD:
                hand.append(left)
            if self._undo(at - 1):
                self.tucks[at], self.draws[at] = left, bytes(cards)
                return True
            if left != NO_CARD:
                hand.remove(left)
            hand.extend(cards)
            if self.left < 0:
                return False
        return False

    def _choices(self, step: SeatStep) -> Iterator[tuple[int, ...]]:
        """Which cards of the hand may have been drawn in a step, in random order."""
        hand = self.hands[step.seat]
        if step.seat == self.memory.seat:
            if not Counter(step.drew) - Counter(hand):
                yield tuple(step.drew)
            return
        shuffled = hand.copy()
        self.chance.shuffle(shuffled)
        in_order = step.places.stop <= self.memory.deck  # as chance deals them
        tried = set()
        for cards in itertools.permutations(shuffled, len(step.drew)):
            if in_order and len(cards) > 1:
                cards = tuple(sorted(cards))
            if cards in tried:
                continue
            tried.add(cards)
            if all(map(self.memory.fits, step.places, cards)) and self._adds_up(step, cards):
                yield cards

    def _adds_up(self, step: SeatStep, cards: tuple[int, ...]) -> bool:
        """Whether the kinds drawn are those that the counts tell."""
        if not step.after:
            return True
        left = step.left
        if step.tuck in step.places:  # L-8: it came back at once
            left = cards[step.tuck - step.place]
        elif step.tuck >= 0:
            left = self.pile[step.tuck]
        kinds = step.before.copy()
        if left != NO_CARD:
            kinds[kind(left)] -= 1
        for card in cards:
            kinds[kind(card)] += 1
        return kinds == step.after


def _cards(hand: int) -> list[int]:
    return [card for card in range(PAUSE) if hand >> card & 1] + [PAUSE] * (hand >> PAUSE)


def _actions(c: History, memory: SeatMemory, way: _Backwards) -> list[int]:
    """The past, forwards."""
    dealt = c.context.players > 1 and c.context.options.first_player == "dealt"
    actions = [c.first] if dealt else []
    for hand in way.hands[: c.context.players]:
        actions += sorted(hand)
    for at, step in enumerate(memory.steps):
        actions.append(step.move if step.tuck < 0 else ASIDE + way.tucks[at])
        drawn = zip(step.places, way.draws[at])
        actions += [card for place, card in drawn if place < memory.deck]
    return actions
