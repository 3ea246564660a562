"""Numbers that several threads change at once, for compiled code.

A *board* is an array (cells, LINE) of 64-bit integers; a cell is its first number in a row of
its own, so that threads do not wait for each other's lines of the cache.

    add(board, cell, number) -> what was there
    swap(board, cell, number) -> what was there
    read(board, cell)
    pause()                       leave the core to whoever shares it, for a moment
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.types import Int64Array

Board = Int64Array
LINE = 8  # numbers in a line of the cache

if INTERPRETED:  # one thread at a time

    def add(board: Board, cell: int, number: int) -> int:
        """See the head of this file."""
        board[cell, 0] += number
        return int(board[cell, 0]) - number

    def swap(board: Board, cell: int, number: int) -> int:
        """See the head of this file."""
        before = int(board[cell, 0])
        board[cell, 0] = number
        return before

    def read(board: Board, cell: int) -> int:
        """See the head of this file."""
        return int(board[cell, 0])

    def pause() -> None:
        """See the head of this file."""

else:

    def _place(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        """Where a cell of the board is."""
        array = context.make_array(signature.args[0])(context, builder, values[0])
        return builder.gep(array.data, [builder.mul(values[1], values[1].type(LINE))])

    def _changing(how: str) -> Any:
        def change(typing: Any, board: Any, cell: Any, number: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                place = _place(context, builder, signature, values)
                return builder.atomic_rmw(how, place, values[2], "seq_cst")

            return types.int64(board, types.int64, types.int64), generate

        return intrinsic(change)

    add, swap = _changing("add"), _changing("xchg")

    @intrinsic
    def read(typing: Any, board: Any, cell: Any) -> Any:
        """See the head of this file."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place = _place(context, builder, signature, values)
            return builder.load_atomic(place, "seq_cst", 8)

        return types.int64(board, types.int64), generate

    @intrinsic
    def pause(typing: Any) -> Any:
        """See the head of this file."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if context.codegen().magic_tuple()[0].startswith("x86_64"):
                kind = ir.FunctionType(ir.VoidType(), [])
                name = "llvm.x86.sse2.pause"
                builder.call(builder.module.declare_intrinsic(name, (), kind), [])
            return context.get_dummy_value()

        return types.none(), generate
