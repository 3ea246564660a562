"""What is said to somebody who waits longer than usual."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds of silence before we say that something is being compiled
COMPILING = "Compiling for this machine: takes a while now, and not the next time ..."


@contextmanager
def notice(text: str, patience: float) -> Iterator[threading.Timer]:
    """Say something, if it takes so long: code from the cache is there before."""
    made = threading.Timer(patience, print, (text,), {"file": sys.stderr, "flush": True})
    made.start()
    try:
        yield made
    finally:
        made.cancel()
