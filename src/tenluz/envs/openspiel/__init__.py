"""Both games in OpenSpiel: importing this registers `tenluz_level10` and `tenluz_luz`.

    import pyspiel
    import tenluz.envs.openspiel

    game = pyspiel.load_game("tenluz_luz(players=4)")

What is a chance node, an information state and a utility here: docs/openspiel.md.
"""

try:
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not there: pip install 'tenluz[openspiel]'") from error

from tenluz.envs.openspiel.level10.game import Level10Spiel
from tenluz.envs.openspiel.luz.game import LuzSpiel
from tenluz.envs.openspiel.parameters import game_type

__all__ = ["Level10Spiel", "LuzSpiel"]

for spiel in (Level10Spiel, LuzSpiel):
    pyspiel.register_game(game_type(spiel), spiel)
