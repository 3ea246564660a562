"""A game as an environment of PettingZoo: seats are agents, `player_0` on, one acts at a time.

Knows PettingZoo, and a game through its single_game. Written for speed: one compiled call a step,
and dictionaries are touched only where something in them changes.
"""

import operator
from collections.abc import Iterator
from typing import Any, TypedDict

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install 'tenluz[envs]'") from error

from tenluz.engine.errors import NotLegal
from tenluz.engine.game import Game
from tenluz.engine.seeds import checked, fresh_seed
from tenluz.engine.types import JsonObject
from tenluz.envs.encoding import Encoding, encoding
from tenluz.envs.environment import environment
from tenluz.envs.opponents import Answers, Opponents, seated
from tenluz.envs.render.painter import RENDER_MODES, Painter, Pixels, painter
from tenluz.envs.single_game import OVER, PAID, SEAT, Out, SingleGame
from tenluz.envs.step import new_extra


class Observation(TypedDict):
    """What an agent sees: the numbers of its view, and a 1 for every action it may take."""

    observation: Out
    action_mask: Out


class CardTable(AECEnv):  # type: ignore[misc]
    """One game. Observations are made from the view of a seat alone.

    `encoding` names the parts of an observation: `encoding.slices["hand"]` and so on.
    """

    agent_selection: str
    _on_turn = ""  # the agent on turn, whose observation is at hand; "" if nobody is

    def __init__(
        self,
        game: Game,
        name: str,
        *,
        render_mode: str | None = None,
        reward: str = "",
        shaped: bool = False,
        talk: bool = False,
        opponents: Opponents | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        agreed = game.options(options)
        self.encoding = encoding(game, agreed)
        extra = new_extra(game, agreed, reward=reward, shaped=shaped, talk=talk)
        self._single_game = SingleGame(self.encoding, extra)
        self._what_it_sees, self._what_it_may = self._single_game.sees, self._single_game.may
        self._painter: Painter | None = painter(self._single_game, render_mode)
        self._names = [f"player_{seat}" for seat in range(agreed.players)]
        self.possible_agents = self._names[:]
        self._answers: Answers | None = None
        if opponents is not None:
            seats = seated(game, agreed.players, opponents)
            self._answers = Answers(self._single_game, seats, self._painter)
            self.possible_agents = [name for name, bot in zip(self._names, seats) if bot is None]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self._names)}
        self._observation_space = observation_space(self.encoding)
        self._action_spaces = {
            agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents
        }
        self._seed = fresh_seed()
        self._games = -1
        self._nothing_to_do = np.zeros(self.encoding.actions, np.int8)
        self._nothing_to_do.setflags(write=False)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every seat: seats are counted from the observer on."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """As many actions as the game has numbers for; the mask says which of them there are."""
        return self._action_spaces[agent]

    # --- play ------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """A new game: the first of this seed, or the next one of the seed before."""
        if seed is None:
            self._games += 1
        else:
            self._seed, self._games = checked(seed), 0
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = self.terminations.copy()
        self.infos = {agent: {"action_mask": self._nothing_to_do} for agent in agents}
        self._paid = False
        self._updated = True
        out = self._single_game.new_out()
        seat = self._single_game.begin(self._seed, self._games, out)
        if self._painter:
            self._painter.begin()
        if self._answers:
            seat, self._before = self._answers.begin(seat, out)  # told with the first step
        self._hand_over(seat, out)
        if self._painter:
            self._painter.go_on(self._seat_of[self.agent_selection])

    def step(self, action: int | None) -> None:
        """Do it for the agent selected; None for one whose game is over."""
        if not self.agents:
            self._nobody_left()
            return
        self._updated = True
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = operator.index(action)  # type: ignore[arg-type]
        before = self._painter.before() if self._painter else None
        out = self._single_game.new_out()
        result = self._single_game.step(number, out)
        if result < 0:
            self._refuse(number)
            return
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._cumulative_rewards[agent] = 0.0
        if self._painter:
            self._painter.after(before)
        if self._answers:
            result = self._let_opponents_answer(result, out)
        elif result & PAID:
            self._pay(self._single_game.rewards.tolist())
        self.infos[agent] = {"action_mask": self._nothing_to_do}
        if result & OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            self._on_turn = ""
            self.agent_selection = self.agents[0]
        else:
            self._hand_over(result & SEAT, out)
        if self._painter:
            self._painter.go_on(self._seat_of[self.agent_selection])

    def _pay(self, rewards: list[float]) -> None:
        """What each seat is paid; agents are told theirs."""
        self._paid = True
        paid = dict(zip(self._names, rewards))
        self.rewards = {agent: paid[agent] for agent in self.agents}
        self._accumulate_rewards()

    def _let_opponents_answer(self, result: int, out: Out) -> int:
        """Bots play on after an agent's step: all that was paid since the agents last acted."""
        assert self._answers is not None
        now = self._single_game.rewards.tolist() if result & PAID else [0.0] * len(self._names)
        result, from_opponents = self._answers.go_on(result, out)
        paid = [sum(each) for each in zip(self._before, now, from_opponents)]
        self._before = [0.0] * len(self._names)
        if any(paid):
            self._pay(paid)
        return result

    def _hand_over(self, seat: int, out: Out) -> None:
        """A seat is on turn: here is what it sees, and what it may do."""
        self._sees, self._may = out[self._what_it_sees], out[self._what_it_may]
        self.agent_selection = self._on_turn = agent = self._names[seat]
        self.infos[agent] = {"action_mask": self._may}

    def _refuse(self, action: int) -> None:
        """An action outside the mask: nothing has been done."""
        raise self._single_game.refusal(action)

    def _nobody_left(self) -> None:
        """A step without agents."""
        raise NotLegal("Nobody is at the table: call reset() first")

    def _was_dead_step(self, action: int | None) -> None:
        """All seats finish together: each is taken away when it steps once more, with None."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for kept in (
            self.rewards,
            self._cumulative_rewards,
            self.terminations,
            self.truncations,
            self.infos,
        ):
            del kept[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
        self._clear_rewards()

    # --- observe ------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What an agent sees now. Whoever is not on turn may do nothing."""
        if agent == self._on_turn:
            return {"observation": self._sees, "action_mask": self._may}
        return self._observation(agent)

    def _observation(self, agent: str) -> Observation:
        out = self._single_game.new_out()
        self._single_game.observe(self._seat_of[agent], out)
        return {"observation": out[self._what_it_sees], "action_mask": out[self._what_it_may]}

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent selected, again and again, as long as there are agents."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str | Pixels | None:
        """The table as the agent selected sees it: text for `ansi`, pixels for `rgb_array`."""
        if self._painter is None:
            return None
        return self._painter.show(self._seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""


def observation_space(encoded: Encoding) -> spaces.Dict:
    """What observations lie in, exactly."""
    return spaces.Dict(
        {
            "observation": spaces.Box(encoded.low, encoded.high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (encoded.actions,), np.int8),
        }
    )


class PettingZooGame:
    """What PettingZoo's modules have, for one game: `env` and `raw_env`.

    Options have the names of a record (docs/records.md). What besides they take, `talk`, `reward`
    and `shaped`, and which defaults differ: docs/pettingzoo.md.
    """

    def __init__(self, game: Game, name: str) -> None:
        self._game, self._name = game, name

    def env(self, **options: Any) -> CardTable:
        """The environment for learning: an illegal action ends the game at its agent's cost."""
        from tenluz.envs.pettingzoo_checks import CheckedCardTable

        return CheckedCardTable(self._game, self._name, **self._with_defaults(options))

    def raw_env(self, **options: Any) -> CardTable:
        """The environment itself: an illegal action raises NotLegal, and says why."""
        return CardTable(self._game, self._name, **self._with_defaults(options))

    def _with_defaults(self, options: JsonObject) -> JsonObject:
        return {**environment(self._game).defaults, **options}
