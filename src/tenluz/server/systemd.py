"""What systemd is told of a server that it has started: that its start takes longer, that it is
ready, and then again and again that it answers. One that hangs is thereby put to an end and started
anew. Elsewhere nobody listens.
"""

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Iterator

MICROSECONDS = 1e6
# Seconds that a start is given from each time that it says so; the last must do for the rest of it.
LONGER = 300
AGAIN = 60.0  # seconds between two times


@contextlib.contextmanager
def start_takes_long() -> Iterator[None]:
    """Meanwhile a start is not ended for being longer than its unit allows (TimeoutStartSec)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        yield
        return
    longer = b"EXTEND_TIMEOUT_USEC=%d" % (LONGER * MICROSECONDS)
    over = threading.Event()

    def say() -> None:
        _tell(address, longer)
        while not over.wait(AGAIN):
            _tell(address, longer)

    saying = threading.Thread(target=say, name="systemd")
    saying.start()
    try:
        yield
    finally:
        over.set()
        saying.join()


def report_alive() -> None:
    """To be called in the loop of a server that is ready: says so for as long as the loop turns."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    _tell(address, b"READY=1")
    # Twice in the time after which it counts as hanging.
    every = float(os.environ.get("WATCHDOG_USEC") or 0) / MICROSECONDS / 2
    if every:
        _go_on(asyncio.get_running_loop(), address, every)


def _go_on(loop: asyncio.AbstractEventLoop, address: str, every: float) -> None:
    _tell(address, b"WATCHDOG=1")
    loop.call_later(every, _go_on, loop, address, every)


def _tell(address: str, what: bytes) -> None:
    place = "\0" + address[1:] if address.startswith("@") else address  # one without a file
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        line.sendto(what, place)
