"""Single functions of the rules, in nanoseconds: compiled loops over thousands of positions.

Positions are drawn from all positions of random games. `apply` needs a fresh copy of its
state each time: its time is with that copy, and the copy alone is timed beside it. Nothing
is taken off, for a core does the two at the same time.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from tenluz.engine import dice
from tenluz.engine.catalogue import game_named
from tenluz.engine.dice import pick
from tenluz.engine.game import DEAL, OVER, Game

POSITIONS = 8192


def nanoseconds(game: str, rounds: int, **options: Any) -> dict[str, float]:
    """Medians of each function for one game."""
    found = game_named(game)
    packed = found.options(options).packed()
    states = np.zeros(POSITIONS, found.state_type)
    moves = np.zeros(POSITIONS, np.int64)
    scratch = np.zeros(POSITIONS, found.state_type)
    views = np.zeros(POSITIONS, found.view_type)
    rolls = dice.new_dice(7)
    _draw_positions(found)(packed, states, moves)
    loops = _loops(found)

    def timed(name: str) -> float:
        start = time.thread_time()
        loops[name](packed, states, moves, scratch, views, rolls)
        return (time.thread_time() - start) / POSITIONS * 1e9

    for name in loops:
        timed(name)  # compiles
    times: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(rounds):
        for name in loops:
            times[name].append(timed(name))
    return {name: statistics.median(each) for name, each in times.items()}


def _loops(game: Game) -> dict[str, Callable[..., Any]]:
    rules = game.rules
    legal, apply, view, sample = rules.legal, rules.apply, rules.view, rules.sample

    @numba.njit
    def copy_loop(o, states, moves, scratch, views, rolls):
        for at in range(states.shape[0]):
            scratch[at] = states[at]

    @numba.njit
    def apply_loop(o, states, moves, scratch, views, rolls):
        for at in range(states.shape[0]):
            scratch[at] = states[at]
            apply(o, scratch[at], moves[at])

    @numba.njit
    def legal_loop(o, states, moves, scratch, views, rolls):
        seen = 0
        for at in range(states.shape[0]):
            low, high = legal(o, states[at])
            seen ^= low ^ high
        return seen  # so that the compiler cannot leave it all out

    @numba.njit
    def view_loop(o, states, moves, scratch, views, rolls):
        for at in range(states.shape[0]):
            view(o, states[at], states[at].table.seat, views[at])

    @numba.njit
    def sample_loop(o, states, moves, scratch, views, rolls):
        for at in range(states.shape[0]):
            sample(o, views[at], rolls, scratch[at])

    return {
        "copy": copy_loop,
        "apply": apply_loop,
        "legal": legal_loop,
        "view": view_loop,
        "sample": sample_loop,
    }


def _draw_positions(game: Game) -> Callable[..., None]:
    rules = game.rules
    start, deal, legal, apply = rules.start, rules.deal_at_random, rules.legal, rules.apply

    @numba.njit
    def stroll(o, s, number, steps):
        """Play game `number` for so many moves, or to its end; the move that is next."""
        rolls = np.empty(2, np.uint64)
        dice.seat_dice(rolls, np.uint64(3), np.uint64(number))
        start(o, s)
        made = 0
        while s.table.phase != OVER:
            if s.table.phase == DEAL:
                deal(o, s, rolls)
            else:
                low, high = legal(o, s)
                move = pick(low, high, rolls)
                if made == steps:
                    return move
                apply(o, s, move)
                made += 1
        return made

    @numba.njit
    def draw(o, states, moves):
        rolls = np.empty(2, np.uint64)
        dice.seat_dice(rolls, np.uint64(4), np.uint64(0))
        for at in range(states.shape[0]):
            length = stroll(o, states[at], at, 1 << 30)
            moves[at] = stroll(o, states[at], at, dice.below(rolls, length))

    return draw
