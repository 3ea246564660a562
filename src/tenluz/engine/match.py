"""One game in progress: a state, and the record that it is a fold of.

Knows the rules through `engine/game.py` alone. Checks every move once, here at the edge:
whose turn it is, whether it is legal. Knows nothing of people, screens or storage.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenluz.engine.calls import calls, one, seat_numbers
from tenluz.engine.errors import NOT_YOUR_TURN, NotLegal
from tenluz.engine.game import DEAL, NO_SEAT, OVER, Game, Outcome
from tenluz.engine.options import Options
from tenluz.engine.plain import read
from tenluz.engine.record import GameRecord
from tenluz.engine.types import (
    Card,
    Move,
    OptionsRecord,
    Records,
    Seat,
    StateRecord,
    ViewRecord,
    Word,
)


@dataclass(frozen=True)
class Prepared:
    """Cards that are given and not shuffled, as a record has them."""

    decks: Sequence[Sequence[Card]]  # of every deal
    first: Seat


class Match:
    """A game being played. `record` grows turn by turn; `state` follows from it."""

    def __init__(
        self, game: Game, options: Options, seed: bytes | None, prepared: Prepared | None = None
    ) -> None:
        """The cards follow from the seed; or they are prepared, and there is no seed."""
        assert (seed is None) != (prepared is None)
        self.game = game
        self.options = options
        self.packed: OptionsRecord = options.packed()
        self._calls = calls(game)
        self._options = one(self.packed)
        self._states = one(game.new_state(self.packed))
        self._state: StateRecord = self._states[0]
        # Parts of it, which follow it: numbers are read from an array of one in no time.
        table = self._states["table"]
        self._phase, self._seat, self._first = table["phase"], table["seat"], table["first"]
        first = game.first_from_seed(options, seed) if seed is not None else NO_SEAT
        if prepared is not None:
            first = prepared.first
        self._prepared = prepared
        self.record = GameRecord(game, options, [], first, [], seed)
        self._turn: list[Word] = []  # words of the turn in progress
        self.deal()

    # --- what is ---------------------------------------------------------------------

    @property
    def state(self) -> StateRecord:
        """Where the game stands."""
        return self._state

    @state.setter
    def state(self, state: StateRecord) -> None:
        self._states[0] = state

    @property
    def seat(self) -> Seat:
        """Whose turn it is; NO_SEAT when the game is over."""
        return NO_SEAT if self.over else Seat(self._seat.item())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._phase.item() == OVER)

    @property
    def undealt(self) -> bool:
        """Whether the rules wait for a deal."""
        return bool(self._phase.item() == DEAL)

    @property
    def mid_turn(self) -> bool:
        """Whether the seat on turn has begun its turn and is still choosing."""
        return self.game.mid_turn(self.state)

    def view(self, seat: Seat) -> ViewRecord:
        """What a seat, or a watcher, may know."""
        return self.game.view(self.packed, self.state, seat)

    def plain_views(self, seats: Iterable[Seat]) -> dict[Seat, ViewRecord]:
        """What several seats may know, in plain values: they share one table, as it lies open to
        all."""
        numbers, layout = tuple(seats), self.game.view_type
        size, count = layout.itemsize, len(numbers)
        # NumPy takes as long to fill records with zeros as the rules to fill them with views.
        views: Records = np.ndarray(count, layout, bytearray(count * size))
        self._calls.views(self._options, self._states, seat_numbers(numbers), views)
        raw = views.tobytes()
        found: dict[Seat, ViewRecord] = {}
        table: object = None
        for at, seat in enumerate(numbers):
            made: Any = read(layout, raw[at * size : (at + 1) * size], views[at])
            if table is None:
                table = made.table
            else:
                made.table = table
            found[seat] = made
        return found

    def allows(self, move: Move) -> bool:
        """Whether a move is legal for the seat on turn."""
        words = self._calls.legal(self._options, self._states)
        return bool(words[move >> 6] >> (move & 63) & 1)

    def moves(self) -> list[Move]:
        """The legal moves of the seat on turn."""
        return self.game.moves(self.packed, self.state)

    def stands_still(self, move: Move) -> bool:
        """Whether a legal move would leave the game as far from its end as it is."""
        return self.game.stands_still(self.packed, self.state, move)

    def outcome(self) -> Outcome:
        """The result of a finished game."""
        return self.game.outcome(self.packed, self.state)

    # --- one move ----------------------------------------------------------------------

    def check(self, seat: Seat, move: Move) -> None:
        """Raise NotYours or NotLegal if this seat may not make this move now."""
        if seat != self.seat and not self.over and not self.undealt:
            raise NOT_YOUR_TURN.error("It is not your turn.", seat=self.seat)
        if not self.allows(move):  # nor is any when the game is over
            raise self.game.why_not(self.packed, self.view(seat), move)

    def play(self, seat: Seat, move: Move) -> None:
        """Make one move, checked, and deal if the rules wait for it."""
        self.check(seat, move)
        self.make(move)
        if self.undealt:
            self.deal()

    def make(self, move: Move) -> None:
        """Make one move that has been checked. After the last of a deal, the next `deal` is
        the caller's: so that what the move has brought can be seen before new cards cover it."""
        word = self.game.word(self.state, move)
        self._calls.apply(self._options, self._states, move)
        if word is not None:
            self._turn.append(word)
        if self._turn and not self.mid_turn:
            self.record.moves.append(self.game.write_turn(self._turn))
            self._turn.clear()
        self.record.first = Seat(self._first.item())

    def deal(self) -> None:
        """Lay out the next deck: as prepared, else by the published shuffle."""
        assert self.undealt
        number = len(self.record.decks)
        if self._prepared is not None:
            deck = list(self._prepared.decks[number])
        else:
            assert self.record.seed is not None
            deck = self.game.shuffled_deck(self.options, self.record.seed, number)
        self.record.decks.append(deck)
        cards = np.array(deck, np.int64)
        self.game.rules.deal(self.packed, self.state, cards, self.record.first)
        self.record.first = Seat(self._first.item())

    # --- a whole turn --------------------------------------------------------------------

    def plan_turn(self, seat: Seat, moves: Sequence[Move]) -> list[Move]:
        """The moves of a turn, all of them checked and none made. A closing move that the
        turn does not need is left out.

        The trial runs on the true state, so what it finds must not be told: a turn that is
        complete before its moves are is refused with the reason that holds now, whatever
        the trial has drawn or ended.
        """
        self.check(seat, moves[0])
        copies = np.zeros(1, self.game.state_type)
        copies[0] = self.state
        trial: StateRecord = copies[0]
        for at, move in enumerate(moves):
            if at > 0:
                if not self.game.mid_turn(trial):
                    if at == len(moves) - 1:
                        return list(moves[:at])
                    view = self.view(seat)
                    if move in self.moves():
                        name = self.game.move_name(self.packed, view, move)
                        raise NotLegal(f"The turn is complete before {name}")
                    raise self.game.why_not(self.packed, view, move)
                if move not in self.game.moves(self.packed, trial):
                    view = self.game.view(self.packed, trial, seat)
                    raise self.game.why_not(self.packed, view, move)
            self.game.rules.apply(self.packed, trial, move)
        return list(moves)

    def play_turn(self, seat: Seat, moves: Sequence[Move]) -> None:
        """Make a turn of several moves, all or none."""
        for move in self.plan_turn(seat, moves):
            self.play(seat, move)
