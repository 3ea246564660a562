"""A state of OpenSpiel for every game: whose turn, what is legal, chance, and one step on.

What a move does, who is told what, and what it is worth, each game adds. The methods with
an underscore are those that OpenSpiel calls from C++; some of the others only save a Python
caller the way through C++ and back, and say the same.
"""

import functools
import itertools
import math
from typing import TYPE_CHECKING

import pyspiel

from tenluz.engine.types import Card
from tenluz.envs.openspiel_adapter.game_context import GameContext
from tenluz.envs.openspiel_adapter.history import (
    ALL_SEEING,
    CHANCE,
    DRAW,
    FIRST,
    HANDS,
    NOTHING,
    TERMINAL,
    WATCHER,
    WAY,
    FirstSeatDrawn,
    HandSizeDrawn,
    History,
)

if TYPE_CHECKING:
    from tenluz.envs.openspiel_adapter.game import TableGame

Outcomes = list[tuple[int, float]]
NO_CARD = 255  # as a byte


# The moves that a byte of a legal set stands for, by the byte's place and its value.
_MOVES = [
    [tuple(8 * at + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]
    for at in range(16)
]


def moves_of(word: bytes, *, high: bool = False) -> tuple[int, ...]:
    """The moves of a legal set: 0 to 63, or 64 to 127 of the high word."""
    moves: tuple[int, ...] = ()
    for row, byte in zip(_MOVES[8:] if high else _MOVES, word):
        if byte:
            moves += row[byte]
    return moves


class TableState(pyspiel.State):  # type: ignore[misc]
    """One game in progress. Everything about it is in its game_history."""

    alike = NO_CARD  # the card of which there are several
    _history: History

    def __init__(self, game: "TableGame") -> None:
        super().__init__(game)
        self._history = self._begin(game.context)

    # --- what each game adds ---------------------------------------------------------

    def _begin(self, context: GameContext) -> History:
        """A game before its first card."""
        raise NotImplementedError

    def _play(self, move: int) -> None:
        """Make a legal move."""
        raise NotImplementedError

    def _laid_out(self, hands: tuple[bytes, ...]) -> None:
        """The cards lie: tell everybody."""
        raise NotImplementedError

    def _hands_text(self, hands: tuple[bytes, ...], seat: int) -> str:
        """What a seat sees of hands as they are dealt, in words."""
        raise NotImplementedError

    def _drawn(self, cards: bytes) -> None:
        """The cards that a move waited for are known."""
        raise NotImplementedError

    def _move_name(self, player: int, move: int) -> str:
        raise NotImplementedError

    def returns(self) -> list[float]:
        """What everybody has won so far."""
        raise NotImplementedError

    # --- whose turn, and what is legal -------------------------------------------------

    @property
    def game_history(self) -> History:
        """How the game has gone so far."""
        return self._history

    def current_player(self) -> int:
        """The seat on turn, or chance, or nobody."""
        return self._history.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._history.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance decides."""
        return self._history.player == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._history.legal)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal moves of a seat, by default of whoever is on turn."""
        c = self._history
        if c.player >= 0 and (player is None or player == c.player):
            return list(c.legal)
        return super().legal_actions() if player is None else super().legal_actions(player)

    # --- chance --------------------------------------------------------------------------

    def chance_outcomes(self) -> Outcomes:
        """What chance may decide now, and how likely each is."""
        c = self._history
        if c.wanted:
            return outcomes(c.stock[c.low :], c.wanted, self.alike)
        assert c.waits in (FIRST, WAY), "chance is not on turn"
        several = c.context.players if c.waits == FIRST else len(c.context.ways)
        return [(one, 1.0 / several) for one in range(several)]

    def _await_hands(self, c: History) -> None:
        c.player, c.legal, c.dealt = CHANCE, (), b""
        if len(c.context.ways) > 1:
            c.waits = WAY
        else:
            self._deal_hands(c)

    @staticmethod
    def _deal_hands(c: History) -> None:
        c.waits, c.stock, c.low = HANDS, c.context.deck, 0
        c.wanted = c.context.ways[c.way][0]

    def _decide(self, outcome: int) -> None:
        """What chance has decided."""
        c = self._history
        if c.waits == FIRST:
            self._give_first(c, outcome)
            return
        if c.waits == WAY:
            self._give_way(c, outcome)
            return
        stock = c.stock
        at = stock.find(outcome, c.low) if 0 <= outcome < NO_CARD else -1
        if at < 0:
            raise pyspiel.SpielError(f"Chance cannot deal card {outcome} here.")
        c.stock = stock[:at] + stock[at + 1 :]
        c.dealt += stock[at : at + 1]
        c.wanted -= 1
        if c.wanted:
            c.low = at  # from low to high
            return
        c.low = 0
        dealt = c.dealt
        if c.waits == DRAW:
            c.waits = NOTHING
            self._drawn(dealt)
        elif more := _next_group(c.context.ways[c.way], len(dealt)):
            c.wanted = more
        else:
            c.waits = NOTHING
            c.record = c.context.dealt(c.record, dealt + c.stock, c.way, c.first)
            self._laid_out(self._hands(dealt))

    def _give_first(self, c: History, seat: int) -> None:
        if not 0 <= seat < c.context.players:
            raise pyspiel.SpielError(f"There is no seat {seat} to begin.")
        c.first = seat
        c.events.append(FirstSeatDrawn(seat))
        self._await_hands(c)

    def _give_way(self, c: History, way: int) -> None:
        if not 0 <= way < len(c.context.ways):
            raise pyspiel.SpielError(f"There are {len(c.context.ways)} ways to deal, not {way}.")
        c.way = way
        c.events.append(HandSizeDrawn(c.context.ways[way][0]))
        self._deal_hands(c)

    def _hands(self, dealt: bytes) -> tuple[bytes, ...]:
        context = self._history.context
        sizes = context.ways[self._history.way][: context.players]
        ends = itertools.accumulate(sizes)
        return tuple(dealt[end - size : end] for size, end in zip(sizes, ends))

    def being_dealt(self, seat: int) -> str:
        """While hands are dealt, what a seat sees of them so far, in words; else nothing."""
        c = self._history
        if c.waits != HANDS or seat == WATCHER or not c.dealt:
            return ""
        return self._hands_text(self._hands(c.dealt), seat)

    # --- one step, and words ----------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        c = self._history
        if c.player == CHANCE:
            self._decide(action)
        elif action in c.legal:
            self._play(action)
        else:
            raise pyspiel.SpielError(
                f"{self._action_to_string(c.player, action)} is not legal here."
            )

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self._move_name(player, action)
        c = self._history
        if c.waits == FIRST:
            return f"first {action}"
        if c.waits == WAY:
            return f"hands of {c.context.ways[action][0]}"
        return f"deal {c.context.game.card_name(Card(action))}"

    def __str__(self) -> str:
        c = self._history
        text = c.text_for(ALL_SEEING)
        if c.player == CHANCE:
            dealt = (
                " ".join(c.context.game.card_name(Card(card)) for card in c.dealt) or "nothing yet"
            )
            return f"{text}; chance has dealt {dealt}"
        return text


def _next_group(sizes: tuple[int, ...], dealt: int) -> int:
    """How many cards come next when so many were dealt, all of whole groups; 0: no more."""
    for size in sizes:
        if dealt == 0:
            return size
        dealt -= size
    return 0


# --- cards dealt by chance ----------------------------------------------------------------

# Cards dealt by chance, one at a time, the cards of a hand from low to high.
#
# A hand is a set: the order in which its cards came is nobody's business. Dealt in every
# order, a hand of five would stand in the tree 120 times; dealt in one order it stands there
# once, and the chances of each card make every hand as likely as a shuffle does.
#
# Of n cards that may still come, k more go into the hand. The next, the lowest of those k, is
# the i-th of the n (from 0) in C(n - 1 - i, k - 1) of C(n, k) hands. Cards of which there
# are several alike are the highest: if the next is one, so are all the rest.


def outcomes(cards: bytes, wanted: int, alike: int) -> Outcomes:
    """The next card of a hand that still wants so many, and its chance.

    `cards` are those that may still come, in ascending order; `alike` is the card of which
    there may be several, or one that there is not.
    """
    return list(zip(cards, _chances(len(cards), wanted, cards.count(alike))))


@functools.cache
def _chances(n: int, k: int, alike: int) -> tuple[float, ...]:
    """The chances of the lowest cards to be the next one: the others cannot be."""
    hands = math.comb(n, k)
    ways = [math.comb(n - 1 - i, k - 1) for i in range(n - alike)]
    if alike:
        ways.append(math.comb(alike, k))
    return tuple(way / hands for way in ways if way)
