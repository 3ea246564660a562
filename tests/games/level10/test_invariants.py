"""Random games never break what must hold: every card in one place, and all that follows."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenluz.games.level10 import notation
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules import apply as rules
from tenluz.games.level10.rules.moves import DONE
from tests.games.level10.invariants import broken
from tests.games.level10.strolls import FULL, SMALL, careful_move, many, moves_at, stroll
from tests.games.level10.table import Table, cards, random_table

Options = dict[str, Any]

RULINGS = st.fixed_dictionaries(
    {},
    optional={
        "edition": st.sampled_from(["fr", "ru", "pl", "es"]),
        "last_reset": st.sampled_from(["placed", "lost"]),
        "one_pause_per_column": st.booleans(),
        "dead_end": st.sampled_from(["legal", "illegal"]),
        "extra_turn": st.sampled_from(["completer", "last_seat"]),
        "swap_whole_hand": st.booleans(),
        "open_counts": st.booleans(),
        "first_player": st.sampled_from(["together", "dealt"]),
    },
)


@settings(max_examples=many(150, 25), deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(FULL + SMALL), RULINGS)
@pytest.mark.clause("L-2", "L-4", "L-14", "L-17")
def test_no_random_game_breaks_an_invariant(seed: int, version: Options, rulings: Options) -> None:
    """All player counts and difficulties, all rulings, with talk."""
    for seen in stroll(seed, talk=0.2, **version, **rulings):
        assert broken(seen) == []


@settings(max_examples=many(60, 10), deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(FULL + SMALL))
def test_a_game_written_down_and_played_again_is_the_same(seed: int, version: Options) -> None:
    """The turns of a game, in letters and back, give the same bytes."""
    seen = random_table(seed, first_player="dealt", **version)
    again = Table(seen.options)
    hands = [seen.hand(seat) for seat in range(seen.options.players)]
    deck = np.array(cards(" ".join([*hands, seen.pile])), np.int64)
    rules.deal(again.o, again.state, deck, seen.table.first)
    choose = careful_move if seed % 2 else moves_at
    chance = Random(seed)
    turn: list[int] = []
    while seen.phase != "OVER":
        move = choose(seen, chance)
        turn.append(move)
        seen.move(move)
        if not LEVEL10.mid_turn(seen.state):
            text = notation.write_turn([word for word in turn if word != DONE])
            turn.clear()
            again.play(text)
    assert again.state.tobytes() == seen.state.tobytes()


def test_a_state_is_small() -> None:
    """Under 256 bytes: a copy is one memory move, a batch is an array."""
    assert LEVEL10.state_type.itemsize < 256
