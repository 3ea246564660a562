"""A player of Luz who knows the bot `rules` when it sits among nobody else, and makes use of it.

A network plays alike in any company; among players of whom it is known what they will do, trying
that out is better. Bids are the network's all the same: before the first card little is known of
the others.
"""

import numpy as np

from tenluz.bots.bot import Policy
from tenluz.bots.look_ahead import LookAhead
from tenluz.engine.catalogue import game_named
from tenluz.engine.types import Dice, Int64Array, Records
from tenluz.games.luz.bots import rules_bot
from tenluz.games.luz.bots.habits import as_rules_in
from tenluz.games.luz.rules.moves import TRICK
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.rules.view import View


class InCompany:
    """A policy, and what it does among copies of `rules`: a look ahead of so many decisions."""

    def __init__(self, usual: Policy, decisions: int) -> None:
        from tenluz.games.luz.expert import worth  # which imports what an expert sees, from here

        self.usual = usual
        self.concurrent: bool = getattr(usual, "concurrent", False)
        self._look_ahead = LookAhead(game_named("luz"), rules_bot.choose, worth, decisions)
        self._compiled = False

    def choose(self, o: Packed, v: View, dice: Dice) -> int:
        """The move for the view's seat."""
        return self.choose_within(o, v, dice, 1.0)

    def choose_within(self, o: Packed, v: View, dice: Dice, effort: float) -> int:
        """The same with a part of the look ahead, or of the usual policy's budget."""
        views, rolls = np.asarray(v).reshape(1), np.asarray(dice).reshape(1, 2)
        if len(self._among_rules(o, views, rolls)):
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
        for at in self._among_rules(o, views, dice):
            moves[at] = self._look_ahead.choose(o, views[at], dice[at])
        return moves

    def _among_rules(self, o: Packed, views: Records, dice: Dice) -> Int64Array:
        """Where all others, taken together, play as `rules`, and there is a card to choose."""
        legal = views["legal"]
        choosing = (views["table"]["phase"] == TRICK) & (legal & (legal - 1) != 0)
        cards = np.flatnonzero(choosing)
        if len(cards) and not self._compiled:  # in any company, so that nobody waits later
            self._look_ahead.choose(o, views[cards[0]], dice[cards[0]].copy())
            self._compiled = True
        return cards[as_rules_in(o, views, cards, dice).sum(axis=1) > 0]
