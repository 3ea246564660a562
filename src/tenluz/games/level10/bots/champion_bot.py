"""The bot `champion` for Level 10: the expert's network with search.

Its likeliest moves are tried on deals that agree with the view, played on by the network; each
seat in them moves by its own view. What counts is a win, and then the cards placed. Where it knows
all cards it plays a winning line, if there is one.
"""

from tenluz.bots.group_network import ExpertPolicy
from tenluz.bots.search import Search
from tenluz.engine.catalogue import game_named
from tenluz.engine.types import Dice
from tenluz.games.level10.bots import expert_bot
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View
from tenluz.games.level10.solver.endings import winning_move

# About a second where it is hardest. A move that the network gives less than a hundredth of the
# chance of its best is not tried; one that is tried must be surely better than the network's best.
CANDIDATES, MARGIN, SURE = 4, 4.6, 1.0
PLAYOUTS = 320


def make(playouts: int = PLAYOUTS, seconds: float | None = None) -> Search:
    """The search, with the expert's weights."""
    from tenluz.games.level10.expert import worth  # which imports what an expert sees, from here

    expert = expert_bot.make()

    def instead(o: Packed, v: View, dice: Dice) -> int | None:
        return _instead(expert, o, v, dice)

    return Search(
        game_named("level10"),
        expert.choose_many,
        worth,
        playouts=playouts,
        seconds=seconds,
        judge=expert.network.judge,
        candidates=CANDIDATES,
        margin=MARGIN,
        sure=SURE,
        instead=instead,
    )


def _instead(expert: ExpertPolicy, o: Packed, v: View, dice: Dice) -> int | None:
    """What it has not learnt, and what it knows for sure."""
    if expert.leaves(o, v):
        return expert.choose(o, v, dice)
    return winning_move(o, v, dice)
