"""What the owner of a server chooses. Everything has a default that is right at home."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from tenluz.engine.errors import NotUnderstood
from tenluz.server.public_address import PublicAddress, read_public_url

# What is no limit.
OWN = (
    "data",
    "database",
    "host",
    "port",
    "web",
    "workers",
    "worker",
    "durable",
    "warm_slow_bots",
    "public_url",
    "hosts",
    "proxies",
    "metrics_host",
    "metrics_port",
    "operator_secret_file",
)


@dataclass(frozen=True)
class ServerSettings:
    """One server. Times are in seconds."""

    data: Path  # the folder for the database and the key that signs cookies
    # The URL of a PostgreSQL that has both instead. It may hold a password: never show it.
    database: str = field(default="", repr=False)
    host: str = "127.0.0.1"
    port: int = 8010
    web: Path | None = None  # the built client; None: the one in the package
    workers: int = 1  # processes that share the tables
    worker: int = 0  # which of them this is
    public_url: str = ""  # the address that people open, where that is another's: a proxy's
    hosts: tuple[str, ...] = ()  # other names by which it may be asked
    proxies: tuple[str, ...] = ()  # networks whose proxies say who their clients are
    metrics_host: str = "127.0.0.1"  # who can read the numbers for Prometheus
    metrics_port: int = 0  # where; 0: nowhere
    operator_secret_file: Path | None = None  # None: the one of the data folder, if it is there
    durable: bool = True  # acknowledged means on the disk; else a power cut may take seconds
    warm_slow_bots: bool = True  # once tables can be opened, so that nobody waits for the first

    largest_message: int = 4096  # bytes of one socket message
    largest_head: int = 16_384  # bytes of an HTTP request's address and headers
    largest_body: int = 16_384  # bytes of one HTTP request
    request_within: float = 10.0  # from the first byte of an HTTP request to its last
    read_within: float = 30.0  # for a client to go on reading an answer
    requests_a_second: float = 50.0  # over HTTP from one address, on average; a file is a tenth
    requests_at_once: int = 1000  # in a burst
    messages_a_second: float = 10.0  # of one guest over all connections, on average
    messages_at_once: int = 30  # in a burst
    address_messages_a_second: float = 300.0  # of everybody at one address, on average
    address_messages_at_once: int = 1000  # in a burst
    control_frames_a_second: float = 5.0  # pings and pongs of one socket, on average
    control_frames_at_once: int = 100  # in a burst
    hello_costs: int = 3  # messages that a hello counts for
    hint_costs: int = 5  # messages that a hint counts for
    entries_a_seat: int = 40  # statements and changes of a seat between two moves
    entries_a_table: int = 5000  # of a log; beyond them only moves that bring the game on
    entries_told: int = 1000  # of a log, to who comes late
    tables_a_second: float = 0.5  # new tables from one address, on average
    tables_at_once: int = 30  # in a burst
    guest_tables_a_second: float = 0.1  # new tables of one guest, on average
    guest_tables_at_once: int = 20  # in a burst
    slow_tables_a_second: float = 0.1  # of those, with bots that think for long, on average
    slow_tables_at_once: int = 30  # in a burst
    guest_slow_tables_a_second: float = 0.02  # of one guest, on average
    guest_slow_tables_at_once: int = 6  # in a burst
    bytes_a_second: float = 10_000.0  # of one guest's socket messages, on average
    bytes_at_once: int = 60_000  # in a burst
    address_bytes_a_second: float = 300_000.0  # of everybody's at one address, on average
    address_bytes_at_once: int = 900_000  # in a burst
    reports_a_second: float = 0.05  # names reported from one address, on average
    reports_at_once: int = 10  # in a burst
    exports_a_second: float = 0.02  # of one's data, or its deletion, from one address, on average
    exports_at_once: int = 10  # in a burst
    secrets_a_second: float = 0.05  # tries of the operator's secret from one address, on average
    secrets_at_once: int = 5  # in a burst
    accounts_a_second: float = 2.0  # requests about accounts from one address, on average
    accounts_at_once: int = 200  # in a burst
    logs_read_a_second: float = 10.0  # tables that are not in memory, for one address, on average
    logs_read_at_once: int = 400  # in a burst
    mistakes: int = 5  # messages not understood before a connection is closed
    unread: int = 300_000  # bytes that a slow client may leave waiting before it is dropped
    connections_a_table: int = 60  # of watchers; who has a seat always has room
    watchers_an_address: int = 40  # of those, from one address
    connections_an_address: int = 400  # of everybody there; a proxy's are its clients'
    connections_a_guest: int = 30  # sockets of one guest over all tables
    hello_within: float = 10.0  # for a client to say hello

    pace: float = 0.8  # what a bot waits before it acts, where the table does not say
    away: float = 60.0  # that somebody must be gone before a bot may be put there
    slow: float = 120.0  # without a move after which the maker of a table may free a seat
    idle: float = 60.0  # after which a table without people is put away
    answer_within: float = 30.0  # for a worker to show that it lives, before it is replaced
    ping: float = 20.0  # between two signs of life on a quiet connection
    look: float = 2.0  # after which a worker looks for what others wrote, told of it or not
    gone: float = 4.0  # without a sign of life, after which others do what a worker did
    tidy_every: float = 10.0  # between two steps of looking for what is too old

    keep_names_days: float = 90.0  # names in a finished game, and reports; 0: for ever
    keep_unfinished_days: float = 30.0  # a table at which nobody has moved; 0: for ever
    keep_finished_days: float = 0.0  # a finished game; 0: for ever

    @property
    def public(self) -> PublicAddress | None:
        """What people open, if it is not this server itself."""
        return read_public_url(self.public_url) if self.public_url else None

    @property
    def operator_file(self) -> Path:
        """Where the operator's secret is; without that file there is no operator."""
        return self.operator_secret_file or self.data / "operator-secret"

    @property
    def database_file(self) -> Path:
        """The file that holds every table, where PostgreSQL does not."""
        return self.data / "tables.db"


def all_limits() -> list[str]:
    """Every limit with its default, as `--limit` takes it; docs/protocol.md says what each is."""
    return [f"{one.name}={one.default:g}" for one in fields(ServerSettings) if one.name not in OWN]


def with_limits(settings: ServerSettings, given: Iterable[str]) -> ServerSettings:
    """Settings with some limits changed, each written as name=number; NotUnderstood if one is
    not."""
    known = {one.name: one.type for one in fields(settings) if one.name not in OWN}
    for text in given:
        name, _, number = text.partition("=")
        if name not in known:
            raise NotUnderstood(f"There is no limit {name!r}; --limit list names them all.")
        try:
            value = int(number) if known[name] is int else float(number)
        except ValueError:
            value = -1
        if not 0 <= value < float("inf"):
            raise NotUnderstood(f"--limit {name} must be a number from 0, not {number!r}.")
        settings = replace(settings, **{name: value})  # type: ignore[arg-type]
    return settings
