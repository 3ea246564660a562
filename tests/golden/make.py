"""Make golden games.

    python -m tests.golden.make             make those that are missing
    python -m tests.golden.make --again     make all of them anew
    python -m tests.golden.make --expect    keep the games, write anew what comes out of them

Bots play from fixed seeds; of many tries the one is kept in which most happens. The files
stay right whatever becomes of the bots.
"""

import dataclasses
import hashlib
import sys
from typing import Any

from tenluz.bots.registry import bot_number, chooser
from tenluz.engine.dice import new_dice
from tenluz.engine.game import Game
from tenluz.engine.match import Match
from tenluz.engine.record import GameRecord
from tests import golden

TRIES = 300
RULINGS: dict[str, list[dict[str, Any]]] = {
    "level10": [{"pauses": pauses} for pauses in (3, 1, 2, 0)],
    "luz": [{}, {"bead_limit": True}, {"open_tricks": True}],
}
BOTS = ("rules", "random")


def played(game: Game, options: Any, bot: str, seed: bytes) -> Match:
    """A whole game with this bot in every seat."""
    telling = {field.name for field in dataclasses.fields(options)} & {"open_counts"}
    match = Match(game, dataclasses.replace(options, **dict.fromkeys(telling, True)), seed)
    choose, number = chooser(game), bot_number(game, bot)
    dice = new_dice(int.from_bytes(seed[:8], "big"))
    while not match.over:
        seat = match.seat
        match.play(seat, int(choose(number, match.packed, match.view(seat), dice)))
    match.record.options = options
    return match


def events(match: Match) -> int:
    """How much happens in a game, roughly: kinds of turns seen, and a win above all."""
    moves = match.record.moves
    under = any(move.startswith("P>") and "/" in move for move in moves)
    swaps = sum(any(move.count(",") == n and "R>" in move for move in moves) for n in (0, 1))
    safety = len({move for move in moves if move.endswith("+")})
    won = 1000 if match.outcome().to_json().get("won") else 0
    return won + 300 * under + 30 * swaps + 20 * safety + len(moves)


def make(game: Game, given: dict[str, Any], number: int) -> GameRecord:
    """The best of many tries; game and options decide by which bot, with which rulings."""
    players = given["players"]
    rulings = RULINGS[game.name]
    options = game.options({**given, **rulings[(number + players) % len(rulings)]})
    best: Match | None = None
    for attempt in range(TRIES):
        name = f"golden {golden.path(game, given).stem} {attempt}"
        seed = hashlib.sha256(name.encode()).digest()
        match = played(game, options, BOTS[(number // 2 + players) % 2], seed)
        if best is None or events(match) > events(best):
            best = match
    assert best is not None
    return GameRecord.from_json(best.record.to_json())


def main() -> None:
    """Make what the command line asks for."""
    if "--expect" in sys.argv:
        for path in golden.paths():
            record, before = golden.read(path)
            golden.write(path, record)
            after = golden.read(path)[1]
            changed = [part for part in after if after[part] != before.get(part)]
            print(path.name, "now differs in" if changed else "stays", *changed)
        return
    for number, (game, given) in enumerate(golden.wanted()):
        path = golden.path(game, given)
        if "--again" in sys.argv or not path.exists():
            record = make(game, given, number)
            golden.write(path, record)
            print(path.name, golden.read(path)[1]["check"])


if __name__ == "__main__":
    main()
