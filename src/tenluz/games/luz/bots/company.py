"""A player of Luz who knows the bot `rules` when it sits among nobody else, and makes use of it.

A network plays alike in any company; among players of whom it is known what they will do, trying
that out is better. Bids are the network's all the same: before the first card little is known of
the others.
"""

import numpy as np

from tenluz.bots.bot import Policy
from tenluz.bots.look_ahead import LookAhead
from tenluz.engine import bits
from tenluz.engine.catalogue import game_named
from tenluz.engine.types import Dice, Int64Array, Records
from tenluz.games.luz.bots import rules_bot
from tenluz.games.luz.bots.habits import as_rules
from tenluz.games.luz.rules.moves import TRICK
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.rules.view import View


class InCompany:
    """A policy, and what it does among copies of `rules`: a look ahead of so many decisions."""

    def __init__(self, usual: Policy, decisions: int) -> None:
        from tenluz.games.luz.expert import worth  # which imports what an expert sees, from here

        self.usual = usual
        self._look_ahead = LookAhead(game_named("luz"), rules_bot.choose, worth, decisions)
        self._compiled = False

    def choose(self, o: Packed, v: View, dice: Dice) -> int:
        """The move for the view's seat."""
        return self.choose_within(o, v, dice, 1.0)

    def choose_within(self, o: Packed, v: View, dice: Dice, effort: float) -> int:
        """The same with a part of the look ahead, or of the usual policy's budget."""
        if self._among_rules(o, v, dice):
            return self._look_ahead.choose_within(o, v, dice, effort)
        within = getattr(self.usual, "choose_within", None)
        if within is None:
            return self.usual.choose(o, v, dice)
        found: int = within(o, v, dice, effort)
        return found

    def choose_many(self, o: Packed, views: Records, dice: Dice) -> Int64Array:
        """The same in many games with the same options."""
        many = getattr(self.usual, "choose_many", None)
        if many is None:
            each = [self.choose(o, v, rolls) for v, rolls in zip(views, dice, strict=True)]
            return np.array(each, np.int64)
        moves: Int64Array = many(o, views, dice)
        for at, v in enumerate(views):
            if self._among_rules(o, v, dice[at]):
                moves[at] = self._look_ahead.choose(o, v, dice[at])
        return moves

    def _among_rules(self, o: Packed, v: View, dice: Dice) -> bool:
        """Whether all others, taken together, play as `rules`, and there is a card to choose."""
        if v.table.phase != TRICK or bits.size(int(v.legal)) < 2:
            return False
        if not self._compiled:  # at the first card in any company, so that nobody waits later
            self._look_ahead.choose(o, v, dice.copy())
            self._compiled = True
        return bool(as_rules(o, v, dice).sum() > 0)
