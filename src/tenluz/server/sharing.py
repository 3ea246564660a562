"""Keeps the live tables of one worker in step with those of all others on the same PostgreSQL.

Told that something is new, it looks; and it looks every few seconds without being told, so that
a lost notification costs that long and no more. Says who is here, so that nobody's seat is given
away by a worker to which they are not connected.
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import TypeGuard

from tenluz.engine.types import JsonObject
from tenluz.server.postgres_store import PostgresStore
from tenluz.server.refusals import refusal
from tenluz.server.store import Store, kind_of_failure
from tenluz.server.table import LiveTable
from tenluz.server.wakeups import Topic

STOOD_STILL = 5.0  # seconds too late after which this process was stopped, or very busy
AGAIN = 0.5  # seconds before what could not be told is told again

logger = logging.getLogger("tenluz.sharing")


def is_shared(store: Store) -> TypeGuard[PostgresStore]:
    """Whether other processes may have the same tables."""
    return store.shared


class Sharing:
    """Between the tables of a worker and the database."""

    def __init__(self, store: PostgresStore, tables: Mapping[str, LiveTable], every: float) -> None:
        self._store, self._tables, self._every = store, tables, every
        # What is to be looked at, and of which tables others have yet to be told who is here.
        self._to_look: dict[Topic, set[str]] = {"log": set(), "people": set()}
        self._to_tell: set[str] = set()
        self._something, self._something_to_tell = asyncio.Event(), asyncio.Event()
        self._told: dict[str, JsonObject] = {}  # who is here, as others know it
        self._looking: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """For ever: look, and tell."""
        self._store.wakeups.on_news = self._heard
        self._store.wakeups.on_return = self._look_at_all
        telling = asyncio.create_task(self._tell_people())
        look_at_all = asyncio.create_task(self._look_again_and_again())
        try:
            while True:
                await self._something.wait()
                self._something.clear()
                for name in self._taken("log"):
                    self._look(name)
                try:
                    await self._hear_people(self._taken("people"))
                except Exception as problem:
                    _away(problem)
        finally:
            for task in (telling, look_at_all, *self._looking.values()):
                task.cancel()

    def add(self, table: LiveTable) -> None:
        """A table is live here from now on."""
        table.on_people = self._people_changed
        table.ask_elsewhere = self._ask_elsewhere

    async def refresh(self, table: LiveTable) -> None:
        """Have a table as it is now; refused while the database is away."""
        try:
            await table.look()
            await self._ask_elsewhere(table)
        except Exception as problem:
            raise refusal("not_kept") from problem

    # --- look ------------------------------------------------------------------------------

    def _heard(self, topic: Topic, name: str) -> None:
        if name in self._tables:
            self._to_look[topic].add(name)
            self._something.set()

    def _look_at_all(self) -> None:
        """Nobody knows what was missed, nor whether others heard what this worker said."""
        for name in self._tables:
            self._heard("log", name)
            self._heard("people", name)
        self._told.clear()  # a crash of the database has emptied what a crash may empty
        self._to_tell.update(self._tables)
        self._something_to_tell.set()

    def _taken(self, topic: Topic) -> set[str]:
        found, self._to_look[topic] = self._to_look[topic], set()
        return found

    def _look(self, name: str) -> None:
        table = self._tables.get(name)
        if table is None:
            return
        if name in self._looking:  # it may have read already what it is to find
            self._looking[name].add_done_callback(lambda _: self._heard("log", name))
            return
        task = self._looking[name] = asyncio.create_task(self._look_now(table))
        task.add_done_callback(lambda _: self._looking.pop(name, None))

    async def _look_now(self, table: LiveTable) -> None:
        try:
            await table.look()
        except Exception as problem:  # it is looked at again
            _away(problem)

    async def _look_again_and_again(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(self._every)
            if time.monotonic() > before + self._every + STOOD_STILL:
                self._look_at_all()
            if not self._tables:
                continue
            try:
                newest = await self._store.newest(list(self._tables))
            except Exception as problem:
                _away(problem)
                continue
            for name, seq in newest.items():
                table = self._tables.get(name)
                if table is not None and table.log.seq < seq:
                    self._look(name)
            self._to_look["people"].update(self._tables)
            self._something.set()

    # --- who is there ----------------------------------------------------------------------

    async def _hear_people(self, names: set[str]) -> None:
        if not names:
            return
        told = await self._store.presence(names)
        for name, one in told.items():
            table = self._tables.get(name)
            if table is not None:
                table.hear_elsewhere(one)

    async def _ask_elsewhere(self, table: LiveTable) -> None:
        try:
            told = await self._store.presence([table.id])
        except Exception as problem:
            raise refusal("not_kept") from problem
        table.hear_elsewhere(told[table.id])

    def _people_changed(self, table: LiveTable) -> None:
        self._to_tell.add(table.id)
        self._something_to_tell.set()

    async def _tell_people(self) -> None:
        """For ever: tell others who is here, where that has changed."""
        while True:
            await self._something_to_tell.wait()
            self._something_to_tell.clear()
            names, self._to_tell = self._to_tell, set()
            here = {
                name: self._tables[name].here() if name in self._tables else None for name in names
            }
            changed = {name: one for name, one in here.items() if one != self._told.get(name)}
            if not changed:
                continue
            try:
                await self._store.tell_presence(changed)
            except Exception as problem:
                _away(problem)
                self._to_tell |= names
                self._something_to_tell.set()
                await asyncio.sleep(AGAIN)
                continue
            for name, one in changed.items():
                if one is None:
                    self._told.pop(name, None)
                else:
                    self._told[name] = one


def _away(problem: Exception) -> None:
    logger.warning(f"the database did not answer: {kind_of_failure(problem)}")
