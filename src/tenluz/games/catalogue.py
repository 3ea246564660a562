"""The games there are. A third one is a folder beside these two and a line here."""

from tenluz.games.errors import NotUnderstood
from tenluz.games.game import Game
from tenluz.games.level10.game import LEVEL10
from tenluz.games.luz.game import LUZ

GAMES: dict[str, Game] = {game.name: game for game in (LEVEL10, LUZ)}


def game_named(name: object) -> Game:
    """The game by its name in records and on the command line."""
    if not isinstance(name, str) or name not in GAMES:
        raise NotUnderstood(f"There is no game {name!r}. Games are: {', '.join(GAMES)}.")
    return GAMES[name]
