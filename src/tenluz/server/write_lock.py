"""Who writes to a folder's database now: workers take turns, and nobody waits for ever.

SQLite has one writer at a time as well, but lets the next one sleep and try again, longer each
time: a millisecond, then 2, 5, 10. Knows nothing of what is written.
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tenluz.server.data_folder import unusable

# Nothing wakes who waits for a file's lock with an end to the wait. A commit takes from a tenth of
# a millisecond to a few.
FIRST_PAUSE, LONGEST_PAUSE = 0.0002, 0.005


class WriteLock:
    """The file `writing` of a data folder, held by whichever worker writes."""

    def __init__(self, folder: Path) -> None:
        path = folder / "writing"
        self._one_thread = threading.Lock()  # of this process; the file is between processes
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise unusable(path, error) from None

    @contextlib.contextmanager
    def turn(self, until: float) -> Iterator[None]:
        """Wait until nobody else writes; TimeoutError if that is not so at a moment of
        `time.monotonic`. Who is killed lets go, who is only stopped does not."""
        if not self._one_thread.acquire(timeout=max(0.0, until - time.monotonic())):
            raise TimeoutError
        try:
            pause = FIRST_PAUSE
            while not _taken(self._file):
                if time.monotonic() > until:
                    raise TimeoutError
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            try:
                yield
            finally:
                _let_go(self._file)
        finally:
            self._one_thread.release()

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)


if sys.platform == "win32":  # there are no workers

    def _taken(number: int) -> bool:
        return True

    def _let_go(number: int) -> None:
        pass
else:
    import fcntl

    def _taken(number: int) -> bool:
        """Whether it is ours now. A file system without locks lets everybody write: SQLite has its
        own order then."""
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def _let_go(number: int) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(number, fcntl.LOCK_UN)
