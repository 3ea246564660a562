"""Other hidden cards, the same view: a bot at a table takes as long to answer. What it is given is
the view, options and dice, and its time follows from them.

`test_bot_times.py` has the pauses that keep a thought from being seen. Here tables have none, so
that a thought is seen whole: whatever its time told would be found.
"""

import asyncio
import random
import statistics
import time
import zlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tenluz.bots.bot import Player, player
from tenluz.bots.registry import bot_named
from tenluz.engine.dice import new_dice
from tenluz.engine.game import moves_in
from tenluz.engine.plain import flat
from tenluz.engine.types import Move
from tenluz.server import bots
from tenluz.server.bots import Bots, Due
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Entry, TableRow
from tenluz.server.table import Elsewhere, LiveTable
from tenluz.server.table_log import TableLog
from tests.games_played import GAMES
from tests.server.test_bot_times import CHANCE, distance
from tests.server.virtual_time import InMemory, run_at_once

Worlds = tuple[LiveTable, LiveTable]


def table_after(game: str, bot: str, number: int, moves: int) -> LiveTable:
    """Three bots at a table, some legal moves after the deal, and somebody who looks on."""
    seats = [{"name": name, "bot": bot} for name in "abc"]
    row = TableRow("t", game, {"players": 3}, number.to_bytes(32, "big"), 1.0, 0.0, seats)
    log, chance = TableLog(row), random.Random(number)
    log.apply(row.first_entry)
    for _ in range(moves):
        body = {"seat": log.match.seat, "move": chance.choice(log.match.moves())}
        log.apply(Entry(log.seq + 1, f"c{log.seq}", "move", body, 0.0))
    table = LiveTable(log, InMemory(), ServerSettings(Path("nowhere")))
    table.elsewhere = Elsewhere(watchers=1)
    return table


def worlds(game: str, bot: str, number: int, moves: int) -> Worlds:
    """The same table twice, with hidden cards that its seat on turn cannot tell apart."""
    one, other = (table_after(game, bot, number, moves) for _ in range(2))
    match, rules = other.log.match, GAMES[game]
    drawn, seen = rules.new_state(match.packed), match.view(match.seat)
    rules.rules.sample(match.packed, seen, new_dice(number), drawn)
    other.log.match.state = drawn
    assert other.log.match.view(match.seat).tobytes() == seen.tobytes()
    return one, other


# --- exactly, in virtual time ---------------------------------------------------------------------


class AtOnce(Executor):
    """No thread: one would take no time of a clock that is moved by waiting for it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class Telltale(Player):
    """A bot whose time tells every bit of what it was given."""

    def __init__(self, name: str, game: str) -> None:
        super().__init__(replace(bot_named(GAMES[game], name), history=True, statement=None))
        self._says = None
        self.took = 0.0

    def move(self, o: Any, v: Any, dice: Any, history: Any = None, *, effort: float = 1.0) -> Move:
        given = b"".join(one.tobytes() for one in (o, v, dice, history))
        self.took = zlib.crc32(given) / 2**20
        return Move(next(iter(moves_in(*GAMES[self.bot.game].rules.choices(o, v)))))


def answered(monkeypatch: pytest.MonkeyPatch, table: LiveTable, its: Telltale) -> float:
    """When a bot acts whose time tells all."""

    async def story() -> float:
        playing, moved = Bots(InMemory()), asyncio.Event()
        playing._quick = AtOnce()  # type: ignore[assignment]
        playing._dice = new_dice(3)
        table.on_change = lambda _: moved.set()
        playing.wake(table)
        await moved.wait()
        await playing.close()
        return asyncio.get_running_loop().time()

    think = Bots._think

    def seen(self: Bots, log: TableLog, due: Due) -> asyncio.Future[Move]:
        async def later() -> Move:
            move = await think(self, log, due)
            await asyncio.sleep(its.took)
            return move

        return asyncio.ensure_future(later())

    with monkeypatch.context() as patch:
        patch.setattr(Bots, "_think", seen)
        patch.setattr(bots, "_player", lambda log, bot: its)
        return run_at_once(story())


@pytest.mark.parametrize("game", GAMES)
def test_other_hidden_cards_take_no_other_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit: were one byte of what the bot is given another, its time would be another
    but for one in four thousand million cases. So each of the positions has full power."""
    its = Telltale("rules", game)
    differ, times = 0, set()
    for number in range(8):
        one, other = worlds(game, "rules", number, 2 * number)
        differ += one.log.match.state.tobytes() != other.log.match.state.tobytes()
        took = answered(monkeypatch, one, its)
        assert answered(monkeypatch, other, its) == took
        times.add(took)
    assert differ >= 6, "there is something hidden"
    assert len(times) == 8, "and a time that tells of other views"


# --- by a real clock ------------------------------------------------------------------------------

VIEWS = 4
OF_EACH = 30  # answers in each of the two worlds of a view
LONG = 0.05  # seconds: it searches


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_champions_take_as_long_whatever_is_hidden(game: str) -> None:
    """Times of a view are divided by their median, and those of all views put together: 120 in each
    world. If the worlds differ by three quarters of the spread of those times, that is found in 98
    of 100 runs; if by half of it in 72, by a quarter in 15, and if not at all in fewer than one.
    2,000 runs of each were simulated, with normal times."""

    async def times() -> tuple[list[float], list[float]]:
        playing = Bots(InMemory())
        found: tuple[list[float], list[float]] = [], []
        views = number = 0
        while views < VIEWS:
            number += 1
            pair = worlds(game, "champion", number, number % 9)
            if max([await answer(playing, table) for table in pair]) < LONG:
                continue  # it is sure at once
            views += 1
            took: tuple[list[float], list[float]] = [], []
            for _ in range(OF_EACH):
                for world in random.sample((0, 1), 2):
                    took[world].append(await answer(playing, pair[world]))
            usual = statistics.median([*took[0], *took[1]])
            for world in (0, 1):
                found[world].extend(one / usual for one in took[world])
        await playing.close()
        return found

    async def answer(playing: Bots, table: LiveTable) -> float:
        seat = table.log.match.seat  # its move, and not its talk
        due = Due(seat, "champion", flat(table.log.plain_view(seat)), None)
        begun = time.perf_counter()
        await playing._think(table.log, due)  # without the pause that would hide it
        return time.perf_counter() - begun

    player(bot_named(GAMES[game], "champion"))  # loaded before anybody looks at a clock
    one, other = asyncio.run(times())
    apart, least = distance(one, other), CHANCE * (2 / len(one)) ** 0.5
    print(f"{game}: {apart:.3f} apart, at most {least:.3f}")
    assert apart < least
