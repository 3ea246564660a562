"""The bot `champion` for Level 10: the expert's network with search.

Its likeliest moves are tried on deals that agree with the view, played on by the network; each
seat in them moves by its own view. What counts is a win, and then the cards placed.
"""

from tenluz.bots.search import Search
from tenluz.engine.catalogue import game_named
from tenluz.games.level10.bots import expert_bot
from tenluz.games.level10.expert import worth

CANDIDATES, PLAYOUTS = 4, 160  # about a second for the first moves


def make() -> Search:
    """The search, with the expert's weights."""
    expert = expert_bot.make()
    return Search(
        game_named("level10"),
        expert.choose_many,
        worth,
        playouts=PLAYOUTS,
        judge=expert.network.judge,
        candidates=CANDIDATES,
        instead=lambda o, v, dice: expert.choose(o, v, dice) if expert.leaves(o, v) else None,
    )
