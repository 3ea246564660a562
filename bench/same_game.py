"""`python -m bench.same_game`: Oh Hell on this engine (examples/oh_hell) and OpenSpiel's own in
C++, the same game in both; the last line is JSON.

Three players, ten tricks, 52 cards: three bids and thirty cards, so a game is 33 moves on either
side. OpenSpiel is driven by the fastest loops in C++ that it offers from Python, and there are
two, so the contest is held twice:

whole games     A new deal for each. OpenSpiel: `evaluate_bots` with its uniform bots, as for its
                other games. It deals card by card, each by a list of what chance may do.
from a deal     A dealt table is played out again and again; every batch has a deal of its own, in
                both with the same cards, made outside the time. OpenSpiel: the rollouts of
                `RandomRolloutEvaluator`, started by `MCTSBot.mcts_search` with one simulation.
                It cannot start them before the deal: it has no value for chance.

Rounds go in turn; time is what the core worked for us, not the clock on the wall.
"""

import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Column, Table

from bench import alone
from bench.contest import SEED, Contender, OpenSpiel, Ours, ratio
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick, seat_dice
from tenluz.engine.game import OVER, Game

EXAMPLE = Path(__file__).parents[1] / "examples" / "oh_hell"
PLAYERS, TRICKS, CARDS = 3, 10, 52
MOVES = PLAYERS * (TRICKS + 1)
THEIRS = f"oh_hell(players={PLAYERS},num_tricks_fixed={TRICKS})"
GOAL = 10
BATCH = 512


def oh_hell() -> Game:
    """The example, from its folder: it need not be installed."""
    if str(EXAMPLE) not in sys.path:
        sys.path.append(str(EXAMPLE))
    from tenluz_oh_hell.game import GAME

    return GAME


class Deals:
    """Decks of one order: both sides draw the same. A deck lists whole hands, seat by seat."""

    def __init__(self) -> None:
        self._chance = random.Random(1)

    def next(self) -> tuple[list[int], int]:
        """A deck, and who is first."""
        return self._chance.sample(range(CARDS), CARDS), self._chance.randrange(PLAYERS)


class OursFromDeals(Contender):
    """Our tables, played out in the compiled loop that whole games use too."""

    def __init__(self, game: Game) -> None:
        super().__init__("ours, from a deal")
        self._game = game
        self._options = game.options({"players": PLAYERS, "tricks": TRICKS}).packed()
        self._dealt, self._states = (np.zeros(size, game.state_type) for size in (1, BATCH))
        self._loop = _play_out(game)
        self._deals = Deals()
        self._next = 0
        self.run(0.01)  # compiles
        self._deals = Deals()

    def run(self, seconds: float) -> tuple[int, int, float]:
        games = moves = 0
        took = 0.0
        rules, dealt = self._game.rules, self._dealt[0]
        while took < seconds:
            deck, first = self._deals.next()
            rules.start(self._options, dealt)
            rules.deal(self._options, dealt, np.array(deck, np.int8), first)
            start = time.thread_time()
            moves += self._loop(self._options, self._dealt, self._states, SEED, self._next)
            took += time.thread_time() - start
            self._next += BATCH
            games += BATCH
        assert moves == games * MOVES
        return games, moves, took


def _play_out(game: Game) -> Any:
    """play(o, dealt, states, seed, first) -> moves: the one table, played out in each state."""
    legal, apply = game.rules.legal, game.rules.apply

    def play(o: Any, dealt: Any, states: Any, seed: Any, first: int) -> int:
        rolls = np.empty(2, np.uint64)
        moves = 0
        for number in range(states.shape[0]):
            states[number] = dealt[0]
            s = states[number]
            seat_dice(rolls, seed, np.uint64(first + number))
            while s.table.phase != OVER:
                low, high = legal(o, s)
                apply(o, s, pick(low, high, rolls))
                moves += 1
        return moves

    return compiled(play, made_for=game, allocates=True)


class TheirsFromDeals(Contender):
    """OpenSpiel's tables, played out by its own evaluator."""

    def __init__(self) -> None:
        import pyspiel

        super().__init__("OpenSpiel, from a deal")
        self._game = pyspiel.load_game(THEIRS)
        self._deals = Deals()
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=BATCH, seed=1)
        self._search = pyspiel.MCTSBot(
            self._game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=1, solve=False,
            seed=1, verbose=False,
        ).mcts_search  # fmt: skip

    def dealt(self) -> Any:
        """A table with the next deal: dealer, cards round the table, the card turned up."""
        deck, first = self._deals.next()
        state = self._game.new_initial_state()
        state.apply_action(TRICKS)
        state.apply_action((first - 1) % PLAYERS)
        for card in range(TRICKS):
            for seat in range(PLAYERS):
                state.apply_action(deck[seat * TRICKS + card])
        state.apply_action(deck[PLAYERS * TRICKS])
        return state

    def run(self, seconds: float) -> tuple[int, int, float]:
        games = 0
        took = 0.0
        while took < seconds:
            state = self.dealt()
            start = time.thread_time()
            found = self._search(state)
            took += time.thread_time() - start
            assert found.explore_count == 1  # the table itself was played out, and nothing else
            games += BATCH
        return games, games * MOVES, took


def measure(rounds: int, seconds: float) -> tuple[list[Contender], dict[str, float], list[str]]:
    """Everybody's rounds, how many times the moves of OpenSpiel ours are, and what is missing."""
    try:
        import pyspiel  # noqa: F401 (whether it is there)
    except ImportError:
        return [], {}, ["OpenSpiel is not installed: make .venv/.bench"]
    game = oh_hell()
    whole = Ours(game, players=PLAYERS, tricks=TRICKS)
    pairs: dict[str, tuple[Contender, Contender]] = {
        "whole games": (whole, OpenSpiel(THEIRS)),
        "from a deal": (OursFromDeals(game), TheirsFromDeals()),
    }
    everybody = [each for pair in pairs.values() for each in pair]
    whole.name, everybody[1].name = "ours, whole games", "OpenSpiel, whole games"
    for _ in range(rounds):
        for each in everybody:
            each.play(seconds)
    ratios = {f"Oh Hell to Oh Hell, {name}": ratio(*pair) for name, pair in pairs.items()}
    return everybody, ratios, []


def show(console: Console, everybody: list[Contender], missing: list[str]) -> dict[str, int]:
    """A table of moves a second; the same as numbers."""
    columns = [Column(title, justify="right") for title in ("moves/s", "games/s", "moves/game")]
    table = Table("the same game in both: Oh Hell, one core", *columns)
    found = {}
    for each in everybody:
        moves, games = statistics.median(each.moves), statistics.median(each.games)
        found[each.name] = round(moves)
        table.add_row(each.name, f"{moves:,.0f}", f"{games:,.0f}", f"{moves / games:.1f}")
    if everybody:
        console.print(table)
    for text in missing:
        console.print(text)
    return found


if __name__ == "__main__":
    alone.main("bench.same_game", __doc__, measure, show, GOAL)
