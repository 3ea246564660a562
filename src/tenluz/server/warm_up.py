"""Have every compiled function ready before the first guest: after an update that compiles
the rules once, otherwise it only reads them from disk. Bots that think for long have more to
compile, and few tables have one: they come last, and nobody waits for them."""

import asyncio
import contextlib
import itertools
import logging
import os
import sys
import threading
from collections.abc import Callable

from tenluz.bots.bot import player
from tenluz.bots.registry import bots
from tenluz.engine import catalogue, dice
from tenluz.engine.game import WATCHER
from tenluz.engine.table import Table
from tenluz.server.slow_bot_queue import LEAST_EFFORT

MOVES = 12  # of a game of each kind: enough that some of them take thought

logger = logging.getLogger("tenluz")

_warming: set[threading.Thread] = set()


def begin(*, slow_bots: bool = True) -> "asyncio.Future[None]":
    """Warm up beside the running loop; done when all is compiled but slow bots, which follow until
    the loop is closed. Nobody has to wait for it: not even who stops the server, as the compiler
    cannot be stopped and may take a minute."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def tell(problem: BaseException | None) -> None:
        if ready.done():
            return  # nobody waits any more
        if problem is None:
            ready.set_result(None)
        else:
            ready.set_exception(problem)

    def work() -> None:
        problem: BaseException | None = None
        try:
            warm_up()
        except BaseException as error:
            problem = error
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell, problem)
        if slow_bots and problem is None:
            warm_up_slow_bots(loop.is_closed)
        _warming.discard(thread)

    thread = threading.Thread(target=work, name="warm-up", daemon=True)
    _warming.add(thread)
    thread.start()
    return ready


def leave_now() -> None:
    """End this process if something is being compiled: to end in the usual way while the compiler
    works would wait for it, or crash. Everything else must be done."""
    if _warming:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def warm_up() -> None:
    """Let bots begin a game of each kind, and look at it from everywhere."""
    patience = "getting the rules ready (a minute after an update); the first table waits for it"
    soon = threading.Timer(3.0, logger.warning, [patience])
    soon.start()
    try:
        _begin_games()
    finally:
        soon.cancel()


def warm_up_slow_bots(stopped: Callable[[], bool]) -> None:
    """Let them too begin a game of each kind, with as little thought as they ever get."""
    try:
        _begin_games(slow=True, stopped=stopped)
    except Exception:  # whoever plays with it will see
        logger.exception("a bot that thinks for long could not be made ready")


def _begin_games(*, slow: bool = False, stopped: Callable[[], bool] = lambda: False) -> None:
    rolls = dice.new_dice(1)
    for game in catalogue.games():
        table = Table(game, game.options(), bytes(32))
        match = table.match
        ready = [player(bot) for bot in bots(game) if not bot.unmet and bot.slow == slow]
        for bot, _ in zip(itertools.cycle(ready), range(MOVES)):
            if match.over or stopped():
                break
            seat = match.seat
            view = match.view(seat)
            says = bot.statement(match.packed, view)
            if says is not None and game.statement_type is not None:
                table.say(table.statement(seat, game.statement_type(**says)))
            effort = LEAST_EFFORT if slow else 1.0
            move = bot.move(match.packed, match.view(seat), rolls, effort=effort)
            bot.explanation(match.packed, match.view(seat), move)
            match.check(seat, move)  # as a person's is
            table.move(seat, move, (WATCHER, seat))
            table.screen(WATCHER)
