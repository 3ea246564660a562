"""Seeds: which there are, and that tests of strength have some of their own."""

import numpy as np
import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.seeds import (
    AFTER_TRAINING,
    BENCHMARK,
    RESERVED,
    SEEDS,
    checked,
    evaluation_seed,
    fresh_seed,
)


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1, np.int8(3), np.uint64(2**64 - 1), True])
def test_whole_numbers_are_seeds(seed):
    assert checked(seed) == int(seed)
    assert type(checked(seed)) is int


@pytest.mark.parametrize("seed", [-1, 2**64, 2**200, 1.0, "7", None, [1]], ids=repr)
def test_nothing_else_is(seed):
    with pytest.raises(NotUnderstood, match="from 0 to 18446744073709551615, not "):
        checked(seed)


def test_some_may_be_kept_out():
    assert checked(RESERVED - 1, RESERVED) == RESERVED - 1
    with pytest.raises(NotUnderstood, match="from 0 to 9223372036854775807"):
        checked(RESERVED, RESERVED)


def test_tests_of_strength_have_seeds_of_their_own():
    assert {BENCHMARK, AFTER_TRAINING} == {RESERVED, RESERVED + 1}
    assert evaluation_seed(RESERVED - 1) == SEEDS - 1
    for beyond in (-1, RESERVED):
        with pytest.raises(NotUnderstood):
            evaluation_seed(beyond)


def test_a_fresh_seed_is_never_a_reserved_one():
    drawn = [fresh_seed() for _ in range(200)]
    assert len(set(drawn)) == 200
    assert max(drawn) < RESERVED
    assert max(drawn) > RESERVED // 2  # 2 to the 200th that none of them is


def test_the_deals_of_reserved_seeds_are_no_others():
    """A deal is what dice make of their key, and no two keys are the same here."""
    streams = range(2_000)
    keys = {
        int(new_dice(seed, stream)[0])
        for seed in (0, 1, 2, BENCHMARK, AFTER_TRAINING)
        for stream in streams
    }
    assert len(keys) == 5 * len(streams)
