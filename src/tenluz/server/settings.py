"""What the owner of a server chooses. Everything has a default that is right at home."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServerSettings:
    """One server. Times are in seconds."""

    data: Path  # the folder for the database and the key that signs cookies
    host: str = "127.0.0.1"
    port: int = 8010
    web: Path | None = None  # the built client; None: the one in the package
    workers: int = 1  # processes that share the tables
    worker: int = 0  # which of them this is

    largest_message: int = 4096  # bytes of one socket message
    largest_body: int = 16_384  # bytes of one HTTP request
    messages_a_second: float = 10.0  # of one connection, on average
    messages_at_once: int = 30  # in a burst
    tables_a_second: float = 0.5  # new tables from one address, on average
    tables_at_once: int = 30  # in a burst
    mistakes: int = 5  # messages not understood before a connection is closed
    unread: int = 300_000  # bytes that a slow client may leave waiting before it is dropped
    connections_a_table: int = 60

    pace: float = 0.8  # what a bot waits before it acts, where the table does not say
    idle: float = 60.0  # after which a table without people is put away
    ping: float = 20.0  # between two signs of life on a quiet connection

    @property
    def database(self) -> Path:
        """The file that holds every table."""
        return self.data / "tables.db"
