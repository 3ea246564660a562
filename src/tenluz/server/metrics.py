"""Numbers about a running server, for Prometheus. Each server has its own.

The workers of one server count together, in files that `workers.py` names in the environment
before anything is imported: so it can tell the sum. `metrics_server.py` shows them.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """What is counted and measured."""

    def __init__(self) -> None:
        self.registry = kept = CollectorRegistry()
        self.tables = Gauge(
            "tenluz_tables_live", "Tables in memory.", registry=kept, multiprocess_mode="livesum"
        )
        self.connections = Gauge(
            "tenluz_connections", "Open connections.", registry=kept, multiprocess_mode="livesum"
        )
        self.commands = Histogram(
            "tenluz_command_seconds",
            "From a command's arrival to its answer.",
            buckets=QUICK,
            registry=kept,
        )
        self.refused = Counter(
            "tenluz_refused_total", "Commands not done.", ["kind"], registry=kept
        )
        self.writes = Counter("tenluz_writes_total", "Entries written.", registry=kept)
        self.commits = Counter(
            "tenluz_commits_total", "Transactions they were written in.", registry=kept
        )
        self.requests = Counter(
            "tenluz_requests_total",
            "HTTP requests.",
            ["method", "route", "status"],
            registry=kept,
        )

    def committed(self, writes: int) -> None:
        """Some writes went to disk at once."""
        self.writes.inc(writes)
        self.commits.inc()
