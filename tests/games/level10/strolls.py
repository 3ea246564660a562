"""Games played at random, for properties that must hold in every position.

Play by chance alone seldom gets past the middle of a game, so every other game is played with
some care: small steps, resets where a row is high, no column left without its reset.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from tenluz.engine.compiled import INTERPRETED
from tenluz.games.level10.notation import WORLDS
from tenluz.games.level10.rules.moves import (
    DONE,
    FIRST,
    NO_SEAT,
    PAUSE_IN,
    RESET_IN,
    ROW,
    SWAP,
    TURN,
)
from tests.games.level10.careful import cost_in_python
from tests.games.level10.table import Table, position, random_table

# Small versions reach in a few moves what the full game reaches in fifty.
Versions = tuple[dict[str, Any], ...]
SMALL: Versions = (
    {"worlds": 2, "columns": 4, "players": 1, "hand": 2, "pauses": 1},
    {"worlds": 2, "columns": 4, "players": 2, "hand": 2, "pauses": 2},
    {"worlds": 2, "columns": 10, "players": 3, "hand": 2, "pauses": 3},
    {"worlds": 3, "columns": 6, "players": 3, "hand": 3, "pauses": 2},
    {"worlds": 3, "columns": 3, "players": 2, "hand": 2, "pauses": 3},
    {"worlds": 4, "columns": 4, "players": 4, "hand": 2, "pauses": 1},
)
FULL: Versions = tuple(
    {"players": players, "pauses": pauses} for players in range(1, 6) for pauses in range(4)
)
# What has been told makes samples of many hands slow while the rules are interpreted.
TALKATIVE = SMALL + tuple(v for v in FULL if v["players"] < (3 if INTERPRETED else 6))


def many(compiled: int, interpreted: int) -> int:
    """How often to do something: interpreted rules are a hundred times slower."""
    return interpreted if INTERPRETED else compiled


def moves_at(seen: Table, chance: Random) -> int:
    """A legal move by chance alone; but in the end all agree on the first player (L-5)."""
    proposed = seen.table.proposed[seen.seat - 1 if seen.seat else seen.options.players - 1]
    if seen.phase == "CHOOSE" and proposed != NO_SEAT and chance.random() < 0.7:
        return FIRST + proposed
    return chance.choice(seen.moves)


def careful_move(seen: Table, chance: Random) -> int:
    """A legal move with some care."""
    t = seen.table
    if t.phase == SWAP and chance.random() < 0.6:
        return DONE
    if t.phase != TURN:
        return moves_at(seen, chance)

    def trap(move: int) -> float:
        """R-2: whether it leaves a column that can take no reset."""
        row = move // ROW if move < PAUSE_IN else move - PAUSE_IN
        rest = t.open & ~(1 << row)
        left_out = move < RESET_IN and not t.reset_here and rest and not rest & t.stock
        return 20.0 if left_out else 0.0

    return min(seen.moves, key=lambda move: cost_in_python(t, move) + trap(move) + chance.random())


def stroll(seed: int, *, talk: float = 0.0, **options: Any) -> Iterator[Table]:
    """Every position of a random game, the last one included: one table, played on."""
    chance = Random(seed)
    seen = random_table(seed, **options)
    choose = careful_move if seed % 2 else moves_at
    yield seen
    while seen.phase != "OVER":
        if chance.random() < talk:
            tell(seen, chance)
        seen.move(choose(seen, chance))
        yield seen


def tell(seen: Table, chance: Random) -> None:
    """Some seat says something that it may say."""
    seat = chance.randrange(seen.options.players)
    world = chance.randrange(seen.options.worlds)
    what = chance.choice([str(seen.count(seat, world))] * 4 + ["card", "reset"])
    assert seen.say(seat, f"{what} {WORLDS[world]}") is None


def positions(
    games: int, *, talk: float = 0.0, versions: Versions = FULL + SMALL, **more: Any
) -> Iterator[Table]:
    """Positions of many games: all player counts and difficulties, and the small versions."""
    for game in range(games):
        options = {**versions[game % len(versions)], **more}
        yield from stroll(game // len(versions) * 7 + game, talk=talk, **options)


def under_a_pause(games: int, *, talk: bool = False, **more: Any) -> Iterator[Table]:
    """Positions in which a card may go under a pause (L-19), which games by chance seldom reach:
    the deck is empty after eight columns, and seat 0 has just played a pause."""
    for game in range(games):
        chance = Random(game)
        players = 2 + game % 4
        rest = ["D2", "F1", "F2", "S1", "S2", "V3", "M4", *["P"] * (game % 3)]
        chance.shuffle(rest)
        hands = [" ".join(["D1", "P", *rest[:2]])]
        hands += [" ".join(rest[1 + seat :: players - 1]) for seat in range(1, players)]
        rows = "D-/0 F-/0 S-/0 V8/1 M8/1"
        pauses = 1 + game % 3
        seen = position(players=players, pauses=pauses, rows=rows, hands=hands, **more)
        if talk:
            tell(seen, chance)
        yield seen.move("P>D")
