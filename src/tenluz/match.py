"""One game in progress: a state, and the record that it is a fold of.

Knows the rules through `games/game.py` alone. Checks every move once, here at the edge:
whose turn it is, whether it is legal. Knows nothing of people, screens or storage.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenluz.games.errors import NotLegal, NotYours
from tenluz.games.game import DEAL, NO_SEAT, OVER, Game, Record
from tenluz.record import GameRecord


class Match:
    """A game being played. `record` grows turn by turn; `state` follows from it."""

    def __init__(self, game: Game, options: Any, seed: bytes) -> None:
        self.game = game
        self.options = options
        self.packed: Record = options.packed()
        self.state: Record = game.new_state(self.packed)
        self.record = GameRecord(game, options, [], NO_SEAT, [], seed)
        self._turn: list[int] = []  # words of the turn in progress
        first = game.first_from_seed(options, seed)
        self.record.first = first
        self._deal()

    def _deal(self) -> None:
        """Deal by the published shuffle for as long as the rules wait for a deal."""
        while self.state.table.phase == DEAL:
            assert self.record.seed is not None
            deck = self.game.shuffled_deck(self.options, self.record.seed, len(self.record.decks))
            self.record.decks.append(deck)
            cards = np.array(deck, np.int64)
            self.game.rules.deal(self.packed, self.state, cards, self.record.first)

    @property
    def seat(self) -> int:
        """Whose turn it is; NO_SEAT when the game is over."""
        return NO_SEAT if self.over else self.state.table.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.table.phase == OVER)

    @property
    def mid_turn(self) -> bool:
        """Whether the seat on turn has begun its turn and is still choosing."""
        return self.game.mid_turn(self.state)

    def view(self, seat: int) -> Record:
        """What a seat, or a watcher, may know."""
        return self.game.view(self.packed, self.state, seat)

    def moves(self) -> list[int]:
        """The legal moves of the seat on turn."""
        return self.game.moves(self.packed, self.state)

    def check(self, seat: int, move: int) -> None:
        """Raise NotYours or NotLegal if this seat may not make this move now."""
        if self.over:
            raise NotLegal("The game is over")
        if seat != self.state.table.seat:
            raise NotYours("It is not your turn.")
        if move not in self.moves():
            raise self.game.why_not(self.packed, self.view(seat), move)

    def play(self, seat: int, move: int) -> None:
        """Make one move, checked."""
        self.check(seat, move)
        word = self.game.word(self.state, move)
        self.game.rules.apply(self.packed, self.state, move)
        if word is not None:
            self._turn.append(word)
        if self._turn and not self.mid_turn:
            self.record.moves.append(self.game.write_turn(self._turn))
            self._turn.clear()
        if word is None and not self._choosing():
            self.record.first = self.state.table.first
        self._deal()

    def _choosing(self) -> bool:
        return bool(self.state.table.first == NO_SEAT)

    def play_turn(self, seat: int, moves: Sequence[int]) -> None:
        """Make a turn of several moves, all or none; a closing move that the turn no longer
        needs is left out."""
        trial = self.state.copy()
        for at, move in enumerate(moves):
            if at > 0 and not self.game.mid_turn(trial):
                if at == len(moves) - 1 and len(moves) > 1:
                    break
                raise self.game.why_not(self.packed, self.game.view(self.packed, trial, seat), move)
            if at == 0:
                self.check(seat, move)
            elif move not in self.game.moves(self.packed, trial):
                raise self.game.why_not(self.packed, self.game.view(self.packed, trial, seat), move)
            self.game.rules.apply(self.packed, trial, move)
        for at, move in enumerate(moves):
            if at == 0 or self.mid_turn:
                self.play(seat, move)

    def outcome(self) -> dict[str, Any]:
        """The result of a finished game."""
        return self.game.outcome(self.packed, self.state)
