"""The bots of a game, by name: the same names at every table, in every command and environment.

A game's part `bots` lists its own in `BOTS`, from the weakest to the strongest; a game without
that part has one that plays any legal move. Other distributions add theirs (`outside.py`). Whoever
sits at a table by name is one of these; a command line may also name a function or a file.

`chooser` joins a game's own compiled bots into one compiled function that also takes a bot's
number, so that a loop over many games can seat different bots.
"""

import dataclasses
import functools
from collections.abc import Callable

from tenluz.bots.bot import Bot, version_of
from tenluz.bots.outside import from_outside, installed
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick
from tenluz.engine.errors import NO_SUCH_BOT, GameError
from tenluz.engine.game import Game
from tenluz.engine.types import Dice, Int64Array, OptionsRecord, Records, ViewRecord

RANDOM = "random"

Chooser = Callable[[int, OptionsRecord, ViewRecord, Dice], int]


@functools.cache
def bots(game: Game) -> tuple[Bot, ...]:
    """A game's own bots, from the weakest to the strongest."""
    part = game.part("bots")
    found = (random_bot(game),) if part is None else tuple(part.BOTS)
    trained = version_of(*sorted((game.folder / "bots").rglob("*.npz")))
    return tuple(
        dataclasses.replace(
            bot, game=game.name, version=bot.version or (trained if bot.make else "")
        )
        for bot in found
    )


def random_bot(game: Game) -> Bot:
    """A bot for any game: any legal move, all as likely."""
    choices = game.rules.choices

    def choose(o: OptionsRecord, v: ViewRecord, rolls: Dice) -> int:
        low, high = choices(o, v)
        return pick(low, high, rolls)

    return Bot(RANDOM, compiled(choose, made_for=game), game=game.name, compile_seconds=0.5)


# --- by name -------------------------------------------------------------------------------


def known_bots(game: Game) -> tuple[Bot, ...]:
    """Everybody with a name: those from outside first, as nobody has ranked them, then the
    game's own."""
    return (*installed(game), *bots(game))


def bot_names(game: Game) -> list[str]:
    """The names of the bots that can play here, the game's strongest last."""
    return [bot.name for bot in known_bots(game) if not bot.unmet]


def best_bot(game: Game) -> str:
    """The bot that sits with people where nobody says which: the strongest of the game's own that
    answers at once."""
    return [bot.name for bot in bots(game) if not bot.unmet and not bot.slow][-1]


def quick_bot(game: Game) -> str:
    """The bot that plays many games where nobody says which: the strongest compiled one."""
    return [bot.name for bot in compiled_bots(game) or bots(game)][-1]


def bot_named(game: Game, name: str) -> Bot:
    """A bot by its name or another name of it; NotUnderstood says which there are."""
    found = _known(game, name)
    if found is None:
        raise _no_such_bot(game, name)
    return found


def is_slow(game: Game, name: str) -> bool:
    """Whether a name is that of a bot that thinks for long."""
    found = _known(game, name)
    return found is not None and found.slow


def find_bot(game: Game, text: str) -> Bot:
    """The bot that a command line or a program means: a name, module:function, or the path of a
    checkpoint or of weights. Runs what it names: it is not for words that come from elsewhere."""
    found = _known(game, text) or from_outside(game, text)
    if found is None:
        more = " A bot may also be module:function, or the path of a checkpoint or of weights."
        raise _no_such_bot(game, text, more)
    return found


def _known(game: Game, name: str) -> Bot | None:
    for bot in reversed(known_bots(game)):
        if name == bot.name or name in bot.aliases:
            for need in bot.unmet:
                raise NO_SUCH_BOT.error(f"The bot {name} needs {need.what}: {need.advice}.")
            return bot
    return None


def _no_such_bot(game: Game, name: str, more: str = "") -> GameError:
    names = ", ".join(bot_names(game))
    return NO_SUCH_BOT.error(f"{game.title} has no bot {name!r}. Its bots are: {names}.{more}")


# --- compiled ------------------------------------------------------------------------------


@functools.cache
def compiled_bots(game: Game) -> tuple[Bot, ...]:
    """The game's own bots that loops are compiled with. Compiled code is kept by the text of the
    game's folder, so those of others are not among them."""
    return tuple(bot for bot in bots(game) if bot.compiled)


def bot_number(game: Game, name: str) -> int:
    """The number of a compiled bot of the game's own, for `chooser`."""
    bot = bot_named(game, name)
    if bot not in compiled_bots(game):
        names = ", ".join(each.name for each in compiled_bots(game))
        raise NO_SUCH_BOT.error(f"The bot {name!r} is not compiled. Those that are: {names}.")
    return compiled_bots(game).index(bot)


@functools.cache
def chooser(game: Game) -> Chooser:
    """The game's compiled bots as one compiled function: choose(bot, o, v, dice) -> move.

    A number that is no bot's raises IndexError.
    """

    def nobody(bot: int, o: OptionsRecord, v: ViewRecord, rolls: Dice) -> int:
        raise IndexError("There is no bot of this number.")

    choose: Chooser = compiled(nobody, made_for=game)
    for number, bot in reversed(list(enumerate(compiled_bots(game)))):
        choose = _either(game, number, bot.choose, choose)  # the quickest is asked for first
    return choose


@functools.cache
def choose_many(
    game: Game,
) -> Callable[[Int64Array, OptionsRecord, Records, Dice, Int64Array, int, int], int]:
    """choose(bots, o, views, dice, moves, low, high): the moves of compiled bots for the views from
    place `low` up to `high`, each by its bot's number and dice of its own."""
    choose = chooser(game)

    def many(
        bots: Int64Array,
        o: OptionsRecord,
        views: Records,
        dice: Dice,
        moves: Int64Array,
        low: int,
        high: int,
    ) -> int:
        for at in range(low, high):
            moves[at] = choose(bots[at], o, views[at], dice[at])
        return high - low

    return compiled(many, made_for=game)


def _either(
    game: Game, number: int, one: Callable[[OptionsRecord, ViewRecord, Dice], int], others: Chooser
) -> Chooser:
    def choose(bot: int, o: OptionsRecord, v: ViewRecord, rolls: Dice) -> int:
        if bot == number:
            return one(o, v, rolls)
        return others(bot, o, v, rolls)

    return compiled(choose, made_for=game, variant=str(number))
