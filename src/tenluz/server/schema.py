"""The tables of the database. Knows SQL, and nothing of games.

`tables` and `log` hold everything: a table is what it was when it was made, and its log.
`sat` can be made again from them; it answers "which tables are mine" without reading logs.
`health` is one row, written and read to know that this can be done.
Of people: `sign_outs` says which cookies are believed no more, `accounts` and `passkeys` who can
sign in, `used_challenges` what has been answered to, `seen_seats` which seat somebody knows from
another guest of the same device. `results` can be made again from logs while those are there.
The rest is for servers that share a PostgreSQL, and empty elsewhere: the keys that all of them sign
with, and what is true only while a worker lives: that it does, who is with it at which table,
and whose bots it plays.
After those comes what operators and people's own wishes add: bans, names that were cleared, guests
who have had their data deleted, reports, and what every worker has to hear of it (`changes`).
docs/privacy.md names every column here, which a test checks.
Changes go through `migrations/`; a test compares both.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

NEWEST = "0008"  # the last migration

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(24), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seed", LargeBinary(32), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("pace", Float(53), nullable=False),
    Column("seats", Text, nullable=False),  # JSON: who sat there when the table was made
    Column("over", Boolean, nullable=False),
    Column("maker", String(24), nullable=True),  # a guest; none for tables of before
    # How often names in it were changed: who has the table live then reads it anew.
    Column("rewritten", Integer, nullable=False, server_default="0"),
    Index("tables_maker", "maker"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    # The number of an entry: two writers cannot both have written it. So a command is not there
    # twice either: whoever comes second reads what is there before it tries the next number.
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(80), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("at", Float(53), nullable=False),
)

sat = Table(
    "sat",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("guest", String(24), primary_key=True),
    Index("sat_guest", "guest"),
)

health = Table(
    "health",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("id", Integer, primary_key=True),  # the newest has the highest
    Column("key", LargeBinary(32), nullable=False),
    Column("made", Float(53), nullable=True),
    Column("until", Float(53), nullable=True),  # it is believed; none: it signs
    Column("mark", String(32), nullable=True),  # of the servers; none: that of the first key
)

# --- people -------------------------------------------------------------------------------------

sign_outs = Table(
    "sign_outs",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("generation", Integer, nullable=False),  # cookies of an older one are not believed
    Column("at", Float(53), nullable=False),
    Index("sign_outs_at", "at"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("guest", String(24), primary_key=True),  # whose it is, on every device
    Column("handle", LargeBinary(32), nullable=False, unique=True),  # what passkeys call it
    Column("name", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Float(53), nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1364), primary_key=True),  # base64url of 1,023 bytes at most
    Column("guest", String(24), ForeignKey("accounts.guest"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),  # COSE
    Column("counter", BigInteger, nullable=False),  # of signatures; 0 where none are counted
    Column("name", Text, nullable=False),
    Column("synced", Boolean, nullable=False),  # its owner's devices share it
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=False),
    Index("passkeys_guest", "guest"),
)

used_challenges = Table(
    "used_challenges",
    metadata,
    Column("id", String(48), primary_key=True),
    Column("until", Float(53), nullable=False),  # nobody would believe it then anyway
)

seen_seats = Table(
    "seen_seats",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("guest", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

results = Table(
    "results",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("guest", String(24), primary_key=True),
    Column("game", String(24), nullable=False),
    Column("seat", Integer, nullable=False),  # -1: did not sit there at the end
    Column("players", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("finished", Float(53), nullable=False),
    Index("results_guest", "guest", "finished"),
)

# --- between workers ----------------------------------------------------------------------------

workers = Table(
    "workers",
    metadata,
    Column("id", String(24), primary_key=True),
    Column(
        "beat", Float(53), nullable=False
    ),  # when it last said that it lives: the database's clock
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("worker", String(24), primary_key=True),
    Column("body", Text, nullable=False),  # JSON: see presence.py
)

bot_workers = Table(
    "bot_workers",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("worker", String(24), nullable=False),
    Column("since", Float(53), nullable=False),  # when it last said so
)

# --- people's data, and what operators do --------------------------------------------------------

changes = Table(
    "changes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("number", Integer, nullable=False),  # grows with whatever all workers must hear of
    Column("watched", Float(53), nullable=False),  # when an operator last looked
)

tidying = Table(
    "tidying",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),  # when somebody last looked for what is too old
    Column("after", String(24), nullable=False),  # the last table that was looked at
)

forgotten = Table(
    "forgotten",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("at", Float(53), nullable=False),
    Index("forgotten_at", "at"),
)

bans = Table(
    "bans",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest or address
    Column("subject", String(64), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("since", Float(53), nullable=False),
    Column("until", Float(53), nullable=False),
    UniqueConstraint("kind", "subject", name="one_ban_a_subject"),
)

cleared_names = Table(
    "cleared_names",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("name", String(100), primary_key=True),  # as it looks: see names.py
    Column("at", Float(53), nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(100), nullable=False),  # at that time
    Column("guest", String(24), nullable=False),  # whose name it is
    Column("reporter", String(24), nullable=False),
    Column("at", Float(53), nullable=False),
    UniqueConstraint("reporter", "guest", "name", name="one_report_a_name"),
    Index("reports_table", "table_id"),
    Index("reports_guest", "guest"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("action", String(24), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("detail", String(200), nullable=False),
    Index("audit_at", "at"),
)

overviews = Table(
    "overviews",
    metadata,
    Column("worker", String(40), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("body", Text, nullable=False),  # JSON: see oversight.py
)
