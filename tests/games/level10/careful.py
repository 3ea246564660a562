"""Moves of Level 10 with some care: by chance alone few games get past their middle."""

from random import Random
from typing import Any

from tenluz.engine.compiled import compiled
from tenluz.engine.match import Match
from tenluz.engine.plain import in_python
from tenluz.games.level10.rules.moves import PAUSE_IN, RESET_IN, ROW, TURN


@compiled
def cost(t: Any, move: int) -> int:
    """What a first move of a turn gives up: the levels that a card skips, the few that a reset
    of a low row throws away."""
    if move < PAUSE_IN:
        return move % ROW + 1 - t.top[move // ROW]
    if move < RESET_IN:
        return 3
    return 6 - t.top[move - RESET_IN]


cost_in_python = in_python(cost)


def careful(match: Match, chance: Random) -> int:
    """The cheapest legal move; in the middle of a turn, and now and then, any."""
    moves, table = match.moves(), match.state.table
    if table.phase != TURN or chance.random() < 0.1:
        first = match.game.word(match.state, moves[0]) is None  # L-5: all want the same
        return moves[0] if first else chance.choice(moves)
    return min(moves, key=lambda move: cost_in_python(table, move) + chance.random())
