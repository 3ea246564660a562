"""The bot `champion` for Luz: the expert's network with search.

Its likeliest moves are tried on hands that it may hold, drawn by what its network guesses of them
(`belief.py`). Everybody plays on by the network and their own view, to the end of the deal. The
last tricks are solved.
"""

from tenluz.bots.search import Search
from tenluz.engine.catalogue import game_named
from tenluz.engine.types import Dice
from tenluz.games.luz.bots import expert_bot
from tenluz.games.luz.bots.belief import by_guess, few_hands
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.rules.view import View

# About a second. A move that the network gives less than a hundredth of the chance of its best is
# not tried; one that is tried must be surely better than the network's best.
CANDIDATES, MARGIN, SURE = 4, 4.6, 1.0
PLAYOUTS = 400


def make(playouts: int = PLAYOUTS, seconds: float | None = None) -> Search:
    """The search, with the expert's weights."""
    from tenluz.games.luz.expert import worth  # which imports what an expert sees, from here

    expert = expert_bot.make()

    def instead(o: Packed, v: View, dice: Dice) -> int | None:
        return expert.choose(o, v, dice) if expert.leaves(o, v) else None

    return Search(
        game_named("luz"),
        expert.choose_many,
        worth,
        playouts=playouts,
        seconds=seconds,
        judge=expert.network.judge,
        candidates=CANDIDATES,
        margin=MARGIN,
        sure=SURE,
        instead=instead,
        weigh=by_guess(expert.network),
        ending=few_hands,
    )
