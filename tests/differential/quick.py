"""Records for interpreted rules at a third of the time that NumPy's take.

The same bytes of an array, read and written through Python's memoryviews: numbers are
Python's own integers, and one that does not fit its field raises.
"""

import functools


class Quick:
    """A record in place. `_memory` holds its bytes, and `_name` where each field lies."""


@functools.cache
def _quick_type(dtype):
    fields = {name: _number(name) for name in dtype.names}
    for name in dtype.names:
        kind = dtype[name]
        if kind.names:
            fields[name] = _part(name)
        elif kind.subdtype:
            del fields[name]  # a row is an attribute as it is
    return type("Quick", (Quick,), fields)


def _number(name):
    where = f"_{name}"

    def write(record, number):
        getattr(record, where)[0] = number

    return property(lambda record: getattr(record, where)[0], write)


def _part(name):
    where = f"_{name}"

    def write(record, part):
        getattr(record, where)._memory[:] = part._memory

    return property(lambda record: getattr(record, where), write)


def quick(dtype, memory):
    """A record of this type over as many bytes."""
    record = _quick_type(dtype)()
    record._memory = memory
    for name, (kind, offset, *_) in dtype.fields.items():
        part = memory[offset : offset + kind.itemsize]
        if kind.names:
            setattr(record, f"_{name}", quick(kind, part))
        elif kind.subdtype:
            base, shape = kind.subdtype
            setattr(record, name, part.cast(base.char, shape))
        else:
            setattr(record, f"_{name}", part.cast(kind.char))
    return record


def quick_records(array):
    """The records of an array of one dimension; what is written to them is written to it."""
    size = array.dtype.itemsize
    memory = memoryview(array.view("u1")).cast("B")
    return [quick(array.dtype, memory[n * size : (n + 1) * size]) for n in range(len(array))]
