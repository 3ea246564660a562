"""Games by dice, and one hash for every block of them: the same however they are run.

    NUMBA_DISABLE_JIT=1 python -m tests.differential.play luz 0 50 100

prints the hashes of blocks 0 to 49 of Luz, of 100 games each, one a line. A block's games are
played with one set of options; a game's course depends on its number alone. Hashed are the final
states, the numbers of moves, the outcomes, and on the way, at moments chosen by the dice, what a
seat or a watcher sees, states drawn from it, and in Luz what follows for the own hand.
"""

import functools
import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from tenluz.engine import bits, dice
from tenluz.engine.catalogue import game_named
from tenluz.engine.compiled import INTERPRETED, compiled
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.games.level10.rules import moves as level10_moves
from tenluz.games.level10.rules import talk
from tenluz.games.luz.rules import view as luz_view
from tests.differential.quick import quick_records
from tests.games.level10.careful import cost

BLOCK = 100  # games, and fewer where they are to be quick
SEED = 2026
VIEWS = 4  # of a game that are kept; later ones take the place of earlier ones
MASK = (1 << 40) - 1
STATEMENT = 5  # numbers that a statement has
SAID = 1  # it was fine

# Options, and how many blocks are played with them: 100 blocks for each game.
CASES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "luz": [
        (25, {"players": 3}),
        (25, {"players": 4}),
        (20, {"players": 5}),
        (5, {"players": 4, "bead_limit": True}),
        (5, {"players": 5, "bead_limit": True, "open_tricks": True}),
        (5, {"players": 2, "colours": 2, "values": 6, "hand": 5}),
        (5, {"players": 3, "colours": 3, "values": 3, "hand": 3}),
        (5, {"players": 4, "colours": 4, "values": 12, "hand": 4, "deals": 3}),
        (5, {"players": 5, "colours": 5, "values": 2, "hand": 2, "bead_limit": True}),
    ],
    "level10": [
        (8, {"players": 1, "pauses": 3}),
        (10, {"players": 2, "pauses": 2}),
        (10, {"players": 3, "pauses": 1, "edition": "ru", "first_player": "dealt"}),
        (8, {"players": 3, "pauses": 2, "open_counts": True, "first_player": "dealt"}),
        (10, {"players": 4, "pauses": 0, "edition": "pl", "first_player": "dealt"}),
        (10, {"players": 5, "pauses": 3, "edition": "es", "first_player": "dealt"}),
        (6, {"players": 5, "pauses": 1, "extra_turn": "last_seat", "first_player": "dealt"}),
        (8, {"players": 3, "pauses": 3, "one_pause_per_column": True, "dead_end": "illegal"}),
        (5, {"players": 2, "pauses": 2, "swap_whole_hand": False, "last_reset": "lost"}),
        (5, {"players": 2, "pauses": 2, "worlds": 2, "columns": 4, "hand": 2}),
        (5, {"players": 3, "pauses": 1, "worlds": 3, "columns": 6, "first_player": "dealt"}),
        (5, {"players": 1, "pauses": 1, "worlds": 3, "columns": 3, "swap_whole_hand": False}),
        (5, {"players": 4, "pauses": 2, "worlds": 4, "columns": 4, "first_player": "dealt"}),
        (5, {"players": 2, "pauses": 3, "worlds": 4, "columns": 8, "open_counts": True}),
    ],
}


def block_options(name: str) -> list[dict[str, Any]]:
    """The options of each block of a game, mixed so that the first 20 have all of them."""
    every = [options for blocks, options in CASES[name] for _ in range(blocks)]
    return [every[47 * number % len(every)] for number in range(len(every))]


# --- what differs between the games: which move, what is said, what a view tells -------------


@compiled
def any_move(low, high, rolls):
    point = dice.below(rolls, bits.size(low) + bits.size(high))
    if point < bits.size(low):
        return bits.nth(low, point)
    return 64 + bits.nth(high, point - bits.size(low))


@compiled
def luz_move(o, s, low, high, rolls):
    return any_move(low, high, rolls)


@compiled
def luz_talk(o, s, rolls, statement):
    return 0


@compiled
def luz_knows(o, v, out):
    """Z-6: the number of hands, and the chances of each card."""
    if v.seat < 0:
        return 0
    luz_view.chances(o, v, out)
    return luz_view.hands(o, v)


@compiled
def luz_may_sample(o, v):
    return v.seat >= 0


@compiled
def level10_move(o, s, low, high, rolls):
    """Mostly the cheapest move, so that games last; all legal ones now and then."""
    t = s.table
    if t.phase != level10_moves.TURN or dice.below(rolls, 4) == 0:
        return any_move(low, high, rolls)
    best, least = 0, 99
    while low:
        move = bits.lowest(low)
        low &= low - 1
        its_cost = cost(t, move)
        if its_cost < least:
            best, least = move, its_cost
    return best


@compiled
def level10_talk(o, s, rolls, statement):
    """L-22, L-23: something is said, which is 1, or refused: why, as a number."""
    if dice.below(rolls, 3):
        return 0
    seat = dice.below(rolls, o.players + 1)
    kind = dice.below(rolls, 3)
    world = dice.below(rolls, o.worlds + 1)
    to = dice.below(rolls, o.players + 2) - 1
    number = dice.below(rolls, 5)
    if kind == talk.COUNT and number < 4 and seat < o.players and world < o.worlds:
        to = -1
        row = level10_moves.ROW_BITS << (world * level10_moves.ROW)
        number = bits.size(s.hands[seat] & row)  # mostly the truth
    statement[0], statement[1], statement[2] = seat, kind, world
    statement[3], statement[4] = number, to
    answer = talk.may_say(o, s, seat, kind, world, number, to)
    if answer == talk.FINE:
        talk.say(o, s, seat, kind, world, number, to)
    return answer + 1


@compiled
def level10_knows(o, v, out):
    return 0


@compiled
def level10_may_sample(o, v):
    """Samples by what was told are slow with the compiler off where hands are many, and so
    are those of a game that was lost."""
    return v.seat >= 0 and v.table.phase != OVER and (v.table.spoken == 0 or o.players <= 3)


ASIDE = {
    "luz": (luz_move, luz_talk, luz_knows, luz_may_sample, 24),
    "level10": (level10_move, level10_talk, level10_knows, level10_may_sample, 8),
}


# --- a block of games -------------------------------------------------------------------------


@functools.cache
def player(game: Game) -> Any:
    """play(o, states, views, samples, chances, tallies, seed, first)"""
    rules = game.rules
    start, deal, legal, apply = rules.start, rules.deal_at_random, rules.legal, rules.apply
    look, sample = rules.view, rules.sample
    choose, say, knows, may_sample, every = ASIDE[game.name]

    def play(o, states, views, samples, chances, tallies, seed, first):
        rolls, statement = np.empty(2, np.uint64), np.empty(STATEMENT, np.int64)
        for number in range(len(tallies)):
            s = states[number]
            dice.seat_dice(rolls, seed, np.uint64(first + number))
            start(o, s)
            looks = 0
            while s.table.phase != OVER:
                if s.table.phase == DEAL:
                    deal(o, s, rolls)
                else:
                    low, high = legal(o, s)
                    apply(o, s, int(choose(o, s, low, high, rolls)))
                    tallies[number, 0] += 1
                    heard = say(o, s, rolls, statement)
                    tallies[number, 1] = (tallies[number, 1] * 7 + heard) & MASK
                if dice.below(rolls, every) == 0:
                    v = views[number * VIEWS + looks % VIEWS]
                    look(o, s, dice.below(rolls, o.players + 1) - 1, v)
                    known = knows(o, v, chances[number])
                    tallies[number, 2] = (tallies[number, 2] * 31 + known) & MASK
                    if may_sample(o, v):
                        sample(o, v, rolls, samples[number])
                    looks += 1

    return compiled(play, made_for=game, allocates=True)


def block_hash(name: str, number: int, games: int) -> str:
    """Play so many games of a block, and hash all that came of it."""
    game = game_named(name)
    o = game.options(block_options(name)[number]).packed()
    options = np.array([o])
    states = np.zeros(games, game.state_type)
    views = np.zeros(games * VIEWS, game.view_type)
    samples = np.zeros(games, game.state_type)
    chances = np.zeros((games, 10, 12), np.float64)
    tallies = np.zeros((games, 3), np.int64)
    records = [options, states, views, samples]
    if INTERPRETED:
        records = [quick_records(part) for part in records]
    (o_played, *_), *room = records
    player(game)(o_played, *room, chances, tallies, np.uint64(SEED), number * BLOCK)
    outcomes = [game.outcome(o, state).to_json() for state in states]
    assert tallies[:, 0].all()
    all_of_it = hashlib.sha256(json.dumps(outcomes, default=int).encode())
    for part in (states, views, samples, chances, tallies):
        all_of_it.update(part.tobytes())
    return all_of_it.hexdigest()


def hashes(name: str, begin: int, end: int, games: int = BLOCK) -> Iterator[str]:
    """The hashes of blocks begin to end - 1."""
    with np.errstate(over="ignore"):  # interpreted dice wrap, as compiled ones do
        for number in range(begin, end):
            yield block_hash(name, number, games)


if __name__ == "__main__":
    for line in hashes(sys.argv[1], *map(int, sys.argv[2:])):
        print(line, flush=True)
