"""Many games between bots on all cores.

A game's course depends on the seed and its own number alone, and sums of whole numbers do not
depend on their order: so the outcome is the same for any number of threads or processes
(`work_pool.py`), and for any way to cut the work into pieces.
"""

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenluz.bots.bot import Bot, player
from tenluz.bots.registry import compiled_bots, find_bot
from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import Int64Array, JsonObject, Records
from tenluz.lab.bot_games import all_compiled, dice_of_streams, play_games
from tenluz.lab.measures import Tally, counted
from tenluz.lab.playouts import bot_playouts
from tenluz.lab.work_pool import AHEAD, WorkPool, finished

CHUNK = 256  # games: some milliseconds of work, and states that stay in a core's cache
SHORTEST, LONGEST = 0.002, 0.1  # seconds that a piece should take
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

    def __reduce__(self) -> Any:
        return Simulation.read, (self.write(),)  # games are known by name in every process


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
    """Play games number 0 to `games` - 1, on so many threads or, for bots in Python, processes:
    these import the program that calls this, which then begins behind `if __name__ == "__main__"`.

    `watch` is told now and then how many are finished. After an interrupt those count that were
    finished up to the first that was not: so the outcome is that of a shorter simulation.
    """
    prepare(simulation)
    bots = [find_bot(simulation.game, name) for name in simulation.bots]
    pieces = _Pieces(simulation.game, bots, games, threads, chunk)
    so_far = TallySoFar(empty_tally(simulation))
    work = WorkPool(
        threads,
        functools.partial(_play_piece, simulation),
        processes=not all_compiled(simulation.game, bots),
        total=games,
    )
    interrupted = False
    start = time.perf_counter()
    try:
        with work as submit:
            for done in finished(submit, pieces, AHEAD * threads):
                if done is not None:
                    so_far.add(done[0], done[1])
                    pieces.finished = so_far.finished
                if watch:
                    watch(so_far.finished)
    except KeyboardInterrupt:
        interrupted = True
    return SimulationResult(simulation, so_far.tally, time.perf_counter() - start, interrupted)


def _play_piece(simulation: Simulation, piece: range) -> Tally:
    return play_share(simulation, piece.start, len(piece))


class TallySoFar:
    """The tally of all games up to the first that is not finished."""

    def __init__(self, none: Tally) -> None:
        self.finished = 0  # games, also those after one that is not
        self._early: dict[int, tuple[int, Tally]] = {}
        self._sum = (0, none)  # both in one: an interrupt finds the old or the new

    @property
    def tally(self) -> Tally:
        """Their tally."""
        return self._sum[1]

    def add(self, games: range, tally: Tally) -> None:
        """Count games that are finished."""
        self.finished += len(games)
        self._early[games.start] = games.stop, tally
        following, whole = self._sum
        while following in self._early:
            following, more = self._early.pop(following)
            whole = whole + more
        self._sum = following, whole


class _Pieces:
    """All games in pieces, each cut when a worker will soon want it.

    Towards the end they grow small, so that all workers finish at the same time. Only where
    Python bots are asked for many games in one call, they are as large as can be: each worker then
    has as many pieces as any other.
    """

    def __init__(
        self, game: Game, bots: Sequence[Bot], games: int, workers: int, chunk: int
    ) -> None:
        self._games, self._workers = games, workers
        own = all_compiled(game, bots)
        self._smallest, self._equal = chunk if own else 1, 0
        if not own and all(player(bot).asked_together for bot in bots):
            each = -(-games // workers)
            self._equal = -(-each // -(-each // chunk))
        self.finished = 0

    def __iter__(self) -> Iterator[range]:
        first, begun = 0, time.monotonic()
        while first < self._games:
            left = self._games - first
            if self._equal:
                count = self._equal
            else:
                rate = self.finished / (time.monotonic() - begun + 1e-9) / self._workers
                most = max(self._smallest, int(rate * LONGEST))
                count = max(min(most, -(-left // (4 * self._workers))), int(rate * SHORTEST))
            yield range(first, first + min(count, left))
            first += count


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
