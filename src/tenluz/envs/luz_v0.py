"""Luz for PettingZoo: `luz_v0.env(players=3)`. See docs/pettingzoo.md.

Options have the names of a record (docs/records.md).

    reward    `points`: those of each deal when it ends, divided by ten; `rank`: at the end 1
              for who finishes first, 0 for the others
"""

from typing import Any

from tenluz.envs.aec import CardTable
from tenluz.envs.checked import CheckedCardTable
from tenluz.games.luz.game import LUZ

NAME = "luz_v0"


def env(**options: Any) -> CheckedCardTable:
    """The environment for learning: an illegal action ends the game at its agent's cost."""
    return CheckedCardTable(LUZ, NAME, **options)


def raw_env(**options: Any) -> CardTable:
    """The environment itself: an illegal action raises NotLegal, and says why."""
    return CardTable(LUZ, NAME, **options)


__all__ = ["env", "raw_env"]
