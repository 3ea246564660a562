"""Games played to their end, at a table and in batches, so that a build meets every function that
Python may call. Knows no game, and no machine."""

import functools
from collections.abc import Callable, Iterator

from tenluz.bots.bot import Bot
from tenluz.bots.registry import bots
from tenluz.engine import dice
from tenluz.engine.game import Game, moves_in
from tenluz.engine.types import Seat
from tenluz.lab.checking import play_again
from tenluz.lab.simulate import Simulation, seated, simulate
from tenluz.lab.tournament import Tournament, play_deals
from tenluz.precompile.rehearsal import Step, begin_game

LONGEST = 1000  # moves of a game
WEIGHT = 0.5  # beside what has been compiled before


def whole_games(game: Game) -> Iterator[Step]:
    """With every bot: a game at a table, one in a batch, and a deal of a tournament; and each
    function of the rules by itself."""
    yield Step(game.name, None, WEIGHT, functools.partial(_rules, game))
    for bot in bots(game):
        if not bot.unmet:
            plays: tuple[Callable[[], None], ...] = (functools.partial(_table, game, bot),)
            if not bot.slow:
                plays += (
                    functools.partial(_batch, game, bot),
                    functools.partial(_deal, game, bot, False),
                    functools.partial(_deal, game, bot, True),
                )
            for play in plays:
                yield Step(game.name, bot.name, WEIGHT, play)


def _rules(game: Game) -> None:
    o, rules, rolls = game.options().packed(), game.rules, dice.new_dice(1)
    s = game.new_state(o)
    rules.start(o, s)
    rules.deal_at_random(o, s, rolls)
    v = game.view(o, s, Seat(int(s.table.seat)))
    rules.choices(o, v)
    rules.sample(o, v, rolls, game.new_state(o))
    rules.score(o, s, 0)
    rules.apply(o, s, next(moves_in(*rules.legal(o, s))))


def _batch(game: Game, bot: Bot) -> None:
    options = game.options()
    simulate(Simulation(game, options, seated(game, [bot.name], options.players)), 1)


def _table(game: Game, bot: Bot) -> None:
    """Whose record is checked afterwards."""
    play_again(begin_game(game, bot, LONGEST).match.record)


def _deal(game: Game, bot: Bot, talk: bool) -> None:
    if game.talks or not talk:
        tournament = Tournament(game, game.options(), (bot.name,), talk=talk)
        play_deals(tournament, tournament.tables[0], 0, 1)
