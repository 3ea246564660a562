"""Bots from outside a game's folder: installed beside Tenluz, named on a command line, trained.

tenluz.bots          entry point group: `mine = "my_package:BOT"`, a `Bot` with its game, or
                     several of them in a tuple
module:function      a function `choose(o, v, dice)`, plain or compiled; a class whose objects
                     have `choose`; or a `Bot`. Modules are also looked for where the command
                     is run
a checkpoint's path  of `tenluz train` or `tenluz train-expert`, or the folder of its run: the
                     network's likeliest move
an expert's weights  the path of an `.npz` from `tenluz export-expert`: the game's expert with these
"""

import dataclasses
import functools
import importlib
import logging
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from tenluz.bots.bot import Bot, BotFailed, Need, version_of
from tenluz.engine.game import Game

if TYPE_CHECKING:
    from tenluz.bots.expert_weights import Weights

GROUP = "tenluz.bots"
CHECKPOINTS = ("checkpoint.pt", "expert.pt")  # in the folder of a run
EXPERT = "expert"
TORCH = Need("torch", "a trained network plays by PyTorch (pip install 'tenluz[train]')")

logger = logging.getLogger("tenluz")


@functools.cache
def _registered() -> tuple[Bot, ...]:
    """All bots of other distributions. One that cannot be loaded is left out, with a warning."""
    found: list[Bot] = []
    for point in sorted(entry_points(group=GROUP)):
        try:
            given = point.load()
            these = (given,) if isinstance(given, Bot) else tuple(given)
            wrong = [bot for bot in these if not isinstance(bot, Bot) or not bot.game]
            if wrong:
                raise BotFailed(f"{wrong[0]!r} is no Bot with a game.")
        except Exception as error:  # whatever somebody else's module does
            logger.warning("The bot %s cannot be loaded from %s: %s", point.name, GROUP, error)
        else:
            found += (_versioned(bot, point.module) for bot in these)
    return tuple(found)


def installed(game: Game) -> tuple[Bot, ...]:
    """The bots for a game that other distributions register."""
    return tuple(bot for bot in _registered() if bot.game == game.name)


def from_outside(game: Game, text: str) -> Bot | None:
    """What a text names: a checkpoint, weights, or something in a module; None if it is nothing of
    that."""
    try:
        trained = _trained(game, text)
    except OSError as error:
        raise BotFailed(f"{text} cannot be read: {error.strerror}.") from None
    if trained is not None:
        return trained
    module, colon, name = text.partition(":")
    if not colon or not all(part.isidentifier() for part in (*module.split("."), name)):
        return None
    return _in_module(game, text, module, name)


def _trained(game: Game, text: str) -> Bot | None:
    path = Path(text)
    for name in CHECKPOINTS:
        if path.is_dir() and (path / name).exists():
            path /= name
    if path.suffix == ".pt":
        return _checkpoint(game, text, path)
    if path.suffix == ".npz":
        if not path.is_file():
            raise BotFailed(f"There are no weights {path}.")
        return _weights(game, text, path.resolve(), path.stat().st_mtime_ns)
    return None


def _checkpoint(game: Game, text: str, path: Path) -> Bot:
    if not path.is_file():
        raise BotFailed(f"There is no checkpoint {path}.")
    if not TORCH.met:
        raise BotFailed(f"{text}: {TORCH.advice}.")
    return _network(game, text, path.resolve(), path.stat().st_mtime_ns)


@functools.cache
def _network(game: Game, text: str, path: Path, written: int) -> Bot:
    """The bot of a checkpoint as it was when it was written: one value, so it is loaded once."""
    # The room that has PyTorch lies above this one, and is asked for only here, by its name.
    train = importlib.import_module("tenluz.train.checkpoint_bot")
    weights = train.expert_weights(game, path)
    if weights is not None:
        return _expert_with(game, text, weights, path)
    make = functools.partial(train.load, game, path)
    return Bot(text, make=make, game=game.name, needs=(TORCH,), version=version_of(path))


@functools.cache
def _weights(game: Game, text: str, path: Path, written: int) -> Bot:
    return _expert_with(game, text, path, path)


def _expert_with(game: Game, text: str, weights: "Weights", path: Path) -> Bot:
    """A game's expert, in all but its weights, which are in the file."""
    part = game.part("bots")
    if part is None or not hasattr(part, "expert_with"):
        raise BotFailed(f"{game.title} has no expert that could play by {text}.")
    (own,) = (bot for bot in part.BOTS if bot.name == EXPERT)
    make = functools.partial(part.expert_with, weights)
    return dataclasses.replace(
        own, name=text, title="", game=game.name, make=make, version=version_of(path)
    )


def _in_module(game: Game, text: str, module: str, name: str) -> Bot:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        loaded = importlib.import_module(module)
    except ImportError as error:
        raise BotFailed(f"The bot {text} cannot be loaded: {error}.") from None
    if not hasattr(loaded, name):
        raise BotFailed(f"The bot {text} cannot be loaded: there is no {name} in it.")
    found = getattr(loaded, name)
    if isinstance(found, Bot):
        if found.game not in ("", game.name):
            raise BotFailed(f"The bot {text} plays {found.game}, not {game.name}.")
        return _versioned(dataclasses.replace(found, name=text, game=game.name), module)
    if isinstance(found, type):
        return _versioned(Bot(text, make=found, game=game.name), module)
    if not callable(found):
        raise BotFailed(f"{text} is no bot: a function, a class or a Bot is.")
    return _versioned(Bot(text, found, game=game.name), module)


def _versioned(bot: Bot, module: str) -> Bot:
    """Itself, with a version by the module that it comes from, unless it has one of its own."""
    return dataclasses.replace(bot, version=bot.version or _version_of_module(module))


@functools.cache  # as it was loaded: who edits it meanwhile changes nothing in this process
def _version_of_module(module: str) -> str:
    file = getattr(sys.modules[module], "__file__", None)
    return version_of(Path(file)) if file is not None and Path(file).is_file() else ""
