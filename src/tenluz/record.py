"""A whole game as a file: read, write, check."""

from dataclasses import dataclass
from typing import Any

from tenluz.games.game import Game


@dataclass
class GameRecord:
    """A game as its record keeps it: everything that is needed to play it again."""

    game: Game
    options: Any
    decks: list[list[int]]  # card numbers; one deck for each deal so far
    first: int
    moves: list[str]  # one string a turn
    seed: bytes | None = None
