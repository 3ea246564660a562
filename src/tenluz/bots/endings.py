"""Endings where little is hidden: every state that agrees with a view, every course of one seat.

The seat's moves are tried one after the other, in all states at once; the others move by a bot
without chance. After each move the seat knows what its new view shows: it may go on differently
only where its views differ. So what is found is the best that this seat can do with what it knows,
if the others are as the bot says.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tenluz.engine.game import moves_in
from tenluz.engine.types import Dice, FloatArray, Int64Array, OptionsRecord, Records, ViewRecord

if TYPE_CHECKING:
    from tenluz.bots.search_loops import SearchLoops

Many = Callable[[OptionsRecord, Records, Dice], Int64Array]
Ending = Callable[[Any, Any, Dice, int], Records | None]
"""ending(o, v, dice, playouts): all states that agree with a view, where they and the courses of
the seat are few enough for so many playouts; else None."""

Choice = tuple[int, int]  # a number for what the seat knows when it moves, and its move


def best_course(
    loops: "SearchLoops",
    choose_many: Many,
    o: OptionsRecord,
    v: ViewRecord,
    states: Records,
    weights: FloatArray,
) -> int:
    """The first move of the best course for the view's seat."""
    seat = int(v.seat)
    totals: dict[Choice, float] = defaultdict(float)
    steps: list[dict[int, Choice]] = []  # what the seat may know then, and what led there
    known = [0] * len(states)
    following = 1
    while known:
        places, choices = _all_moves(loops, o, states, known)
        states, weights = states[places], weights[places]
        moves = np.array([move for _, move in choices], np.int64)
        waiting = _to_own_turn(loops, choose_many, o, states, moves, seat)
        values = np.zeros(len(states))
        loops.count(o, states, seat, values)
        for at in np.setdiff1d(np.arange(len(states)), waiting):  # these are over
            totals[choices[at]] += float(weights[at] * values[at])
        views = np.zeros(len(waiting), loops.game.view_type)
        loops.write_views(o, states, waiting, views)
        numbers: dict[tuple[Choice, bytes], int] = {}
        for at, view in zip(waiting, views, strict=True):
            numbers.setdefault((choices[at], view.tobytes()), following + len(numbers))
        known = [
            numbers[choices[at], view.tobytes()] for at, view in zip(waiting, views, strict=True)
        ]
        following += len(numbers)
        steps.append({number: choice for (choice, _), number in numbers.items()})
        states, weights = states[waiting], weights[waiting]
    for step in reversed(steps):
        best: dict[int, float] = {}
        for (number, _), total in totals.items():
            if number in step:
                best[number] = max(best.get(number, -np.inf), total)
        for number, choice in step.items():
            totals[choice] += best[number]
    first = {move: total for (number, move), total in totals.items() if number == 0}
    return max(first, key=lambda move: first[move])


def _all_moves(
    loops: "SearchLoops", o: OptionsRecord, states: Records, known: list[int]
) -> tuple[list[int], list[Choice]]:
    """Each state as often as it has moves, by its place, and the choice that each move is."""
    places, choices = [], []
    for at, number in enumerate(known):
        for move in moves_in(*loops.game.rules.legal(o, states[at])):
            places.append(at)
            choices.append((number, int(move)))
    return places, choices


def _to_own_turn(
    loops: "SearchLoops",
    choose_many: Many,
    o: OptionsRecord,
    states: Records,
    moves: Int64Array,
    seat: int,
) -> Int64Array:
    """Move, and let the others move, until the seat must choose or it is over; where it must."""
    active, waiting = np.arange(len(states)), []
    views = np.zeros(len(states), loops.game.view_type)
    while len(active):
        active = active[: loops.apply(o, states, active, moves)]
        own = states["table"]["seat"][active] == seat
        waiting.append(active[own])
        active = active[~own]
        loops.write_views(o, states, active, views)
        rolls = np.zeros((len(active), 2), np.uint64)
        moves = choose_many(o, views[: len(active)], rolls) if len(active) else moves
    return np.sort(np.concatenate(waiting))
