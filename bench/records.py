"""Records of whole games, to time `tenluz check` with."""

import hashlib
import json
from pathlib import Path

from tenluz.bots.bot import player
from tenluz.bots.registry import bot_named
from tenluz.engine import dice
from tenluz.engine.catalogue import game_named
from tenluz.engine.match import Match
from tenluz.engine.types import Move


def whole_game(name: str, number: int) -> str:
    """The record of one game between bots that play by rules, as a line."""
    game = game_named(name)
    options = game.options({"players": 3})
    seed = hashlib.sha256(f"bench {name} {number}".encode()).digest()
    match = Match(game, options, seed)
    rules, rolls = player(bot_named(game, "rules")), dice.new_dice(number)
    while not match.over:
        seat = match.seat
        match.play(seat, Move(int(rules.move(match.packed, match.view(seat), rolls))))
    return json.dumps(match.record.to_json())


def write(path: Path, count: int, different: int) -> None:
    """A file of `count` records, half of each game; after `different` of each they repeat."""
    lines = [whole_game(name, number) for number in range(different) for name in ("level10", "luz")]
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(lines[number % len(lines)] + "\n")
