"""Records read as Python's own integers, refuse what does not fit, and share their bytes."""

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

from tenluz.engine.compiled import (
    INTERPRETED,
    Fields,
    Flat,
    FlatRow,
    compiled,
    int8,
    int16,
    int64,
    part,
    record,
)


class Inner(Fields):
    small = int8()
    row = int8(3)
    grid = int16(2, 3)


class Outer(Fields):
    big = int64()
    inner = part(Inner)
    other = int16()
    spare = int8(6)


OUTER = record(Outer)


@pytest.fixture
def outer():
    return np.zeros(2, OUTER)[1]


def test_a_declaration_is_laid_out_field_by_field():
    inner = record([("small", "i1"), ("row", "i1", (3,)), ("grid", "<i2", (2, 3))])
    fields = [("big", "<i8"), ("inner", inner), ("other", "<i2"), ("spare", "i1", (6,))]
    assert record(Inner) == inner
    assert record(fields) == OUTER
    assert OUTER.names == ("big", "inner", "other", "spare")


def test_numbers_read_as_python_integers(outer):
    outer.big, outer.other = 1 << 62, -5
    outer.inner.small = 8
    outer.inner.row[2] = 3
    for read in (outer.big, outer.other, outer.inner.small, outer.inner.row[2]):
        assert type(read) is int
    assert 1 << outer.inner.small == 256  # NumPy's own small numbers would overflow
    assert type(outer.inner.grid[1, 2]) is int


def test_a_record_in_an_array_shares_its_bytes():
    many = np.zeros(3, OUTER)
    one = many[1]
    one.big = 7
    one.inner.small = 5
    one.inner.row[1] = 6
    one.inner.grid[1, 2] = -300
    assert many["big"].tolist() == [0, 7, 0]
    assert many["inner"]["small"].tolist() == [0, 5, 0]
    assert many["inner"]["row"].tolist() == [[0] * 3, [0, 6, 0], [0] * 3]
    many["inner"]["small"][1] = 9
    assert one.inner.small == many[1].inner.small == 9


def test_what_does_not_fit_raises(outer):
    for write in (
        lambda: setattr(outer, "other", 1 << 15),
        lambda: setattr(outer.inner, "small", 128),
        lambda: setattr(outer.inner, "small", np.int64(-129)),
        lambda: outer.inner.row.__setitem__(0, 200),
        lambda: outer.inner.row.__setitem__(0, np.int64(200)),
        lambda: outer.inner.grid.__setitem__((0, 0), 1 << 15),
    ):
        with pytest.raises((ValueError, OverflowError)):
            write()
    assert not any(outer.tobytes())


def test_what_is_beyond_the_row_raises(outer):
    with pytest.raises(IndexError):
        outer.inner.row[3]
    with pytest.raises(IndexError):
        outer.inner.row[3] = 1
    with pytest.raises(IndexError):
        outer.inner.grid[2, 0]


def test_there_are_no_other_fields(outer):
    with pytest.raises(AttributeError, match="no field 'small'"):
        outer.small  # noqa: B018  (a field, but of the other record)
    with pytest.raises(AttributeError, match="no field 'nothing'"):
        outer.nothing  # noqa: B018


def test_rows_are_arrays_too(outer):
    row, grid = outer.inner.row, outer.inner.grid
    row[:] = [4, 5, 6]
    assert isinstance(row, FlatRow)
    assert row[1:].tolist() == [5, 6]
    assert [type(number) for number in row] == [int] * 3
    assert row[-1] == 6
    assert row[row > 4].tolist() == [5, 6]
    row[[0, 1]] = 9
    assert row.tolist() == [9, 9, 6]
    grid[1] = 7
    assert grid[1].tolist() == [7, 7, 7]
    assert type(grid[1][2]) is int
    grid[1][2] = 8
    assert outer.inner.grid[1, 2] == 8
    row[0] = np.bool_(True)
    assert row[0] == 1


def test_a_part_is_assigned_as_a_whole(outer):
    from_here = np.zeros(1, OUTER)[0]
    from_here.inner.row[0] = 1
    from_here.inner.small = 2
    seen = outer.inner
    outer.inner = from_here.inner
    outer.inner.row = [7, 8, 9]
    assert (seen.small, seen.row.tolist()) == (2, [7, 8, 9])
    assert from_here.inner.row.tolist() == [1, 0, 0]


def test_records_that_must_not_be_written_are_not():
    many = np.zeros(1, OUTER)
    many.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        many[0].big = 3


@pytest.mark.parametrize(
    "again",
    [lambda r: r.copy(), copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))],
    ids=["its own", "copy", "deepcopy", "pickle"],
)
def test_a_copy_is_equal_and_apart(outer, again):
    outer.inner.small = 3
    other = again(outer)
    assert isinstance(other, Flat)
    assert other.tobytes() == outer.tobytes()
    other.inner.small = 4
    other.big = 5
    other.inner.row[0] = 6
    assert (other.inner.small, other.big, other.inner.row[0]) == (4, 5, 6)
    assert (outer.inner.small, outer.big, outer.inner.row[0]) == (3, 0, 0)
    assert pickle.loads(pickle.dumps(np.array([outer])))[0].inner.small == 3


def test_a_part_outlives_its_record_and_a_record_is_freed():
    inner = np.zeros(1, OUTER)[0].inner
    inner.small = 3
    gc.collect()
    assert inner.small == 3
    many = np.zeros(1, OUTER)
    one = many[0]
    assert one.inner.row[0] == 0
    freed = weakref.ref(one)
    del one
    assert freed() is None


def test_compiled_functions_write_the_same_bytes(outer):
    @compiled
    def fill(r):
        r.big = 5
        r.inner.small += 2
        r.inner.grid[1, 2] = r.inner.small
        return r.inner.grid[1, 2]

    assert outer.inner.small == 0  # read before, so that nothing old is kept
    assert fill(outer) == 2
    assert fill(outer) == 4
    assert (outer.big, outer.inner.small, outer.inner.grid[1, 2]) == (5, 4, 4)


def nothing():
    return 1


def test_a_function_is_compiled_unless_the_compiler_is_off():
    assert (compiled(nothing) is nothing) == INTERPRETED


@pytest.mark.parametrize("keep", [True, False])
def test_a_function_whose_code_cannot_or_must_not_be_kept_is_compiled_all_the_same(
    keep, monkeypatch
):
    monkeypatch.setattr("tenluz.engine.compiled.INTERPRETED", False)
    assert compiled(nothing, keep=keep)() == 1


def test_no_byte_of_a_record_belongs_to_nobody():
    with pytest.raises(AssertionError, match="7 bytes belong to no field: add a field `spare`"):
        record([("big", "<i8"), ("small", "i1")])
