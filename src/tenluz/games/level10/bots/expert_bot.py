"""The bot `expert` for Level 10: a network trained by self-play (docs/training.md).

It has learnt whole games of the printed size, with a first player. Who that is, and games of other
sizes, it leaves to `rules`.
"""

from pathlib import Path

import numpy as np

from tenluz.bots.expert_weights import Weights
from tenluz.bots.group_network import ExpertPolicy, GroupNetwork
from tenluz.engine.catalogue import game_named
from tenluz.engine.types import BoolArray, Records
from tenluz.games.level10.bots import rules_bot
from tenluz.games.level10.bots.expert_view import VIEW
from tenluz.games.level10.rules.moves import CHOOSE
from tenluz.games.level10.rules.options import (
    HANDS,
    MOST_COLUMNS,
    MOST_VALUES,
    MOST_WORLDS,
    Packed,
)

WEIGHTS = Path(__file__).with_name("expert.npz")


def not_learnt(o: Packed, views: Records) -> BoolArray:
    """Which of these are none of the positions that it has learnt."""
    sizes = (o.worlds, o.values, o.columns, o.hand)
    printed = (MOST_WORLDS, MOST_VALUES, MOST_COLUMNS, HANDS[o.players])
    found: BoolArray = views["table"]["phase"] == CHOOSE
    return found if sizes == printed else np.ones_like(found)


def make(weights: Weights = WEIGHTS) -> ExpertPolicy:
    """The network with its own weights, or with others."""
    network = GroupNetwork(game_named("level10"), VIEW, weights)
    return ExpertPolicy(network, not_learnt, rules_bot.choose)
