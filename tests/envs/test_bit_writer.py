"""Bits of an observation, put by functions that are not compiled: small numbers of NumPy, as they
lie in a view, count as whole ones do."""

import numpy as np
import pytest

from tenluz.envs import bit_writer


def interpreted(name):
    """A function as Python runs it."""
    function = getattr(bit_writer, name)
    return getattr(function, "py_func", function)


@pytest.mark.parametrize(
    ("name", "number", "count", "bits"),
    [
        ("put_bits", np.int16(-1), 16, 0xFFFF),
        ("put_bits", np.int8(-2), 8, 0xFE),
        ("put_many", np.int16(-1), 16, 0xFFFF),
        ("put_one", np.int8(9), 12, 1 << 9),
        ("put_one", np.int8(-1), 12, 0),
        ("put_up_to", np.int8(9), 12, (1 << 9) - 1),
    ],
)
def test_small_numbers_are_put_whole(name, number, count, bits):
    row = np.zeros(4, np.int64)
    assert interpreted(name)(row, bit_writer.NEW, number, count) == (bits, count)
