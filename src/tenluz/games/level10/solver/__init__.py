"""Small games of Level 10 solved exactly, and any deal with all cards seen: `tenluz solve`."""

from tenluz.games.level10.solver.solve import EFFORT, GOALS, POSITIONS, Solution, solve
from tenluz.games.level10.solver.winning_line import (
    OPEN_POSITIONS,
    WinningLine,
    moments,
    solve_open,
    summary,
)

# What is solved where the command line does not say otherwise.
SMALL = {"players": 1, "worlds": 3, "columns": 3, "pauses": 0, "first_player": "dealt"}

__all__ = [
    "EFFORT",
    "GOALS",
    "OPEN_POSITIONS",
    "POSITIONS",
    "SMALL",
    "Solution",
    "WinningLine",
    "moments",
    "solve",
    "solve_open",
    "summary",
]
