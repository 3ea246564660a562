"""Small runs for tests."""

from tenluz.train.config import Settings
from tenluz.train.game_config import LESSONS

OPTIONS = {
    "level10": {"players": 3, "pauses": 3, "open_counts": True, "first_player": "dealt"},
    "luz": {"players": 4},
}


def small(game="level10", **changes) -> Settings:
    """Settings of a run that is over in no time."""
    lesson = LESSONS[game]
    usual = {
        "game": game,
        "options": OPTIONS[game],
        "reward": lesson.rewards[0],
        "shaped": lesson.shaped,
        "device": "cpu",
        "games": 32,
        "steps": 8,
        "blocks": 2,
        "epochs": 1,
        "layers": (32,),
        "rounds_a_row": 2,
    }
    return Settings(**{**usual, **changes}).check()
