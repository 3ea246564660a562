"""Whether a server can do its work, asked by as many as like: the answer is found once for all
who ask in a moment, so that asking harms nobody."""

import asyncio
import time
from collections.abc import Awaitable, Callable

FRESH = 0.5  # seconds for which an answer holds


class Health:
    """The last answer, or the one that is being found."""

    def __init__(self, check: Callable[[], Awaitable[bool]]) -> None:
        self._check = check
        self._asking: asyncio.Future[bool] | None = None
        self._since = 0.0

    async def ask(self) -> bool:
        """Whether all is well."""
        asking = self._asking
        if asking is None or (asking.done() and time.monotonic() > self._since + FRESH):
            asking = self._asking = asyncio.ensure_future(self._check())
            self._since = time.monotonic()
        return await asyncio.shield(asking)
