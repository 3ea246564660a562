"""`python -m bench.spiel`: one game through OpenSpiel's Python interface, ours and those that
OpenSpiel itself has in Python; the last line is JSON.

Everybody is played by the same loop: `new_initial_state`, then `chance_outcomes` or
`legal_actions`, a choice by chance, and `apply_action`, to the end. A *step* is an action, a
player's or chance's: a game in Python pays for both. `no rules` is a game that does nothing:
faster than that nobody can be through this interface. Rounds go in turn; time is what the
core worked for us, not the clock on the wall.
"""

import random
import statistics
import time
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from bench import alone
from bench.contest import Contender, ratio_to_fastest

OURS = {"Level 10": "tenluz_level10(players=3)", "Luz": "tenluz_luz(players=4)"}
LIKE = ("python_team_dominoes", "python_block_dominoes")  # hands that are dealt and hidden
OTHER = ("python_kuhn_poker", "python_liars_poker", "python_tic_tac_toe")
GOAL = 5


class Spiel(Contender):
    """A game of OpenSpiel."""

    def __init__(self, name: str, game: Any) -> None:
        super().__init__(name)
        self._game = game
        self._chance = random.Random(1).random
        self.run(0.02)  # compiles

    def run(self, seconds: float) -> tuple[int, int, float]:
        begin, chance = self._game.new_initial_state, self._chance
        games = steps = 0
        start = time.thread_time()
        while time.thread_time() - start < seconds:
            state = begin()
            while not state.is_terminal():
                if state.is_chance_node():
                    left = chance()
                    for action, share in state.chance_outcomes():  # noqa: B007
                        left -= share
                        if left < 0:
                            break
                else:
                    actions = state.legal_actions()
                    action = actions[int(chance() * len(actions))]
                state.apply_action(action)
                steps += 1
            games += 1
        return games, steps, time.thread_time() - start


def no_rules() -> Any:
    """A game of two moves, a hundred times, and nothing behind it."""
    import pyspiel

    kinds = pyspiel.GameType
    kind = kinds(
        short_name="bench_no_rules",
        long_name="No rules",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=1,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    sizes = pyspiel.GameInfo(
        num_distinct_actions=2,
        max_chance_outcomes=0,
        num_players=1,
        min_utility=0.0,
        max_utility=0.0,
        max_game_length=100,
    )

    class NoRules(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, sizes, {})

        def new_initial_state(self) -> Any:
            return Steps(self)

    class Steps(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self._left = 100

        def current_player(self) -> int:
            return 0 if self._left else int(pyspiel.PlayerId.TERMINAL)

        def is_terminal(self) -> bool:
            return not self._left

        def is_chance_node(self) -> bool:
            return False

        def legal_actions(self, player: int = 0) -> list[int]:
            return [0, 1]

        def _apply_action(self, action: int) -> None:
            self._left -= 1

    return NoRules()


def measure(rounds: int, seconds: float) -> tuple[list[Contender], dict[str, float], list[str]]:
    """Everybody's rounds, how many times the steps of others ours take, and what is missing."""
    try:
        import pyspiel
        from open_spiel.python import games  # noqa: F401 (registers them)

        import tenluz.envs.openspiel  # noqa: F401 (registers ours)
    except ImportError:
        return [], {}, ["OpenSpiel is not installed: make .venv/.bench"]
    registered = set(pyspiel.registered_names())
    missing = [f"this OpenSpiel has no {n}" for n in (*LIKE, *OTHER) if n not in registered]
    mine = {title: Spiel(name, pyspiel.load_game(name)) for title, name in OURS.items()}
    like, other = (
        [Spiel(f"OpenSpiel {n}", pyspiel.load_game(n)) for n in names if n in registered]
        for names in (LIKE, OTHER)
    )
    empty = Spiel("no rules", no_rules())
    everybody: list[Contender] = [*mine.values(), *like, *other, empty]
    for _ in range(rounds):
        for each in everybody:
            each.play(seconds)
    ratios = {}
    for title, each in mine.items():
        for peer in (*like, *other, empty):
            name = peer.name.removeprefix("OpenSpiel ")
            ratios[f"{title} to {name}"] = ratio_to_fastest(each, [peer])
    return everybody, ratios, missing


def show(console: Console, everybody: list[Contender], missing: list[str]) -> dict[str, int]:
    """A table of steps a second; the same as numbers."""
    columns = [Column(title, justify="right") for title in ("steps/s", "games/s", "steps/game")]
    table = Table("one game through OpenSpiel's Python interface, one core", *columns)
    found = {}
    for each in everybody:
        steps, games = statistics.median(each.moves), statistics.median(each.games)
        found[each.name] = round(steps)
        table.add_row(each.name, f"{steps:,.0f}", f"{games:,.0f}", f"{steps / games:.1f}")
    if everybody:
        console.print(table)
    for text in missing:
        console.print(text)
    return found


def has_goal(title: str) -> bool:
    """Whether a ratio should reach the goal: to the games that are like ours. A game with less
    to do than ours, as Kuhn poker, is itself a quarter as fast as one without rules."""
    return title.endswith(LIKE)


if __name__ == "__main__":
    alone.main("bench.spiel", __doc__, measure, show, GOAL, has_goal=has_goal)
