"""Every game in the interfaces that researchers use. See docs/envs.md.

    level10_v0, luz_v0, ...    PettingZoo, one game at a time; so for every game: GAME_v0
                               (extra `envs`)
    openspiel                  all games registered in pyspiel        (extra `openspiel`)
    vector                     many games at once, on the CPU or a GPU (extra `gpu`)

Everything here is made from views: an environment tells nobody what a seat may not know.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenluz.envs.pettingzoo_env import PettingZooGame

VERSION = "_v0"


def __getattr__(name: str) -> "PettingZooGame":
    """`GAME_v0`: a game as PettingZoo's modules are, with `env` and `raw_env`."""
    from tenluz.engine import catalogue

    game = name.removesuffix(VERSION)
    if game == name or game not in catalogue.names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tenluz.envs.pettingzoo_env import PettingZooGame

    return PettingZooGame(catalogue.game_named(game), name)
