"""What is written to a database together, as SQL. Who writes, and when, is in the stores."""

import asyncio
import functools
from dataclasses import dataclass, field

from sqlalchemy import Connection, Dialect, Executable, case, insert, update

from tenluz.engine.types import JsonObject
from tenluz.server import schema


@dataclass(slots=True)
class Write:
    """What goes into the database together or not at all, and who waits for it."""

    waits: asyncio.Future[None]
    tables: list[JsonObject] = field(default_factory=list)
    log: list[JsonObject] = field(default_factory=list)
    sat: list[JsonObject] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    more: tuple[Executable, ...] = ()  # about people: in the order given

    @property
    def only_log(self) -> bool:
        """Whether it is entries alone, as a move is."""
        more = self.tables or self.sat or self.over or self.health or self.more
        return bool(self.log) and not more


def execute(connection: Connection, batch: list[Write]) -> None:
    for table in (schema.tables, schema.log, schema.sat):
        rows = [row for write in batch for row in getattr(write, table.name)]
        if rows and table is schema.log:
            if connection.dialect.name == "postgresql":
                # Two writers that wait for each other's entries take them in one order.
                rows.sort(key=lambda row: (row["table_id"], row["seq"]))
            _insert_log(connection, rows)
        elif rows:
            connection.execute(insert(table), rows)
    over = [table for write in batch for table in write.over]
    if over:
        connection.execute(
            update(schema.tables).where(schema.tables.c.id.in_(over)).values(over=True)
        )
    health = [at for write in batch for at in write.health]
    if health:
        # Never back: another may have written later, by its clock, and reads what is there now.
        newest, before = max(health), schema.health.c.at
        at = case((before > newest, before), else_=newest)
        connection.execute(update(schema.health).values(at=at))
    for write in batch:
        for statement in write.more:
            connection.execute(statement)


def _insert_log(connection: Connection, rows: list[JsonObject]) -> None:
    """What every move does: the same statement, without having SQLAlchemy look at each row."""
    dialect = connection.dialect
    statement = log_statement(dialect)
    if dialect.positional:
        connection.exec_driver_sql(statement, [tuple(row.values()) for row in rows])
    else:
        connection.exec_driver_sql(statement, rows)


@functools.cache
def log_statement(dialect: Dialect) -> str:
    """What adds an entry to a log, in the words of a database."""
    return str(insert(schema.log).compile(dialect=dialect))
