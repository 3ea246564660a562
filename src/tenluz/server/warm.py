"""Have every compiled function ready before the first guest: after an update that compiles
the rules once, otherwise it only reads them from disk."""

import logging
import threading

from tenluz.bots.bot import NAMES, bot_number, chooser
from tenluz.games import dice
from tenluz.games.catalogue import GAMES
from tenluz.games.game import WATCHER
from tenluz.match import Match

log = logging.getLogger("tenluz")


def warm_up() -> None:
    """Let bots begin a game of each kind, and look at it from everywhere."""
    patience = "compiling the rules, once after an update; the first table waits for it"
    soon = threading.Timer(3.0, log.warning, [patience])
    soon.start()
    try:
        _begin_games()
    finally:
        soon.cancel()


def _begin_games() -> None:
    rolls = dice.new_dice(1)
    for game in GAMES.values():
        choose = chooser(game.name)
        match = Match(game, game.options(), bytes(32))
        for turn in range(12):
            bot = bot_number(NAMES[turn % len(NAMES)])
            move = choose(bot, match.packed, match.view(match.seat), rolls)
            if turn == 0 and game.talks:
                said = game.statement(match.packed, match.state, 0, "count", 0, None)
                game.say(match.packed, match.state, said)
            match.play(match.seat, int(move))
            looks = game.looks(match.packed, match.state, (WATCHER, match.seat))
            game.sight(match.packed, looks[WATCHER])
