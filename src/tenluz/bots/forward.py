"""The forward pass of an expert's network, as plain loops: `train/expert/network.py` trains it.

    h[g] = relu(of_group(row of g) + of_table(row of the table))
    h[g] = h[g] + relu(own(h[g]) + all(mean of h))      as often as there are layers

All weights are rows of one width in one array, and what is worked out are rows of another, the
room. A row is known by its number.

    weights   the table's inputs, the inputs of a group, bias
              each layer: all, bias, own
              what is said of a group, bias; what is said of the table, bias
    room      the groups of the first view, of the second, ...; from `row_of_table` on a row for
              each view's table; four more for sums

Each output is summed in the order of its inputs, one after the other. So a view has the same
scores, to the last bit, whichever others are asked about with it. Knows no game, and nothing of
legal moves.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.expert_weights import Floats
from tenluz.engine.compiled import INTERPRETED, Fields, compiled, int64, record
from tenluz.engine.types import Int8Array

Function = TypeVar("Function", bound=Callable[..., Any])

BLOCK = 4  # rows that are worked out side by side, and inputs taken at once
LINE = 16  # floats of a cache line: rows begin with one, which makes a fifth of the speed
MOST_VIEWS = 32  # at a time: what is worked out of them stays in the cache beside the weights


class Shape(Fields):
    """The sizes of a network."""

    table = int64()  # inputs
    groups = int64()
    of_group = int64()  # inputs of each
    width = int64()
    depth = int64()
    says_of_group = int64()
    says_of_table = int64()


SHAPE = record(Shape)


class FlatNetwork(NamedTuple):
    """A network as `forward` takes it."""

    shape: Shape
    weights: Floats


@compiled
def up_to(step: int, count: int) -> int:
    """The next multiple of a step."""
    return -(-count // step) * step


# --- made once ---------------------------------------------------------------------------


def laid_out(its: ExpertView, given: dict[str, Floats]) -> FlatNetwork:
    """Weights by their names, in rows. Scores come first in what is said, then guesses of a group
    and the worth of the table, where the network has learnt them."""
    heads = [
        [name for name in names if f"{name}.weight" in given]
        for names in (("of_group", "guess"), ("of_table", "worth"))
    ]
    says = [sum(len(given[f"{name}.bias"]) for name in names) for names in heads]
    width = up_to(LINE, max(len(given["body.of_group.bias"]), *says))
    depth = sum(name.startswith("body.all.") for name in given)
    scale = np.array(its.scale(), np.float32)
    bias = given["body.of_table.bias"] + given["body.of_group.bias"]
    parts = [
        (given["body.of_table.weight"] * scale[: its.table], its.table),
        (given["body.of_group.weight"] * scale[its.table :][: its.of_group], its.of_group),
        (bias[:, None], 1),
    ]
    for layer in range(depth):
        parts += [(given[f"body.all.{layer}.weight"], width)]
        parts += [(given[f"body.own.{layer}.bias"][:, None], 1)]
        parts += [(given[f"body.own.{layer}.weight"], width)]
    for names in heads:
        parts += [(np.concatenate([given[f"{name}.weight"] for name in names]), width)]
        parts += [(np.concatenate([given[f"{name}.bias"] for name in names])[:, None], 1)]
    weights = _rows(sum(count for _, count in parts), width)
    row = 0
    for part, count in parts:  # PyTorch has a row for each output
        weights.reshape(-1, width)[row : row + part.shape[1], : len(part)] = part.T
        row += count
    shape: Any = np.zeros(1, SHAPE)[0]
    shape.table, shape.groups, shape.of_group = its.table, its.groups, its.of_group
    shape.width, shape.depth = width, depth
    shape.says_of_group, shape.says_of_table = says
    return FlatNetwork(shape, weights)


def room_for(n: Shape, views: int) -> Floats:
    """Room to ask about so many views at once."""
    return _rows(up_to(BLOCK, views) * (n.groups + 1) + BLOCK, n.width)


def _rows(rows: int, width: int) -> Floats:
    room = np.zeros(rows * width + LINE, np.float32)
    first = -room.ctypes.data // room.itemsize % LINE
    return room[first : first + rows * width]


# --- each time ---------------------------------------------------------------------------


@compiled
def row_of_group(n: Shape, view: int, group: int) -> int:
    """The row of the room where a group of a view is found."""
    return view * n.groups + group


@compiled
def row_of_table(n: Shape, room: Floats, view: int) -> int:
    """The row where what concerns the whole table is found."""
    return (room.shape[0] // n.width - BLOCK) // (n.groups + 1) * n.groups + view


def products(function: Function) -> Function:
    """`compiled`, for loops of multiplications and additions."""
    return compiled(function, contract=True)


def _add_row(room: Floats, to: int, factor: np.float32, rows: Floats, at: int, width: int) -> None:
    """A row of the room becomes more by a multiple of another."""
    sums, source = room[to * width : (to + 1) * width], rows[at * width : (at + 1) * width]
    for j in range(width):
        sums[j] += factor * source[j]


def _add_product(
    room: Floats, row: int, to: int, weights: Floats, at: int, width: int, outputs: int
) -> None:
    """Four rows of the room become more by four others times weights."""
    a, b = room[row * width : (row + 1) * width], room[(row + 1) * width : (row + 2) * width]
    c, d = room[(row + 2) * width : (row + 3) * width], room[(row + 3) * width : (row + 4) * width]
    sums = room[to * width : (to + BLOCK) * width]
    for k in range(0, width, BLOCK):
        a0, a1, a2, a3 = a[k], a[k + 1], a[k + 2], a[k + 3]
        b0, b1, b2, b3 = b[k], b[k + 1], b[k + 2], b[k + 3]
        c0, c1, c2, c3 = c[k], c[k + 1], c[k + 2], c[k + 3]
        d0, d1, d2, d3 = d[k], d[k + 1], d[k + 2], d[k + 3]
        w = weights[(at + k) * width : (at + k + BLOCK) * width]
        for j in range(outputs):
            w0, w1, w2, w3 = w[j], w[width + j], w[2 * width + j], w[3 * width + j]
            sums[j] = sums[j] + a0 * w0 + a1 * w1 + a2 * w2 + a3 * w3
            e = width + j
            sums[e] = sums[e] + b0 * w0 + b1 * w1 + b2 * w2 + b3 * w3
            e = 2 * width + j
            sums[e] = sums[e] + c0 * w0 + c1 * w1 + c2 * w2 + c3 * w3
            e = 3 * width + j
            sums[e] = sums[e] + d0 * w0 + d1 * w1 + d2 * w2 + d3 * w3


add_row: Any
add_product: Any
if INTERPRETED:  # a million steps of Python for each view would take a second

    def add_row(
        room: Floats, to: int, factor: np.float32, rows: Floats, at: int, width: int
    ) -> None:
        """See `_add_row`."""
        room.reshape(-1, width)[to] += factor * rows.reshape(-1, width)[at]

    def add_product(
        room: Floats, row: int, to: int, weights: Floats, at: int, width: int, outputs: int
    ) -> None:
        """See `_add_product`."""
        rows = room.reshape(-1, width)
        product = rows[row : row + BLOCK] @ weights.reshape(-1, width)[at : at + width, :outputs]
        rows[to : to + BLOCK, :outputs] += product

else:
    add_row, add_product = products(_add_row), products(_add_product)


@compiled
def _copy(room: Floats, to: int, rows: Floats, at: int, width: int) -> None:
    target, source = room[to * width : (to + 1) * width], rows[at * width : (at + 1) * width]
    for j in range(width):
        target[j] = source[j]


@compiled
def _clear(room: Floats, first: int, end: int, width: int) -> None:
    rows = room[first * width : end * width]
    for j in range(rows.shape[0]):
        rows[j] = 0


@products
def _mean(n: Shape, room: Floats, view: int, width: int) -> None:
    """A view's table becomes the mean of its groups."""
    share = np.float32(1 / n.groups)
    table = row_of_table(n, room, view)
    _clear(room, table, table + 1, width)
    for group in range(n.groups):
        add_row(room, table, share, room, row_of_group(n, view, group), width)


@products
def _first_layer(
    n: Shape, weights: Floats, row: Int8Array, view: int, room: Floats, width: int
) -> None:
    """Most of what is seen is 0, and passed over."""
    table = row_of_table(n, room, view)
    _copy(room, table, weights, n.table + n.of_group, width)
    for k in range(n.table):
        if row[k] != 0:
            add_row(room, table, np.float32(row[k]), weights, k, width)
    for group in range(n.groups):
        to = row_of_group(n, view, group)
        _copy(room, to, room, table, width)
        for k in range(n.of_group):
            seen = row[n.table + group * n.of_group + k]
            if seen != 0:
                add_row(room, to, np.float32(seen), weights, n.table + k, width)
        hidden = room[to * width : (to + 1) * width]
        for j in range(width):
            hidden[j] = max(hidden[j], np.float32(0))


@products
def _own_layer(n: Shape, weights: Floats, at: int, views: int, room: Floats, width: int) -> None:
    """Each group by itself, and what the table's rows say to it."""
    last = room.shape[0] // width - BLOCK
    sums = room[last * width :]
    for first in range(0, views * n.groups, BLOCK):
        for row in range(BLOCK):
            view = (first + row) // n.groups
            _copy(room, last + row, room, row_of_table(n, room, view), width)
        add_product(room, first, last, weights, at, width, width)
        hidden = room[first * width : (first + BLOCK) * width]
        for j in range(BLOCK * width):
            hidden[j] += max(sums[j], np.float32(0))


@products
def _linear(
    room: Floats, first: int, count: int, weights: Floats, at: int, width: int, outputs: int
) -> None:
    """Some rows become what a layer makes of them."""
    sums = room.shape[0] // width - BLOCK
    for block in range(first, first + count, BLOCK):
        for row in range(BLOCK):
            _copy(room, sums + row, weights, at + width, width)
        add_product(room, block, sums, weights, at, width, outputs)
        for row in range(BLOCK):
            _copy(room, block + row, room, sums + row, width)


@functools.cache
def forward_of(width: int) -> Any:
    """forward(n, weights, rows, room): what is said of each group and of the table of some views,
    from what an expert sees of them: a row for each, and room for that many. The compiler knows the
    width, which makes a fifth of the speed."""

    def forward(n: Shape, weights: Floats, rows: Int8Array, room: Floats) -> None:
        views = rows.shape[0]
        groups, table = row_of_group(n, 0, 0), row_of_table(n, room, 0)
        # What is left from before, in rows that fill up a block, would grow without end.
        count = views * n.groups
        _clear(room, groups + count, groups + up_to(BLOCK, count), width)
        _clear(room, table + views, table + up_to(BLOCK, views), width)
        for view in range(views):
            _first_layer(n, weights, rows[view], view, room, width)
        at = n.table + n.of_group + 1
        for layer in range(n.depth + 1):
            for view in range(views):
                _mean(n, room, view, width)
            if layer < n.depth:
                _linear(room, table, views, weights, at, width, up_to(LINE, width))
                _own_layer(n, weights, at + width + 1, views, room, width)
                at += 2 * width + 1
        _linear(room, groups, count, weights, at, width, up_to(LINE, n.says_of_group))
        at += width + 1
        _linear(room, table, views, weights, at, width, up_to(LINE, n.says_of_table))

    # By itself, not joined into the loops that ask: it is long, and takes as long to compile.
    return compiled(forward, contract=True, inline=False, variant=str(width))
