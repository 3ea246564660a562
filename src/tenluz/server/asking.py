"""How somebody comes to sit at a live table whose game has begun: they ask, all people seated
agree, and then they sit. Who asks and who has agreed is kept in `asks.py`.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Protocol

from tenluz.engine.errors import GameError
from tenluz.engine.types import JsonObject, Seat
from tenluz.server.accounts import check_seen
from tenluz.server.asks import Ask, Asks
from tenluz.server.protocol import Agree, SeatAsk, Sit
from tenluz.server.refusals import refusal
from tenluz.server.seating import Presence
from tenluz.server.store import Store
from tenluz.server.table_log import Actor, TableLog


class AskedTable(Protocol):
    """What is needed of a live table."""

    log: TableLog

    @property
    def presence(self) -> Presence:
        """Who is here."""

    async def add(
        self,
        key: str,
        check: Callable[[], tuple[str, JsonObject]],
        accept: Callable[[int], None] = ...,
    ) -> None:
        """Add what was checked to its log."""

    def people_changed(self) -> None:
        """Tell everybody, in a moment, who is here and who asks."""


class Asking:
    """Those who ask for a seat of one table. It is given every time and not kept: two that hold
    each other would stay in memory long after the table was put away."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.asks = Asks()
        self._tasks: set[asyncio.Future[None]] = set()

    def ask(self, table: AskedTable, actor: Actor, seat: Seat) -> None:
        """Somebody may not sit down without asking: so they ask."""
        assert actor.guest is not None
        self.asks.ask(actor.guest, actor.name, seat)
        table.people_changed()

    async def agree(
        self,
        table: AskedTable,
        actor: Actor,
        command: Agree,
        accept: Callable[[str, int], None],
    ) -> None:
        """Somebody seated answers who asks for a seat: after the last yes they sit."""
        log, seat = table.log, command.seat
        if actor.guest is None or log.seating.seat_of(actor.guest) is None:
            raise refusal("not_seated")
        table.people_changed()
        if not command.yes:
            self.asks.decline(seat)
            accept(command.id, log.seq)
            return
        ask = self.asks.agree(seat, actor.guest)
        if not log.seating.people <= ask.agreed:
            accept(command.id, log.seq)
            return
        await self._sit(table, seat, ask, command.id, lambda seq: accept(command.id, seq))

    async def _sit(
        self,
        table: AskedTable,
        seat: Seat,
        ask: Ask,
        name: str,
        accept: Callable[[int], None] = lambda seq: None,
    ) -> None:
        """Let somebody sit down to whom all have agreed."""
        await check_seen(self._store, table.log, ask.guest, seat)
        sits, asker = Sit(id=name, seat=seat), Actor(ask.guest, ask.name)
        self.asks.forget(ask.guest)
        await table.add(
            f"{ask.guest}:{name}",
            lambda: table.log.check(asker, sits, table.presence, ask.agreed),
            accept,
        )

    def listed(self, table: AskedTable) -> list[SeatAsk]:
        """Who would like to sit down."""
        return self.asks.listed([chair.guest for chair in table.log.seating.chairs])

    # --- with other workers ---------------------------------------------------------------

    def hear_others(self, table: AskedTable, told: Sequence[JsonObject]) -> bool:
        """What was said to other workers, as they tell it; whether that changes who asks."""
        before = self.listed(table)
        self.asks.hear_others(told)
        return before != self.listed(table)

    def seat_agreed(self, table: AskedTable) -> None:
        """Let those sit to whom all have agreed: the last two said yes at once, each to another
        worker."""
        for seat, ask in self.asks.agreed_by(table.log.seating.people):
            task = asyncio.ensure_future(self._seat_asker(table, seat, ask))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _seat_asker(self, table: AskedTable, seat: Seat, ask: Ask) -> None:
        with contextlib.suppress(GameError):  # somebody was quicker
            await self._sit(table, seat, ask, f"agreed{table.log.seq}")
