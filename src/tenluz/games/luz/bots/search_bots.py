"""The bots `expert` and `champion` for Luz: search over the hands that one may hold.

What the own hand may be is exact (`rules.sample`), weighed by the others' bids (`belief.py`); what
the others will do is what `rules` would. The last tricks are solved.
The two differ in how many deals they play on: `expert` answers at once, `champion` takes its time.
"""

import functools

from tenluz.bots.registry import play_many
from tenluz.bots.search import Search
from tenluz.games.luz.bots.belief import by_bids, few_hands
from tenluz.games.luz.game import GAME
from tenluz.games.luz.rules.apply import score

EXPERT_PLAYOUTS, CHAMPION_PLAYOUTS = 120, 2_000


def make(playouts: int) -> Search:
    """A search that plays on by `rules`, to the end of the deal."""
    rules = play_many(GAME, "rules")
    return Search(GAME, rules, score, playouts=playouts, weigh=by_bids(rules), ending=few_hands)


make_expert = functools.partial(make, EXPERT_PLAYOUTS)
make_champion = functools.partial(make, CHAMPION_PLAYOUTS)
