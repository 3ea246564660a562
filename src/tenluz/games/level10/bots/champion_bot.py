"""The bot `champion` for Level 10: the expert's network with search.

Its likeliest moves are tried on deals that agree with the view, played on by the network for some
decisions; each seat in them moves by its own view. What counts then is what the network expects: a
win, and then the cards placed. Where it knows all cards it plays a winning line, if there is one.
"""

from tenluz.bots.search import Search, search_with
from tenluz.engine.catalogue import game_named
from tenluz.games.level10.bots import expert_bot
from tenluz.games.level10.solver.endings import winning_move

# About a second on two cores where it is hardest.
PLAYOUTS, DECISIONS, AHEAD = 2_000, 20_000, 10


def make(
    playouts: int = PLAYOUTS,
    decisions: int | None = DECISIONS,
    seconds: float | None = None,
    ahead: int | None = AHEAD,
) -> Search:
    """The search, with the expert's weights; playouts to the end, or so many decisions far."""
    from tenluz.games.level10.expert import worth  # which imports what an expert sees, from here

    expert = expert_bot.make()
    return search_with(
        expert,
        game_named("level10"),
        worth,
        playouts=playouts,
        decisions=decisions,
        seconds=seconds,
        instead=winning_move,
        ahead=ahead,
    )
