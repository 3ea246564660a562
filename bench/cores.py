"""Two threads against one, as `tenluz simulate` plays.

By the clock on the wall other work on the machine counts against the two, so the best round
of each is compared, and what the machine gives at best is measured beside it. By the time
that cores worked for us, other work does not count: twice the games that two threads play
in such a second, over those of one, is what two free cores would give.
"""

import time
from concurrent.futures import ThreadPoolExecutor

from bench.contest import Ours
from tenluz.engine.catalogue import game_named
from tenluz.lab.simulate import Simulation, prepare, seated, simulate


def simulated(game: str, bot: str, seconds: float, rounds: int) -> tuple[float, float, float]:
    """Games a second of `simulate` on one thread, and how many times that two play: by the
    clock, and by the time that cores worked."""
    found = game_named(game)
    options = found.options({"players": 3})
    simulation = Simulation(found, options, seated(found, [bot], options.players))
    prepare(simulation)

    def rates(games: int, threads: int) -> tuple[float, float]:
        before = time.process_time()
        outcome = simulate(simulation, games, threads=threads)
        return games / outcome.seconds, games / (time.process_time() - before)

    games = max(256, int(rates(2048, 1)[1] * seconds))
    one, two = [], []
    for _ in range(rounds):
        one.append(rates(games, 1))
        two.append(rates(2 * games, 2))
    alone, alone_worked = map(max, zip(*one))
    both, both_worked = map(max, zip(*two))
    return alone, both / alone, 2 * both_worked / alone_worked


def machine(seconds: float, rounds: int) -> float:
    """What two cores of this machine give at best: two threads that share nothing."""
    level10 = game_named("level10")
    players = [Ours(level10, players=3, first_player="dealt") for _ in range(2)]
    one, two = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(rounds):
            start = time.perf_counter()
            moves = players[0].run(seconds)[1]
            one.append(moves / (time.perf_counter() - start))
            start = time.perf_counter()
            runs = list(pool.map(lambda player: player.run(seconds), players))
            two.append(sum(run[1] for run in runs) / (time.perf_counter() - start))
    return max(two) / max(one)
