"""The bot `expert` for Luz: a network trained by self-play and among strangers (docs/training.md).

It has learnt the printed game with three to five players. Games of other sizes it leaves to
`rules`. Among players who play as `rules` do it looks ahead instead, in all games (`company.py`).
"""

from pathlib import Path

import numpy as np

from tenluz.bots.expert_weights import Weights
from tenluz.bots.group_network import ExpertPolicy, GroupNetwork
from tenluz.engine.catalogue import game_named
from tenluz.engine.types import BoolArray, Records
from tenluz.games.luz.bots import rules_bot
from tenluz.games.luz.bots.company import InCompany
from tenluz.games.luz.bots.expert_view import VIEW
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_HAND, VALUES, Packed

WEIGHTS = Path(__file__).with_name("expert.npz")
FEWEST = 3  # players that it has learnt to play with
DECISIONS = 2_000  # of a look ahead: some 3 ms, and at most 10


def not_learnt(o: Packed, views: Records) -> BoolArray:
    """Which of these are none of the positions that it has learnt."""
    sizes = (o.colours, o.values, o.hand)
    printed = (MOST_COLOURS, VALUES[o.players], MOST_HAND)
    return np.full(len(views), o.players < FEWEST or sizes != printed)


def network_policy(weights: Weights = WEIGHTS) -> ExpertPolicy:
    """The network alone, with its own weights or with others."""
    network = GroupNetwork(game_named("luz"), VIEW, weights)
    return ExpertPolicy(network, not_learnt, rules_bot.choose)


def make(weights: Weights = WEIGHTS) -> InCompany:
    """The expert, with its own weights or with others."""
    return InCompany(network_policy(weights), DECISIONS)
