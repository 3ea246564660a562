"""The bot `expert` for Luz: a network trained by self-play and among strangers (docs/training.md).

It has learnt the printed game with three to five players. Games of other sizes it leaves to
`rules`.
"""

from pathlib import Path

import numpy as np

from tenluz.bots.group_network import ExpertPolicy, GroupNetwork, Weights
from tenluz.engine.catalogue import game_named
from tenluz.engine.types import BoolArray, Records
from tenluz.games.luz.bots import rules_bot
from tenluz.games.luz.bots.expert_view import VIEW
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_HAND, VALUES, Packed

WEIGHTS = Path(__file__).with_name("expert.npz")
FEWEST = 3  # players that it has learnt to play with


def not_learnt(o: Packed, views: Records) -> BoolArray:
    """Which of these are none of the positions that it has learnt."""
    sizes = (o.colours, o.values, o.hand)
    printed = (MOST_COLOURS, VALUES[o.players], MOST_HAND)
    return np.full(len(views), o.players < FEWEST or sizes != printed)


def make(weights: Weights = WEIGHTS) -> ExpertPolicy:
    """The network with its own weights, or with others."""
    network = GroupNetwork(game_named("luz"), VIEW, weights)
    return ExpertPolicy(network, not_learnt, rules_bot.choose)
