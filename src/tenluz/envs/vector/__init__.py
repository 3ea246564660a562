"""Many games at once, in arrays: on all cores, or on a GPU with the same code.

    from tenluz.envs import vector

    games = vector.make("level10", 4096, players=3, pauses=0)
    observation, mask = games.reset(seed=1)
    observation, mask, reward, done, info = games.step(actions)

`actions` has one action for each game, of the seat that `info["seat"]` names; what comes back
is for the seat that acts next. A game that is over begins again at once, from its own dice.
All arrays are made once and written in place. The same seeds and actions give the same bytes
on every machine, for any number of threads, and on a GPU.
"""

import numpy as np

from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.envs.environment import environment
from tenluz.envs.opponents import Opponents, seated
from tenluz.envs.vector.batch import Batch, Paid

DEVICES = ("cpu", "cuda")


def make(
    game: str,
    n: int,
    device: str = "cpu",
    *,
    reward: str = "",
    shaped: bool = False,
    talk: bool = False,
    threads: int = 0,
    opponents: Opponents | None = None,
    **options: object,
) -> Batch:
    """`n` games. Options by the record's names; `reward`, `shaped` and `talk` as in
    docs/pettingzoo.md. `threads` is for the CPU: 0 takes as many as there are cores. `opponents`
    are bots for the other seats, on the CPU: see envs/opponents.py."""
    found = game_named(game)
    if device not in DEVICES:
        raise NotUnderstood(f"device must be {' or '.join(DEVICES)}, not {device!r}.")
    if _whole(n) < 1:
        raise NotUnderstood(f"n must be a whole number of games, 1 or more, not {n!r}.")
    if _whole(threads) < 0:
        raise NotUnderstood(f"threads must be 0 (all cores) or a number of them, not {threads!r}.")
    agreed = found.options({**environment(found).defaults, **options})
    paid: Paid = {"reward": reward, "shaped": shaped, "talk": talk}
    if opponents is not None:
        if device != "cpu":
            raise NotUnderstood('Bots play on the CPU: opponents need device="cpu".')
        from tenluz.envs.vector.opponents import OpponentBatch

        seats = seated(found, agreed.players, opponents)
        return OpponentBatch(found, agreed, int(n), paid, threads, seats)
    if device == "cpu":
        from tenluz.envs.vector.cpu import CpuBatch

        return CpuBatch(found, agreed, int(n), paid, threads)
    from tenluz.envs.vector.gpu import GpuBatch

    return GpuBatch(found, agreed, int(n), paid)


def _whole(number: object) -> int:
    """The number, if it is a whole one; else one that nothing allows."""
    return int(number) if isinstance(number, int | np.integer) else -1


__all__ = ["DEVICES", "Batch", "make"]
