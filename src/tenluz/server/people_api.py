"""People and the server they play on: their own data over HTTP, and names that they report."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from starlette.responses import StreamingResponse

from tenluz.engine.errors import GameError
from tenluz.engine.types import JsonObject
from tenluz.server import passkeys, privacy, reports
from tenluz.server.accounts import Accounts
from tenluz.server.api import (
    JSON,
    ONLY_WELCOME,
    PROBLEMS,
    ForAnybody,
    WithGuest,
    WithTable,
    is_secure,
)
from tenluz.server.guests import Guests, address_of
from tenluz.server.http_models import Deleted, DeleteData, NameReport, PrivacyInfo, Reported
from tenluz.server.moderation import Moderation
from tenluz.server.rate_limits import Buckets
from tenluz.server.refusals import refusal
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Store

router = APIRouter(prefix="/api", responses=PROBLEMS)

NO_STORE = {"cache-control": "no-store"}
FILE = {"content-disposition": 'attachment; filename="tenluz-my-data.json"'}


def the_store(request: Request) -> Store:
    """What is kept."""
    store: Store = request.app.state.store
    return store


def the_moderation(request: Request) -> Moderation:
    """Who may come."""
    moderation: Moderation = request.app.state.moderation
    return moderation


WithStore = Annotated[Store, Depends(the_store)]
WithModeration = Annotated[Moderation, Depends(the_moderation)]


# --- one's own data -----------------------------------------------------------------------------


@router.get("/privacy")
def how_long(request: Request) -> PrivacyInfo:
    """How long this server keeps what, in days; 0 is for ever."""
    settings: ServerSettings = request.app.state.settings
    return PrivacyInfo(
        names_days=settings.keep_names_days,
        unfinished_days=settings.keep_unfinished_days,
        finished_days=settings.keep_finished_days,
    )


@router.get("/me/data", response_model=dict[str, Any])
async def my_data(request: Request, guest: ForAnybody, store: WithStore) -> Response:
    """All that is kept about you, as one file: your tables, and what you did there. Nothing of
    other people is in it. Empty without a cookie."""
    _count(request)
    told = _nothing() if guest is None else privacy.export(store, guest)
    first = await anext(told)  # while it can still be said that there is nothing to be had
    return StreamingResponse(_all(first, told), media_type=JSON, headers={**NO_STORE, **FILE})


async def _all(first: bytes, more: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in more:
        yield piece


async def _nothing() -> AsyncIterator[bytes]:
    yield b"{}\n"


@router.delete("/me/data")
async def delete_my_data(
    request: Request,
    response: Response,
    guest: ForAnybody,
    store: WithStore,
    moderation: WithModeration,
    asked: DeleteData | None = None,
) -> Deleted:
    """Delete all that is kept about you. Games with others stay without your name, and a seat of
    yours in a running game is free; games without other people go. Your cookie ends. Who has an
    account shows a passkey first, as a cookie may be stolen."""
    _count(request)
    guests: Guests = request.app.state.guests
    if guest is not None and await Accounts(store).find(guest.id) is not None:
        passkeys.check_proof(guests, asked.proof if asked else None, guest.id)
    tables = 0
    try:
        if guest is not None:
            tables = await privacy.forget(store, guest.id)
            await moderation.look()
    except GameError:
        raise
    except Exception as problem:
        raise refusal("not_kept") from problem
    guests.forget(response, secure=is_secure(request))
    response.headers.update(NO_STORE)
    return Deleted(tables=tables)


def _count(request: Request) -> None:
    asked: Buckets = request.app.state.exports
    if not asked.take(address_of(request)):
        raise refusal("too_fast")


# --- names of others ----------------------------------------------------------------------------


@router.post("/tables/{table}/report", dependencies=[ONLY_WELCOME])
async def report_name(
    report: NameReport, request: Request, table: WithTable, guest: WithGuest, store: WithStore
) -> Reported:
    """Tell the operator of this server that a name at a table is not fit to be seen. Whoever has it
    does not hear of it."""
    asked: Buckets = request.app.state.reports
    if not asked.take(address_of(request)):
        raise refusal("too_fast")
    chairs = table.log.seating.chairs
    chair = chairs[report.seat] if report.seat < len(chairs) else None
    if chair is None or not chair.guest or not chair.name or chair.guest == guest.id:
        raise refusal("no_name")
    about: JsonObject = {"table": table.id, "seat": report.seat, "name": chair.name}
    try:
        new = await store.transact(reports.add, *about.values(), chair.guest, guest.id)
    except GameError:
        raise
    except Exception as problem:
        raise refusal("not_kept") from problem
    return Reported(new=new)
