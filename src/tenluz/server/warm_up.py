"""Have every compiled function ready before the first guest. Where nothing is compiled yet that
takes a minute, and says how far it is; otherwise it only reads from disk. Bots that think for long
have more to compile, and few tables have one: they come last, and nobody waits for them."""

import asyncio
import contextlib
import logging
import math
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

from tenluz.engine import catalogue
from tenluz.precompile.progress import CompileProgress, Compiling
from tenluz.precompile.rehearsal import steps

logger = logging.getLogger("tenluz")

_warming: set[threading.Thread] = set()


@dataclass(frozen=True)
class WarmUp:
    """One under way."""

    ready: "asyncio.Future[None]"  # done when all is compiled but slow bots
    progress: CompileProgress


def begin(*, slow_bots: bool = True) -> WarmUp:
    """Warm up beside the running loop; slow bots follow until the loop is closed. Nobody has to
    wait for it: not even who stops the server, as the compiler cannot be stopped and may take a
    minute."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    progress = CompileProgress(steps(catalogue.games()))

    def tell(problem: BaseException | None) -> None:
        if ready.done():
            return  # nobody waits any more
        if problem is None:
            ready.set_result(None)
        else:
            ready.set_exception(problem)

    def work() -> None:
        problem: BaseException | None = None
        try:
            warm_up(progress)
        except BaseException as error:
            problem = error
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell, problem)
        if slow_bots and problem is None:
            warm_up_slow_bots(loop.is_closed)
        _warming.discard(thread)

    thread = threading.Thread(target=work, name="warm-up", daemon=True)
    _warming.add(thread)
    thread.start()
    return WarmUp(ready, progress)


def leave_now() -> None:
    """End this process if something is being compiled: to end in the usual way while the compiler
    works would wait for it, or crash. Everything else must be done."""
    if _warming:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def warm_up(progress: CompileProgress | None = None) -> None:
    """Let bots begin a game of each kind, and look at it from everywhere."""
    (progress or CompileProgress(steps(catalogue.games()))).run(_log)


def _log(compiling: Compiling) -> None:
    logger.warning(
        "compiling the games for this machine takes about %d s; the first table waits for it",
        math.ceil(compiling.seconds),
    )


def warm_up_slow_bots(stopped: Callable[[], bool]) -> None:
    """Let them too begin a game of each kind, with as little thought as they ever get."""
    try:
        for step in steps(catalogue.games(), slow=True):
            if stopped():
                break
            step()
    except Exception:  # whoever plays with it will see
        logger.exception("a bot that thinks for long could not be made ready")
