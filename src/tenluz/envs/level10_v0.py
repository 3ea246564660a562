"""Level 10 for PettingZoo: `level10_v0.env(players=4, pauses=1)`. See docs/pettingzoo.md.

Options have the names of a record (docs/records.md). One default differs: `first_player` is
`dealt`, because agents that know nothing yet would propose first players for a long time.

    talk      a seat may state one wish before its move: a world to play or to reset (L-22)
    reward    `score`: at the end, of the best score there is; `win`: 1 or 0
    shaped    pay for each cell when it is filled, and the rest at the end
"""

from typing import Any

from tenluz.envs.aec import CardTable
from tenluz.envs.checked import CheckedCardTable
from tenluz.envs.level10 import DEFAULTS
from tenluz.games.level10.game import LEVEL10

NAME = "level10_v0"


def env(**options: Any) -> CheckedCardTable:
    """The environment for learning: an illegal action ends the game at its agent's cost."""
    return CheckedCardTable(LEVEL10, NAME, **{**DEFAULTS, **options})


def raw_env(**options: Any) -> CardTable:
    """The environment itself: an illegal action raises NotLegal, and says why."""
    return CardTable(LEVEL10, NAME, **{**DEFAULTS, **options})


__all__ = ["env", "raw_env"]
