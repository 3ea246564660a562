"""Whole games between bots that talk, as they do at a table.

Before every turn each bot says what it wants to say, one after another, until nobody has anything
left; then the seat on turn moves. What was said is checked by the game as for people. Without
talk in a game, or with `silent`, nobody speaks.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenluz.bots.bot import Bot, Player, Said, player
from tenluz.engine.errors import GameError
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import (
    Dice,
    Int64Array,
    OptionsRecord,
    Records,
    Seat,
    StateRecord,
    ViewRecord,
)

MOST_SAID = 100  # by all seats before one move: far more than a hand has to tell


class NoEnd(GameError):
    """Bots that talk without an end."""

    code = "no_end"


@dataclass(frozen=True)
class Utterance:
    """Something that a bot said, or that it had nothing to say: then `said` is None."""

    seat: Seat
    view: ViewRecord  # what it saw when it was asked
    said: Said | None


Listener = Callable[[Utterance], None]


class TalkingTable:
    """A game in progress."""

    def __init__(
        self,
        game: Game,
        o: OptionsRecord,
        bots: Sequence[Player],
        cards: Dice,
        choices: Dice,
        state: StateRecord | None = None,
    ) -> None:
        self.game, self.o, self.bots = game, o, bots
        self.state: StateRecord = game.new_state(o) if state is None else state
        self.cards, self.choices = cards, choices
        self.said = 0
        self.moves = 0

    def play(self, listener: Listener | None = None, *, silent: bool = False) -> StateRecord:
        """Play to the end; the listener hears everything."""
        while self.state.table.phase != OVER:
            self.step(listener, silent=silent)
        return self.state

    def step(self, listener: Listener | None = None, *, silent: bool = False) -> None:
        """A deal; or what there is to say, and a move."""
        if self.state.table.phase == DEAL:
            self.game.rules.deal_at_random(self.o, self.state, self.cards)
            return
        if self.game.talks and not silent and not self.game.mid_turn(self.state):
            self._talk(listener)
        seat = Seat(int(self.state.table.seat))
        view = self.game.view(self.o, self.state, seat)
        move = self.bots[seat].move(self.o, view, self.choices)
        self.game.rules.apply(self.o, self.state, move)
        self.moves += 1

    def _talk(self, listener: Listener | None) -> None:
        """Let everybody say what there is to say now."""
        spoken, last = 0, -1
        while spoken > last:  # what one says another may answer
            last = spoken
            for seat in range(len(self.bots)):
                spoken += sum(1 for _ in self.talk_of(Seat(seat), listener))
                if spoken > MOST_SAID:
                    raise NoEnd("The bots at this table talk with each other without an end.")
        self.said += spoken

    def talk_of(self, seat: Seat, listener: Listener | None = None) -> Iterator[Said]:
        """What a seat says now, one statement after another, each made when it is said."""
        bot = self.bots[seat]
        for _ in range(MOST_SAID):
            view = self.game.view(self.o, self.state, seat)
            said = bot.statement(self.o, view)
            if listener is not None:
                listener(Utterance(seat, view, said))
            if said is None:
                return
            self._make(seat, said)
            yield said
        raise NoEnd(f"The bot {bot.bot.name} talks without an end.")

    def _make(self, seat: Seat, said: Said) -> None:
        """Make a statement, checked as a person's is."""
        kind: Any = self.game.statement_type
        statement = self.game.statement(self.o, self.state, seat, kind(**said))
        self.game.say(self.o, self.state, statement)


def play_talking(
    game: Game,
    o: OptionsRecord,
    bots: Sequence[Bot],
    seats: Int64Array,
    cards: Dice,
    choices: Dice,
) -> tuple[Records, int]:
    """What `bot_games.play_games` does, between bots that talk: one game after another."""
    states, moves = np.zeros(len(seats), game.state_type), 0
    for number, row in enumerate(seats):
        sitting = [player(bots[one]) for one in row]
        table = TalkingTable(game, o, sitting, cards[number], choices[number])
        states[number] = table.play()
        moves += table.moves
    return states, moves
