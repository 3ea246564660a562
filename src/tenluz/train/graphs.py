"""Work on a GPU as CUDA graphs: recorded once, then started by one call.

A round is some hundred small kernels. Started one by one from Python they leave the GPU waiting
between them; as a graph they run back to back, and Python has nothing to do. Where that, or
PyTorch's compiler, does not work, a run goes on and says why: `Slower`.
"""

import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

import torch

Function = TypeVar("Function", bound=Callable[..., Any])

WARM = 2  # times that work runs plainly first: what is compiled or allocated once, is then
LONGEST = 300  # letters of a reason


class Slower(UserWarning):
    """Something that makes a run fast does not work here. All else does."""


def slower(what: str, error: Exception) -> None:
    """Warn, with the beginning of the error's text in one line: compilers say a lot."""
    why = " ".join(str(error).split()) or type(error).__name__
    why = why if len(why) <= LONGEST else f"{why[:LONGEST]} ..."
    warnings.warn(f"{what}, so this is slower: {why}", Slower, stacklevel=3)


def fused(function: Function) -> Function:
    """The function compiled by PyTorch, or itself where that does not work."""
    made: Any = torch.compile(function, dynamic=False)
    usable = True

    def call(*arguments: Any) -> Any:
        nonlocal usable
        if usable:
            try:
                return made(*arguments)
            except Exception as error:  # PyTorch's compiler has many ways to give up
                usable = False
                slower("PyTorch cannot compile here", error)
        return function(*arguments)

    return cast(Function, call)


class Replayed:
    """Work that is recorded after it has run plainly some times. It must always use the same
    memory, and must not wait for the device."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._run: Callable[[], object] = work
        self._warm = WARM
        self._graph: torch.cuda.CUDAGraph | None = None

    @property
    def recorded(self) -> bool:
        """Whether it is a graph by now."""
        return self._graph is not None

    def __call__(self) -> None:
        """Do the work once, after all that is in PyTorch's current stream."""
        if self._warm == 0:
            self._record()
        self._warm -= 1
        self._run()

    def _record(self) -> None:
        graph = torch.cuda.CUDAGraph()
        torch.cuda.synchronize()
        try:
            # Relaxed: Numba asks the driver about addresses while it starts a kernel.
            with torch.cuda.graph(
                graph, stream=torch.cuda.current_stream(), capture_error_mode="relaxed"
            ):
                self._work()
        except RuntimeError as error:
            torch.cuda.synchronize()
            slower("No CUDA graph", error)
            return
        self._graph, self._run = graph, graph.replay


class Pace:
    """Lets the host run ahead of the device by a few rounds, not by minutes."""

    AHEAD = 2

    def __init__(self) -> None:
        self._marks: list[Any] = []

    def mark(self) -> None:
        """A round was sent off: wait for the one before the last."""
        mark: Any = torch.cuda.Event()  # type: ignore[no-untyped-call]
        mark.record()
        self._marks.append(mark)
        if len(self._marks) > self.AHEAD:
            self._marks.pop(0).synchronize()
