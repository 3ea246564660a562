"""Whole games between bots that talk, as they do at a table.

Before every turn each bot says what it wants to say, one after another, until nobody has anything
left; then the seat on turn moves. What was said is checked by the game as for people. Without
talk in a game, or with `silent`, nobody speaks.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tenluz.bots.bot import Player, Said
from tenluz.engine.errors import GameError
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import Dice, JsonObject, OptionsRecord, Seat, StateRecord, ViewRecord

MOST_SAID = 100  # by all seats before one move: far more than a hand has to tell


class NoEnd(GameError):
    """Bots that talk without an end."""

    code = "no_end"


@dataclass(frozen=True)
class Heard:
    """Something that a bot said, or that it had nothing to say: then `said` is None."""

    seat: Seat
    view: ViewRecord  # what it saw when it was asked
    said: Said | None


Listener = Callable[[Heard], None]


class TalkingTable:
    """A game in progress."""

    def __init__(
        self, game: Game, o: OptionsRecord, bots: Sequence[Player], cards: Dice, choices: Dice
    ) -> None:
        self.game, self.o, self.bots = game, o, bots
        self.state: StateRecord = game.new_state(o)
        self._cards, self._choices = cards, choices
        self.said = 0
        self.moves = 0

    def play(self, listener: Listener | None = None, *, silent: bool = False) -> StateRecord:
        """Play to the end; the listener hears everything."""
        rules = self.game.rules
        while (phase := self.state.table.phase) != OVER:
            if phase == DEAL:
                rules.deal_at_random(self.o, self.state, self._cards)
                continue
            if self.game.talks and not silent and not self.game.mid_turn(self.state):
                for heard in self.talk():
                    if listener is not None:
                        listener(heard)
            seat = Seat(int(self.state.table.seat))
            view = self.game.view(self.o, self.state, seat)
            rules.apply(self.o, self.state, self.bots[seat].move(self.o, view, self._choices))
            self.moves += 1
        return self.state

    def talk(self) -> Iterator[Heard]:
        """Let everybody say what there is to say now."""
        spoken, nobody = 0, False
        while not nobody:
            nobody = True
            for number, bot in enumerate(self.bots):
                seat = Seat(number)
                while True:
                    view = self.game.view(self.o, self.state, seat)
                    said = bot.statement(self.o, view)
                    yield Heard(seat, view, said)
                    if said is None:
                        break
                    self.make(seat, said)
                    nobody, spoken = False, spoken + 1
                    if spoken > MOST_SAID:
                        raise NoEnd(f"The bot {bot.bot.name} talks without an end: {said}.")
        self.said += spoken

    def make(self, seat: Seat, said: Said) -> JsonObject:
        """Make a statement, checked as a person's is."""
        kind: Any = self.game.statement_type
        statement = self.game.statement(self.o, self.state, seat, kind(**said))
        self.game.say(self.o, self.state, statement)
        return statement
