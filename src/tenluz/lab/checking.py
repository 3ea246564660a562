"""Records played through the rules: do they hold, and if not, where and why.

What comes out is what `tenluz check` prints, described in docs/records.md. A record's turns go
through the rules in one compiled loop, the same for every game.
"""

import functools
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.record import GameRecord, parse_json
from tenluz.engine.types import (
    Int64Array,
    JsonObject,
    OptionsRecord,
    Records,
    Seat,
    StateRecord,
    Word,
)

LONGEST = 60  # of a faulty move, as it is told


@dataclass(frozen=True)
class Fault:
    """What is wrong with a record: at which move (-1: with the record itself), and why."""

    at: int
    move: str | None
    why: str

    def to_json(self) -> JsonObject:
        """The line that `tenluz check` prints."""
        return {"ok": False, "at": self.at, "move": self.move, "why": self.why}


@dataclass(frozen=True)
class CheckedRecord:
    """A record that was played: its state after the last turn, or where it went wrong."""

    record: GameRecord
    options: OptionsRecord
    state: StateRecord
    seats: list[Seat]  # who made each turn
    fault: Fault | None

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.state.table.phase == OVER)

    def to_json(self) -> JsonObject:
        """The line that `tenluz check` prints."""
        if self.fault is not None:
            return self.fault.to_json()
        result: JsonObject = {"ok": True, "over": self.over, "turns": len(self.seats)}
        if self.over:
            result["outcome"] = self.record.game.outcome(self.options, self.state).to_json()
        return result


def play_again(record: GameRecord) -> CheckedRecord:
    """Play a record through the rules, up to its end or to the first move that breaks them."""
    game = record.game
    words: list[Word] = []
    stops: list[int] = []
    unclear: NotUnderstood | None = None
    for text in record.moves:
        try:
            words += game.read_turn(text)
        except NotUnderstood as error:
            unclear = error  # told only if all before it is fine
            break
        stops.append(len(words))
    options = record.options.packed()
    states = np.zeros(1, game.state_type)
    seats = np.zeros(len(stops), np.int64)
    wrong = _replay(game)(
        options,
        states,
        np.array(record.decks, np.int64),
        record.first,
        np.array(words, np.int64),
        np.array(stops, np.int64),
        seats,
    )
    state: StateRecord = states[0]
    fault = None
    if wrong >= 0:
        at = bisect_right(stops, wrong)
        why = str(game.why_not_word(options, state, words[wrong]))
        if state.table.phase != OVER:
            why = f"Seat {seats[at]}: {why}"
        fault = Fault(at, record.moves[at], why)
    elif unclear is not None:
        fault = Fault(len(stops), _cut(record.moves[len(stops)]), _cut(str(unclear), 10 * LONGEST))
    return CheckedRecord(record, options, state, [Seat(seat) for seat in seats.tolist()], fault)


def check(text: str | bytes) -> JsonObject:
    """What `tenluz check` says of one record as a file has it."""
    try:
        record = GameRecord.from_json(parse_json(text))
    except NotUnderstood as error:
        return Fault(-1, None, _cut(str(error), 10 * LONGEST)).to_json()
    return play_again(record).to_json()


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else text[:longest] + "..."


# --- compiled ------------------------------------------------------------------------------

Play = Callable[[OptionsRecord, Records, Int64Array, int, Int64Array, Int64Array, Int64Array], int]


@functools.cache
def _replay(game: Game) -> Play:
    """play(o, states, decks, first, words, stops, seats) -> the first word not legal, or -1.

    Turn k is the words from stops[k - 1] up to stops[k]; seats[k] becomes who made it. The
    state, states[0], is left after the last turn, or just before the word that is not legal.
    """
    rules = game.rules
    start, deal, turn = rules.start, rules.deal, rules.turn

    def play(
        o: OptionsRecord,
        states: Records,
        decks: Int64Array,
        first: int,
        words: Int64Array,
        stops: Int64Array,
        seats: Int64Array,
    ) -> int:
        s = states[0]
        start(o, s)
        dealt = 0
        at = 0
        for number in range(stops.shape[0] + 1):
            while s.table.phase == DEAL and dealt < decks.shape[0]:
                deal(o, s, decks[dealt], first)
                dealt += 1
            if number == stops.shape[0]:
                break
            stop = stops[number]
            seats[number] = s.table.seat
            wrong = turn(o, s, words, at, stop)
            if wrong >= 0:
                return wrong
            at = stop
        return -1

    return compiled(play, made_for=game)
