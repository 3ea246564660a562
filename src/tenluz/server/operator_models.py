"""What an operator asks and is told, as types: the page's own are made from these."""

import ipaddress
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from tenluz.engine.types import Seat
from tenluz.server.http_models import PRINTED, Asked
from tenluz.server.names import LONGEST
from tenluz.server.operator_session import LONGEST as LONGEST_SECRET
from tenluz.server.rate_limits import network
from tenluz.server.refusals import refusal

LONGEST_BAN = 10 * 365 * 24  # hours


def _text(text: str) -> str:
    return " ".join(text.split())


Reason = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
GuestId = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]


# --- asked --------------------------------------------------------------------------------------


class OperatorSignIn(Asked):
    """The operator's secret."""

    secret: Annotated[str, Field(min_length=1, max_length=LONGEST_SECRET)]


class NewBan(Asked):
    """Keep a guest out, or whoever comes from an address, of IPv6 from its /64."""

    kind: Literal["guest", "address"]
    subject: Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_text)]
    reason: Annotated[Reason, AfterValidator(_text)] = ""
    hours: Annotated[float, Field(gt=0, le=LONGEST_BAN)]

    @model_validator(mode="after")
    def _is_one(self) -> "NewBan":
        if self.kind == "guest" and not self.subject.replace("-", "").replace("_", "").isalnum():
            raise ValueError("is no guest")
        return self

    @property
    def who(self) -> str:
        """The subject, as bans are looked up; refused if it is no address."""
        if self.kind == "guest":
            return self.subject
        try:
            found = ipaddress.ip_address(self.subject.partition("/")[0])
        except ValueError:
            raise refusal("no_address") from None
        return network(str(found))


class ClearName(Asked):
    """Take a name from a guest, at all tables."""

    guest: GuestId
    name: Annotated[str, Field(min_length=1, max_length=LONGEST, pattern=PRINTED)]


class Settle(Asked):
    """What is to become of a report."""

    action: Literal["clear", "dismiss"]


# --- told ---------------------------------------------------------------------------------------


@dataclass
class SessionInfo:
    """Whether one is signed in as the operator."""

    open: bool


@dataclass
class WatchedSeat:
    """Who sits there, and where they are connected from."""

    kind: Literal["person", "bot", "free"]
    name: str
    online: bool
    guest: str | None
    addresses: list[str]


@dataclass
class WatchedTable:
    """A live table, without its cards. Times are in seconds since 1970."""

    table: str
    game: str
    created: float
    last: float  # when something last happened
    entries: int
    over: bool
    connections: int
    watchers: int
    seats: list[WatchedSeat]


@dataclass
class WorkerInfo:
    """One process: `delay` is by how much its loop was late in the last ten seconds, `memory` in
    bytes; `bots` are tables with one at work, `bots_waiting` moves that wait for a slow one."""

    connections: int
    live: int
    bots: int
    bots_waiting: int
    memory: int
    delay: float
    entries_a_second: float
    tables: list[WatchedTable]


@dataclass
class ReportInfo:
    """A name that somebody has reported."""

    id: str
    table: str
    seat: Seat
    name: str
    guest: str
    at: float
    times: int  # how many people have


@dataclass
class BanInfo:
    """Somebody who is kept out."""

    id: str
    kind: Literal["guest", "address"]
    subject: str
    reason: str
    since: float
    until: float


@dataclass
class AuditInfo:
    """What an operator did."""

    at: float
    action: str
    subject: str
    detail: str


@dataclass
class Overview:
    """All that an operator sees."""

    at: float
    workers: list[WorkerInfo]
    reports: list[ReportInfo]
    bans: list[BanInfo]
    audit: list[AuditInfo]


@dataclass
class Done:
    """It was done."""

    done: bool = True
