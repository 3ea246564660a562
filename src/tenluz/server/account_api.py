"""Accounts over HTTP: passkeys, sign-in and sign-out, finished games. Nobody needs one.

An account is a guest who has a passkey, and signing in makes a device that guest. Who the device
was before is kept in a second cookie and comes back at sign-out; nothing of theirs is touched
unless they ask for it. Whoever was at a device knows what it has seen: at tables that still run
they may take no other seat.
"""

import asyncio
import secrets
import time
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from tenluz.server import passkeys, results
from tenluz.server.account_models import (
    MOST_SKIPPED,
    AccountInfo,
    AskPasskey,
    BeforeInfo,
    FinishedGame,
    GamesPlayed,
    GameTotals,
    NamePasskey,
    NewPasskey,
    PasskeyInfo,
    RemovePasskey,
    SignedIn,
    SignIn,
    SignOut,
    TakenAlong,
    WantPasskey,
    WantSignIn,
)
from tenluz.server.accounts import MOST_PASSKEYS, Account, Accounts, Passkey
from tenluz.server.api import (
    ONLY_WELCOME,
    PROBLEMS,
    ForAnybody,
    WithGuest,
    WithReading,
    WithTable,
    WithTables,
    is_secure,
)
from tenluz.server.guests import Guest, Guests, address_of, new_guest
from tenluz.server.http_models import MovedSeat
from tenluz.server.live_tables import LiveTables, MayRead
from tenluz.server.moderation import Moderation
from tenluz.server.passkeys import RelyingParty
from tenluz.server.people_api import WithStore, the_store
from tenluz.server.rate_limits import ClientLimits
from tenluz.server.refusals import refusal
from tenluz.server.results import A_PAGE
from tenluz.server.sign_outs import SignOuts
from tenluz.server.store import Conflict

MOST_MADE = 10  # times that results are made for somebody, before the rest must wait

router = APIRouter(prefix="/api", responses=PROBLEMS)


# --- what requests need -------------------------------------------------------------------


def counted(request: Request) -> None:
    """Refuse who asks too often."""
    limits: ClientLimits = request.app.state.limits
    if not limits.accounts.take(address_of(request)):
        raise refusal("too_fast")


def the_accounts(request: Request) -> Accounts:
    """The accounts."""
    return Accounts(the_store(request))


def the_guests(request: Request) -> Guests:
    """What signs."""
    guests: Guests = request.app.state.guests
    return guests


def the_sign_outs(request: Request) -> SignOuts:
    """Which cookies count."""
    sign_outs: SignOuts = request.app.state.sign_outs
    return sign_outs


def the_party(request: Request) -> RelyingParty:
    """What passkeys belong to; refused where there can be none."""
    found = passkeys.relying_party(request, request.app.state.settings)
    if found is None:
        raise refusal("no_passkeys_here")
    return found


async def who_before(
    request: Request,
    guests: Annotated[Guests, Depends(the_guests)],
    sign_outs: Annotated[SignOuts, Depends(the_sign_outs)],
) -> Guest | None:
    """Who this device was before somebody signed in."""
    moderation: Moderation = request.app.state.moderation
    found = moderation.admit(guests.read_before(request))
    return found if found is not None and await sign_outs.believes(found) else None


def not_banned_before(
    request: Request, before: Annotated[Guest | None, Depends(who_before)]
) -> None:
    """Refused where this device was a guest who is banned: as somebody else they would play on."""
    moderation: Moderation = request.app.state.moderation
    moderation.check(before, address_of(request))


COUNTED = [Depends(counted)]
BRINGS_ALONG = [*COUNTED, ONLY_WELCOME, Depends(not_banned_before)]
WithAccounts = Annotated[Accounts, Depends(the_accounts)]
WithGuests = Annotated[Guests, Depends(the_guests)]
WithSignOuts = Annotated[SignOuts, Depends(the_sign_outs)]
WithParty = Annotated[RelyingParty, Depends(the_party)]
Before = Annotated[Guest | None, Depends(who_before)]
PasskeyName = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,1364}$")]


async def own_passkey(passkey: PasskeyName, guest: ForAnybody, accounts: WithAccounts) -> Passkey:
    """A passkey of whoever asks."""
    found = await accounts.passkey(passkey)
    if found is None or guest is None or found.guest != guest.id:
        raise refusal("unknown_passkey")
    return found


OwnPasskey = Annotated[Passkey, Depends(own_passkey)]


# --- my account ---------------------------------------------------------------------------


@router.get("/account", dependencies=COUNTED)
async def my_account(
    request: Request,
    guest: ForAnybody,
    accounts: WithAccounts,
    before: Before,
    tables: WithTables,
    may_read: WithReading,
    store: WithStore,
) -> AccountInfo:
    """Your passkeys, where they work, and what this device has of who it was before."""
    party = passkeys.relying_party(request, request.app.state.settings)
    found = await accounts.passkeys(guest.id) if guest else []
    left = None
    if found and before is not None:
        running = [log.row.id for log, _ in await tables.unfinished(before.id, may_read)]
        done = sum(one.games for one in await results.totals(store, before.id))
        left = BeforeInfo(tables=running, finished=done) if running or done else None
    return AccountInfo(
        passkeys=[_info(one) for one in found],
        most_passkeys=MOST_PASSKEYS,
        works_at=party.origin if party else "",
        before=left,
    )


@router.get("/account/games", dependencies=COUNTED)
async def my_finished_games(
    guest: ForAnybody,
    store: WithStore,
    skip: Annotated[int, Query(ge=0, le=MOST_SKIPPED)] = 0,
) -> GamesPlayed:
    """Your finished games and what came of them, with an account or without."""
    if guest is None:
        return GamesPlayed(totals=[], games=[], more=False)
    await results.make_missing(store, guest.id)
    found = await results.finished(store, guest.id, skip)
    there = await results.kept(store, [one.table_id for one in found])
    return GamesPlayed(
        totals=[GameTotals(**asdict(one)) for one in await results.totals(store, guest.id)],
        games=[
            FinishedGame(
                table=one.table_id,
                game=one.game,
                seat=one.seat,
                players=one.players,
                score=one.score,
                won=one.won,
                finished=one.finished,
                kept=one.table_id in there,
            )
            for one in found[:A_PAGE]
        ],
        more=len(found) > A_PAGE,
    )


# --- passkeys -----------------------------------------------------------------------------


@router.post("/account/passkeys/options", dependencies=COUNTED)
async def ask_for_passkey(
    wanted: WantPasskey, guest: WithGuest, accounts: WithAccounts, guests: WithGuests, by: WithParty
) -> AskPasskey:
    """What to ask a browser for, to make a passkey. The first makes an account of a guest; for
    more, one of those that are there must have been shown just now."""
    account = await accounts.find(guest.id)
    there = await accounts.passkeys(guest.id)
    if account is not None:
        passkeys.check_proof(guests, wanted.proof, guest.id)
    if len(there) >= MOST_PASSKEYS:
        raise refusal("enough_passkeys")
    handle = account.handle if account else secrets.token_bytes(passkeys.HANDLE_BYTES)
    ticket = passkeys.new_ticket("new", guest.id, handle)
    options = await asyncio.to_thread(passkeys.ask_for_new, by, ticket, guest.name, there)
    return AskPasskey(ticket=ticket.write(guests), options=options)


@router.post("/account/passkeys", status_code=201, dependencies=COUNTED)
async def add_passkey(
    new: NewPasskey, guest: WithGuest, accounts: WithAccounts, guests: WithGuests, by: WithParty
) -> PasskeyInfo:
    """Keep a passkey that a browser has made."""
    ticket = passkeys.read_ticket(guests, new.ticket, guest.id, "new")
    handle = bytes.fromhex(ticket.handle)
    account = await accounts.find(guest.id)
    if account is None:
        account = Account(guest.id, handle, guest.name, guest.language, time.time())
    elif account.handle != handle:  # made by another ticket meanwhile
        raise refusal("no_ticket")
    answer = new.answer.model_dump()
    made = await asyncio.to_thread(passkeys.verify_new, by, ticket, new.name, answer, account)
    try:
        await accounts.add(account, made, ticket.challenge, ticket.until)
    except Conflict:
        raise refusal("passkey_there") from None
    return _info(made)


@router.put("/account/passkeys/{passkey}", dependencies=COUNTED)
async def name_passkey(
    called: NamePasskey, passkey: OwnPasskey, accounts: WithAccounts
) -> PasskeyInfo:
    """Call a passkey something else."""
    await accounts.name_passkey(passkey, called.name)
    return _info(passkey).model_copy(update={"name": called.name})


@router.post("/account/passkeys/{passkey}/remove", dependencies=COUNTED)
async def remove_passkey(
    asked: RemovePasskey,
    passkey: OwnPasskey,
    guest: WithGuest,
    accounts: WithAccounts,
    guests: WithGuests,
) -> PasskeyInfo:
    """Forget a passkey. With the last one nobody can sign in any more; you stay who you are on
    the devices that you have."""
    passkeys.check_proof(guests, asked.proof, guest.id)
    await accounts.remove_passkey(passkey)
    return _info(passkey)


# --- sign in, sign out --------------------------------------------------------------------


@router.post("/account/sign-in/options", dependencies=COUNTED)
async def ask_who(
    wanted: WantSignIn, guest: WithGuest, accounts: WithAccounts, guests: WithGuests, by: WithParty
) -> AskPasskey:
    """What to ask a browser for, to sign in or to show once more who you are."""
    allowed = await accounts.passkeys(guest.id) if wanted.again else []
    if wanted.again and not allowed:
        raise refusal("no_account")
    ticket = passkeys.new_ticket("again" if wanted.again else "sign_in", guest.id)
    options = await asyncio.to_thread(passkeys.ask_who, by, ticket, allowed)
    return AskPasskey(ticket=ticket.write(guests), options=options)


@router.post("/account/sign-in", dependencies=COUNTED)
async def sign_in(
    asked: SignIn,
    request: Request,
    response: Response,
    guest: WithGuest,
    accounts: WithAccounts,
    guests: WithGuests,
    sign_outs: WithSignOuts,
    tables: WithTables,
    may_read: WithReading,
    by: WithParty,
) -> SignedIn:
    """Be the guest of a passkey on this device from now on."""
    ticket = passkeys.read_ticket(guests, asked.ticket, guest.id, "sign_in", "again")
    passkey = await accounts.passkey(asked.answer.id)
    account = await accounts.find(passkey.guest) if passkey else None
    again = ticket.purpose == "again"
    if passkey is None or account is None or (again and account.guest != guest.id):
        raise refusal("unknown_passkey")
    answer = asked.answer.model_dump()
    counter = await asyncio.to_thread(passkeys.verify, by, ticket, answer, account, passkey)
    try:
        await accounts.use(passkey, counter, ticket.challenge, ticket.until)
    except Conflict:
        raise refusal("no_ticket") from None
    if account.guest != guest.id:
        await _have_both_seen(accounts, tables, may_read, guest.id, account.guest)
        secure = is_secure(request)
        if await accounts.find(guest.id) is None:  # else they can sign in again themselves
            guests.write_before(response, guest, secure=secure)
        generation = await sign_outs.generation(account.guest)
        signed_in = Guest(account.guest, account.name, account.language, generation)
        guests.write(response, signed_in, secure=secure)
    proof = passkeys.new_ticket("proof", account.guest).write(guests)
    return SignedIn(name=account.name, language=account.language, proof=proof)


@router.post("/account/sign-out", dependencies=COUNTED)
async def sign_out(
    asked: SignOut,
    request: Request,
    response: Response,
    guest: WithGuest,
    accounts: WithAccounts,
    guests: WithGuests,
    sign_outs: WithSignOuts,
    tables: WithTables,
    may_read: WithReading,
    before: Before,
) -> SignOut:
    """Be somebody else on this device: who it was before, or somebody new. `everywhere`: no cookie
    counts any more that you have now, on whatever device."""
    next_one = before or new_guest()
    await _have_both_seen(accounts, tables, may_read, guest.id, next_one.id)
    if asked.everywhere:
        await sign_outs.everywhere(guest.id)
    secure = is_secure(request)
    guests.write(response, next_one, secure=secure)
    guests.write_before(response, None, secure=secure)
    return asked


# --- what was played before ---------------------------------------------------------------


@router.post("/tables/{table}/take-along", dependencies=BRINGS_ALONG)
async def take_seat(
    table: WithTable, guest: ForAnybody, accounts: WithAccounts, before: Before
) -> MovedSeat:
    """Play on with your account where this device had a seat before you signed in."""
    seating = table.log.seating
    seat = seating.seat_of(before.id) if before else None
    if before is None or seat is None:
        raise refusal("not_seated")
    if guest is None or await accounts.find(guest.id) is None:
        raise refusal("no_account")
    if seating.was_removed(guest.id):
        raise refusal("removed")
    await table.move_seat(seat, before.id, seating.moves[seat], guest.id)
    return MovedSeat(table=table.id, seat=seat, name=seating.chairs[seat].name)


@router.post("/account/take-along", dependencies=BRINGS_ALONG)
async def take_games(
    guest: ForAnybody, accounts: WithAccounts, before: Before, store: WithStore
) -> TakenAlong:
    """Have the finished games in your account that were played here before you signed in."""
    if guest is None or await accounts.find(guest.id) is None:
        raise refusal("no_account")
    if before is None:
        return TakenAlong(finished=0)
    for _ in range(MOST_MADE):
        if not await results.make_missing(store, before.id):
            break
    done = sum(one.games for one in await results.totals(store, before.id))
    await accounts.take_along(before.id, guest.id)
    return TakenAlong(finished=done)


async def _have_both_seen(
    accounts: Accounts, tables: LiveTables, may_read: MayRead, one: str, other: str
) -> None:
    """A device that was one guest is another: each knows what it has shown."""
    seen = [await tables.known_seats(who, may_read) for who in (one, other)]
    await accounts.has_seen(other, seen[0])
    await accounts.has_seen(one, seen[1])


def _info(passkey: Passkey) -> PasskeyInfo:
    return PasskeyInfo(
        id=passkey.id,
        name=passkey.name,
        synced=passkey.synced,
        created=passkey.created,
        used=passkey.used,
    )
