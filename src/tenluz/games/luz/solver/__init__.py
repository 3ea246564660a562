"""Luz with all cards seen: `tenluz solve RECORD`."""

from tenluz.games.luz.solver.best_results import (
    OPEN_POSITIONS,
    BestResults,
    SeatResult,
    moments,
    solve_open,
    summary,
)

__all__ = ["OPEN_POSITIONS", "BestResults", "SeatResult", "moments", "solve_open", "summary"]
