"""The environment with the checks that PettingZoo's own modules wrap theirs in.

With TerminateIllegalWrapper, AssertOutOfBoundsWrapper and OrderEnforcingWrapper around it a
step takes seven times as long, as each attribute goes through all of them. So their checks are
made in the class itself. tests/envs/test_pettingzoo_checks.py plays both side by side.
"""

from collections.abc import Iterator

from pettingzoo.utils.env_logger import EnvLogger

from tenluz.envs.pettingzoo_env import CardTable, Observation
from tenluz.envs.render.painter import Pixels

ILLEGAL = -1.0  # the reward for an action outside the mask, which also ends the game


class CheckedCardTable(CardTable):
    """One game, for agents that may be wrong: an illegal action ends it at their cost."""

    def _refuse(self, action: int) -> None:
        """The game ends: a reward of -1 for the agent that acted illegally, 0 for others."""
        agent = self.agent_selection
        assert self.action_space(agent).contains(action), "action is not in action space"
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _nobody_left(self) -> None:
        if self._games < 0:
            EnvLogger.error_step_before_reset()
        EnvLogger.warn_step_after_terminated_truncated()

    def _observation(self, agent: str) -> Observation:
        if self._games < 0:
            EnvLogger.error_observe_before_reset()
        return super()._observation(agent)

    def render(self) -> str | Pixels | None:
        """The table as the agent selected sees it: text for `ansi`, pixels for `rgb_array`."""
        if self._games < 0:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent selected, again and again, as long as there are agents."""
        if self._games < 0:
            EnvLogger.error_agent_iter_before_reset()
        return self._each(max_iter)

    def _each(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            assert self._updated, "need to call step() or reset() in a loop over `agent_iter`"
            self._updated = False
            yield self.agent_selection
