"""Bots at tables: each gets the view of its seat, and posts the same commands as a person.

Nothing about them is kept but what is in the log, so they go on after a restart where they
were. A table's bots act one after another, each after a natural pause. They think meanwhile: how
long a thought takes depends on cards that others may not see, so it must not be seen. Where nobody
looks and no person is to move they rest until somebody comes. Where
several workers have a table live, one of them plays its bots: whichever first claims them, and
another as soon as that one no longer lives. Should two think for the same turn all the same, the
log takes one.
"""

import asyncio
import contextlib
import functools
import logging
import random
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tenluz.bots.bot import Bot, Player, player
from tenluz.bots.registry import best_bot, bot_named
from tenluz.engine import dice
from tenluz.engine.errors import GameError
from tenluz.engine.plain import flat
from tenluz.engine.types import Dice, Move, Records, Seat, ViewRecord
from tenluz.server.protocol import Command, MakeMove, Say
from tenluz.server.refusals import NotKept
from tenluz.server.slow_bot_queue import SlowBotQueue
from tenluz.server.store import Store, kind_of_failure
from tenluz.server.table import Elsewhere, LiveTable
from tenluz.server.table_log import Actor, TableLog

MOST_REFUSED = 5  # in a row, before a table's bots are left alone until something happens
WORD = 0.2  # of the pause before a move: talk holds nobody up
THOUGHT = 1.0  # seconds more for bots that think for long, also when they need not

QUICK_THREADS = 2  # for bots that answer at once: apart from those that read the database

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0  # seconds before a bot tries again what was not kept

CLAIMED_FOR = 2.0  # seconds, before a worker makes sure that it still plays a table's bots
ANOTHERS = 1.0  # seconds beyond its pause that another worker's bot has before this one asks again

logger = logging.getLogger("tenluz.bots")


@dataclass(frozen=True, slots=True)
class Due:
    """A bot that has something to do; `says` is its statement, None if it must move."""

    seat: Seat
    bot: str
    view: ViewRecord
    says: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Pause:
    """When a bot acts: after so many seconds or, if its thought took longer, some whole steps
    later. Neither is told by any card."""

    seconds: float
    step: float

    @classmethod
    def before(cls, pace: float, *, talk: bool, slow: bool) -> "Pause":
        """One that nobody can foresee."""
        usual = pace * WORD if talk else pace + (THOUGHT if slow else 0.0)
        return cls(usual * random.uniform(0.75, 1.25), usual / 2)

    def left(self, passed: float) -> float:
        """The seconds until the next moment at which the bot may act."""
        late = passed - self.seconds
        if late <= 0.0 or self.step == 0.0:
            return max(-late, 0.0)
        return self.step - late % self.step


class Bots:
    """All bots of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._claimed: dict[str, float] = {}  # tables whose bots are ours, and since when
        self._anothers: set[str] = set()  # whose bots were another worker's when we last asked
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._quick = ThreadPoolExecutor(QUICK_THREADS, "bots")
        self._slow = SlowBotQueue()
        self.made_from: dict[str, str] = {}  # tables made here, and from which address

    @functools.cached_property
    def _dice(self) -> Dice:
        """Made when a bot first moves: the first compiled call loads the compiler, and the
        pages need not wait for that."""
        return dice.new_dice(secrets.randbits(64))

    def wake(self, table: LiveTable) -> None:
        """Something happened at a table: perhaps a bot is next."""
        if table.id not in self._tasks and _due(table) is not None:
            task = self._tasks[table.id] = asyncio.create_task(self._play(table))
            task.add_done_callback(lambda _: self._rest(table))

    def at_work(self, table: LiveTable) -> bool:
        """Whether a bot of this table is thinking."""
        return table.id in self._tasks

    def queue(self) -> dict[str, int]:
        """How many tables have a bot at work, and how many wait for one that thinks for long."""
        return {"bots": len(self._tasks), "bots_waiting": self._slow.waiting()}

    async def close(self) -> None:
        """Send all bots home."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._slow.close()
        self._quick.shutdown(wait=False, cancel_futures=True)

    async def send_home(self, table: LiveTable) -> None:
        """A table is gone."""
        task = self._tasks.get(table.id)
        if task is not None:
            task.cancel()
        await self.let_go(table)

    async def let_go(self, table: LiveTable) -> None:
        """A table is put away here: its bots are for whoever has it."""
        self._anothers.discard(table.id)
        self.made_from.pop(table.id, None)
        if self._claimed.pop(table.id, None) is not None and self._store.shared:
            with contextlib.suppress(Exception):  # others find out
                await self._store.release_bots(table.id)

    async def _ours(self, table: LiveTable, pause: float) -> bool:
        """Whether this worker plays a table's bots; if another does, it has its time first."""
        if table.id in self._anothers:
            before = table.log.seq
            await asyncio.sleep(pause + ANOTHERS)
            if table.log.seq != before:
                return False
        if self._claimed.get(table.id, 0.0) > time.monotonic() - CLAIMED_FOR:
            return True
        try:
            ours = await self._store.claim_bots(table.id)
        except Exception as problem:  # the database is away
            what = f"the bots of a table could not be claimed: {kind_of_failure(problem)}"
            logger.warning(what, extra={"table": table.id})
            await asyncio.sleep(FIRST_PAUSE)
            return False
        if ours:
            self._anothers.discard(table.id)
            self._claimed[table.id] = time.monotonic()
        else:
            self._anothers.add(table.id)
            self._claimed.pop(table.id, None)
        return ours

    def _rest(self, table: LiveTable) -> None:
        task = self._tasks.pop(table.id)
        if task.cancelled():
            return
        if problem := task.exception():
            logger.error("a bot failed", exc_info=problem, extra={"table": table.id})
        else:
            self.wake(table)  # something may have happened since it last looked

    async def _play(self, table: LiveTable) -> None:
        refused, pause = 0, FIRST_PAUSE
        while (due := _due(table)) is not None:
            if self._store.shared and not await self._ours(table, table.log.row.pace):
                continue  # perhaps it has moved meanwhile
            command = await self._in_its_time(table, due)
            if command is None:
                continue
            try:
                await table.do(Actor(bot_seat=due.seat), command)
                refused, pause = 0, FIRST_PAUSE
            except NotKept:  # a disk without room, or somebody holds the database: that passes
                logger.error("a bot's move was not kept", extra={"table": table.id})
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except GameError as error:  # somebody was quicker
                refused += 1
                if refused == MOST_REFUSED:
                    raise
                logger.info("a bot was refused", extra={"table": table.id, "code": error.code})

    async def _in_its_time(self, table: LiveTable, due: Due) -> Command | None:
        """What a bot does, when its pause is over; None if it is no longer its turn."""
        loop, log, before = asyncio.get_running_loop(), table.log, _who_moves(table)
        begun, at = loop.time(), log.seq
        slow = _player(log, due.bot).bot.slow
        pause = Pause.before(log.row.pace, talk=due.says is not None, slow=slow)
        thought = self._think(log, due)
        try:
            await asyncio.sleep(pause.left(0.0))
            if _who_moves(table) != before:
                return None  # another pause; talk is no reason for one
            if log.seq != at:  # something was said: that may change its mind
                thought.cancel()
                now = _due(table)
                if now is None:
                    return None  # what was to be said is out of date by what others said
                due, thought = now, self._think(log, now)
            if not thought.done():
                await asyncio.wait({thought})
                await asyncio.sleep(pause.left(loop.time() - begun))
                if _who_moves(table) != before:
                    return None
            # One command an entry, also after a restart.
            if due.says is not None:
                return Say(id=f"say{log.seq}", statement=dict(due.says))
            return MakeMove(id=f"move{log.seq}", at=log.position, move=await thought)
        finally:
            thought.cancel()

    def _think(self, log: TableLog, due: Due) -> "asyncio.Future[Move]":
        """The move that a bot will make; where it talks there is nothing to think about."""
        loop = asyncio.get_running_loop()
        if due.says is not None:
            nothing: asyncio.Future[Move] = loop.create_future()
            nothing.set_result(Move(-1))
            return nothing
        its = _player(log, due.bot)
        # In a thread of its own: a bot may think for long, and compiled code lets others run.
        given = (log.match.packed, due.view, self._dice, _history(log, its.bot, due.seat))
        if its.bot.slow:
            maker = self.made_from.get(log.row.id) or log.row.maker or log.row.id
            thought = self._slow.submit(
                maker, log.row.id, lambda effort: its.move(*given, effort=effort)
            )
            if thought is not None:
                return asyncio.wrap_future(thought)
            its = _player(log, best_bot(log.game))  # too many wait: it is played at once
            given = (*given[:3], _history(log, its.bot, due.seat))
        return loop.run_in_executor(self._quick, its.move, *given)


def _who_moves(table: LiveTable) -> tuple[object, ...]:
    """What a bot's pause begins with: a position, and who sits at it."""
    return table.log.position, *table.log.seating.chairs


def _due(table: LiveTable) -> Due | None:
    """The bot that acts next, if any: first what any of them wants to say, then the move."""
    log = table.log
    if log.over or not _awaited(table):
        return None
    turn = log.match.seat
    mover: Due | None = None
    for number, chair in enumerate(log.seating.chairs):
        if chair.bot is None:
            continue
        seat = Seat(number)
        view = flat(log.plain_view(seat))
        says = None
        if table.takes_talk:
            says = _player(log, chair.bot).statement(log.match.packed, view)
        if says is not None:
            return Due(seat, chair.bot, view, says)
        if seat == turn:
            mover = Due(seat, chair.bot, view, None)
    return mover


def _awaited(table: LiveTable) -> bool:
    """Whether somebody is here, or a person who plays for themselves may come back to a game that
    went on. Bots alone would keep a server busy for nobody."""
    if table.clients or table.elsewhere != Elsewhere():
        return True
    return any(chair.guest and chair.bot is None for chair in table.log.seating.chairs)


def _player(log: TableLog, bot: str) -> Player:
    """A bot by the name in the log: one that is registered, as names come from clients."""
    return player(bot_named(log.game, bot))


def _history(log: TableLog, bot: Bot, seat: Seat) -> Records | None:
    """What a seat saw before every move so far, for a bot that looks back: from the log."""
    return log.history(seat) if bot.history else None
