"""What has to be compiled before people play, as steps that have it compiled: each begins a game
with its rules alone, or with one of its bots, as it is played at a table.

Any step may run without those before it. Knows no server.
"""

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tenluz.bots.bot import Bot, player
from tenluz.bots.registry import bots
from tenluz.engine import dice
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.game import WATCHER, Game
from tenluz.engine.table import Table
from tenluz.engine.types import Move

MOVES = 12  # of each game: enough that some of them take thought
LITTLE_EFFORT = 0.05  # of a bot that thinks for long
RULES_SECONDS = 3.5  # to compile those of a game on one core, about


@dataclass(frozen=True)
class Step:
    """Something to compile; call it to have that done."""

    game: str
    bot: str | None  # None: the rules alone
    weight: float  # seconds of one core, about, where those before it have run
    begin: Callable[[], object]

    def __call__(self) -> None:
        """Begin the game."""
        self.begin()


def steps(games: Iterable[Game], slow: bool = False) -> Iterator[Step]:
    """All that tables of these games need; or what bots that think for long need beside it.
    Nothing where the compiler is off."""
    if INTERPRETED:
        return
    for game in games:
        if not slow:
            yield Step(game.name, None, RULES_SECONDS, functools.partial(begin_game, game))
        for bot in bots(game):
            if bot.slow == slow and not bot.unmet:
                begin = functools.partial(begin_game, game, bot)
                yield Step(game.name, bot.name, bot.compile_seconds, begin)


def begin_game(game: Game, bot: Bot | None = None, moves: int = MOVES) -> Table:
    """The first moves of a game, by a bot in every seat or whichever is legal."""
    table = Table(game, game.options(), bytes(32))
    for _ in range(moves):
        if table.match.over:
            break
        seat = table.match.seat
        move = table.match.moves()[0] if bot is None else _move(table, bot)
        table.match.check(seat, move)
        table.move(seat, move, (WATCHER, seat))
        table.screen(WATCHER)
    return table


def _move(table: Table, bot: Bot) -> Move:
    """A bot's turn, with all that is asked of it at a table."""
    game, match, asked = table.game, table.match, player(bot)
    seat = match.seat
    says = asked.statement(match.packed, match.view(seat))
    if says is not None and game.statement_type is not None:
        table.say(table.statement(seat, game.statement_type(**says)))
    view = match.view(seat)
    rolls = dice.new_dice(1)
    effort = LITTLE_EFFORT if bot.slow else 1.0
    move = asked.move(match.packed, view, rolls, effort=effort)
    asked.explanation(match.packed, view, move)
    return move
