"""How much a bot's talk tells of what the rules do not let it tell, in bits.

A bot's talk follows from its view. So what a partner can learn from it is how surprising it is:
over hands that agree with all that the partner sees and with everything that may be told (in
Level 10 the true counts), how often does the bot say exactly this? Talk that is the same for all
of them tells nothing; talk that half of them share tells one bit. The mean of -log2 of that share
is the mutual information between the talk and the hidden cards, given the rest.

The share is estimated from hands drawn uniformly from those that agree (`rules.sample`), with the
true one among them. What has been played makes some of them less likely; that is left out. Talk is
all that a seat says before a turn, and also that it says nothing.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from tenluz.bots.bot import Player, Said, player
from tenluz.bots.registry import find_bot
from tenluz.engine import dice
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.options import Options
from tenluz.engine.types import Dice, FloatArray, Seat, StateRecord
from tenluz.lab.measures import Estimate, counted
from tenluz.lab.standings import over_deals
from tenluz.lab.talking import TalkingTable

Talk = tuple[tuple[tuple[str, object], ...], ...]  # statements, each by its values
AUDIT = 1 << 40  # the streams of dice for what is not played


@dataclass(frozen=True)
class Signals:
    """What one bot's talk tells."""

    bot: str
    games: int
    turns: int  # at which a seat's talk was looked at
    said: Estimate  # statements of a seat before a turn
    bits: dict[str, Estimate]  # before a turn, by a kind of statement; "" for all together


@dataclass(frozen=True)
class Audit:
    """What is to be measured."""

    game: Game
    options: Options
    seed: int
    samples: int = 31  # hands that the partner cannot tell from the true one
    every: int = 5  # looked at: one turn of so many

    def of(
        self,
        bot: str,
        games: int,
        minutes: float | None = None,
        watch: Callable[[int, int], None] | None = None,
    ) -> Signals:
        """The signals of one bot at a table of its equals, in so many games at most."""
        its = player(find_bot(self.game, bot))
        rows, begun = [], time.monotonic()
        for number in range(games):
            rows.append(self._game(its, number))
            if watch is not None:
                watch(number + 1, games)
            if minutes is not None and time.monotonic() - begun > 60 * minutes:
                break
        kinds = sorted({kind for row in rows for talk in row for kind in talk.bits})
        return Signals(
            bot,
            len(rows),
            sum(map(len, rows)),
            over_deals(_means(rows, lambda talk: talk.said)),
            {kind: over_deals(_means(rows, _bits_of(kind))) for kind in kinds},
        )

    def _game(self, its: Player, number: int) -> "list[_Moment]":
        """One game; what was looked at in it."""
        o = self.options.packed()
        rolls = dice.new_dice(self.seed, AUDIT + number)
        seats = [its] * self.options.players
        at = TalkingTable(
            self.game, o, seats, dice.new_dice(self.seed, number), dice.new_dice(self.seed, number)
        )
        found: list[_Moment] = []
        while at.state.table.phase != OVER:
            if at.state.table.phase != DEAL and not self.game.mid_turn(at.state):
                if dice.below(rolls, self.every) == 0:
                    seat = Seat(dice.below(rolls, self.options.players))
                    found.append(self._moment(at, its, seat, rolls))
            at.step()
        return found

    def _moment(self, at: TalkingTable, its: Player, seat: Seat, rolls: Dice) -> "_Moment":
        """How surprising a seat's talk is to the partner on its left."""
        open_talk = dict(counted(self.game).open_talk)
        known = self.game.options({**self.options.write(), **open_talk}).packed()
        partner = Seat((seat + 1) % self.options.players)
        view = self.game.view(known, at.state, partner)
        true = self._talk(at, its, seat, at.state)
        other: StateRecord = self.game.new_state(at.o)
        talks = []
        for _ in range(self.samples):
            self.game.rules.sample(known, view, rolls, other)
            talks.append(self._talk(at, its, seat, other))
        kinds = {str(dict(one).get("kind", "")) for talk in (true, *talks) for one in talk}
        bits = {
            kind: _surprise(_only(true, kind), [_only(t, kind) for t in talks]) for kind in kinds
        }
        return _Moment(len(true), {**bits, "": _surprise(true, talks)})

    def _talk(self, at: TalkingTable, its: Player, seat: Seat, state: StateRecord) -> Talk:
        """What a seat would say now in this state, to its end."""
        same = cast(StateRecord, cast(np.void, state).copy())
        copy = TalkingTable(self.game, at.o, at.bots, at.cards, at.choices, same)
        return tuple(_frozen(said) for said in copy.talk_of(seat))


@dataclass(frozen=True)
class _Moment:
    said: int
    bits: dict[str, float]


def _bits_of(kind: str) -> Callable[[_Moment], float]:
    return lambda talk: talk.bits.get(kind, 0.0)


def _frozen(said: Said) -> tuple[tuple[str, object], ...]:
    return tuple(sorted(said.items()))


def _only(talk: Talk, kind: str) -> Talk:
    return tuple(one for one in talk if str(dict(one).get("kind", "")) == kind)


def _surprise(true: Talk, others: Sequence[Talk]) -> float:
    """In bits; 0 where all would have said the same."""
    same = 1 + sum(other == true for other in others)
    return -math.log2(same / (1 + len(others)))


def _means(rows: list[list[_Moment]], of: Callable[[_Moment], float]) -> FloatArray:
    """One number of every game: the moments of a game are not independent."""
    return np.array([np.mean([of(talk) for talk in row]) for row in rows if row])
