"""How long bots that search think about a move, and where the time goes.

    python -m bench.search [--games 1]

Whole games of each searching bot with itself, three players, moves by the core's own time. A
playout is one sample played on after one move. The time of a move is divided into drawing samples
and weighing them, the playouts (network and rules, one compiled call for some of them), and the
rest: what the network says of the position itself, and Python. The last line is JSON.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from tenluz.bots.bot import player
from tenluz.bots.registry import bot_named
from tenluz.engine.catalogue import game_named
from tenluz.engine.dice import new_dice
from tenluz.engine.game import DEAL, OVER

BOTS = (("level10", "champion"), ("luz", "champion"))
OPTIONS = {"level10": {"pauses": 0, "first_player": "dealt", "open_counts": True}}


class Clock:
    """Time by what it was spent on."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.playouts = 0

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with its time kept."""

        def run(*given: Any) -> Any:
            begun = time.thread_time()
            found = work(*given)
            self.spent[name] += time.thread_time() - begun
            return found

        return run


def watched(bot: Any, clock: Clock) -> None:
    """Put the clock into a bot's search."""
    search = getattr(bot, "_policy", bot)  # some hear what was said before they search
    search = getattr(search, "usual", search)  # and some know when there is no need to
    search._sampled = clock.timed("samples", search._sampled)
    played_on = clock.timed("playouts", search._played_on)

    def counted(o: Any, v: Any, samples: Any, moves: Any, dice: Any) -> Any:
        clock.playouts += len(samples) * len(moves)
        return played_on(o, v, samples, moves, dice)

    search._played_on = counted


def measure(game_name: str, bot: str, games: int) -> dict[str, Any]:
    """Some games of a bot with itself."""
    game, clock = game_named(game_name), Clock()
    search = player(bot_named(game, bot))._choose.__self__  # type: ignore[attr-defined]
    o = game.options(OPTIONS.get(game_name, {}), players=3).packed()
    each: list[float] = []
    for number in range(games + 1):  # the first compiles, and is cut short
        state, dice = game.new_state(o), new_dice(1, number)
        if number == 1:
            watched(search, clock)
        while state.table.phase != OVER and (number or len(each) < 1):
            if state.table.phase == DEAL:
                game.rules.deal_at_random(o, state, dice)
                continue
            view = game.view(o, state, state.table.seat)
            begun = time.thread_time()
            move = search.choose(o, view, dice)
            each.append(time.thread_time() - begun)
            game.rules.apply(o, state, move)
        if number == 0:
            each.clear()
    whole = sum(each)
    shares = {name: round(spent / whole, 3) for name, spent in clock.spent.items()}
    return {
        "moves": len(each),
        "mean_ms": round(1000 * whole / len(each), 1),
        "p50_ms": round(1000 * float(np.median(each)), 1),
        "longest_ms": round(1000 * max(each), 1),
        "playouts_a_second": round(clock.playouts / whole),
        "shares": {**shares, "rest": round(1 - sum(shares.values()), 3)},
    }


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    games = parser.parse_args().games
    found = {}
    for game, bot in BOTS:
        found[f"{game} {bot}"] = measure(game, bot, games)
        print(game, bot, found[f"{game} {bot}"], flush=True)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
