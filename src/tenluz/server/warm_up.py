"""Have every compiled function ready before the first guest: after an update that compiles
the rules once, otherwise it only reads them from disk."""

import itertools
import logging
import threading

from tenluz.bots.bot import player
from tenluz.bots.registry import bots
from tenluz.engine import catalogue, dice
from tenluz.engine.game import WATCHER
from tenluz.engine.table import Table

MOVES = 12  # of a game of each kind

logger = logging.getLogger("tenluz")


def warm_up() -> None:
    """Let bots begin a game of each kind, and look at it from everywhere."""
    patience = "compiling the rules, once after an update; the first table waits for it"
    soon = threading.Timer(3.0, logger.warning, [patience])
    soon.start()
    try:
        _begin_games()
    finally:
        soon.cancel()


def _begin_games() -> None:
    rolls = dice.new_dice(1)
    for game in catalogue.games():
        table = Table(game, game.options(), bytes(32))
        match = table.match
        ready = [player(bot) for bot in bots(game) if not (bot.unmet or bot.slow)]
        for bot, _ in zip(itertools.cycle(ready), range(MOVES)):
            if match.over:
                break
            seat = match.seat
            view = match.view(seat)
            says = bot.statement(match.packed, view)
            if says is not None and game.statement_type is not None:
                table.say(table.statement(seat, game.statement_type(**says)))
            move = bot.move(match.packed, match.view(seat), rolls)
            bot.explanation(match.packed, match.view(seat), move)
            table.move(seat, move, (WATCHER, seat))
            table.screen(WATCHER)
