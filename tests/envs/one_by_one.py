"""Games stepped one at a time through envs/step.py: what a batch of games must agree with."""

from typing import Any

import numpy as np

from tenluz.engine.dice import new_dice, pick
from tenluz.engine.game import OVER
from tenluz.envs.encoding import Encoding, encoding
from tenluz.envs.environment import environment
from tenluz.envs.step import new_extra, steps
from tests.games_played import GAMES

TERMS = ("reward", "shaped", "talk")


class OneGame:
    """A game that begins again when it is over, and what is told of it."""

    def __init__(self, game: str, given: dict[str, Any], seed: int, stream: int) -> None:
        found = GAMES[game]
        asked = {**environment(found).defaults, **given}
        terms = {name: asked.pop(name) for name in TERMS if name in asked}
        options = found.options(asked)
        self._encoding: Encoding = encoding(found, options)
        self._steps = steps(found)
        self._o = options.packed()
        self._extra = new_extra(found, options, **terms)
        self._dice = new_dice(seed, stream)
        self._rewards = np.zeros(8, np.float32)
        self.players: int = options.players
        self.state = found.new_state(self._o)
        self.reward = np.zeros(self.players, np.float32)
        self.returns = np.zeros(self.players, np.float32)
        self.length, self.done = 0, False
        self._steps.begin(self._o, self.state, self._extra, self._dice)

    def step(self, action: int) -> bool:
        """Do it; whether that was legal."""
        if self.done:
            self.length, self.done, self.returns = 0, False, np.zeros_like(self.returns)
        self.reward = np.zeros_like(self.reward)
        if not self._steps.allows(self._o, self.state, self._extra, action):
            return False
        given = (self._o, self.state, self._extra, self._dice, action, self._rewards)
        if self._steps.act(*given):
            self.reward = self._rewards[: self.players].copy()
        self.returns = self.returns + self.reward
        self.length += 1
        if self.state.table.phase == OVER:
            self.done = True
            self._steps.begin(self._o, self.state, self._extra, self._dice)
        return True

    def random(self) -> int:
        """A legal move, by the game's own dice."""
        return int(pick(*self._encoding.game.rules.legal(self._o, self.state), self._dice))

    def observation(self) -> Any:
        """What the seat on turn sees."""
        view = self._encoding.game.view(self._o, self.state, self.state.table.seat)
        row = np.full_like(self._encoding.rows(), -1)
        assert self._encoding.observe(self._o, view, row) == self._encoding.size
        return self._encoding.as_numbers(row)

    def mask(self) -> Any:
        """What it may do, asked action by action."""
        allows = self._steps.allows
        numbers = range(self._encoding.actions)
        return np.array([allows(self._o, self.state, self._extra, n) for n in numbers], np.int8)
