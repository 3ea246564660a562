"""Dice for simulation: known values, ranges, independent streams, fair shuffles."""

import itertools
import math

import numpy as np
import pytest

from tenluz.engine import dice

# SplitMix64 seeded with 1234567, as published with the algorithm.
SPLITMIX = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_a_roll_is_splitmix64():
    rolls = np.array([1234567, 0], np.uint64)
    assert [int(dice.roll(rolls)) for _ in SPLITMIX] == SPLITMIX


def test_any_number_can_be_had_without_those_before_it():
    rolls = np.array([1234567, 3], np.uint64)
    assert int(dice.roll(rolls)) == SPLITMIX[3]
    assert rolls.tolist() == [1234567, 4]


def test_the_start_of_a_stream_is_fixed_for_ever():
    assert [hex(int(dice.roll(dice.new_dice(*seed)))) for seed in [(0, 0), (0, 1), (1, 0)]] == [
        hex(expected_first(*seed)) for seed in [(0, 0), (0, 1), (1, 0)]
    ]


def expected_first(seed, stream):
    """The same in plain integers."""
    mask = (1 << 64) - 1

    def mix(x):
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB & mask
        return x ^ (x >> 31)

    key = mix(mix((seed + 0x9E3779B97F4A7C15) & mask) ^ (stream * 0xD1342543DE82EF95 & mask))
    return mix((key + 0x9E3779B97F4A7C15) & mask)


def test_seeds_and_streams_differ():
    keys = {dice.new_dice(seed, stream)[0] for seed in range(50) for stream in range(50)}
    assert len(keys) == 2500


def test_a_seed_wraps_at_64_bits():
    assert dice.new_dice(-1).tolist() == dice.new_dice(2**64 - 1).tolist()


def chi_square(counts):
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 60, 128])
def test_below_is_in_range_and_even(n):
    rolls = dice.new_dice(5, n)
    counts = [0] * n
    for _ in range(40 * n):
        counts[dice.below(rolls, n)] += 1
    assert all(counts)
    assert chi_square(counts) <= n - 1 + 4 * math.sqrt(2 * n)


def test_uniform_is_from_0_to_below_1_and_even():
    rolls = dice.new_dice(6)
    tenths = [0] * 10
    for _ in range(2000):
        number = dice.uniform(rolls)
        assert 0.0 <= number < 1.0
        tenths[int(number * 10)] += 1
    assert chi_square(tenths) < 9 + 4 * math.sqrt(20)


def test_the_highest_roll_stays_below_1():
    assert np.float64((2**64 - 1) >> 11) * (1.0 / 9007199254740992.0) < 1.0


def test_a_shuffle_is_a_permutation_of_the_first_cards_and_leaves_the_rest():
    cards = np.arange(60, dtype=np.int8)
    dice.shuffle(dice.new_dice(7), cards, 50)
    assert sorted(cards[:50].tolist()) == list(range(50))
    assert cards[:50].tolist() != list(range(50))
    assert cards[50:].tolist() == list(range(50, 60))


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_to_shuffle(count):
    rolls = dice.new_dice(8)
    cards = np.array([3, 4], np.int8)
    dice.shuffle(rolls, cards, count)
    assert cards.tolist() == [3, 4]
    assert rolls[1] == 0


def test_all_orders_come_up_alike():
    rolls = dice.new_dice(9)
    counts = dict.fromkeys(itertools.permutations(range(4)), 0)
    for _ in range(60 * 24):
        cards = np.arange(4, dtype=np.int8)
        dice.shuffle(rolls, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert chi_square(counts.values()) < 23 + 4 * math.sqrt(48)
