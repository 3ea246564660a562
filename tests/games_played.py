"""Games for tests: ours by their names, and played to the end, or some way, by chance."""

import random
from typing import Any

from tenluz.engine import catalogue
from tenluz.engine.catalogue import game_named
from tenluz.engine.match import Match

GAMES = {game.name: game for game in catalogue.games() if game.package.startswith(catalogue.HERE)}


def played(game: str, number: int = 0, turns: int = 10_000, **options: Any) -> Match:
    """A game of uniform random moves, up to its end or this many turns of the record."""
    found = game_named(game)
    match = Match(found, found.options(options), number.to_bytes(32, "big"))
    chance = random.Random(number)
    while not match.over and (len(match.record.moves) < turns or match.mid_turn):
        moves = match.moves()
        choosing = found.word(match.state, moves[0]) is None
        match.play(match.seat, moves[number % len(moves)] if choosing else chance.choice(moves))
    return match
