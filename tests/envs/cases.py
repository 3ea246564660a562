"""The tables that environments are tested at, and games played in them by dice."""

from collections.abc import Callable, Iterator
from typing import Any

from tenluz.bots.registry import bot_number, chooser
from tenluz.engine.dice import below, new_dice
from tenluz.envs import level10_v0, luz_v0
from tenluz.envs.pettingzoo_env import CardTable
from tenluz.games.level10.rules.moves import FIRST

MODULES = {"level10": level10_v0, "luz": luz_v0}

Options = dict[str, Any]

LEVEL10: list[Options] = [
    *({"players": players} for players in (1, 2, 3, 4, 5)),
    *({"players": players, "talk": True} for players in (1, 2, 3, 4, 5)),
    *({"pauses": pauses} for pauses in (0, 1, 3)),
    *({"edition": edition} for edition in ("ru", "pl", "es")),
    {"last_reset": "lost"},
    {"full_bonus": "no_card_under_pause", "players": 2},
    {"pause_scores": True, "pauses": 3},
    {"one_pause_per_column": True, "pauses": 3},
    {"dead_end": "illegal"},
    {"box_pauses": False},
    {"extra_turn": "last_seat", "players": 5},
    {"swap_whole_hand": False, "players": 4},
    {"first_player": "together", "players": 2, "talk": True},
    {"open_counts": True},
    {"advice": "all"},
    {"advice": "resets", "players": 2, "talk": True},
    {"reward": "win"},
    {"shaped": True},
    {"reward": "win", "shaped": True},
    {"reward": "filled", "shaped": True},
    {"worlds": 2, "columns": 4, "players": 2, "pauses": 1, "talk": True},
    {"worlds": 3, "values": 4, "players": 3, "hand": 2, "edition": "ru"},
    {"worlds": 2, "columns": 2, "players": 1, "pauses": 0},
]

LUZ: list[Options] = [
    *({"players": players} for players in (3, 4, 5)),
    {"bead_limit": True},
    {"open_tricks": True, "players": 3},
    {"reward": "rank", "players": 5},
    {"players": 2, "colours": 3, "values": 5, "hand": 4, "deals": 2},
    {"players": 3, "colours": 2, "values": 4, "hand": 2, "deals": 1, "bead_limit": True},
]

CASES = [("level10", options) for options in LEVEL10] + [("luz", options) for options in LUZ]


def name(case: Any) -> str:
    """A case in a test's name."""
    return case if isinstance(case, str) else ",".join(f"{k}={v}" for k, v in case.items())


def raw(game: str, options: Options, seed: int = 0) -> CardTable:
    """A table at the start of a game."""
    table: CardTable = MODULES[game].raw_env(**options)
    table.reset(seed=seed)
    return table


def choose(table: Any, dice: Any) -> int:
    """A legal action, uniformly."""
    actions = table.observe(table.agent_selection)["action_mask"].nonzero()[0]
    return int(actions[below(dice, len(actions))])


def over(table: Any) -> bool:
    """Whether the game has ended."""
    return not table.agents or table.terminations[table.agent_selection]


def choose_well(table: CardTable, dice: Any) -> int:
    """Mostly what the bot `rules` would do, so that games come far; now and then anything."""
    if below(dice, 6) == 0:
        return choose(table, dice)
    game, single_game = table.encoding.game, table._single_game
    view = game.view(single_game.options, single_game.state, single_game.state.table.seat)
    move = int(chooser(game)(bot_number(game, "rules"), single_game.options, view, dice))
    if game.name == "level10" and move >= FIRST:  # an action counts seats from its agent on
        return FIRST + (move - FIRST - view.seat) % len(table.possible_agents)
    return move


def moments(
    table: CardTable, seed: int = 0, choose: Callable[..., int] = choose
) -> Iterator[CardTable]:
    """The table before each step of a game, by default a random one, and at its end."""
    dice = new_dice(seed, 1)
    yield table
    while not over(table):
        table.step(choose(table, dice))
        yield table
