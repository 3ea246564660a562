"""A record's turns through the rules, in one compiled loop: the same for every game."""

import functools
from collections.abc import Callable

from tenluz.engine.compiled import compiled
from tenluz.engine.game import DEAL, Game
from tenluz.engine.types import Int64Array, OptionsRecord, Records

Play = Callable[[OptionsRecord, Records, Int64Array, int, Int64Array, Int64Array, Int64Array], int]


@functools.cache
def replay(game: Game) -> Play:
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
