"""The games there are, found by looking: nobody lists them.

A game is a package: a folder in `tenluz.games`, or one of another distribution that registers it
under the entry point group `tenluz.games` (`oh_hell = "tenluz_oh_hell"`). Its module `game` has
the instance `GAME`. Games are loaded when somebody asks for them.
"""

import functools
import importlib
import logging
import pkgutil
from collections.abc import Iterator
from importlib.metadata import entry_points

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game

HERE = "tenluz.games"  # the package of our own games, and the entry point group of the others

logger = logging.getLogger("tenluz")


@functools.cache
def packages() -> dict[str, str]:
    """Every game's name, and the package that holds it. Loads none of them."""
    ours = importlib.import_module(HERE)
    found = {one.name: f"{HERE}.{one.name}" for one in pkgutil.iter_modules(ours.__path__)}
    for point in sorted(entry_points(group=HERE)):
        found.setdefault(point.name, point.value)
    return found


def names() -> list[str]:
    """The names of all games, as records and the command line write them."""
    return list(packages())


def default_game() -> str:
    """The game that is meant where none is named: the first of our own."""
    return names()[0]


@functools.cache
def _load(name: str) -> Game:
    package = packages()[name]
    try:
        game = importlib.import_module(f"{package}.game").GAME
    except (ImportError, AttributeError) as error:
        raise NotUnderstood(
            f"The game {name!r} cannot be loaded from {package}: {error}."
        ) from error
    if not isinstance(game, Game) or game.name != name:
        raise NotUnderstood(f"{package}.game.GAME must be a Game with the name {name!r}.")
    return game


def game_named(name: object) -> Game:
    """The game by its name in records and on the command line."""
    if not isinstance(name, str) or name not in packages():
        raise NotUnderstood(f"There is no game {name!r}. Games are: {', '.join(names())}.")
    return _load(name)


def games() -> Iterator[Game]:
    """All games. One that cannot be loaded is left out, with a warning."""
    for name in names():
        try:
            yield _load(name)
        except NotUnderstood as error:
            logger.warning("%s", error)
