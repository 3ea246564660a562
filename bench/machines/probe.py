"""Measures in one process, on its first so many cores, with whichever Tenluz it finds.

A line of JSON in asks for a measure, a line of JSON out has it. It uses only what versions of
Tenluz have in common, as an older one is measured by the same lines.
"""

import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

CORES = int(sys.argv[1]) if __name__ == "__main__" else 1
if __name__ == "__main__" and hasattr(os, "sched_setaffinity"):  # before NumPy counts them
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])

import numpy as np  # noqa: E402

OPTIONS: dict[str, dict[str, Any]] = {
    "level10": {"players": 3, "pauses": 0, "first_player": "dealt", "open_counts": True},
    "luz": {"players": 3},
}
PLAYOUTS = 400  # of a champion's thought
POSITIONS, EVERY = 24, 5  # that champions think about: one of so many moves of games
SIDE = 256  # of the matrices
PATIENCE = 0.3  # seconds of trying how long it takes


def experts(game: str, seconds: float) -> dict[str, float]:
    """Decisions a second of experts among themselves."""
    return _games(game, "expert", 8, seconds)


def champions(game: str, seconds: float) -> float:
    """Playouts a second of champions, in a process on each core, as games between them are."""
    if CORES == 1:
        return _playouts((game, 0, seconds))
    context = multiprocessing.get_context("spawn")
    with context.Pool(CORES) as pool:
        pool.map(_playouts, [(game, number, 0.0) for number in range(CORES)], 1)  # all are there
        return sum(pool.map(_playouts, [(game, number, seconds) for number in range(CORES)], 1))


def _playouts(asked: tuple[str, int, float]) -> float:
    game, number, seconds = asked
    search, positions = _search(game), _positions(game)
    played = 0
    played_on = search._played_on

    def counted(o: Any, v: Any, samples: Any, moves: Any, dice: Any) -> Any:
        nonlocal played
        played += len(samples) * len(moves)
        return played_on(o, v, samples, moves, dice)

    search._played_on = counted
    search.choose(*_copied(positions[0]))
    played, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        number += 1
        search.choose(*_copied(positions[number % len(positions)]))
    return played / (time.perf_counter() - begun)


def _copied(position: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    o, view, dice = position
    return o, view, dice.copy()


def _search(game: str) -> Any:
    if game == "level10":
        from tenluz.games.level10.bots.champion_bot import make

        return make(playouts=PLAYOUTS, decisions=None)
    from tenluz.games.luz.bots.champion_bot import search

    return search(PLAYOUTS)


def _positions(game: str) -> list[tuple[Any, Any, Any]]:
    """Positions of games between `rules`, with dice."""
    from tenluz.bots.bot import player
    from tenluz.bots.registry import bot_named
    from tenluz.engine.catalogue import game_named
    from tenluz.engine.dice import new_dice
    from tenluz.engine.game import DEAL, OVER

    its = game_named(game)
    o, rules = its.options(OPTIONS[game]).packed(), player(bot_named(its, "rules"))
    found: list[tuple[Any, Any, Any]] = []
    moves = 0
    for number in range(POSITIONS):
        state, dice = its.new_state(o), new_dice(7, number)
        while state.table.phase != OVER and len(found) < POSITIONS:
            if state.table.phase == DEAL:
                its.rules.deal_at_random(o, state, dice)
                continue
            view = its.view(o, state, state.table.seat)
            if moves % EVERY == 0:
                found.append((o, view, new_dice(8, moves)))
            moves += 1
            its.rules.apply(o, state, rules.move(o, view, dice))
    return found


def outside(game: str, seconds: float) -> dict[str, float]:
    """Moves a second of a bot from a file."""
    return _games(game, "outside_bot:choose", 2, seconds)


def _games(game: str, bot: str, few: int, seconds: float) -> dict[str, float]:
    """Moves a second: in all, and in the second half, when every process that takes part has long
    started. The work is so many `seconds` of one core."""
    from tenluz.engine.catalogue import game_named
    from tenluz.lab.simulate import Simulation, seated, simulate

    its = game_named(game)
    options = its.options(OPTIONS[game])
    simulation = Simulation(its, options, seated(its, [bot], options.players), 5)
    while (tried := simulate(simulation, few, threads=1)).seconds < PATIENCE:
        few *= 2
    games = max(CORES, int(few * seconds / tried.seconds))
    half: list[tuple[float, int]] = []

    def watch(done: int) -> None:
        if games / 2 <= done < games and not half:
            half.append((time.perf_counter(), done))

    found = simulate(simulation, games, threads=CORES, watch=watch)
    moves = found.tally.moves / games
    begun, done = half[0] if half else (time.perf_counter() - found.seconds, 0)
    later = (games - done) / max(1e-9, time.perf_counter() - begun)
    return {"moves_s": found.tally.moves / found.seconds, "second_half_moves_s": later * moves}


def matrices(_: str, seconds: float) -> float:
    """Products of matrices a second, in a plain loop on each core: what the machine gives."""
    pairs = np.random.default_rng(1).random((CORES, 2, SIDE, SIDE), np.float32)
    counts: list[int] = []

    def multiply(thread: int, end: float) -> None:
        one, other = pairs[thread]
        found = np.empty((SIDE, SIDE), np.float32)
        while time.perf_counter() < end:
            np.matmul(one, other, out=found)
            counts.append(1)

    return _rate(multiply, counts, seconds)


def _rate(work: Callable[[int, float], None], counts: list[int], seconds: float) -> float:
    """What all threads count a second; a shorter run first, in which all is compiled."""
    with ThreadPoolExecutor(CORES) as pool:
        for length in (min(PATIENCE, seconds), seconds):
            counts.clear()
            begun = time.perf_counter()
            list(pool.map(work, range(CORES), [begun + length] * CORES))
            found = sum(counts) / (time.perf_counter() - begun)
    return found


MEASURES = {each.__name__: each for each in (experts, champions, outside, matrices)}


def main() -> None:
    """Answer until there are no more questions."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever else is printed
    for line in sys.stdin:
        asked = json.loads(line)
        found = MEASURES[asked["measure"]](asked["game"], asked["seconds"])
        print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
