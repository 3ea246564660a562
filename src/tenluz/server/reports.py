"""Names that people have reported, for an operator to look at. Who was reported never hears of it.

A report holds what was seen: table, seat, and the name at that time. The same name of the same
guest, reported again by the same person, is the same report.
"""

import secrets
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from tenluz.engine.types import JsonObject, Seat
from tenluz.server import schema
from tenluz.server.refusals import refusal

MOST = 2000  # in all
MOST_A_REPORTER = 20
MOST_A_TABLE = 20


@dataclass(frozen=True, slots=True)
class Report:
    """One name, as one person has reported it."""

    id: str
    table_id: str
    seat: Seat
    name: str
    guest: str
    reporter: str
    at: float


def add(
    connection: Connection, table: str, seat: Seat, name: str, guest: str, reporter: str
) -> bool:
    """Keep a report; False if it is there already. Refused where there are enough."""
    reports = schema.reports
    same = (reports.c.reporter == reporter, reports.c.guest == guest, reports.c.name == name)
    if connection.execute(select(reports.c.id).where(*same)).first() is not None:
        return False
    bounds = (
        (MOST_A_REPORTER, (reports.c.reporter == reporter,)),
        (MOST_A_TABLE, (reports.c.table_id == table,)),
    )
    for most, where in bounds:
        count = select(func.count()).select_from(reports).where(*where)
        if connection.execute(count).scalar_one() >= most:
            raise refusal("enough_reports")
    if connection.execute(select(func.count()).select_from(reports)).scalar_one() >= MOST:
        _drop_one(connection)
    new = Report(secrets.token_urlsafe(9), table, seat, name, guest, reporter, time.time())
    connection.execute(
        insert(reports), {field: getattr(new, field) for field in Report.__dataclass_fields__}
    )
    return True


def _drop_one(connection: Connection) -> None:
    """Make room: the oldest report goes of who has made the most. A flood drowns itself first, and
    keeps nobody else from being heard."""
    reports = schema.reports
    times = func.count().label("times")
    busiest = (
        select(reports.c.reporter, times)
        .group_by(reports.c.reporter)
        .order_by(times.desc(), func.min(reports.c.at))
        .limit(1)
    )
    who = connection.execute(busiest).one().reporter
    oldest = select(reports.c.id).where(reports.c.reporter == who).order_by(reports.c.at).limit(1)
    connection.execute(delete(reports).where(reports.c.id == oldest.scalar_subquery()))


def read(connection: Connection, most: int = MOST) -> list[Report]:
    """Reports that nobody has looked at, the oldest first."""
    reports = schema.reports
    found = connection.execute(select(reports).order_by(reports.c.at).limit(most))
    return [Report(**row) for row in found.mappings()]


def find(connection: Connection, name: str) -> Report | None:
    """One of them."""
    reports = schema.reports
    found = connection.execute(select(reports).where(reports.c.id == name)).mappings().one_or_none()
    return None if found is None else Report(**found)


def settle(connection: Connection, report: Report) -> int:
    """It was looked at, and with it whatever others have said of the same name; how many."""
    reports = schema.reports
    same = (reports.c.guest == report.guest, reports.c.name == report.name)
    return int(connection.execute(delete(reports).where(*same)).rowcount)


# --- somebody's own data: see privacy.py --------------------------------------------------------


class ReportsOfGuests:
    """What reports hold of a guest. The name that they reported is somebody else's."""

    name = "reports_made"

    def export(self, connection: Connection, guest: str) -> list[JsonObject]:
        """What a guest has reported."""
        reports = schema.reports
        found = connection.execute(select(reports).where(reports.c.reporter == guest))
        return [{"table": row.table_id, "seat": row.seat, "at": row.at} for row in found]

    def forget(self, connection: Connection, guest: str) -> None:
        """Reports about them go, and those that they made are nobody's."""
        reports = schema.reports
        connection.execute(delete(reports).where(reports.c.guest == guest))
        nobody: Any = {"reporter": f"gone{secrets.token_urlsafe(12)}"}
        connection.execute(update(reports).where(reports.c.reporter == guest).values(**nobody))
