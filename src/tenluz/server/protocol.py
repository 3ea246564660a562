"""Every message between a client and the server, both ways, as closed sets of types.

A client speaks `ToServer`, the server `ToClient`; nothing else is understood. The types of
the web client and docs/protocol.md are generated from this module. What a game shows, tells and
lets people say is of the game's own types: here it is a `screen`, events, and a `statement`.

The log of a table is numbered from 1. `seq` is the number of the last entry that a message
knows of. A client that connects says what it has seen and is given the rest; entries that
change nothing for it still carry their number. Every command has an `id` that its client
made: a command sent again after a lost connection is answered again and not done twice.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tenluz.engine.errors import Value
from tenluz.engine.game import MOST_SEATS, MOVES, WATCHER
from tenluz.engine.plain import SharedList
from tenluz.engine.types import Event, JsonObject, Move, Screen, Seat

CommandId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[Seat, Field(ge=0, lt=MOST_SEATS)]
# No game counts further, and not every reader of JSON does.
Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Seq = Annotated[int, Field(ge=0, le=1_000_000)]
BotName = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[a-z0-9_-]+$")]


class Message(BaseModel):
    """Unknown fields are refused: a message is exactly what its type says."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


# --- from a client ------------------------------------------------------------------------


class Hello(Message):
    """The first message: the last entry this client has seen, 0 for none, and from which
    seat it saw them. May be said again, by a client that has lost its way."""

    type: Literal["hello"] = "hello"
    seen: Seq = 0
    you: Annotated[Seat, Field(ge=-1, lt=MOST_SEATS)] = WATCHER


class MakeMove(Message):
    """One move of a turn by its number, made at the position after entry `at`.

    What others said or who sat down in between does not make it late; a move does.
    """

    type: Literal["move"] = "move"
    id: CommandId
    at: Seq
    move: Annotated[Move, Field(ge=0, lt=MOVES)]


class Say(Message):
    """Talk, where it is part of the game."""

    type: Literal["say"] = "say"
    id: CommandId
    # Of the game's own type.
    statement: Annotated[dict[str, str | Whole | None], Field(min_length=1, max_length=8)]


class Sit(Message):
    """Take a free seat, or the one that one has left, also from a bot. Answered with a new
    welcome, from that seat.

    Once the game has begun, all people seated must agree: it is refused with `asks_first`, they
    are asked, and the welcome comes when all have agreed. A bot's seat can be asked for too, where
    two people sit from the deal on. Where only one person sits, or no person has moved, a seat
    that was free from the start is taken without asking.
    """

    type: Literal["sit"] = "sit"
    id: CommandId
    seat: SeatNumber


class Leave(Message):
    """Give up one's seat; the table may then hand it to a bot."""

    type: Literal["leave"] = "leave"
    id: CommandId


class HandOver(Message):
    """Let a bot play a seat: a free one, one's own, or that of somebody who is away.

    With `bot: null` the seat is given back: one's own or, until the game begins, a bot's, which
    is free then.
    """

    type: Literal["hand_over"] = "hand_over"
    id: CommandId
    seat: SeatNumber
    bot: BotName | None


class Agree(Message):
    """Say yes or no to somebody who asks for a seat: see `asks` of a welcome. For people who sit
    there. It makes an entry only when it was the last yes."""

    type: Literal["agree"] = "agree"
    id: CommandId
    seat: SeatNumber
    yes: bool


class ClearSeat(Message):
    """Free the seat of somebody who is on turn and does not move. For the maker of a table; that
    player may come back."""

    type: Literal["clear_seat"] = "clear_seat"
    id: CommandId
    seat: SeatNumber


class Remove(Message):
    """Send somebody away from a seat, for good. For the maker of a table."""

    type: Literal["remove"] = "remove"
    id: CommandId
    seat: SeatNumber


class Lock(Message):
    """Close a table to new players, or open it again. For its maker. Who has a seat, or left one,
    is not new; watchers may come."""

    type: Literal["lock"] = "lock"
    id: CommandId
    locked: bool


class Again(Message):
    """Ask for another game with the same people, once this one is over. All who ask, one
    after another or at once, are led to the same new table."""

    type: Literal["again"] = "again"
    id: CommandId


class Hint(Message):
    """Ask what a bot would do here and why, on one's own turn. Answered with `hinted`; nobody else
    is told, and nothing is written down. It counts as several messages (`hint_costs`)."""

    type: Literal["hint"] = "hint"
    id: CommandId


class Ping(Message):
    """Answered with a pong."""

    type: Literal["ping"] = "ping"


Command = MakeMove | Say | Sit | Leave | HandOver | Agree | ClearSeat | Remove | Lock | Again
ToServer = Annotated[
    Hello
    | MakeMove
    | Say
    | Sit
    | Leave
    | HandOver
    | Agree
    | ClearSeat
    | Remove
    | Lock
    | Again
    | Hint
    | Ping,
    Field(discriminator="type"),
]
to_server: TypeAdapter[Hello | Command | Hint | Ping] = TypeAdapter(ToServer)


# --- from the server ----------------------------------------------------------------------

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class SeatInfo:
    """Who sits there. `bot` is set while a bot plays, also for a person who is away."""

    kind: Literal["person", "bot", "free"]
    name: str
    bot: BotName | None
    online: bool


@dataclass
class SeatChanged:
    """Somebody sat down or left (`name` says who), or a seat went to a bot and back.

    `stands_in`: a bot plays for a person; `back`: the person plays again; `freed`: a bot
    left its seat; `moved`: the person went on with the game on another device; `cleared`,
    `removed`: the maker of the table freed the seat; `locked`, `unlocked`: who made the table
    closed it to new players, or opened it (`seat` is the maker's, -1 for none).

    Until the first move is made the cards are dealt anew when somebody leaves: that seat has
    been looked through.
    """

    seat: Seat
    change: Literal[
        "sat",
        "left",
        "bot",
        "stands_in",
        "back",
        "freed",
        "moved",
        "cleared",
        "removed",
        "locked",
        "unlocked",
    ]
    name: str
    event: Literal["seat"] = "seat"


@dataclass
class GoesOn:
    """Somebody asked for another game: it is played at `table`, where the same people sit."""

    seat: Seat
    name: str
    table: str
    event: Literal["goes_on"] = "goes_on"


# For pydantic these are anything: what they are in truth, the games say.
if TYPE_CHECKING:
    AnyEvent = Event  # one of the game's, or a SeatChanged, or a GoesOn
    AnyScreen = Screen
else:
    AnyEvent = AnyScreen = Any


@dataclass
class Told:
    """What one entry of the log tells this viewer: perhaps nothing, or no longer anything."""

    seq: int
    events: list[AnyEvent]


@dataclass
class SeatAsk:
    """Somebody asks for a seat; the people of these seats have agreed."""

    seat: Seat
    name: str
    agreed: list[Seat]


@dataclass
class Welcome:
    """The answer to hello: where the table stands, and the entries after `since`.

    `since` is what the client said it has seen, or 0: then it forgets what it had. It is later
    where too much has happened to tell it all. What the rules have covered up meanwhile is not
    told again: a trick that was turned over (S-4).
    """

    table: str
    game: str
    options: JsonObject
    you: Seat  # your seat; -1 for a watcher
    old_seat: Seat  # the one that you have left and may take again; -1 for none
    seats: list[SeatInfo]
    watchers: int
    bots: list[str]  # of this game, from the weakest to the strongest
    best_bot: str  # the strongest that is not slow: it sits where nobody says which
    seq: int
    since: int
    entries: list[Told]
    screen: AnyScreen
    yours: bool = False  # you made this table
    locked: bool = False  # nobody new may sit down
    asks: list[SeatAsk] = field(default_factory=list)
    type: Literal["welcome"] = "welcome"


@dataclass
class News:
    """New entries, and what the table looks like after them; `seats` if they changed."""

    seq: int
    entries: list[Told]
    screen: AnyScreen
    seats: list[SeatInfo] | None = None
    type: Literal["news"] = "news"


@dataclass
class Accepted:
    """A command was done, as entry `seq`; for what makes no entry, that is the last one."""

    id: str
    seq: int
    type: Literal["accepted"] = "accepted"


@dataclass
class Hinted:
    """What the bot `bot` would do at the position of entry `at`, from your view: a move by its
    number, and `name` as one would type it. `code` and `values` let the client say why in any
    language, `why` does so in English; all are empty where the bot cannot tell."""

    id: str
    at: int
    move: Move
    name: str
    bot: BotName
    code: str
    values: dict[str, Value]
    why: str
    type: Literal["hinted"] = "hinted"


@dataclass
class Refused:
    """A command was not done. `code` and `values` let the client say why in any language.

    `not_kept`: nobody's fault; the server could not write it down.
    """

    id: str | None
    kind: Literal["not_understood", "not_legal", "not_yours", "too_late", "too_fast", "not_kept"]
    code: str
    why: str
    values: dict[str, Value] = field(default_factory=dict)
    clause: str = ""
    type: Literal["refused"] = "refused"


@dataclass
class People:
    """Somebody came or went, or asks for a seat: who is there now."""

    seats: list[SeatInfo]
    watchers: int
    locked: bool
    asks: list[SeatAsk]
    type: Literal["people"] = "people"


@dataclass
class Pong:
    """The answer to ping."""

    type: Literal["pong"] = "pong"


ByeReason = Literal[
    "restart",
    "not_understood",
    "too_fast",
    "too_large",
    "too_slow",
    "no_table",
    "full",
    "silent",
    "closed",
    "banned",
    "too_many",
    "signed_out",
]


@dataclass
class Bye:
    """The server closes this connection. `restart`, `too_slow`: come back in a moment.
    `signed_out`: the cookie that came with it counts no more."""

    reason: ByeReason
    type: Literal["bye"] = "bye"


ToClient = Annotated[
    Welcome | News | Accepted | Hinted | Refused | People | Pong | Bye,
    Field(discriminator="type"),
]
to_client: TypeAdapter[ToClient] = TypeAdapter(ToClient)


# --- as JSON ------------------------------------------------------------------------------


def to_json_bytes(message: object) -> bytes:
    """A message to a client. What many clients are shown again and again is made JSON once."""
    return orjson.dumps(message, _kept_json, orjson.OPT_PASSTHROUGH_SUBCLASS)


def _kept_json(found: object) -> object:
    assert type(found) is SharedList, f"{found!r} is nothing that a message may hold"
    try:
        return found.written
    except AttributeError:
        found.written = orjson.Fragment(orjson.dumps(found))
        return found.written
