"""Every game in OpenSpiel: importing this registers them as `tenluz_level10` and so on.

    import pyspiel
    import tenluz.envs.openspiel

    game = pyspiel.load_game("tenluz_luz(players=4)")

What is a chance node, an information state and a utility here: docs/openspiel.md.
"""

try:
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed: pip install 'tenluz[openspiel]'") from error

from tenluz.engine import catalogue
from tenluz.envs.openspiel_adapter.any_game import any_game
from tenluz.envs.openspiel_adapter.parameters import game_type

for game in catalogue.games():
    part = game.part("openspiel")
    spiel_game = any_game(game) if part is None else part.SPIEL_GAME
    pyspiel.register_game(game_type(spiel_game), spiel_game)
