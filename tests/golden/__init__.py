"""Golden games: whole games as files, with all that must come out of them.

A golden game is a record like any other, with one more field: `expected` holds what
`tenluz check` says of it, and digests of every state and of every seat's views on the way.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, WATCHER, Game
from tenluz.engine.record import GameRecord
from tenluz.lab.checking import play_again
from tests.games_played import GAMES

FOLDER = Path(__file__).parent


def wanted() -> Iterator[tuple[Game, dict[str, Any]]]:
    """Every game with every player count and, where it has editions, every edition."""
    for game in GAMES.values():
        about = {field.name: field.metadata for field in fields(game.options_type)}
        low, high = about["players"]["range"]
        for players in range(low, high + 1):
            for edition in about.get("edition", {}).get("readings", (None,)):
                given = {"players": players} | ({"edition": edition} if edition else {})
                try:
                    game.options(given)
                except NotUnderstood:
                    continue  # a player count of small versions only
                yield game, given


def path(game: Game, given: dict[str, Any]) -> Path:
    """Where the golden game for these options lies."""
    return FOLDER / ("-".join([game.name, *(str(value) for value in given.values())]) + ".json")


def paths() -> list[Path]:
    """All golden games that are there."""
    return sorted(FOLDER.glob("*.json"))


def read(path: Path) -> tuple[GameRecord, dict[str, Any]]:
    """A golden game, and what is expected of it."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return GameRecord.from_json(found), found["expected"]


def results(record: GameRecord) -> dict[str, Any]:
    """What comes out of a game: its outcome, and digests of all states and views on the way."""
    game, options = record.game, record.options.packed()
    state = game.new_state(options)
    states = hashlib.sha256()
    seats = [WATCHER, *range(options.players)]
    views = {seat: hashlib.sha256() for seat in seats}
    decks = iter(record.decks)
    for text in [None, *record.moves]:
        if text is not None:
            words = np.array(game.read_turn(text), np.int64)
            assert game.rules.turn(options, state, words, 0, len(words)) == -1, text
        while state.table.phase == DEAL:
            game.rules.deal(options, state, np.array(next(decks), np.int64), record.first)
        states.update(state.tobytes())
        for seat in seats:
            views[seat].update(game.view(options, state, seat).tobytes())
    again = play_again(record)
    assert again.state.tobytes() == state.tobytes()
    return {
        "check": again.to_json(),
        "states": states.hexdigest(),
        "views": {str(seat): views[seat].hexdigest() for seat in seats},
    }


def write(path: Path, record: GameRecord) -> None:
    """Write a golden game, a list to a line."""
    found = {**record.to_json(), "expected": results(record)}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in found.items()]
    path.write_text("{" + ",\n ".join(lines) + "}\n", encoding="utf-8")
