"""Small games of Level 10 solved exactly: `tenluz solve`."""

from tenluz.games.level10.solver.solve import EFFORT, GOALS, POSITIONS, Solution, solve

# What is solved where the command line does not say otherwise.
SMALL = {"players": 1, "worlds": 3, "columns": 3, "pauses": 0, "first_player": "dealt"}

__all__ = ["EFFORT", "GOALS", "POSITIONS", "SMALL", "Solution", "solve"]
