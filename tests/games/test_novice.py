"""The bots `novice`: legal at every table, their slips even, and surely between the others."""

from typing import Any

import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.registry import bot_named
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tenluz.lab import shares
from tenluz.lab.standings import Standings
from tenluz.lab.tournament import Tournament
from tests.games_played import GAMES

TABLES = [
    *(("level10", {"players": players, "pauses": 0}) for players in (1, 2, 3, 4, 5)),
    *(("luz", {"players": players, "deals": 1}) for players in (3, 4, 5)),
]
ODD = [
    ("level10", {"players": 3, "pauses": 3, "edition": "ru", "dead_end": "illegal"}),
    ("level10", {"players": 2, "pauses": 3, "one_pause_per_column": True}),
    ("level10", {"players": 5, "extra_turn": "last_seat", "last_reset": "lost"}),
    ("level10", {"players": 2, "worlds": 2, "columns": 10, "pauses": 3, "first_player": "dealt"}),
    ("luz", {"players": 5, "bead_limit": True, "hand": 9}),
    ("luz", {"players": 2, "colours": 2, "values": 1, "hand": 1, "deals": 1}),
    ("luz", {"players": 3, "colours": 3, "values": 4, "hand": 3, "deals": 2}),
]


@pytest.mark.skipif(INTERPRETED, reason="needs many games")
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_it_is_surely_better_than_chance_and_worse_than_rules(
    name: str, options: dict[str, Any]
) -> None:
    game = GAMES[name]
    tournament = Tournament(game, game.options(options), ("random", "novice", "rules"))
    results = shares.Results(tournament)
    assert shares.play(tournament, results, 100)
    found = Standings(tournament, results.rows(100))
    for who, than in (("novice", "random"), ("rules", "novice")):
        assert found.difference(who, than).sure, (who, than)


@pytest.mark.parametrize(("name", "options"), ODD)
def test_its_moves_are_legal_at_every_table(name: str, options: dict[str, Any]) -> None:
    game = GAMES[name]
    its = player(bot_named(game, "novice"))
    for number in range(2 if INTERPRETED else 10):
        match, rolls = Match(game, game.options(options), bytes([number] * 32)), new_dice(number)
        while not match.over:
            view = match.view(match.seat)
            match.play(match.seat, its.move(match.packed, view, rolls))  # which checks it


@pytest.mark.parametrize("name", GAMES)
def test_it_slips_now_and_then(name: str) -> None:
    """In the same position it does the same thing mostly, and something else at times."""
    game = GAMES[name]
    options = {"players": 3, **({"first_player": "dealt"} if name == "level10" else {})}
    match, its = Match(game, game.options(options), bytes(32)), player(bot_named(game, "novice"))
    other = []
    for number in range(20):
        view = match.view(match.seat)
        moves = [int(its.move(match.packed, view, new_dice(number, k))) for k in range(40)]
        usual = max(set(moves), key=moves.count)
        other.append(np.mean([move != usual for move in moves]))
        match.play(match.seat, usual)
        if match.over:
            break
    assert 0.01 < np.mean(other) < 0.35
