"""Small games of Level 10 solved exactly: the best that can be reached, before the deal.

Alone it is an exact value. With others it is exact where the search over plans comes to its
end (`hidden_hands.py`); where it does not, there are two bounds: what players surely can
reach, and what they could reach with open hands.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tenluz.engine.errors import NotUnderstood
from tenluz.games.level10.rules.options import Level10Options
from tenluz.games.level10.solver import open_hands
from tenluz.games.level10.solver.hidden_hands import HiddenHands
from tenluz.games.level10.solver.positions import Positions

GOALS = {"won": open_hands.WON, "score": open_hands.SCORE}
POSITIONS = 50_000_000  # more would not fit into the memory of a usual machine
EFFORT = 50_000  # beliefs: a quarter of a minute or so
DIGITS = 10  # of a value: sums of chances are right to more

Watch = Callable[[float], None]


@dataclass(frozen=True)
class Solution:
    """How well a small game can be played, by the chance to win or by the mean score."""

    options: Level10Options
    goal: str
    value: float | None  # exact; None where only the bounds are known
    lower: float  # some players reach this
    upper: float  # nobody reaches more: with open hands
    positions: int  # worked out with open hands
    beliefs: int  # looked at with hidden hands
    seconds: float


def solve(
    options: Level10Options,
    goal: str = "won",
    *,
    positions: int = POSITIONS,
    effort: int = EFFORT,
    watch: Watch | None = None,
) -> Solution:
    """Solve a game with these options. `watch` is told the share of the deals worked out."""
    if goal not in GOALS:
        raise NotUnderstood(f"The goal must be won or score, not {goal!r}.")
    if options.players > 1 and options.first_player == "together":
        raise NotUnderstood(
            "Only games whose first player is dealt are solved: give first_player=dealt."
        )
    begin = time.perf_counter()
    game = Positions(options, GOALS[goal], positions)
    upper = done = 0.0
    for position, chance in game.deals():
        upper += chance * game.open_value(position)
        done += chance
        if watch:
            watch(done)
    lower, exact, beliefs = upper, True, 0
    if options.players > 1:
        hidden = HiddenHands(game, effort)
        hidden.try_first_plans()
        exact = hidden.find_best()
        lower, beliefs = hidden.reached, hidden.beliefs
    seconds = time.perf_counter() - begin
    return Solution(
        options,
        goal,
        round(lower, DIGITS) if exact else None,
        round(lower, DIGITS),
        round(upper, DIGITS),
        game.known,
        beliefs,
        round(seconds, 3),
    )
