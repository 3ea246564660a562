"""Random play on one core, ours and OpenSpiel's, in turn: what is fast now may be slow in a
minute on a machine with other work, so each round lets everybody play for a moment.

Everybody plays whole games, dealing included, with uniform random moves. A *move* is a
player's decision; chance (cards dealt or drawn) is none, on either side. Ours: the compiled
loop over a batch of games that `tenluz` itself uses. OpenSpiel: `pyspiel.evaluate_bots`
with its C++ uniform bots, the fastest loop for whole games that it offers from Python; the
decisions of the very games that were timed are counted outside the time, and so are states
thrown away.
Time is what the core worked for us, not the clock on the wall.
"""

import statistics
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tenluz.engine.catalogue import game_named
from tenluz.engine.game import Game
from tenluz.lab.playouts import random_playouts

SEED = np.uint64(2026)


@dataclass
class Contender:
    """Somebody who plays, and the games and moves a second of each round."""

    name: str
    games: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)

    def play(self, seconds: float) -> None:
        """One round."""
        games, moves, took = self.run(seconds)
        self.games.append(games / took)
        self.moves.append(moves / took)

    def run(self, seconds: float) -> tuple[int, int, float]:
        """Play for about so long: games, moves, and the seconds that they took."""
        raise NotImplementedError


class Ours(Contender):
    """One of our games. Games are numbered on and on, so none is played twice."""

    BATCH = 512  # states that a core's own cache holds

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(f"{game.name} {options['players']}")
        self._options = game.options(options).packed()
        self._states = np.zeros(self.BATCH, game.state_type)
        self._next = 0
        self._loop = random_playouts(game)
        self._batch()  # compiles

    def _batch(self) -> int:
        moves = self._loop(self._options, self._states, SEED, self._next)
        self._next += self.BATCH
        return int(moves)

    def run(self, seconds: float) -> tuple[int, int, float]:
        first, moves = self._next, 0
        start = time.thread_time()
        while time.thread_time() - start < seconds:
            moves += self._batch()
        took = time.thread_time() - start
        return self._next - first, moves, took


class OpenSpiel(Contender):
    """One of OpenSpiel's games, by its own name for it."""

    BATCH = 50

    def __init__(self, game: str) -> None:
        import pyspiel

        super().__init__(f"OpenSpiel {game}")
        self._game = pyspiel.load_game(game)
        self._evaluate = pyspiel.evaluate_bots
        seats = range(self._game.num_players())
        self._bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in seats]
        self._next = 0

    def run(self, seconds: float) -> tuple[int, int, float]:
        games = moves = 0
        took = 0.0
        while took < seconds:
            states = []
            start = time.thread_time()
            for number in range(self._next, self._next + self.BATCH):
                state = self._game.new_initial_state()
                self._evaluate(state, self._bots, number)
                states.append(state)
            took += time.thread_time() - start
            self._next += self.BATCH
            games += self.BATCH
            for state in states:
                assert state.is_terminal()
                moves += sum(step.player >= 0 for step in state.full_history())
        return games, moves, took


def ours() -> list[Contender]:
    """Our games. The first player of Level 10 comes with the deal: strangers who move at
    random would never agree on one."""
    level10, luz = game_named("level10"), game_named("luz")
    found: list[Contender] = [
        Ours(level10, players=players, pauses=2, first_player="dealt") for players in (2, 3, 5)
    ]
    return found + [Ours(luz, players=players) for players in (3, 4, 5)]


PEERS = ("hanabi(players=2)", "hanabi(players=5)", "oh_hell(players=3)", "hearts", "spades")


def peers() -> tuple[list[Contender], list[str]]:
    """OpenSpiel's closest games, and what of them is missing here, in words."""
    try:
        import pyspiel
    except ImportError:
        return [], ["OpenSpiel is not installed: make .venv/.bench"]
    found: list[Contender] = []
    missing = []
    for name in PEERS:
        if name.split("(")[0] in pyspiel.registered_names():
            found.append(OpenSpiel(name))
        else:
            missing.append(f"this OpenSpiel has no {name}")
    return found, missing


def ratio(fast: Contender, slow: Contender) -> float:
    """How many times the moves a second, round by round; the median of them."""
    return statistics.median(a / b for a, b in zip(fast.moves, slow.moves, strict=True))


def ratio_to_fastest(fast: Contender, slow: list[Contender]) -> float:
    """The same against whoever was fastest of several."""
    return min(ratio(fast, each) for each in slow)
