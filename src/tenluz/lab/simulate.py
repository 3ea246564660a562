"""Many games between bots on all cores.

A game's course depends on the seed and its own number alone, and sums of whole numbers do
not depend on their order: so the outcome is the same for any number of threads, and for
any way to cut the work into pieces. Compiled loops let go of Python's lock, so threads do.
Bots in plain Python keep it, and play one after another; where one is asked game by game, games are
taken one by one, as an interrupt waits for those that are begun.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np

from tenluz.bots.bot import player
from tenluz.bots.registry import compiled_bots, find_bot
from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import Int64Array, JsonObject, Records
from tenluz.lab.bot_games import all_compiled, dice_of_streams, play_games
from tenluz.lab.measures import Tally, counted
from tenluz.lab.playouts import bot_playouts

CHUNK = 256  # games: some milliseconds of work, and states that stay in a core's cache
POLL = 0.1  # seconds between two looks at how far it has come; an interrupt waits no longer
SEEDS = 1 << 64

Watch = Callable[[int], None]


@dataclass(frozen=True)
class Simulation:
    """What is to be played: a game as agreed, and a bot for each seat, as `find_bot` takes it."""

    game: Game
    options: Options
    bots: tuple[str, ...]
    seed: int = 0

    def write(self) -> JsonObject:
        """The same in plain values, to be told or sent."""
        return {
            "game": self.game.name,
            "options": self.options.write(),
            "bots": list(self.bots),
            "seed": self.seed,
        }

    @classmethod
    def read(cls, given: JsonObject) -> "Simulation":
        """What `write` wrote."""
        game = game_named(given["game"])
        return cls(game, game.options(given["options"]), tuple(given["bots"]), given["seed"])


@dataclass(frozen=True)
class SimulationResult:
    """What was played, and what came of it."""

    simulation: Simulation
    tally: Tally
    seconds: float
    interrupted: bool = False
    nodes: int = 1  # machines that played, and shares of the games that were lost with one
    lost: int = 0


def seated(game: Game, names: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat: one name is for everybody, otherwise each seat needs its own."""
    names = [find_bot(game, name).name for name in names]
    if len(names) == 1:
        return tuple(names) * players
    if len(names) != players:
        raise NotUnderstood(
            f"There are {players} seats and {len(names)} bots: "
            f"name one bot for everybody, or {players}, one for each seat from 0 on."
        )
    return tuple(names)


def prepare(simulation: Simulation) -> None:
    """Compile what a simulation needs, or load it: seconds the first time, then never again."""
    _Player(simulation, 1).play(0, 0)


def empty_tally(simulation: Simulation) -> Tally:
    """For what is counted of this game, before the first."""
    return Tally(counted(simulation.game).measures(simulation.options))


def play_share(simulation: Simulation, first: int, count: int) -> Tally:
    """Play `count` games from number `first` on, in this thread."""
    tally = empty_tally(simulation)
    player = _Player(simulation, min(CHUNK, count))
    end = first + count
    for at in range(first, end, CHUNK):
        tally.add(*player.play(at, min(CHUNK, end - at)))
    return tally


def simulate(
    simulation: Simulation,
    games: int,
    *,
    threads: int = 1,
    chunk: int = CHUNK,
    watch: Watch | None = None,
) -> SimulationResult:
    """Play games number 0 to `games` - 1.

    `watch` is told now and then how many are finished. An interrupt ends the simulation
    early, and what has been finished by then counts.
    """
    prepare(simulation)
    tally = empty_tally(simulation)
    bots = [player(find_bot(simulation.game, name)) for name in simulation.bots]
    work = _Work(games, chunk if all(bot.asked_together for bot in bots) else 1, threads, tally)
    interrupted = False
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(_keep_playing, simulation, work) for _ in range(threads)]
        try:
            _wait_for(running, tally, watch)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            work.stop()
    for each in running:
        each.result()
    return SimulationResult(simulation, tally, time.perf_counter() - start, interrupted)


def _wait_for(running: list[Future[None]], tally: Tally, watch: Watch | None) -> None:
    left: set[Future[None]] = set(running)
    while left:
        done, left = wait(left, timeout=POLL)
        if any(each.exception() for each in done):
            return  # the others need not go on
        if watch:
            watch(tally.games)


def _keep_playing(simulation: Simulation, work: "_Work") -> None:
    """One thread: take pieces of the work until there are none."""
    player = _Player(simulation, work.chunk)
    while True:
        first, count = work.take()
        if count == 0:
            return
        work.done(*player.play(first, count))


class _Work:
    """Games still to be played, and the tally of those that are: shared by all threads."""

    def __init__(self, games: int, chunk: int, threads: int, tally: Tally) -> None:
        self.chunk = chunk
        self._threads = threads
        self._games = games
        self._next = 0
        self._tally = tally
        self._lock = threading.Lock()

    def take(self) -> tuple[int, int]:
        """The first of the next games to play, and how many there are.

        Towards the end pieces grow small, so that all threads finish at the same time.
        """
        with self._lock:
            first = self._next
            left = max(0, self._games - first)
            count = min(self.chunk, -(-left // (4 * self._threads)))
            self._next += count
            return first, count

    def done(self, rows: Int64Array, moves: int) -> None:
        """Count games that are finished."""
        with self._lock:
            self._tally.add(rows, moves)

    def stop(self) -> None:
        """Give out no more work."""
        with self._lock:
            self._games = 0


class _Player:
    """One thread's room for states, and the compiled loops that fill it."""

    def __init__(self, simulation: Simulation, games_at_once: int) -> None:
        game = simulation.game
        its = counted(game)
        self._game = game
        self._options = simulation.options.packed()
        self._bots = [find_bot(game, name) for name in simulation.bots]
        own = compiled_bots(game)
        self._numbers: Int64Array | None = None  # where no game needs Python
        if all_compiled(game, self._bots):
            self._numbers = np.array([own.index(bot) for bot in self._bots], np.int64)
        self._seed = simulation.seed
        self._play = bot_playouts(game)
        self._read = its.read
        self._states = np.zeros(games_at_once, game.state_type)
        self._views = np.zeros(1, game.view_type)
        width = sum(measure.width for measure in its.measures(simulation.options))
        self._rows = np.zeros((games_at_once, width), np.int64)

    def play(self, first: int, count: int) -> tuple[Int64Array, int]:
        """Play `count` games from number `first` on: a row of numbers each, and all moves."""
        rows = self._rows[:count]
        states, moves = self._played(first, count)
        self._read(self._options, states, rows)
        return rows, int(moves)

    def _played(self, first: int, count: int) -> tuple[Records, int]:
        if self._numbers is not None:
            o, states, seed = self._options, self._states[:count], np.uint64(self._seed)
            return states, self._play(o, states, self._views, seed, first, self._numbers)
        seats = np.tile(np.arange(len(self._bots)), (count, 1))
        dice = dice_of_streams(self._seed, range(first, first + count))
        return play_games(self._game, self._options, self._bots, seats, dice, dice)
