"""What came of finished games, for each person: kept when a game ends, and made again from its log
where that was missed. Knows of games what their outcomes say.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Executable, delete, func, select, text
from sqlalchemy.sql import and_, case

from tenluz.engine.game import NO_SEAT, Outcome
from tenluz.engine.types import Seat
from tenluz.server import schema
from tenluz.server.store import Entry, Store, TableRow
from tenluz.server.table_log import TableLog

A_PAGE = 50  # games
MADE_AT_ONCE = 20  # logs that are folded for somebody who asks

_KEEP = text(
    "insert into results (table_id, guest, game, seat, players, score, won, finished) values "
    "(:table_id, :guest, :game, :seat, :players, :score, :won, :finished) "
    "on conflict (table_id, guest) do nothing"
)
_COPY = text(
    "insert into results (table_id, guest, game, seat, players, score, won, finished) "
    "select table_id, :to, game, seat, players, score, won, finished from results as theirs "
    "where guest = :before and seat >= 0 and not exists "
    "(select 1 from results where table_id = theirs.table_id and guest = :to)"
)
_NOT_THEIRS = text("update results set seat = -1 where guest = :before")


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game of a guest. Who had left before its end has no seat."""

    table_id: str
    guest: str
    game: str
    seat: Seat
    players: int
    score: int
    won: bool
    finished: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Totals:
    """All finished games of a guest in one game."""

    game: str
    games: int
    won: int
    score: int  # the sum
    best: int


def winners(outcome: Outcome) -> set[Seat]:
    """Who has won: everybody or nobody where a game says `won`, the seat that it calls `winner`,
    else whoever has the most points."""
    told, seats = outcome.to_json(), range(len(outcome.scores))
    if "won" in told:
        return {Seat(seat) for seat in seats} if told["won"] else set()
    if "winner" in told:
        return {Seat(told["winner"])}
    best = max(outcome.scores)
    return {Seat(seat) for seat in seats if outcome.scores[seat] == best}


def results_of(log: TableLog) -> list[Result]:
    """What came of a game, for all who ever sat there: as it was at its last move. Of one that was
    put an end to before its own, nothing did."""
    row, players, known = log.row, len(log.seating.chairs), log.seating.known.items()
    if not log.over:
        at = log.entries[-1].at
        return [
            Result(row.id, guest, row.game, NO_SEAT, players, 0, False, at) for guest, _ in known
        ]
    outcome = log.match.outcome()
    scores, won = outcome.scores, winners(outcome)
    last = next(entry for entry in reversed(log.entries) if entry.kind == "move")
    changed = any(entry.kind == "seat" for entry in log.entries[last.seq :])
    then = _fold(row, log.entries[: last.seq]).seating if changed else log.seating
    found = []
    for guest, seat in known:
        sat = then.seat_of(guest) is not None
        place, has_won = seat if sat else NO_SEAT, sat and seat in won
        score = int(scores[seat])
        found.append(Result(row.id, guest, row.game, place, players, score, has_won, last.at))
    return found


def keep_results(log: TableLog) -> list[Executable]:
    """What is written when a game is over."""
    seen = schema.seen_seats
    kept: list[Executable] = [_KEEP.bindparams(**asdict(one)) for one in results_of(log)]
    return [*kept, delete(seen).where(seen.c.table_id == log.row.id)]


def hand_on(before: str, to: str) -> list[Executable]:
    """What is written when the games of a guest become another's; both at the same table stay."""
    return [_COPY.bindparams(before=before, to=to), _NOT_THEIRS.bindparams(before=before)]


async def make_missing(store: Store, guest: str) -> bool:
    """Make some results of a guest that were not kept; whether there were any."""
    missing = await store.read(_read_missing, guest)
    for name in missing:
        found = await store.load(name)
        if found is not None:  # in a thread: a long log takes its time
            await store.write(*await asyncio.to_thread(_made_again, *found))
    return bool(missing)


async def finished(store: Store, guest: str, skip: int = 0) -> list[Result]:
    """Finished games of a guest, the newest first: a page, and one more if there are more."""
    return await store.read(_read_finished, guest, skip)


async def totals(store: Store, guest: str) -> list[Totals]:
    """What a guest has done in each game."""
    return await store.read(_read_totals, guest)


async def kept(store: Store, names: list[str]) -> set[str]:
    """Which of these tables there still are."""
    return await store.read(_read_kept, names)


def _made_again(row: TableRow, entries: Sequence[Entry]) -> list[Executable]:
    return keep_results(_fold(row, entries))


def _fold(row: TableRow, entries: Sequence[Entry]) -> TableLog:
    log = TableLog(row)
    for entry in entries:
        log.apply(entry)
    return log


# --- queries ------------------------------------------------------------------------------------

_results, _tables, _sat = schema.results, schema.tables, schema.sat


def _of(guest: str) -> Any:
    return and_(_results.c.guest == guest, _results.c.seat >= 0)


def _read_missing(connection: Connection, guest: str) -> list[str]:
    same = and_(_results.c.table_id == _tables.c.id, _results.c.guest == guest)
    query = (
        select(_tables.c.id)
        .join(_sat, _sat.c.table_id == _tables.c.id)
        .outerjoin(_results, same)
        .where(_sat.c.guest == guest, _tables.c.over.is_(True), _results.c.guest.is_(None))
        .order_by(_tables.c.created.desc())
        .limit(MADE_AT_ONCE)
    )
    return list(connection.execute(query).scalars())


def _read_finished(connection: Connection, guest: str, skip: int) -> list[Result]:
    query = (
        select(_results)
        .where(_of(guest))
        .order_by(_results.c.finished.desc(), _results.c.table_id)
        .offset(skip)
        .limit(A_PAGE + 1)
    )
    return [Result(**row._mapping) for row in connection.execute(query)]


def _read_kept(connection: Connection, names: list[str]) -> set[str]:
    return set(connection.execute(select(_tables.c.id).where(_tables.c.id.in_(names))).scalars())


def _read_totals(connection: Connection, guest: str) -> list[Totals]:
    query = (
        select(
            _results.c.game,
            func.count(),
            func.sum(case((_results.c.won.is_(True), 1), else_=0)),
            func.sum(_results.c.score),
            func.max(_results.c.score),
        )
        .where(_of(guest))
        .group_by(_results.c.game)
        .order_by(_results.c.game)
    )
    return [Totals(row[0], *map(int, row[1:])) for row in connection.execute(query)]
