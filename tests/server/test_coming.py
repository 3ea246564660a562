"""Hundreds come at once, after a restart: some are brought to their tables while others wait, and
nothing is done for those who have given up meanwhile."""

import asyncio
import threading
from pathlib import Path
from typing import Any

from tenluz.server.app import COMING, server
from tenluz.server.warm_up import warm_up
from tests.server.player import Guest, run
from tests.server.running import settings_for, wait_until


def test_some_are_brought_to_their_tables_while_others_wait(tmp_path: Path) -> None:
    warm_up()
    settings = settings_for(tmp_path)
    one = server(settings)
    thread = threading.Thread(target=one.run)
    thread.start()
    wait_until(lambda: one.started)
    app: Any = one.config.app
    live_tables, loop = app.state.live_tables, one.servers[0].get_loop()
    asked, may_go = [], asyncio.Event()
    find = live_tables.find

    async def find_when_told(name: str, *how: Any) -> Any:
        asked.append(name)
        await may_go.wait()
        return await find(name, *how)

    async def story() -> None:
        ana = Guest(f"127.0.0.1:{settings.port}", "Ana")
        table = ana.make_table("luz", "me free rules")
        live_tables.find = find_when_told
        try:
            come = [await ana.connect(table) for _ in range(COMING + 5)]
            gone, stayed = come[-3:], come[:-3]
            for player in stayed:
                await player.send({"type": "hello"})
            for player in gone:
                await player.socket.close()
            assert len(asked) == COMING
        finally:
            loop.call_soon_threadsafe(may_go.set)
        for player in stayed:
            await player.until("welcome")
        assert len(asked) == len(stayed)

    try:
        run(story())
    finally:
        one.should_exit = True
        thread.join()
