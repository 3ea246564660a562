"""The bot `expert` for Level 10: a network trained by self-play (docs/training.md).

It has learnt whole games of the printed size, with a first player. Who that is, and games of other
sizes, it leaves to `rules`.
"""

from pathlib import Path

from tenluz.bots.expert_policy import ExpertPolicy
from tenluz.bots.expert_weights import Weights
from tenluz.bots.group_network import GroupNetwork
from tenluz.engine.catalogue import game_named
from tenluz.engine.compiled import compiled
from tenluz.games.level10.bots import rules_bot
from tenluz.games.level10.bots.expert_view import VIEW
from tenluz.games.level10.rules.moves import CHOOSE
from tenluz.games.level10.rules.options import (
    HANDS,
    MOST_COLUMNS,
    MOST_SEATS,
    MOST_VALUES,
    MOST_WORLDS,
    Packed,
)
from tenluz.games.level10.rules.view import View

WEIGHTS = Path(__file__).with_name("expert.npz")
PRINTED_HANDS = tuple(HANDS[players] for players in range(1, MOST_SEATS + 1))


@compiled
def learnt(o: Packed, v: View) -> bool:
    """Whether this is a position that it has learnt."""
    if v.table.phase == CHOOSE or o.hand != PRINTED_HANDS[o.players - 1]:
        return False
    return o.worlds == MOST_WORLDS and o.values == MOST_VALUES and o.columns == MOST_COLUMNS


def make(weights: Weights = WEIGHTS) -> ExpertPolicy:
    """The network with its own weights, or with others."""
    game = game_named("level10")
    return ExpertPolicy(game, GroupNetwork(game, VIEW, weights), learnt, rules_bot.choose)
