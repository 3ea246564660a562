"""Games for one learner, for Gymnasium: `gymnasium.make("tenluz/level10-v0", pauses=1)` alone, or
`gymnasium.make("tenluz/luz-v0", players=4, opponents="rules")` among bots.

Importing this module registers every game; so does naming the module before the id:
`gymnasium.make("tenluz.envs.gymnasium_env:tenluz/level10-v0")`. See docs/pettingzoo.md.
"""

import operator
from typing import SupportsIndex

import numpy as np

from tenluz.engine.types import BoolArray, JsonObject

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("Gymnasium is not installed: pip install 'tenluz[envs]'") from error

from tenluz.engine import catalogue
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.envs.encoding import encoding
from tenluz.envs.environment import environment
from tenluz.envs.opponents import Answers, Opponents, seated
from tenluz.envs.render.painter import RENDER_MODES, Painter, Pixels, painter
from tenluz.envs.single_game import OVER, PAID, REFUSED, Out, SingleGame
from tenluz.envs.step import new_extra

ID = "tenluz/{}-v0"  # with the name of a game
ILLEGAL = -1.0  # the reward for an action outside the mask, which also ends the game


class SoloGame(gymnasium.Env[Out, np.int64]):
    """One learner, one game an episode. Options, actions, observations and rewards are those of
    the game's PettingZoo environment with `players=1`, or with `opponents` in all other seats; the
    mask is in `info["action_mask"]`.

    An action outside the mask ends the game with a reward of -1, and `info["illegal"]` is
    true: as there, and because learners without masks must be able to go on.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (as Gymnasium)

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        reward: str = "",
        shaped: bool = False,
        opponents: Opponents | None = None,
        **options: object,
    ) -> None:
        found = catalogue.game_named(game)
        if opponents is None and options.setdefault("players", 1) != 1:
            raise NotUnderstood(
                f"This is for one player, among opponents=... if you like; for more, "
                f"tenluz.envs.{game}_v0."
            )
        self.render_mode = render_mode
        usual = {} if opponents is None else environment(found).defaults
        agreed = found.options({**usual, **options})
        self.encoding = encoding(found, agreed)
        extra = new_extra(found, agreed, reward=reward, shaped=shaped)
        self._single_game = SingleGame(self.encoding, extra)
        self._painter: Painter | None = painter(self._single_game, render_mode)
        self._seat, self._answers = 0, self._opponents(found, agreed.players, opponents)
        self.observation_space = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.int8)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def _opponents(self, game: Game, players: int, opponents: Opponents | None) -> Answers | None:
        if opponents is None:
            return None
        seats = seated(game, players, opponents)
        if seats.count(None) != 1:
            raise NotUnderstood("One seat is the learner's here, and all others are opponents'.")
        self._seat = seats.index(None)
        return Answers(self._single_game, seats, self._painter)

    def reset(
        self, *, seed: int | None = None, options: JsonObject | None = None
    ) -> tuple[Out, JsonObject]:
        """A new game."""
        super().reset(seed=seed)
        self._out = self._single_game.new_out()
        first = self._single_game.begin(int(self.np_random.integers(1 << 63)), 0, self._out)
        self._before = 0.0  # paid before the first step, and told with it
        if self._painter:
            self._painter.begin()
        if self._answers:
            _, paid = self._answers.begin(first, self._out)
            self._before = paid[self._seat]
        if self._painter:
            self._painter.go_on(self._seat)
        return self._observation()

    def step(self, action: SupportsIndex) -> tuple[Out, float, bool, bool, JsonObject]:
        """Do it. A turn with several choices is several steps."""
        before = self._painter.before() if self._painter else None
        out = self._single_game.new_out()
        result = self._single_game.step(operator.index(action), out)
        if result == REFUSED:
            self._out = self._out.copy()
            observation, info = self._observation()
            return observation, ILLEGAL, True, False, {**info, "illegal": True}
        self._out = out
        reward = self._before + (
            float(self._single_game.rewards[self._seat]) if result & PAID else 0.0
        )
        self._before = 0.0
        if self._painter:
            self._painter.after(before)
        if self._answers:
            result, paid = self._answers.go_on(result, out)
            reward += paid[self._seat]
        if self._painter:
            self._painter.go_on(self._seat)
        observation, info = self._observation()
        return observation, reward, bool(result & OVER), False, info

    def _observation(self) -> tuple[Out, JsonObject]:
        may = self._out[self._single_game.may]
        return self._out[self._single_game.sees], {"action_mask": may, "illegal": False}

    def action_masks(self) -> BoolArray:
        """What may be done now, as MaskablePPO of sb3-contrib asks for it."""
        return self._out[self._single_game.may].astype(np.bool_)

    def render(self) -> str | Pixels | None:
        """Text for `ansi`, pixels for `rgb_array`; `human` prints the text."""
        return self._painter.show(self._seat) if self._painter else None


def register() -> None:
    """Make the games known to Gymnasium, once."""
    for game in catalogue.games():
        name = ID.format(game.name)
        if name not in gymnasium.registry:
            kept = {"game": game.name}
            gymnasium.register(id=name, entry_point=f"{__name__}:SoloGame", kwargs=kept)


register()
