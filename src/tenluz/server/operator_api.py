"""What an operator sees and does, over HTTP: live tables, load, reports, bans. Behind a secret of
its own; without one there is nothing here. No part of the interface for programs.

Whatever changes something needs the operator's cookie, an origin of ours (`http_guard.py`) and a
header that no form of another site can send; and it is written down.
"""

import logging
import secrets
import time
from collections import Counter
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Request, Response
from sqlalchemy import Connection, func, insert, select

from tenluz.server import moderation, privacy, reports, rewriting, schema
from tenluz.server.api import JSON, TableName, is_secure
from tenluz.server.guests import address_of
from tenluz.server.operator_models import (
    AuditInfo,
    BanInfo,
    ClearName,
    Done,
    NewBan,
    OperatorSignIn,
    Overview,
    ReportInfo,
    SessionInfo,
    Settle,
)
from tenluz.server.operator_session import PATH, OperatorSession
from tenluz.server.oversight import Oversight
from tenluz.server.people_api import NO_STORE, WithModeration, WithStore
from tenluz.server.rate_limits import Buckets
from tenluz.server.refusals import refusal
from tenluz.server.store import Store

HEADER = "x-tenluz-operator"
SAFE = ("GET", "HEAD")
MOST_SHOWN = 100  # of reports, bans and the audit log each
MOST_AUDIT = 10_000
AT_ONCE = 20  # tables in one query

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$")]

logger = logging.getLogger("tenluz.operator")


def the_session(request: Request, response: Response) -> OperatorSession:
    """The way in; not found where there is no operator."""
    response.headers.update(NO_STORE)
    session: OperatorSession = request.app.state.operator
    if not session.there:
        raise refusal("no_operator")
    foreign = request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    if foreign or (request.method not in SAFE and HEADER not in request.headers):
        raise refusal("not_operator")
    return session


WithSession = Annotated[OperatorSession, Depends(the_session)]


def only_operators(request: Request, session: WithSession) -> None:
    """Refused for anybody else."""
    if not session.is_open(request):
        raise refusal("not_operator")


def the_oversight(request: Request) -> Oversight:
    """What workers have."""
    oversight: Oversight = request.app.state.oversight
    return oversight


entrance = APIRouter(prefix=PATH, include_in_schema=False)
router = APIRouter(prefix=PATH, include_in_schema=False, dependencies=[Depends(only_operators)])


# --- the way in ---------------------------------------------------------------------------------


@entrance.get("/session")
def is_it_me(request: Request, session: WithSession) -> SessionInfo:
    """Whether you are signed in."""
    return SessionInfo(session.is_open(request))


@entrance.post("/session")
async def sign_in(
    asked: OperatorSignIn,
    request: Request,
    response: Response,
    session: WithSession,
    store: WithStore,
) -> SessionInfo:
    """Sign in with the secret."""
    tries: Buckets = request.app.state.secrets
    address = address_of(request)
    if not tries.take(address):
        raise refusal("too_fast")
    if not session.knows(asked.secret):
        logger.warning("a wrong operator's secret", extra={"address": address})
        raise refusal("wrong_secret")
    await store.transact(_write_down, "signed_in", "", "")
    session.open(response, secure=is_secure(request))
    return SessionInfo(open=True)


@entrance.delete("/session")
def sign_out(request: Request, response: Response, session: WithSession) -> SessionInfo:
    """Sign out in this browser."""
    session.close(response, secure=is_secure(request))
    return SessionInfo(open=False)


# --- seen ---------------------------------------------------------------------------------------


@router.get("/overview", response_model=Overview)
async def overview(
    store: WithStore, oversight: Annotated[Oversight, Depends(the_oversight)]
) -> Response:
    """Live tables, load, reports, bans, and what was done."""
    await store.transact(moderation.watch)
    found = await store.read(_read_all)
    workers: list[Any] = await oversight.all()
    body = orjson.dumps(Overview(time.time(), workers, *found))
    return Response(body, media_type=JSON, headers=NO_STORE)


def _read_all(
    connection: Connection,
) -> tuple[list[ReportInfo], list[BanInfo], list[AuditInfo]]:
    found = reports.read(connection)
    times = Counter((one.guest, one.name) for one in found)
    first = {(one.guest, one.name): one for one in reversed(found)}
    shown = sorted(first.values(), key=lambda one: one.at)[:MOST_SHOWN]
    bans = moderation.read_bans(connection, MOST_SHOWN)
    audit = schema.audit
    done = connection.execute(select(audit).order_by(audit.c.at.desc()).limit(MOST_SHOWN))
    return (
        [
            ReportInfo(
                one.id, one.table_id, one.seat, one.name, one.guest, one.at,
                times[one.guest, one.name],
            )
            for one in shown
        ],
        [BanInfo(one.id, one.kind, one.subject, one.reason, one.since, one.until) for one in bans],
        [AuditInfo(row.at, row.action, row.subject, row.detail) for row in done],
    )  # fmt: skip


# --- done ---------------------------------------------------------------------------------------


@router.post("/bans")
async def ban(asked: NewBan, store: WithStore, now: WithModeration) -> BanInfo:
    """Keep somebody out for a time."""
    new = await store.transact(_ban, asked)
    await now.look()
    return BanInfo(new.id, new.kind, new.subject, new.reason, new.since, new.until)


def _ban(connection: Connection, asked: NewBan) -> moderation.Ban:
    who, seconds = asked.who, asked.hours * 3600
    new = moderation.ban(connection, asked.kind, who, asked.reason, seconds)
    _write_down(connection, "banned", who, f"{asked.hours:g} h: {asked.reason}")
    return new


@router.delete("/bans/{name}")
async def lift(name: Id, store: WithStore, now: WithModeration) -> Done:
    """Let somebody in again."""
    await store.transact(_lift, name)
    await now.look()
    return Done()


def _lift(connection: Connection, name: str) -> None:
    found = moderation.lift(connection, name)
    if found is not None:
        _write_down(connection, "lifted", found.subject, found.reason)


@router.post("/reports/{name}")
async def settle(asked: Settle, name: Id, store: WithStore, now: WithModeration) -> Done:
    """Take a reported name away, or leave it."""
    report = await store.read(reports.find, name)
    if report is not None:  # else another operator was quicker
        if asked.action == "clear":
            await _clear(store, report.guest, report.name)
        # Last: a report whose name could not be cleared is still there.
        await store.transact(_settle, report, asked.action)
    await now.look()
    return Done()


def _settle(connection: Connection, report: reports.Report, action: str) -> None:
    count = reports.settle(connection, report)
    if action == "dismiss" and count:
        _write_down(connection, privacy.DISMISSED, report.guest, f"{report.name} ({count})")


@router.post("/names")
async def clear_name(asked: ClearName, store: WithStore, now: WithModeration) -> Done:
    """Take a name away that nobody has reported."""
    await _clear(store, asked.guest, asked.name)
    await now.look()
    return Done()


async def _clear(store: Store, guest: str, name: str) -> None:
    await store.transact(_begin_to_clear, guest, name)
    after = ""
    while names := await store.read(rewriting.tables_of, guest, after, AT_ONCE):
        for after in names:
            await store.transact(moderation.clear_name_at, after, guest, name)


def _begin_to_clear(connection: Connection, guest: str, name: str) -> None:
    moderation.clear_name(connection, guest, name)
    _write_down(connection, "cleared", guest, name)


@router.delete("/tables/{table}")
async def close_table(table: TableName, store: WithStore, now: WithModeration) -> Done:
    """Delete a table with its log; whoever is there is told that it is closed."""
    if not await store.transact(_close_table, table):
        raise refusal("no_table")
    await now.look()
    return Done()


def _close_table(connection: Connection, table: str) -> bool:
    tables = schema.tables
    found = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
    if found is None:
        return False
    rewriting.delete_table(connection, table)
    rewriting.tell_workers(connection)
    _write_down(connection, "closed", table, found.game)
    return True


# --- written down -------------------------------------------------------------------------------


def _write_down(connection: Connection, action: str, subject: str, detail: str) -> None:
    """What an operator did, in the same transaction in which it was done."""
    audit: Any = schema.audit
    if moderation.count(connection, audit) >= MOST_AUDIT:
        oldest = select(func.min(audit.c.at)).scalar_subquery()
        connection.execute(audit.delete().where(audit.c.at == oldest))
    row = {"id": secrets.token_urlsafe(9), "at": time.time(), "action": action}
    connection.execute(insert(audit), {**row, "subject": subject[:64], "detail": detail[:200]})
    logger.info("an operator did something", extra={"code": action})
