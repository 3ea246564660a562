"""The bot `expert` for Luz: a network trained by self-play and among strangers (docs/training.md).

It has learnt the printed game with three to five players. Games of other sizes it leaves to
`rules`. Among players who play as `rules` do it looks ahead instead, in all games (`company.py`).
"""

from pathlib import Path

from tenluz.bots.expert_policy import ExpertPolicy
from tenluz.bots.expert_weights import Weights
from tenluz.bots.group_network import GroupNetwork
from tenluz.engine.catalogue import game_named
from tenluz.engine.compiled import compiled
from tenluz.games.luz.bots import rules_bot
from tenluz.games.luz.bots.company import InCompany
from tenluz.games.luz.bots.expert_view import VIEW
from tenluz.games.luz.rules.options import (
    MOST_COLOURS,
    MOST_HAND,
    MOST_SEATS,
    VALUES,
    Packed,
)
from tenluz.games.luz.rules.view import View

WEIGHTS = Path(__file__).with_name("expert.npz")
FEWEST = 3  # players that it has learnt to play with
PRINTED_VALUES = tuple(VALUES[players] for players in range(FEWEST, MOST_SEATS + 1))
DECISIONS = 2_000  # of a look ahead: some 3 ms, and at most 10


@compiled
def learnt(o: Packed, v: View) -> bool:
    """Whether this is a game that it has learnt."""
    if o.players < FEWEST or o.values != PRINTED_VALUES[o.players - FEWEST]:
        return False
    return o.colours == MOST_COLOURS and o.hand == MOST_HAND


def network_policy(weights: Weights = WEIGHTS) -> ExpertPolicy:
    """The network alone, with its own weights or with others."""
    game = game_named("luz")
    return ExpertPolicy(game, GroupNetwork(game, VIEW, weights), learnt, rules_bot.choose)


def make(weights: Weights = WEIGHTS) -> InCompany:
    """The expert, with its own weights or with others."""
    return InCompany(network_policy(weights), DECISIONS)
