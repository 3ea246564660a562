"""Positions of a small game of Level 10 as bytes: what they lead to, and what seats see.

The cards of the pile that nobody has seen are undecided (`rules/chance.py`). Bytes
serve as keys, so what was found out about a position once is not found out again.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import NO_SEAT, OVER, moves_in
from tenluz.engine.types import Card
from tenluz.games.level10.game import GAME
from tenluz.games.level10.rules.apply import apply
from tenluz.games.level10.rules.chance import turn_up, unseen, unseen_draws
from tenluz.games.level10.rules.options import Level10Options
from tenluz.games.level10.solver import open_hands

MOST_DEALS = 1_000_000

Deal = tuple[list[Card], list[Card], float]  # hands, the rest, its chance


class PositionViews(NamedTuple):
    """What is open to all in a position, and what to each seat."""

    over: bool
    seat: int  # on turn
    moves: tuple[int, ...]  # legal: known to the seat on turn alone
    table: bytes  # a watcher's view
    views: tuple[bytes, ...]


class TooLarge(NotUnderstood):
    """More positions than there may be."""


class Positions:
    """The positions of one small game."""

    def __init__(self, options: Level10Options, wanted: int, most: int) -> None:
        self.options = options
        self._o = options.packed()
        self._wanted = wanted
        self._most = most
        self._states = np.zeros(2, GAME.state_type)
        self._bytes = self._states.view(np.uint8).reshape(2, -1)
        self._view = np.zeros(1, GAME.view_type)
        self._line = open_hands.line_buffer()
        self._marks, self._values, self._known = open_hands.new_memory()
        self._value_of: dict[bytes, float] = {}
        self._after: dict[tuple[bytes, int], list[tuple[bytes, float]]] = {}
        self._views: dict[bytes, PositionViews] = {}

    @property
    def known(self) -> int:
        """How many positions have been worked out with open hands."""
        return int(self._known[0])

    def deals(self) -> Iterator[tuple[bytes, float]]:
        """Every position after the deal, and its chance; seat 0 begins.

        Who begins is drawn apart from the cards, and seats are alike: so one is enough.
        """
        o, state = self._o, self._states[0]
        self._check_deals()
        for hands, rest, chance in _deals(GAME.deck(self.options), self.options):
            GAME.rules.start(o, state)
            GAME.rules.deal(o, state, np.array(hands + rest, np.int64), 0)
            yield state.tobytes(), chance

    def _check_deals(self) -> None:
        left, ways = self.options.deck, 1
        for _ in range(self.options.players):
            ways *= math.comb(left, self.options.hand)
            left -= self.options.hand
        if ways > MOST_DEALS:
            raise TooLarge(
                f"There are {ways:,} ways to deal this game, more than {MOST_DEALS:,}: choose "
                f"a smaller one."
            )

    def after(self, position: bytes, move: int) -> list[tuple[bytes, float]]:
        """The positions that a move may lead to, by the cards it draws, and their chances."""
        found = self._after.get((position, move))
        if found is None:
            found = self._after[position, move] = list(self._outcomes(position, move).items())
        return found

    def _outcomes(self, position: bytes, move: int) -> dict[bytes, float]:
        self._bytes[0] = np.frombuffer(position, np.uint8)
        o, states = self._o, self._states
        states[1] = states[0]
        draws = unseen_draws(o, states[0], states[1], move)
        if draws == 0:
            return {states[1].tobytes(): 1.0}
        head = states[0].table.head
        pile = states[0]["pile"].tolist()[head : head + unseen(o, states[0])]
        cases = list(itertools.combinations(pile, draws))
        outcomes: dict[bytes, float] = {}
        for cards in cases:
            states[1] = states[0]
            for place, card in enumerate(cards, head):
                turn_up(states[1], place, card)
            apply(o, states[1], move)
            after = states[1].tobytes()
            outcomes[after] = outcomes.get(after, 0.0) + 1.0 / len(cases)
        return outcomes

    def views_of(self, position: bytes) -> PositionViews:
        """What everybody sees of a position."""
        found = self._views.get(position)
        if found is None:
            self._bytes[0] = np.frombuffer(position, np.uint8)
            state, table = self._states[0], self._states[0].table
            views = []
            for seat in (NO_SEAT, *range(self.options.players)):
                GAME.rules.view(self._o, state, seat, self._view[0])
                views.append(self._view.tobytes())
            moves = tuple(moves_in(*GAME.rules.legal(self._o, state)))
            over = table.phase == OVER
            found = PositionViews(over, table.seat, moves, views[0], tuple(views[1:]))
            self._views[position] = found
        return found

    def open_value(self, position: bytes) -> float:
        """The best that can be done from here if all hands were open."""
        value = self._value_of.get(position)
        if value is None:
            size = len(position)
            self._line.view(np.uint8)[:size] = np.frombuffer(position, np.uint8)
            value, self._marks, self._values = open_hands.best(
                self._o,
                self._line,
                self._wanted,
                self._marks,
                self._values,
                self._known,
                self._most,
            )
            if value == open_hands.TOO_MANY:
                raise TooLarge(
                    f"This game has more than {self._most:,} positions: choose a smaller one, "
                    f"or allow more with --positions (100 million take about 4 GB)."
                )
            self._value_of[position] = value
        return value


def _deals(deck: list[Card], options: Level10Options) -> Iterator[Deal]:
    """Every way to deal the hands: their cards in a row, the rest in order, the chance."""

    def deal(seats: int, left: list[Card], dealt: list[Card], chance: float) -> Iterator[Deal]:
        if seats == 0:
            yield dealt, left, chance
            return
        hands = Counter(itertools.combinations(left, options.hand))  # pauses are alike
        for hand, ways in hands.items():
            rest = list((Counter(left) - Counter(hand)).elements())
            yield from deal(seats - 1, rest, dealt + list(hand), chance * ways / hands.total())

    yield from deal(options.players, sorted(deck), [], 1.0)
