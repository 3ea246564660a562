"""What processors have an instruction for says the same as its plain form."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenluz.engine import bits
from tenluz.engine.compiled import INTERPRETED, compiled
from tenluz.engine.instructions import SPAN, SPAN_WORDS, spread, spread_by_words

plain_spread = compiled(spread_by_words)
steady = settings(derandomize=True, deadline=None)


@compiled
def spread_here(row, span, word):
    spread(row, span, word)


@steady
@given(st.integers(1, (1 << 63) - 1))
def test_the_nth_bit_is_found(word):
    places = [place for place in range(63) if word >> place & 1]
    assert [bits.nth(word, n) for n in range(len(places))] == places


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


@pytest.mark.skipif(INTERPRETED, reason="there is no processor to compile for")
def test_a_processor_without_the_instructions_says_the_same(tmp_path):
    """Compiled for any processor of this kind, in a process of its own: not kept with the rest."""
    if "NUMBA_CPU_NAME" in os.environ:
        return  # this is that process
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "TENLUZ_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(
        command, env=os.environ | plain, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
