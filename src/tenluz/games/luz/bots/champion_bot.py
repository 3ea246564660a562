"""The bot `champion` for Luz: the expert's network with search.

Its likeliest moves are tried on hands that it may hold, drawn by what its network guesses of them
(`belief.py`). Everybody plays on by the network and their own view, to the end of the deal. The
last tricks are solved. Among players who play as `rules` do it looks ahead by that bot instead, as
the expert does, but longer.
"""

from tenluz.bots.search import Search, search_with
from tenluz.engine.catalogue import game_named
from tenluz.games.luz.bots import expert_bot
from tenluz.games.luz.bots.belief import by_guess, few_hands
from tenluz.games.luz.bots.company import InCompany

PLAYOUTS = 400  # about a second for a first bid
DECISIONS = 40_000  # by `rules`, about a tenth of a second


def make(playouts: int = PLAYOUTS, seconds: float | None = None) -> InCompany:
    """The champion, with the expert's weights."""
    return InCompany(search(playouts, seconds), DECISIONS)


def search(playouts: int = PLAYOUTS, seconds: float | None = None) -> Search:
    """The search alone."""
    from tenluz.games.luz.expert import worth  # which imports what an expert sees, from here

    expert = expert_bot.network_policy()
    return search_with(
        expert,
        game_named("luz"),
        worth,
        playouts=playouts,
        seconds=seconds,
        weigh=by_guess(expert.network),
        ending=few_hands,
    )
