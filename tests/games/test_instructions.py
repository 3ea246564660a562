"""What processors have an instruction for says the same as its plain form."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tenluz.games import bits
from tenluz.games.compiled import compiled
from tenluz.games.instructions import (
    SPAN,
    SPAN_WORDS,
    nth_by_halves,
    spread,
    spread_by_words,
)

plain_nth = compiled(nth_by_halves)
plain_spread = compiled(spread_by_words)
steady = settings(derandomize=True, deadline=None)


@compiled
def spread_here(row, span, word):
    spread(row, span, word)


@steady
@given(st.integers(1, (1 << 63) - 1))
def test_the_nth_bit_is_found_both_ways(word):
    places = [place for place in range(63) if word >> place & 1]
    assert [bits.nth(word, n) for n in range(len(places))] == places
    assert [plain_nth(word, n) for n in range(len(places))] == places


@steady
@given(st.integers(0, (1 << SPAN) - 1), st.integers(0, 2))
def test_bits_are_spread_both_ways(word, span):
    wanted = np.full(3 * SPAN, 99, np.int8)
    wanted[SPAN * span : SPAN * (span + 1)] = [word >> place & 1 for place in range(SPAN)]
    for how in (spread_here, plain_spread):
        row = np.full(3 * SPAN, 99, np.int8).view(np.int64)
        assert row.shape == (3 * SPAN_WORDS,)
        how(row, span, word)
        assert row.view(np.int8).tolist() == wanted.tolist()
