"""Level 10 alone, for Gymnasium: `gymnasium.make("tenluz/Level10Solo-v0", pauses=1)`.

Importing this module registers it; so does naming the module before the id:
`gymnasium.make("tenluz.envs.solo:tenluz/Level10Solo-v0")`. See docs/pettingzoo.md.
"""

import operator
from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("Gymnasium is not there: pip install 'tenluz[envs]'") from error

from tenluz.envs.desk import OVER, PAID, REFUSED, Desk, Out
from tenluz.envs.encoding import encoding
from tenluz.envs.render import RENDER_MODES, Painter, painter
from tenluz.envs.step import new_extra
from tenluz.games.errors import NotUnderstood
from tenluz.games.level10.game import LEVEL10

ID = "tenluz/Level10Solo-v0"
ILLEGAL = -1.0  # the reward for an action outside the mask, which also ends the game


class Level10Solo(gymnasium.Env[Out, np.int64]):
    """One player, one game an episode. Options, actions, observations and rewards are those
    of `level10_v0` with `players=1`; the mask is in `info["action_mask"]`.

    An action outside the mask ends the game with a reward of -1, and `info["illegal"]` is
    true: as in `level10_v0.env`, and because learners without masks must be able to go on.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (as Gymnasium)

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        reward: str = "",
        shaped: bool = False,
        **options: Any,
    ) -> None:
        if options.setdefault("players", 1) != 1:
            raise NotUnderstood("Level10Solo is for one player: for more, tenluz.envs.level10_v0.")
        self.render_mode = render_mode
        agreed = LEVEL10.options(options)
        self.encoding = encoding(LEVEL10, agreed)
        extra = new_extra(LEVEL10, agreed, reward=reward, shaped=shaped)
        self._desk = Desk(self.encoding, extra)
        self._painter: Painter | None = painter(self._desk, render_mode)
        self.observation_space = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.int8)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Out, dict[str, Any]]:
        """A new game."""
        super().reset(seed=seed)
        self._out = self._desk.new_out()
        self._desk.begin(int(self.np_random.integers(1 << 63)), 0, self._out)
        if self._painter:
            self._painter.begin()
            self._painter.go_on(0)
        return self._seen()

    def step(self, action: Any) -> tuple[Out, float, bool, bool, dict[str, Any]]:
        """Do it. A turn with several choices is several steps."""
        before = self._painter.before() if self._painter else None
        out = self._desk.new_out()
        told = self._desk.step(operator.index(action), out)
        if told == REFUSED:
            self._out = self._out.copy()
            seen, info = self._seen()
            return seen, ILLEGAL, True, False, {**info, "illegal": True}
        self._out = out
        if self._painter:
            self._painter.after(before)
            self._painter.go_on(0)
        seen, info = self._seen()
        reward = float(self._desk.rewards[0]) if told & PAID else 0.0
        return seen, reward, bool(told & OVER), False, info

    def _seen(self) -> tuple[Out, dict[str, Any]]:
        may = self._out[self._desk.may]
        return self._out[self._desk.sees], {"action_mask": may, "illegal": False}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What may be done now, as MaskablePPO of sb3-contrib asks for it."""
        return self._out[self._desk.may].astype(np.bool_)

    def render(self) -> Any:
        """Text for `ansi`, pixels for `rgb_array`; `human` prints the text."""
        return self._painter.show(0) if self._painter else None


def register() -> None:
    """Make it known to Gymnasium, once."""
    if ID not in gymnasium.registry:
        gymnasium.register(id=ID, entry_point="tenluz.envs.solo:Level10Solo")


register()
