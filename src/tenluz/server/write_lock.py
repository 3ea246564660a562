"""Who writes to a folder's database now: workers take turns, and nobody waits for ever.

SQLite has one writer at a time as well, but lets the next one sleep and try again, longer each
time: a millisecond, then 2, 5, 10. Knows nothing of what is written.

Whoever finds the lock free takes it, also past those who sleep: the fastest while turns are short.
Who has waited for long says since when in the file, and all others let it come first:

    8 bytes: since when the one who has waited longest waits; 0 if nobody has waited for long
    8 bytes: when it last said so

It says so again and again, so one that is killed or stopped holds up nobody.
"""

import contextlib
import os
import struct
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

SAID = struct.Struct("dd")


class WriteLock:
    """The file `writing` of a data folder, held by whichever worker writes."""

    def __init__(self, folder: Path) -> None:
        path = folder / "writing"
        self._one_thread = threading.Lock()  # of this process; the file is between processes
        try:
            self._file = open_private(path)
        except OSError as error:
            raise unusable(path, error) from None
        try:
            _say(self._file, 0.0, 0.0)  # the disk gives the room now
        except OSError as error:
            os.close(self._file)
            raise unusable(path, error) from None

    @contextlib.contextmanager
    def turn(self, until: float) -> Iterator[None]:
        """Wait until nobody else writes; TimeoutError if that is not so at a moment of
        `time.monotonic`. Who is killed lets go, who is only stopped does not."""
        if not self._one_thread.acquire(timeout=max(0.0, until - time.monotonic())):
            raise TimeoutError
        try:
            if _said(self._file)[0] or not _taken(self._file):
                self._wait(until)
            try:
                yield
            finally:
                _let_go(self._file)
        finally:
            self._one_thread.release()

    def _wait(self, until: float) -> None:
        since, pause = time.monotonic(), FIRST_PAUSE
        while True:
            now = time.monotonic()
            longest, said = _said(self._file)
            if not longest or since <= longest or now > said + SAID_FOR:
                late = now > since + LATE_AFTER
                if late:
                    self._say(since, now)
                    pause = LATE_PAUSE
                if _taken(self._file):
                    if late or longest:
                        self._say(0.0, 0.0)
                    return
            if now > until:
                raise TimeoutError
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _say(self, since: float, now: float) -> None:
        with contextlib.suppress(OSError):  # a full disk: then nobody lets it come first
            _say(self._file, since, now)

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)


if sys.platform == "win32":  # there are no workers

    def _taken(number: int) -> bool:
        return True

    def _let_go(number: int) -> None:
        pass

    def _say(number: int, since: float, now: float) -> None:
        pass

    def _said(number: int) -> tuple[float, float]:
        return 0.0, 0.0
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

    def _say(number: int, since: float, now: float) -> None:
        os.pwrite(number, SAID.pack(since, now), 0)

    def _said(number: int) -> tuple[float, float]:
        found = os.pread(number, SAID.size, 0)
        if len(found) < SAID.size:  # somebody has emptied it
            return 0.0, 0.0
        since, now = SAID.unpack(found)
        return since, now
