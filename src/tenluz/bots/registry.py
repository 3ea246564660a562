"""The bots of a game, by name.

A bot is one compiled function, `choose(o, v, dice) -> move`: it gets a view and dice, never a
state. A game's part `bots` lists its own in `BOTS`, from the weakest to the strongest; a game
without that part has one that plays any legal move. `chooser` joins a game's bots into one
compiled function that also takes a bot's number, so that a loop over many games can seat
different bots.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick
from tenluz.engine.errors import NO_SUCH_BOT
from tenluz.engine.game import Game
from tenluz.engine.types import Dice, OptionsRecord, PackedT, ViewRecord, ViewT

RANDOM = "random"

Chooser = Callable[[int, OptionsRecord, ViewRecord, Dice], int]


@dataclass(frozen=True)
class Bot(Generic[PackedT, ViewT]):
    """A player that is no person."""

    name: str
    choose: Callable[[PackedT, ViewT, Dice], int]
    """choose(o, v, dice) -> move, compiled."""

    statement: Callable[[PackedT, ViewT], Mapping[str, object] | None] | None = None
    """statement(o, v): what it wants to say now, where talk is part of the game."""


@functools.cache
def bots(game: Game) -> tuple[Bot, ...]:
    """A game's bots, from the weakest to the strongest."""
    part = game.part("bots")
    found: tuple[Bot, ...] = (random_bot(game),) if part is None else tuple(part.BOTS)
    return found


def random_bot(game: Game) -> Bot:
    """A bot for any game: any legal move, all as likely."""
    choices = game.rules.choices

    def choose(o: OptionsRecord, v: ViewRecord, rolls: Dice) -> int:
        low, high = choices(o, v)
        return pick(low, high, rolls)

    return Bot(RANDOM, compiled(choose, made_for=game))


def bot_names(game: Game) -> list[str]:
    """The names of a game's bots, from the weakest to the strongest."""
    return [bot.name for bot in bots(game)]


def best_bot(game: Game) -> str:
    """The bot that plays where nobody says which."""
    return bots(game)[-1].name


def bot_number(game: Game, name: str) -> int:
    """A bot's number by its name."""
    names = bot_names(game)
    if name not in names:
        raise NO_SUCH_BOT.error(
            f"{game.title} has no bot {name!r}. Its bots are: {', '.join(names)}."
        )
    return names.index(name)


def bot_named(game: Game, name: str) -> Bot:
    """A bot by its name."""
    return bots(game)[bot_number(game, name)]


@functools.cache
def chooser(game: Game) -> Chooser:
    """The game's bots as one compiled function: choose(bot, o, v, dice) -> move.

    A number that is no bot's raises IndexError.
    """

    def nobody(bot: int, o: OptionsRecord, v: ViewRecord, rolls: Dice) -> int:
        raise IndexError("There is no bot of this number.")

    choose: Chooser = compiled(nobody, made_for=game)
    for number, bot in enumerate(bots(game)):
        choose = _either(game, number, bot.choose, choose)
    return choose


def _either(
    game: Game,
    number: int,
    one: Callable[[OptionsRecord, ViewRecord, Dice], int],
    others: Chooser,
) -> Chooser:
    def choose(bot: int, o: OptionsRecord, v: ViewRecord, rolls: Dice) -> int:
        if bot == number:
            return one(o, v, rolls)
        return others(bot, o, v, rolls)

    return compiled(choose, made_for=game, variant=str(number))
