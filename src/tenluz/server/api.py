"""Tables over HTTP: make one, find one's own, take a seat along to another device.

What happens at a table goes over the socket. Nothing here answers with what only a seat may
know.
"""

import asyncio
import functools
import math
from dataclasses import replace
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import TypeAdapter
from starlette.responses import StreamingResponse

from tenluz.bots.bot import Bot
from tenluz.bots.registry import best_bot, bot_named
from tenluz.engine.catalogue import game_named
from tenluz.engine.game import MOST_SEATS, Game
from tenluz.engine.table import BOT_NAMES
from tenluz.engine.types import JsonObject, Seat
from tenluz.server.accounts import Accounts
from tenluz.server.guests import Guest, Guests, address_of, new_guest
from tenluz.server.http_models import (
    BotSeat,
    CompilingInfo,
    Failed,
    GameInfo,
    Language,
    Lesson,
    MadeTable,
    Me,
    MeInfo,
    MovedSeat,
    MySeat,
    NewTable,
    Readiness,
    Replay,
    RulebookPage,
    SeatLink,
    TableInfo,
    game_infos,
)
from tenluz.server.lesson import lesson_page
from tenluz.server.live_tables import LiveTables, MayRead
from tenluz.server.moderation import Moderation
from tenluz.server.names import distinct
from tenluz.server.pages import NO_CACHE, VARY, packed, takes_gzip
from tenluz.server.rate_limits import Buckets, ClientLimits
from tenluz.server.refusals import refusal
from tenluz.server.replay import replay, unpacked
from tenluz.server.rulebook import rulebook_page
from tenluz.server.sign_outs import SignOuts
from tenluz.server.table import LiveTable
from tenluz.server.table_log import TableLog
from tenluz.server.warm_up import WarmUp

PROBLEMS: dict[int | str, JsonObject] = {
    code: {"model": Failed} for code in (400, 403, 404, 409, 413, 422, 429, 503)
}
JSON = "application/json"
router = APIRouter(prefix="/api", responses=PROBLEMS)

GameName = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,24}$")]
SeatQuery = Annotated[Seat | None, Query(ge=0, lt=MOST_SEATS)]
TableName = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$")]


# --- what requests need -------------------------------------------------------------------


def the_live_tables(request: Request) -> LiveTables:
    """The live tables."""
    tables: LiveTables = request.app.state.live_tables
    return tables


async def whoever(request: Request) -> Guest | None:
    """Who asks, if they have a cookie of ours that still counts."""
    guests: Guests = request.app.state.guests
    moderation: Moderation = request.app.state.moderation
    sign_outs: SignOuts = request.app.state.sign_outs
    found = moderation.admit(guests.read(request))
    return found if found is not None and await sign_outs.believes(found) else None


def is_secure(request: Request) -> bool:
    """Whether a browser comes by TLS: its own, or a proxy's."""
    public = request.app.state.settings.public
    return public.secure if public else request.url.scheme == "https"


def the_guest(
    request: Request, response: Response, guest: Annotated[Guest | None, Depends(whoever)]
) -> Guest:
    """Who asks; somebody new is given a cookie.

    Only where somebody must be known: a page asks for several things at once, and each cookie
    would make somebody else of them.
    """
    guests: Guests = request.app.state.guests
    if guest is None:
        guest = new_guest()
    elif not guests.is_old(request):
        return guest
    guests.write(response, guest, secure=is_secure(request))  # by the newest key
    return guest


WithTables = Annotated[LiveTables, Depends(the_live_tables)]


def may_read(request: Request) -> MayRead:
    """Whether so many tables may be read for who asks."""
    limits: ClientLimits = request.app.state.limits
    return functools.partial(limits.logs_read.take, address_of(request))


WithReading = Annotated[MayRead, Depends(may_read)]


async def the_table(table: TableName, tables: WithTables, may_read: WithReading) -> LiveTable:
    """The table that the path names."""
    found = await tables.find(table, may_read)
    if found is None:
        raise refusal("no_table")
    return found


def only_welcome(request: Request, guest: Annotated[Guest | None, Depends(whoever)]) -> None:
    """Refused for who is banned."""
    moderation: Moderation = request.app.state.moderation
    moderation.check(guest, address_of(request))


WithGuest = Annotated[Guest, Depends(the_guest)]
ONLY_WELCOME = Depends(only_welcome)
ForAnybody = Annotated[Guest | None, Depends(whoever)]
WithTable = Annotated[LiveTable, Depends(the_table)]


# --- the server ---------------------------------------------------------------------------


@router.get("/ready")
async def is_ready(request: Request) -> Readiness:
    """Whether tables are opened, and if not, for how long. Ask once a second at most."""
    warming: WarmUp = request.app.state.warming
    state = warming.progress.now()
    compiling = None
    if state is not None:
        compiling = CompilingInfo(done=round(state.done, 3), seconds=math.ceil(state.seconds))
    return Readiness(ready=warming.ready.done(), compiling=compiling)


# --- games and guests ---------------------------------------------------------------------


@router.get("/games", response_model=list[GameInfo])
def games(request: Request) -> Response:
    """The games, with everything that can be chosen before the first card."""
    return _for_everybody(request, TypeAdapter(list[GameInfo]).dump_json(game_infos()))


def _for_everybody(request: Request, content: bytes) -> Response:
    """What all are told alike, and no secret is in: a quarter of the bytes for who can unpack."""
    headers = {**NO_CACHE, **VARY}
    if takes_gzip(request.headers):
        content, headers["content-encoding"] = packed(content), "gzip"
    return Response(content, media_type=JSON, headers=headers)


@router.get("/games/{game}/words/{language}")
def words_of_a_game(game: GameName, language: Language) -> dict[str, str]:
    """The sentences of a game in a language, for pages that were not built with them; none where
    the game has none."""
    path = game_named(game).folder / "words" / f"{language}.json"
    found: dict[str, str] = orjson.loads(path.read_bytes()) if path.is_file() else {}
    return found


@router.get("/games/{game}/rules/{language}")
def rules_of_a_game(game: GameName, language: Language, short: bool = False) -> RulebookPage:
    """The rules of a game for people, in a language, whole or in short. Each clause of the whole
    has an anchor."""
    return rulebook_page(game, language, short)


@router.get("/games/{game}/lesson/{language}", response_model=Lesson)
def lesson_in_a_game(request: Request, game: GameName, language: Language) -> Response:
    """A first lesson: prepared positions, what the learner is to do in each, and what the table
    says then."""
    return _for_everybody(request, lesson_page(game, language))


@router.get("/me")
def who_am_i(guest: WithGuest) -> MeInfo:
    """You, as your cookie says."""
    return MeInfo(name=guest.name, language=guest.language)


@router.put("/me", dependencies=[ONLY_WELCOME])
async def call_me(me: Me, request: Request, response: Response, guest: WithGuest) -> MeInfo:
    """Choose a name and a language; what is left out stays."""
    moderation: Moderation = request.app.state.moderation
    name = moderation.name_of(guest.id, me.name or guest.name)
    chosen = replace(guest, name=name, language=me.language or guest.language)
    guests: Guests = request.app.state.guests
    guests.write(response, chosen, secure=is_secure(request))
    if chosen != guest:  # an account keeps it for other devices
        await Accounts(request.app.state.store).call(guest.id, chosen.name, chosen.language)
    return MeInfo(name=chosen.name, language=chosen.language)


# --- tables -------------------------------------------------------------------------------


@router.post("/tables", status_code=201, dependencies=[ONLY_WELCOME])
async def make_table(
    new: NewTable, request: Request, guest: WithGuest, tables: WithTables
) -> MadeTable:
    """Make a table. The cards are dealt at once; the link is for friends and watchers."""
    limits: ClientLimits = request.app.state.limits
    game = game_named(new.game)
    options = game.options({"players": len(new.seats), **new.options})
    if options.players != len(new.seats):
        raise refusal(
            "seats_differ", f"{len(new.seats)} seats are named for {options.players} players."
        )
    if sum(isinstance(seat, MySeat) for seat in new.seats) > 1:
        raise refusal("two_seats")
    address = address_of(request)
    if not limits.take_table(guest.id, address):
        raise refusal("too_fast")
    bots = [_bot(game, seat) if isinstance(seat, BotSeat) else None for seat in new.seats]
    slow = any(bot.slow for bot in bots if bot is not None)
    if slow and not limits.take_slow_table(guest.id, address):
        raise refusal("too_fast")
    moderation: Moderation = request.app.state.moderation
    own_name = moderation.name_of(guest.id, new.name or guest.name)
    chairs: list[JsonObject] = []
    for number, (seat, bot) in enumerate(zip(new.seats, bots)):
        if isinstance(seat, MySeat):
            chairs.append({"guest": guest.id, "name": own_name})
        elif bot is not None:
            chairs.append({"name": distinct(BOT_NAMES[number], [own_name]), "bot": bot.name})
        else:
            chairs.append({})
    pace = request.app.state.settings.pace if new.pace is None else new.pace
    table = await tables.create(game, options, chairs, pace, guest.id, address)
    return MadeTable(table=table.id, link=f"{request.app.state.base}/table/{table.id}")


def _bot(game: Game, seat: BotSeat) -> Bot:
    return bot_named(game, seat.bot or best_bot(game))


@router.get("/tables/mine")
async def my_tables(
    guest: ForAnybody, tables: WithTables, may_read: WithReading
) -> list[TableInfo]:
    """Your games that are not over, the newest first; none without a cookie."""
    found = await tables.unfinished(guest.id, may_read) if guest else []
    return [_info(log, online, guest) for log, online in found]


@router.get("/tables/{table}")
async def see_table(table: WithTable, guest: ForAnybody) -> TableInfo:
    """A table as everybody may see it."""
    return _info(table.log, table.online, guest)


@router.get("/tables/{table}/record")
async def read_record(table: WithTable) -> JsonObject:
    """The whole game as a record, with seed and decks: only when it is over."""
    if not table.log.over:
        raise refusal("not_over")  # its record would tell every card
    return table.log.match.record.to_json()


@router.get("/tables/{table}/replay", response_model=Replay)
async def watch_again(
    table: WithTable, guest: ForAnybody, request: Request, seat: SeatQuery = None
) -> Response:
    """The whole game as a seat saw it, yours or the first one unless you say which: only when it
    is over."""
    asked: Buckets = request.app.state.replays  # a whole game is folded for it
    if not asked.take(address_of(request)):
        raise refusal("too_fast")
    own = table.log.seating.seat_of(guest.id if guest else None)
    shown = seat if seat is not None else own if own is not None else Seat(0)
    folding: asyncio.Lock = request.app.state.folding  # one takes memory enough
    async with folding:
        found = await asyncio.to_thread(replay, table.log, shown)
    if takes_gzip(request.headers):
        return Response(found, media_type=JSON, headers={**VARY, "content-encoding": "gzip"})
    return StreamingResponse(unpacked(found), media_type=JSON, headers=VARY)


def _info(log: TableLog, online: set[str], guest: Guest | None) -> TableInfo:
    return TableInfo(
        table=log.row.id,
        game=log.game.name,
        options=log.row.options,
        seats=log.seating.seats(online),
        you=log.viewer(guest.id if guest else None),
        turn=log.match.seat,
        over=log.over,
        created=log.row.created,
    )


# --- the same seat on another device ------------------------------------------------------


@router.post("/tables/{table}/move-device", dependencies=[ONLY_WELCOME])
async def move_device(table: WithTable, guest: ForAnybody, request: Request) -> SeatLink:
    """A private link that gives your seat to whoever opens it first: you, elsewhere."""
    seating = table.log.seating
    seat = seating.seat_of(guest.id) if guest else None
    if guest is None or seat is None:
        raise refusal("not_seated")
    guests: Guests = request.app.state.guests
    content = {
        "table": table.id,
        "seat": seat,
        "guest": guest.id,
        "generation": guest.generation,
        "moves": seating.moves[seat],
    }
    token = guests.link(content)
    return SeatLink(token=token, link=f"{request.app.state.base}/seat/{token}")


async def _linked(token: str, request: Request, tables: LiveTables) -> tuple[LiveTable, JsonObject]:
    content = request.app.state.guests.read_link(token)
    table = await tables.find(content["table"], may_read(request)) if content else None
    if content is None or table is None:
        raise refusal("no_link")
    # Who has signed out everywhere may have done so because of somebody who made this link.
    sign_outs: SignOuts = request.app.state.sign_outs
    if not await sign_outs.believes(_holder(content)):
        raise refusal("no_link")
    return table, content


def _holder(link: JsonObject) -> Guest:
    return Guest(link["guest"], generation=link.get("generation", 0))  # links of before had none


@router.get("/seat/{token}")
async def see_seat_link(
    token: str, request: Request, guest: ForAnybody, tables: WithTables
) -> MovedSeat:
    """What a private link is for. Looking does not use it up: messengers look at links."""
    table, content = await _linked(token, request, tables)
    seat = content["seat"]
    seating = table.log.seating
    if (
        guest is None or seating.seat_of(guest.id) != seat
    ):  # someone who has already moved may look again
        seating.check_link(seat, content["guest"], content["moves"])
    return MovedSeat(table=table.id, seat=seat, name=seating.chairs[seat].name)


@router.post("/seat/{token}", dependencies=[ONLY_WELCOME])
async def take_seat_along(
    token: str, request: Request, guest: WithGuest, tables: WithTables
) -> MovedSeat:
    """Play the seat of a private link from this device on. It works once."""
    table, content = await _linked(token, request, tables)
    moderation: Moderation = request.app.state.moderation
    moderation.check(_holder(content), address_of(request))  # as a new guest they would play on
    seat = content["seat"]
    if table.log.seating.seat_of(guest.id) != seat:
        await table.move_seat(seat, content["guest"], content["moves"], guest.id)
    return MovedSeat(table=table.id, seat=seat, name=table.log.seating.chairs[seat].name)
