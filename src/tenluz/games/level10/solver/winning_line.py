"""A deal of Level 10 with all cards seen: a winning line, or that there is none.

The search (`open_cards.py`) begins narrow, which finds most wins at once, and grows wider until a
line is found, or nothing was left out, or it may not grow: then the deal is undecided.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tenluz.engine.record import GameRecord
from tenluz.engine.types import JsonObject, Move, Word
from tenluz.games.level10.game import GAME
from tenluz.games.level10.rules.moves import CHOOSE, FIRST, OVER
from tenluz.games.level10.rules.options import Level10Options, Packed
from tenluz.games.level10.rules.state import State
from tenluz.games.level10.solver.open_cards import CUT, WON, SearchArrays, search

OPEN_POSITIONS = 131_072  # kept of a turn at most: about 300 MB
NARROWEST, WIDER = 32, 8
VERDICTS = ("won", "lost", "undecided")

_scratches = threading.local()


@dataclass(frozen=True)
class WinningLine:
    """What all cards seen can make of a position."""

    verdict: str  # won: there is a winning line; lost: there is none; or undecided
    line: tuple[tuple[int, str], ...]  # who makes each turn, and the turn as a record writes it
    positions: int  # looked at
    cells: int  # filled before the line begins
    worlds: int

    @property
    def exact(self) -> bool:
        """Whether it is proved."""
        return self.verdict != "undecided"

    def to_json(self) -> JsonObject:
        """For programs."""
        line = [{"seat": seat, "turn": turn} for seat, turn in self.line]
        return {"verdict": self.verdict, "line": line, "positions": self.positions}

    def lines(self) -> list[str]:
        """For people: a line of text for each column of the grid."""
        tried = f"{self.positions:,} positions"
        if self.verdict == "lost":
            return [f"There is no winning line ({tried}: all that are not lost at sight)."]
        if self.verdict == "undecided":
            return [f"No winning line was found in {tried}, and none is excluded."]
        lines = [f"It can be won ({tried}). Each turn by its seat:"]
        columns: dict[int, list[str]] = {}
        for number, (seat, turn) in enumerate(self.line, self.cells):
            columns.setdefault(number // self.worlds, []).append(f"{seat}: {turn}")
        lines += [f"  column {at + 1:2}  {',  '.join(each)}" for at, each in columns.items()]
        return lines


def moments(record: GameRecord) -> list[tuple[str, int]]:
    """A record is looked at from its deal on."""
    return [("from the deal on", 0)]


def solve_open(options: Level10Options, state: State, positions: int) -> WinningLine:
    """A winning line from a position at the beginning of a turn. Where the players are still to
    choose who begins (L-5), one for some choice of theirs."""
    o = options.packed()
    tried = 0
    verdict = "lost"
    for begun in _begun(options, state):
        found, moves, positions_here = _search(o, begun, positions)
        tried += positions_here
        if found == WON:
            line = _written(options, begun, moves)
            return WinningLine("won", line, tried, int(begun.table.placed), options.worlds)
        if found == CUT:
            verdict = "undecided"
    return WinningLine(verdict, (), tried, int(state.table.placed), options.worlds)


def _begun(options: Level10Options, state: State) -> list[State]:
    """The position itself, or with each first player whom all propose."""
    if state.table.phase != CHOOSE:
        return [state]
    o = options.packed()
    found: list[State] = []
    for first in range(options.players):
        scratch = np.zeros(1, GAME.state_type)
        scratch[0] = state
        while scratch[0].table.phase == CHOOSE:
            GAME.rules.apply(o, scratch[0], FIRST + first)
        found.append(scratch[0])
    return found


def _search(o: Packed, state: State, positions: int) -> tuple[int, list[int], int]:
    """What was found, the moves of a line, and how many positions were looked at."""
    tried = 0
    width = min(NARROWEST, positions)
    while True:
        scratch = _scratch(width)
        scratch.states[0, 0] = state
        found, moves = search(o, scratch)
        tried += int(scratch.counts[1])
        if found != CUT or width == positions:
            return found, moves, tried
        width = min(WIDER * width, positions)


def summary(found: Sequence[WinningLine]) -> tuple[JsonObject, list[str]]:
    """Many deals together."""
    verdicts = [one.verdict for one in found]
    counts = {verdict: verdicts.count(verdict) for verdict in VERDICTS}
    text = f"{counts['won']:,} of {len(found):,} deals can be won, {counts['lost']:,} cannot"
    if counts["undecided"]:
        text += f", {counts['undecided']:,} are undecided"
    return counts, [f"{text}."]


def _scratch(width: int) -> SearchArrays:
    """Arrays of a thread's own, one for each width."""
    scratches: dict[int, SearchArrays] = _scratches.__dict__.setdefault("by_width", {})
    if width not in scratches:
        scratches[width] = SearchArrays(width)
    return scratches[width]


def _written(
    options: Level10Options, state: State, moves: Sequence[int]
) -> tuple[tuple[int, str], ...]:
    """A line as a record writes it, played through the rules: it does win."""
    o = options.packed()
    scratch = np.zeros(1, GAME.state_type)
    scratch[0] = state
    s: State = scratch[0]
    turns: list[tuple[int, str]] = []
    words: list[Word] = []
    seat = 0
    for move in moves:
        assert GAME.rules.legal(o, s)[move >> 6] >> (move & 63) & 1
        seat = s.table.seat
        word = GAME.word(s, Move(move))
        GAME.rules.apply(o, s, move)
        words += [] if word is None else [word]
        if not GAME.mid_turn(s):
            turns.append((seat, GAME.write_turn(words)))
            words = []
    assert s.table.phase == OVER
    assert s.table.won
    return tuple(turns)
