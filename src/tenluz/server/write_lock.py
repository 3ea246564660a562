"""Who writes to a folder's database now: workers take turns, and nobody waits for ever.

SQLite has one writer at a time as well, but lets the next one sleep and try again, longer each
time: a millisecond, then 2, 5, 10. Knows nothing of what is written.

Whoever finds the lock free takes it, also past those who sleep: the fastest while turns are short.
Who has waited for long says since when in the file, which all of them have in memory, and all
others let it come first:

    8 bytes: since when the one who has waited longest waits; 0 if nobody has waited for long
    8 bytes: when it last said so

It says so again and again, so one that is killed or stopped holds up nobody.
"""

import contextlib
import mmap
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tenluz.server.data_folder import open_private, unusable

# Nothing wakes who waits for a file's lock with an end to the wait. A commit takes from a tenth of
# a millisecond to a few.
FIRST_PAUSE, LONGEST_PAUSE = 0.0002, 0.005
LATE_AFTER = 0.02  # seconds of waiting, after which somebody says so
LATE_PAUSE = 0.001  # of the one whom the others let come first, and who alone looks then
SAID_FOR = 0.05  # seconds for which that holds: many pauses, on a machine with other things to do


class WriteLock:
    """The file `writing` of a data folder, held by whichever worker writes."""

    def __init__(self, folder: Path) -> None:
        path = folder / "writing"
        self._one_thread = threading.Lock()  # of this process; the file is between processes
        try:
            self._file = open_private(path)
            # The disk gives the room now: it would be too late when memory is written.
            os.write(self._file, bytes(16))
        except OSError as error:
            raise unusable(path, error) from None
        try:
            self._memory = mmap.mmap(self._file, 16)
        except OSError:  # a file system that cannot: then nobody lets anybody come first
            self._memory = mmap.mmap(-1, 16)
        self._longest = memoryview(self._memory).cast("d")

    @contextlib.contextmanager
    def turn(self, until: float) -> Iterator[None]:
        """Wait until nobody else writes; TimeoutError if that is not so at a moment of
        `time.monotonic`. Who is killed lets go, who is only stopped does not."""
        if not self._one_thread.acquire(timeout=max(0.0, until - time.monotonic())):
            raise TimeoutError
        try:
            if self._longest[0] or not _taken(self._file):
                self._wait(until)
            try:
                yield
            finally:
                _let_go(self._file)
        finally:
            self._one_thread.release()

    def _wait(self, until: float) -> None:
        since, pause, longest = time.monotonic(), FIRST_PAUSE, self._longest
        while True:
            now = time.monotonic()
            if not longest[0] or since <= longest[0] or now > longest[1] + SAID_FOR:
                if now > since + LATE_AFTER:
                    longest[0], longest[1] = since, now
                    pause = LATE_PAUSE
                if _taken(self._file):
                    longest[0] = 0.0
                    return
            if now > until:
                raise TimeoutError
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def close(self) -> None:
        """Give the file back."""
        self._longest.release()
        self._memory.close()
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
