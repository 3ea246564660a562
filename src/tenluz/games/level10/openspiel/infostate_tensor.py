"""What a seat was told in a game of Level 10, as rows of numbers: one for each move.

    seats    who moved, counted from the viewer on
    moves    the move, in the order of `possible`; of a card that somebody else tucked, only
             that it was tucked: the last place
    drew     the first and the second card drawn, for the seat that drew them
    counts   with `open_counts`: cards of each world in each hand afterwards

The first row has no move: it holds the counts after the deal. Together with the observation
that ends the tensor it tells everything that the seat was told, and nothing else.
"""

import functools

import numpy as np

from tenluz.engine.types import Float32Array
from tenluz.envs.openspiel_adapter.game import TableGame
from tenluz.envs.openspiel_adapter.history import History
from tenluz.games.level10.game import GAME
from tenluz.games.level10.openspiel.events import Counted, Drew, Moved, Tucked
from tenluz.games.level10.rules.moves import ASIDE, DONE, FIRST, PAUSE, PAUSE_IN, RESET_IN
from tenluz.games.level10.rules.options import Level10Options


@functools.cache
def cards(options: Level10Options) -> dict[int, int]:
    """The cards of a game, and the place of each."""
    return {card: at for at, card in enumerate(sorted(set(GAME.deck(options))))}


@functools.cache
def possible(options: Level10Options) -> dict[int, int]:
    """The moves that a game has, and the place of each."""
    rows = range(options.worlds)
    moves = [card for card in cards(options) if card != PAUSE]
    if options.pauses:
        moves += [PAUSE_IN + row for row in rows]
    moves += [RESET_IN + row for row in rows]
    moves += [ASIDE + card for card in cards(options)]
    moves.append(DONE)
    if options.players > 1 and options.first_player == "together":
        moves += [FIRST + seat for seat in range(options.players)]
    return {move: at for at, move in enumerate(moves)}


def blocks(game: TableGame) -> dict[str, tuple[int, ...]]:
    """The blocks and their shapes."""
    o: Level10Options = game.options
    length = 1 + game.longest()
    shapes = {
        "seats": (length, o.players),
        "moves": (length, len(possible(o)) + 1),
        "drew": (length, 2, len(cards(o))),
    }
    if o.open_counts:
        shapes["counts"] = (length, o.players, o.worlds)
    return shapes


def write(c: History, seat: int, out: dict[str, Float32Array]) -> None:
    """Write what a seat was told. The blocks are zero before."""
    o: Level10Options = c.context.options
    places, moves = cards(o), possible(o)
    row = 0
    for event in c.events:
        if isinstance(event, Moved | Tucked):
            row += 1
            out["seats"][row, (event.seat - seat) % o.players] = 1.0
            if isinstance(event, Moved):
                which = moves[event.move]
            else:
                which = moves[ASIDE + event.card] if event.seat == seat else len(moves)
            out["moves"][row, which] = 1.0
        elif isinstance(event, Drew):
            if event.seat == seat:
                for at, card in enumerate(event.cards):
                    out["drew"][row, at, places[card]] = 1.0
        elif isinstance(event, Counted):
            counts = np.frombuffer(event.counts, np.uint8).reshape(o.players, o.worlds)
            out["counts"][row] = np.roll(counts, -seat, axis=0) / o.values
