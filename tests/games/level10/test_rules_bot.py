"""The bot `rules` for Level 10: legal, careful, and much better than chance."""

from typing import Any

import numpy as np
import pytest

from tenluz.bots.registry import bot_number
from tenluz.engine import bits
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import below, new_dice, seat_dice
from tenluz.games.level10.bots.hands import count_of, unseen_cards
from tenluz.games.level10.bots.row_chances import TABLE
from tenluz.games.level10.bots.rules_bot import choose
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.notation import read_card
from tenluz.games.level10.rules import apply as rules
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DEAL,
    DONE,
    FIRST,
    NO_CARD,
    NO_SEAT,
    OVER,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    SWAP,
    TURN,
    UNDER,
    UNTOLD,
)
from tenluz.games.level10.rules.view import view
from tenluz.lab.playouts import bot_playouts

TABLES = [
    *({"players": n, "pauses": k, "open_counts": True} for n in range(1, 6) for k in range(4)),
    *({"players": n, "pauses": 2} for n in range(1, 6)),
    *({"players": 3, "pauses": 3, "edition": name} for name in ("ru", "pl", "es")),
    {"players": 3, "pauses": 1, "dead_end": "illegal", "open_counts": True},
    {"players": 2, "pauses": 3, "one_pause_per_column": True, "open_counts": True},
    {"players": 5, "extra_turn": "last_seat", "open_counts": True},
    {"players": 2, "first_player": "dealt", "swap_whole_hand": False, "hand": 1},
    {"players": 3, "worlds": 3, "open_counts": True},
    {"players": 2, "worlds": 3, "pauses": 0},
    {"players": 2, "worlds": 2, "columns": 10, "pauses": 3},
    {"players": 1, "worlds": 2, "values": 1, "pauses": 1},
    {"players": 4, "worlds": 4, "columns": 4, "pauses": 3, "open_counts": True},
]
RANDOM, RULES = (bot_number(LEVEL10, name) for name in ("random", "rules"))


def named(table: dict[str, Any]) -> str:
    return "-".join(f"{name}={value}" for name, value in table.items())


# --- any table --------------------------------------------------------------------------


def faults(o: Any, s: Any, v: Any, seed: Any, games: int, stray: int) -> int:
    """Games in which each view is asked twice; every `stray`-th move is a random one.

    Not compiled: it would have the whole bot in it, twice. The number of moves that are not legal,
    not the same twice, or leave a column that can take no reset (R-2) although another did not.
    """
    rolls = np.empty(2, np.uint64)
    found = 0
    for number in range(games):
        seat_dice(rolls, seed, np.uint64(number))
        rules.start(o, s)
        while s.table.phase != OVER:
            if s.table.phase == DEAL:
                rules.deal_at_random(o, s, rolls)
                continue
            view(o, s, s.table.seat, v)
            low, high = (int(word) for word in rules.legal(o, s))
            move = int(choose(o, v, rolls))
            found += choose(o, v, rolls) != move
            fine = low >> move & 1 if move < 64 else high >> (move - 64) & 1
            if not fine:
                return found + 1
            if s.table.phase == TURN and dead_end(s.table, move):
                for other in range(64):
                    if low >> other & 1 and not dead_end(s.table, other):
                        found += 1
                        break
            if s.table.phase == TURN and below(rolls, stray) == 0:
                move = bits.nth(np.uint64(low), below(rolls, bits.size(np.uint64(low))))
            rules.apply(o, s, move)
    return found


def dead_end(t: Any, move: int) -> bool:
    """Whether a card or pause leaves the column without any row to reset."""
    if t.reset_here or move >= RESET_IN:
        return False
    row = move - PAUSE_IN if move >= PAUSE_IN else move // ROW
    return t.open & ~(1 << row) & t.stock == 0


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_moves_are_legal_repeatable_and_no_dead_ends(table: dict[str, Any]) -> None:
    o = LEVEL10.options(table).packed()
    s = LEVEL10.new_state(o)
    v = np.zeros(1, LEVEL10.view_type)[0]
    games = 2 if INTERPRETED else 20
    assert faults(o, s, v, np.uint64(3), games, 1_000_000) == 0
    assert faults(o, s, v, np.uint64(4), games, 3) == 0  # in positions it would not get into


def test_the_dice_are_not_used() -> None:
    o = LEVEL10.options(players=3).packed()
    s = LEVEL10.new_state(o)
    rules.deal_at_random(o, s, new_dice(5))
    rolls = new_dice(6)
    choose(o, LEVEL10.view(o, s, 0), rolls)
    assert rolls[1] == 0


# --- strength -----------------------------------------------------------------------------


def wins(games: int, bot: int = RULES, **options: Any) -> int:
    o = LEVEL10.options(options).packed()
    states = np.zeros(games, LEVEL10.state_type)
    views = np.zeros(1, LEVEL10.view_type)
    bot_playouts(LEVEL10)(o, states, views, np.uint64(2026), 0, np.full(5, bot))
    return int(states["table"]["won"].sum())


@pytest.mark.skipif(INTERPRETED, reason="a thousand games are too many without the compiler")
@pytest.mark.parametrize(
    ("players", "pauses", "at_least"),
    [(1, 0, 0.68), (2, 0, 0.45), (3, 0, 0.21), (4, 0, 0.06), (5, 0, 0.02), (3, 3, 0.74)],
)
def test_a_fair_part_of_games_is_won(players: int, pauses: int, at_least: float) -> None:
    games = 1_000
    won = wins(games, players=players, pauses=pauses, open_counts=True)
    assert won >= at_least * games
    assert wins(games, RANDOM, players=players, pauses=pauses) < 0.01 * games


@pytest.mark.clause("R-3")
@pytest.mark.skipif(INTERPRETED, reason="a thousand games are too many without the compiler")
@pytest.mark.parametrize("players", [1, 3])
def test_the_last_reset_is_played_while_somebody_has_a_card(players: int) -> None:
    """Where it is not placed by itself, as many games are won as where it is, or nearly."""
    table = {"players": players, "pauses": 0, "open_counts": True}
    placed, lost = (wins(1_000, last_reset=ruling, **table) for ruling in ("placed", "lost"))
    assert lost > placed - 30


@pytest.mark.skipif(INTERPRETED, reason="a thousand games are too many without the compiler")
def test_it_works_where_nobody_tells_counts() -> None:
    assert wins(1_000, players=3, pauses=2) >= 400


# --- single positions ------------------------------------------------------------------------


def hand_of(*names: str) -> int:
    return sum(1 << read_card(name) for name in names)


def position(o: Any, phase: int, hand: int, legal: int, **fields: Any) -> Any:
    """A view of seat 0, the rest of the table as it is before the first card."""
    s = LEVEL10.new_state(o)
    rules.deal(o, s, np.array(LEVEL10.deck(LEVEL10.options(players=int(o.players)))), 0)
    v = LEVEL10.view(o, s, 0)
    v.hand = hand
    v.legal = legal
    v.table.phase = phase
    for name, value in fields.items():
        if name == "counts":
            v.counts[1] = value
        elif isinstance(value, tuple):
            v.table[name][: len(value)] = value
        else:
            v.table[name] = value
    return v


def aside(hand: int) -> int:
    return hand | 1 << (DONE - 64)


def test_the_next_player_is_left_a_row_to_play_in() -> None:
    """The other seat has forest cards only: taking the forest cell would end the game."""
    o = LEVEL10.options(players=2, pauses=0, open_counts=True).packed()
    hand = hand_of("F1", "S3", "D8", "V8", "M8")
    v = position(
        o, TURN, hand, hand_of("F1", "S3"),
        top=(1, 0, 0, 1, 0), resets=(2, 2, 2, 2, 1), open=0b00110, reset_here=1, placed=3,
        placed_cards=hand_of("D1", "V1"), counts=(0, 3, 0, 0, 0), cards=(5, 3),
    )  # fmt: skip
    assert choose(o, v, new_dice(1)) == read_card("S3")


def last_columns(o: Any, phase: int, hand: int, legal: int, **fields: Any) -> Any:
    """Column 9 under way. Desert, with no reset left, ends with 7 and has just got a card;
    D1 can never be played again. One card of each other world is already there as well."""
    played = [f"D{value}" for value in (2, 3, 4, 5, 6, 7)]
    played += [f"{world}{value}" for world in "FSVM" for value in range(1, 7)]
    return position(
        o, phase, hand, legal,
        top=(7, 6, 6, 6, 6), resets=(0, 1, 1, 0, 0), stock=0b00110, column=8, open=0b11110,
        placed_cards=hand_of(*played), **fields,
    )  # fmt: skip


@pytest.mark.clause("L-19")
def test_a_card_that_cannot_be_played_any_more_goes_under_the_pause() -> None:
    """D1 is below the top and desert has no reset; D8 can still be played."""
    o = LEVEL10.options(players=2, pauses=1, open_counts=True).packed()
    hand = hand_of("D1", "D8", "F7")
    v = last_columns(
        o, UNDER, hand, aside(hand_of("D1", "D8")),
        pauses=1, pause_row=0, head=41, tail=41, cards=(3, 3), counts=(0, 1, 2, 0, 0),
    )  # fmt: skip
    assert choose(o, v, new_dice(1)) == ASIDE + read_card("D1")


@pytest.mark.clause("L-8")
def test_a_card_that_cannot_be_played_any_more_is_tucked_first() -> None:
    """The dead card goes, the ones wanted now stay."""
    o = LEVEL10.options(players=2, pauses=1, open_counts=True).packed()
    hand = hand_of("D1", "F7", "S7")
    v = last_columns(o, SWAP, hand, aside(hand), head=40, tail=41, cards=(3, 3))
    assert choose(o, v, new_dice(1)) == ASIDE + read_card("D1")
    v.hand = hand_of("F7", "S7", "V7")
    v.legal = aside(v.hand)
    assert choose(o, v, new_dice(1)) == DONE


@pytest.mark.parametrize(("values", "first"), [((1, 2), 0), ((7, 8), 1)])
@pytest.mark.clause("L-5")
def test_whoever_has_low_cards_begins(values: tuple[int, ...], first: int) -> None:
    """Seat 0 proposes itself with low cards, the other with high ones."""
    o = LEVEL10.options(players=2, pauses=0, open_counts=True).packed()
    hand = hand_of(*[f"{world}{value}" for world in "DFS" for value in values])
    v = position(
        o, CHOOSE, hand, 0b11 << (FIRST - 64), counts=(1, 1, 1, 2, 2), proposed=(NO_SEAT, NO_SEAT)
    )
    assert choose(o, v, new_dice(1)) == FIRST + first


# --- what it believes ---------------------------------------------------------------------------


@pytest.mark.clause("L-22")
def test_told_counts_bound_what_is_expected_of_a_hand() -> None:
    """A told count is exact; without one, a fair share of the unseen cards."""
    o = LEVEL10.options(players=2, pauses=0).packed()
    v = position(o, TURN, hand_of("D1", "D2", "D3", "D4", "F1", "F2", "F3"), 0, counts=-1)
    unseen = unseen_cards(o, v, (1 << PAUSE) - 1)
    assert bits.size(unseen) == 33
    assert v.table.told[1, 0] == UNTOLD
    assert count_of(o, v, unseen, 1, 0) == pytest.approx(7 * 4 / 33)
    v.table.told[1, 0] = 33
    assert count_of(o, v, unseen, 1, 0) == 3
    v.table.told[1, 0] = 32
    assert count_of(o, v, unseen, 1, 0) == 2
    v.seen[1] = hand_of("D8")
    assert count_of(o, v, unseen_cards(o, v, (1 << PAUSE) - 1), 1, 0) == 1
    assert (v.pile == NO_CARD).all()


def test_chances_of_a_row_fall_with_buried_cards_and_rise_with_help() -> None:
    for pauses in range(4):
        for step in range(TABLE.shape[1]):
            for resets in range(3):
                for cards in range(1, 9):
                    row = TABLE[pauses, step, resets]
                    values = [row[buried, cards - buried] for buried in range(cards + 1)]
                    assert values == sorted(values, reverse=True)
            assert (TABLE[pauses, step, 0] <= TABLE[pauses, step, 2]).all()
    assert (TABLE[0] <= TABLE[1]).all()
    assert (TABLE[2] <= TABLE[3]).all()
