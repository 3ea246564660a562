"""Sets as the bits of an integer: size, lowest and n-th member."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tenluz.engine import bits

sets = st.sets(st.integers(0, 62))


def as_bits(numbers):
    return sum(1 << number for number in numbers)


@settings(derandomize=True, deadline=None)
@given(sets)
def test_size_is_the_number_of_members(numbers):
    assert bits.size(as_bits(numbers)) == len(numbers)


@settings(derandomize=True, deadline=None)
@given(sets.filter(bool))
def test_members_are_found_from_below(numbers):
    word = as_bits(numbers)
    assert bits.lowest(word) == min(numbers)
    assert [bits.nth(word, n) for n in range(len(numbers))] == sorted(numbers)


def test_the_empty_and_the_full_set():
    assert bits.size(0) == 0
    assert bits.size((1 << 63) - 1) == 63
    assert bits.nth((1 << 63) - 1, 62) == 62
