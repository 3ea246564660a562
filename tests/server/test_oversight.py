"""What workers tell an operator goes on after a database that was away."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tenluz.server.live_tables import LiveTables
from tenluz.server.moderation import Moderation
from tenluz.server.open_sockets import OpenSockets
from tenluz.server.oversight import Oversight
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Read
from tests.server.virtual_time import InMemory


class Away(InMemory):
    """A database that does not answer."""

    def __init__(self) -> None:
        super().__init__()
        self.tries: asyncio.Queue[None] = asyncio.Queue()

    async def transact(self, work: Callable[..., Read], *about: Any) -> Read:
        self.tries.put_nowait(None)
        raise ConnectionError


def test_it_tries_again_where_the_database_is_away() -> None:
    async def story() -> None:
        store = Away()
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables = LiveTables(store, ServerSettings(Path("nowhere")), ready)
        watched = cast(Moderation, SimpleNamespace(watched=time.time() + 3600))
        running = asyncio.create_task(
            Oversight(store, tables, OpenSockets(10), watched, 0.01).run()
        )
        async with asyncio.timeout(30):
            await store.tries.get()
            await store.tries.get()
        running.cancel()

    asyncio.run(story())
