"""Do two copies of a bot at one table help each other?

On the same deals a bot sits among others of another kind: alone, in every seat, and with a copy of
itself, in every pair of seats. If copies play for each other, both together make more than each
makes alone. A copy is also just another opponent, stronger or weaker than the one whose seat it
takes; what that does to a stranger at the table is measured beside it, and taken off.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from tenluz.bots.registry import find_bot
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import FloatArray
from tenluz.lab.bot_games import dice_of_streams, play_games
from tenluz.lab.measures import Estimate
from tenluz.lab.standings import over_deals

WHO, OTHER = 0, 1
CHOICES = 1 << 40  # the streams of choices; cards have those below


@dataclass(frozen=True)
class Pairs:
    """Points a deal of one seat, on the same cards."""

    who: str
    others: str
    deals: int
    alone: Estimate  # one among others
    with_copy: Estimate  # each of two among others
    together: Estimate  # the second less the first: what the copy brings
    stranger: Estimate  # what the same change of one seat brings to one of the others
    helps: Estimate  # what the copy brings more than that: 0 without collusion


def measured(
    game: Game, options: Options, who: str, others: str, seed: int, deals: range
) -> FloatArray:
    """Of each deal: points of one seat alone, with a copy, and what a stranger gains."""
    players = options.players
    singles = [(seat,) for seat in range(players)]
    pairs = list(itertools.combinations(range(players), 2))
    tables = [(), *singles, *pairs]
    one = [[WHO if seat in table else OTHER for seat in range(players)] for table in tables]
    seats = np.tile(np.array(one, np.int64), (len(deals), 1))
    numbers = np.repeat(np.arange(deals.start, deals.stop), len(tables))
    bots = [find_bot(game, who), find_bot(game, others)]
    o = options.packed()
    cards, choices = dice_of_streams(seed, numbers), dice_of_streams(seed, CHOICES + numbers)
    states, _ = play_games(game, o, bots, seats, cards, choices)
    scores = np.array([[game.rules.score(o, s, seat) for seat in range(players)] for s in states])
    points = scores.reshape(len(deals), len(tables), players) / game.deals(options)
    at = {table: number for number, table in enumerate(tables)}
    alone = [points[:, at[(seat,)], seat] for seat in range(players)]
    paired = [points[:, at[pair], seat] for pair in pairs for seat in pair]
    strangers = [
        points[:, at[(seat,)], other] - points[:, at[()], other]
        for seat in range(players)
        for other in range(players)
        if other != seat
    ]
    return np.stack([np.mean(each, axis=0) for each in (alone, paired, strangers)], axis=1)


def summarised(who: str, others: str, rows: FloatArray) -> Pairs:
    """What the rows of all deals say."""
    alone, paired, strangers = rows.T
    return Pairs(
        who,
        others,
        len(rows),
        over_deals(alone),
        over_deals(paired),
        over_deals(paired - alone),
        over_deals(strangers),
        over_deals(paired - alone - strangers),
    )
