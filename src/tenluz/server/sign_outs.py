"""Cookies that are believed no more: somebody has signed out on all devices, or has been.

A cookie has the generation of its guest. Signing out everywhere begins the next one, in the
database; every worker hears of it within seconds, refuses older cookies from then on, and closes
the sockets that were opened with one. Who never did so is in no table, and of generation 0.

Rows stay until somebody's data is deleted. A browser forgets a cookie after a year, but who copied
it need not, and a signature has no age: without its row it would be believed again. Who has had
their data deleted is of a generation that no cookie has, for that year: after it a copy is of
somebody of whom nothing is left.
"""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator

from sqlalchemy import Connection, delete, select, text

from tenluz.server import schema
from tenluz.server.guests import YEAR, Guest
from tenluz.server.refusals import refusal
from tenluz.server.store import Store, kind_of_failure

REMEMBERED = 50_000  # guests whose generation is known without asking
FOR = 60.0  # seconds; then it is asked again
OVERLAP = 120.0  # seconds that clocks of several machines may differ
MOST_AT_ONCE = 10_000  # heard of in one look; the rest in the next
NEVER = 2**30  # the generation of who was deleted

_NEXT = text(
    "insert into sign_outs (guest, generation, at) values (:guest, 1, :at) on conflict (guest) "
    "do update set generation = sign_outs.generation + 1, at = excluded.at"
)

_END = text(
    f"insert into sign_outs (guest, generation, at) values (:guest, {NEVER}, :at) "
    f"on conflict (guest) do update set generation = {NEVER}, at = excluded.at"
)

logger = logging.getLogger("tenluz.sign_outs")


def end(connection: Connection, guest: str) -> None:
    """Have no cookie of a guest ever believed again: somebody has a copy, or another device."""
    connection.execute(_END, {"guest": guest, "at": time.time()})


def forget_ends(connection: Connection) -> None:
    """Of those whose last cookie is too old for every browser."""
    table = schema.sign_outs
    too_old = (table.c.generation == NEVER, table.c.at < time.time() - YEAR)
    connection.execute(delete(table).where(*too_old))


async def sign_out(store: Store, guest: str) -> None:
    """Have no cookie of a guest believed that there is now. All workers honour it in seconds."""
    await store.write(_NEXT.bindparams(guest=guest, at=time.time()))


class SignOuts:
    """What one worker knows of it, and the sockets it has open."""

    def __init__(self, store: Store, every: float) -> None:
        self._store, self._every = store, every
        self._known: OrderedDict[str, tuple[int, float]] = OrderedDict()  # and when it was asked
        self._open: dict[str, set[tuple[int, Callable[[], None]]]] = {}
        self._heard_until = time.time()

    async def generation(self, guest: str) -> int:
        """The generation of a guest; refused while the database is away."""
        known = self._known.get(guest)
        if known is not None and time.monotonic() < known[1] + FOR:
            return known[0]
        try:
            found = await self._store.read(_read_generation, guest)
        except Exception as problem:
            raise refusal("not_kept") from problem
        return self._learn(guest, found)

    async def believes(self, guest: Guest) -> bool:
        """Whether a cookie still counts."""
        return guest.generation >= await self.generation(guest.id)

    async def everywhere(self, guest: str) -> None:
        """Sign a guest out on all devices; this worker knows it at once."""
        try:
            await sign_out(self._store, guest)
            self._hear(guest, await self._store.read(_read_generation, guest))
        except Exception as problem:
            raise refusal("not_kept") from problem

    @contextlib.contextmanager
    def socket(self, guest: Guest | None, close: Callable[[], None]) -> Iterator[None]:
        """A socket is open; `close` it when its cookie is believed no more."""
        if guest is None:
            yield
            return
        one = (guest.generation, close)
        self._open.setdefault(guest.id, set()).add(one)
        try:
            yield
        finally:
            there = self._open[guest.id]
            there.discard(one)
            if not there:
                del self._open[guest.id]

    async def keep_up(self) -> None:
        """For ever: hear of those who have signed out with other workers."""
        while True:
            await asyncio.sleep(self._every)
            now = time.time()
            try:
                found = await self._store.read(_read_since, self._heard_until - OVERLAP)
            except Exception as problem:
                logger.warning(f"the database did not answer: {kind_of_failure(problem)}")
                continue
            for guest, generation, _ in found:
                self._hear(guest, generation)
            whole = len(found) < MOST_AT_ONCE
            self._heard_until = now if whole else found[-1][2] + OVERLAP

    def _hear(self, guest: str, generation: int) -> None:
        if guest in self._known:
            self._learn(guest, generation)
        for older, close in list(self._open.get(guest, ())):
            if older < generation:
                close()

    def _learn(self, guest: str, generation: int) -> int:
        # What two say at once may come in either order, and a generation only grows.
        before = self._known.pop(guest, (0, 0.0))[0]
        self._known[guest] = max(generation, before), time.monotonic()
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return max(generation, before)


def _read_generation(connection: Connection, guest: str) -> int:
    table = schema.sign_outs
    found = connection.execute(select(table.c.generation).where(table.c.guest == guest)).scalar()
    return found or 0


def _read_since(connection: Connection, since: float) -> list[tuple[str, int, float]]:
    table = schema.sign_outs
    query = (
        select(table.c.guest, table.c.generation, table.c.at)
        # Those who were deleted are told so by `moderation.py`.
        .where(table.c.at > since, table.c.generation < NEVER)
        .order_by(table.c.at)
        .limit(MOST_AT_ONCE)
    )
    return [(row.guest, row.generation, row.at) for row in connection.execute(query)]
