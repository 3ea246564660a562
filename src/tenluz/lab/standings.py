"""What the rows of a tournament say: means with intervals over deals, differences, ratings.

Seats and tables of one deal share its cards, so a deal is one observation: first a mean within
it, then the mean and its interval over deals. A difference of two bots is taken deal by deal.
Knows numbers; plays nothing.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tenluz.engine.types import FloatArray, Int64Array
from tenluz.lab.measures import SURE, Estimate, Measure
from tenluz.lab.tournament import BEATEN, SCORE, TableOf, Tournament, seats_counted

ELO = 400.0 / math.log(10.0)  # points of a rating for a factor e in the odds
RESAMPLES = 200  # of the deals, for the intervals of ratings
MEAN = 1000.0  # of all ratings

Rows = Mapping[TableOf, Int64Array]  # of each table, deal by deal from number 0 on


@dataclass(frozen=True)
class Difference:
    """How much better one bot does than another on the same cards, and how sure that is."""

    who: str
    than: str
    estimate: Estimate

    @property
    def sure(self) -> bool:
        """Whether the interval lies above 0."""
        low = self.estimate.interval[0]
        return low is not None and low > 0

    @property
    def may_be_chance(self) -> bool:
        """Whether neither is surely better."""
        low, high = self.estimate.interval
        return low is None or high is None or low <= 0 <= high


def over_deals(values: FloatArray) -> Estimate:
    """The mean of a number of every deal, with its normal 95 % interval."""
    if len(values) == 0:
        return Estimate(None, (None, None))
    mean = float(values.mean())
    if len(values) < 2:
        return Estimate(mean, (None, None))
    spread = SURE * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, (mean - spread, mean + spread))


class Standings:
    """A tournament as far as it was played."""

    def __init__(self, tournament: Tournament, rows: Rows) -> None:
        self.tournament, self.rows = tournament, rows
        self.deals = min((len(each) for each in rows.values()), default=0)
        self._rounds = tournament.game.deals(tournament.options)

    def points(self, table: TableOf) -> FloatArray:
        """The score of `who` for each deal: in games of several, the mean of one."""
        seats = seats_counted(self.tournament, table)
        return self.rows[table][: self.deals, SCORE] / (seats * self._rounds)

    def estimate(self, table: TableOf, measure: Measure | None = None) -> Estimate:
        """What `who` reaches at a table: its points, or one of the game's measures."""
        if measure is None:
            return over_deals(self.points(table))
        at = BEATEN + 1 + self.tournament.measures.index(measure)
        seats = seats_counted(self.tournament, table, measure)
        return over_deals(self.rows[table][: self.deals, at] / (seats * measure.out_of))

    def difference(self, who: str, than: str) -> Difference:
        """What `who` makes of the cards more than `than`: in its place among others like `than`,
        or, where all play together, at a table of its own, if it has one."""
        base = self.points(TableOf(than, than))
        alone = self.tournament.together and self.tournament.among is None
        table = TableOf(who, who if alone else than)
        if table not in self.rows:
            table = TableOf(who, who)
        return Difference(who, than, over_deals(self.points(table) - base))

    # --- ratings -------------------------------------------------------------------------

    def ordered(self) -> list[str]:
        """The bots, the strongest first: by ratings, or by what they make among the same bot."""
        among = self.tournament.among
        if among is None:
            return list(self.ratings())
        if self.deals == 0:
            return list(self.tournament.bots)
        made = {table.who: self.points(table).mean() for table in self.tournament.tables}
        return sorted(made, key=lambda bot: -made[bot])

    def ratings(self) -> dict[str, Estimate]:
        """Ratings as in chess, the strongest first; their mean is 1000. 400 more are odds of ten
        to one to come out ahead of the other. None where not each bot has met each."""
        if self.tournament.among is not None:
            return {}
        bots, halves = self.tournament.bots, self._halves()
        if self.deals == 0 or len(bots) < 2:
            return {bot: Estimate(None, (None, None)) for bot in bots}
        found = _bradley_terry(halves.sum(0))
        if self.deals == 1:  # drawn again and again it is the same: nothing says how sure that is
            unsure = (None, None)
            made = {bot: Estimate(float(one), unsure) for bot, one in zip(bots, found, strict=True)}
            return _strongest_first(made)
        chance = np.random.default_rng(1)
        drawn = np.array(
            [
                _bradley_terry(halves[chance.integers(self.deals, size=self.deals)].sum(0))
                for _ in range(RESAMPLES)
            ]
        )
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        made = {
            bot: Estimate(float(found[at]), (float(low[at]), float(high[at])))
            for at, bot in enumerate(bots)
        }
        return _strongest_first(made)

    def _halves(self) -> FloatArray:
        """[deal, a, b]: how often a came out ahead of b, ties for one half."""
        bots = self.tournament.bots
        found = np.zeros((self.deals, len(bots), len(bots)))
        for (a, who), (b, other) in itertools.permutations(enumerate(bots), 2):
            table = TableOf(who, other)
            if self.tournament.together or table not in self.rows:
                mine, yours = self.points(TableOf(who, who)), self.points(TableOf(other, other))
                found[:, a, b] += (mine > yours) + 0.5 * (mine == yours)
            else:
                seats = self.tournament.options.players
                ahead = self.rows[table][: self.deals, BEATEN] / 2
                found[:, a, b] += ahead
                found[:, b, a] += seats * (seats - 1) - ahead
        return found


def _strongest_first(ratings: dict[str, Estimate]) -> dict[str, Estimate]:
    return dict(sorted(ratings.items(), key=lambda item: -(item[1].value or 0.0)))


def _bradley_terry(ahead: FloatArray) -> FloatArray:
    """Ratings under which the odds between two are as observed, by the usual iteration. One game
    more, a tie, between every two keeps them finite."""
    ahead = ahead + 0.5 * (1.0 - np.eye(len(ahead)))
    met = ahead + ahead.T
    strength = np.ones(len(ahead))
    for _ in range(200):
        shares = met / (strength[:, None] + strength[None, :])
        strength = ahead.sum(1) / shares.sum(1)
        strength /= np.exp(np.log(strength).mean())
    return MEAN + ELO * np.log(strength)
