"""What a batch of games is, wherever it lies."""

from abc import ABC, abstractmethod
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.seeds import checked, fresh_seed
from tenluz.engine.types import Records
from tenluz.envs.encoding import encoding
from tenluz.envs.environment import EXTRA
from tenluz.envs.step import new_extra

Array = Any  # NumPy's on the CPU, a DeviceArray on a GPU
Result = tuple[Array, Array, Array, Array, dict[str, Array]]


Seeds = npt.NDArray[np.uint64]


class Paid(TypedDict, total=False):
    """What is paid for, and what counts as an action: see `new_extra`."""

    reward: str
    shaped: bool
    talk: bool


class Batch(ABC):
    """`n` games in arrays. Made by `vector.make`.

    observation   int8     (n, size)     what the seat on turn sees: see `encoding`
    mask          int8     (n, actions)  1 for its legal actions
    reward        float32  (n, players)  of the last step, to every seat
    done          bool     (n,)          whether that step ended a game; it has begun again
    info          seat     int8     (n,)          whose turn it is
                  returns  float32  (n, players)  rewards of the game so far; where `done`, of
                                                  the game that ended
                  steps    int32    (n,)          the same for its length
                  refused  int64    (1,)          actions so far that were not legal: such a
                                                  game stays as it is
    """

    def __init__(self, game: Game, options: Options, n: int, paid: Paid) -> None:
        self.game, self.options, self.n = game, options, n
        self.encoding = encoding(game, options)
        self.players = options.players
        self.actions = self.encoding.actions
        self.packed = options.packed()
        self._extra = new_extra(game, options, **paid)
        self._begun = False

    device: str  # as `vector.make` and PyTorch call it

    seed: int | Seeds | None = None
    """Of the last `reset`: the one it was given, or the one it drew."""

    # Arrays, of this device.
    observation: Array
    mask: Array
    reward: Array
    done: Array
    info: dict[str, Array]
    states: Array  # the games themselves: records, or their bytes on a GPU
    _rows: Array
    _masks: Array
    _games: tuple[Array, Array, Array]  # states, extras, dice

    @property
    def words(self) -> tuple[Array, Array]:
        """Observations and masks as they lie in memory: rows of 64-bit words, filled up with
        zeros. For whoever wants rows of a round length."""
        return self._rows, self._masks

    def reset(self, seed: int | Array = None) -> tuple[Array, Array]:
        """Begin all games anew: `seed` is one number for all, or one for each game, from 0 to
        2**64 - 1. Without one, a fresh seed is drawn; `self.seed` tells which.

        With one number, game k takes stream k of its dice; with n numbers, each game stream 0
        of its own: the game that PettingZoo's `reset(seed=...)` begins with that seed.
        """
        self._begin(self._seeds(fresh_seed() if seed is None else seed))
        self._begun = True
        return self.observation, self.mask

    @abstractmethod
    def _begin(self, seeds: Seeds) -> None:
        """All games anew, each from its seed and stream."""

    @abstractmethod
    def step(self, actions: Array) -> Result:
        """Act once in every game."""

    @abstractmethod
    def step_at_random(self) -> Result:
        """The same with an action drawn from the legal ones, by the game's own dice."""

    @abstractmethod
    def playouts(self) -> Array:
        """Play every game to its end by random moves, from where it stands.

        What each seat is paid on the way, float32 (n, players). The batch stays as it is, but
        for its dice, so that each call gives other games.
        """

    @abstractmethod
    def games(self, count: int, seed: int = 0) -> tuple[Array, int]:
        """Play so many new games by random moves, without leaving a trace in the batch: what
        each seat is paid, float32 (count, players), and the number of moves. Game k of a seed
        is always the same."""

    def snapshot(self) -> dict[str, bytes]:
        """All games as they stand, chance included: what `restore` needs to go on from here."""
        return {name: self._read(array) for name, array in self._kept().items()}

    def restore(self, kept: dict[str, bytes]) -> None:
        """Go on from a snapshot of a batch with the same options and as many games."""
        for name, array in self._kept().items():
            self._write(array, kept[name])
        self._begun = True

    def _kept(self) -> dict[str, Array]:
        """Every array that says where the games stand."""
        states, extras, dice = self._games
        outcomes = {"reward": self.reward, "done": self.done, **self.info}
        observations = {"rows": self._rows, "masks": self._masks}
        return {"states": states, "extras": extras, "dice": dice, **outcomes, **observations}

    @abstractmethod
    def _read(self, array: Array) -> bytes:
        """The bytes of an array of this batch."""

    @abstractmethod
    def _write(self, array: Array, content: bytes) -> None:
        """Set an array of this batch to such bytes."""

    def _extras(self) -> Records:
        made = np.zeros(self.n, EXTRA)
        made[:] = self._extra
        return made

    def _seeds(self, seed: int | Array) -> Seeds:
        """For each game a seed and a stream. Remembers what was given."""
        found = np.zeros((self.n, 2), np.uint64)
        if np.ndim(seed) == 0:
            found[:, 0] = self.seed = checked(seed)
            found[:, 1] = np.arange(self.n)
            return found
        # Of Python's own numbers NumPy would make floats where one is beyond 2**63.
        given = np.asarray(seed, None if hasattr(seed, "dtype") else object)
        if given.shape != (self.n,) or given.dtype.kind not in "iuO":
            raise NotUnderstood(
                f"seed must be a whole number, or {self.n} of them in an array, one for each "
                f"game; not {given.dtype} of shape {given.shape}."
            )
        if given.dtype.kind == "O":
            given = np.array([checked(one) for one in given], np.uint64)
        elif given.min() < 0:
            checked(given.min())  # which says why not
        found[:, 0] = given
        self.seed = found[:, 0].copy()
        return found

    def _need_games(self) -> None:
        """Whether there is anything to act in."""
        if not self._begun:
            raise NotUnderstood("The games of this batch have not begun: call reset() first.")

    def _check(self, actions: Array) -> None:
        """Whether that can be actions: there must be one for each game."""
        shape, kind = tuple(actions.shape), np.dtype(actions.dtype)
        if shape != (self.n,) or kind.kind not in "iu":
            raise NotUnderstood(
                f"actions must be {self.n} whole numbers, one for each game; not {kind} of "
                f"shape {shape}."
            )
