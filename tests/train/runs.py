"""Small runs for tests."""

from tenluz.train.config import TrainConfig
from tenluz.train.game_config import game_config
from tests.games_played import GAMES

# Those of `tenluz train --pauses 3` and of Luz: a batch is compiled for them once.
OPTIONS = {
    "level10": {
        "players": 3,
        "pauses": 3,
        "open_counts": True,
        "first_player": "dealt",
        "advice": "none",
    },
    "luz": {"players": 4},
}


def small(game="level10", **changes) -> TrainConfig:
    """A run that is over in no time."""
    config = game_config(GAMES[game])
    usual = {
        "game": game,
        "options": OPTIONS[game],
        "reward": config.rewards[0],
        "shaped": config.shaped,
        "device": "cpu",
        "games": 32,
        "steps": 8,
        "minibatches": 2,
        "epochs": 1,
        "layers": (32,),
        "log_every": 2,
    }
    return TrainConfig(**{**usual, **changes}).check()
