"""Random games never break what must hold: every card in one place, and all that follows. That
each is what its record says, tests/engine/test_conformance.py shows for all games."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.level10.invariants import broken
from tests.games.level10.strolls import FULL, SMALL, many, stroll

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
