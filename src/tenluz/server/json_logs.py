"""One line of JSON for each thing worth knowing. Never a seed, a hand, a cookie or a token:
only what is named here, and what a caller gives in `extra`."""

import logging
import sys
from types import TracebackType

import orjson

from tenluz.engine.types import JsonObject

EXTRA = ("table", "code", "method", "route", "status", "ms", "reason", "address")


class JsonLines(logging.Formatter):
    """A record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: JsonObject = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        for name in EXTRA:
            if name in record.__dict__:
                line[name] = record.__dict__[name]
        if "table" in line:  # the whole of it is a key: enough to tell one from another
            line["table"] = f"{line['table'][:4]}…"
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        """Without the row that PostgreSQL shows where one breaks a rule."""
        lines = super().formatException(ei).split("\n")
        return "\n".join(line for line in lines if not line.startswith("DETAIL:"))


def set_up(level: str = "warning") -> None:
    """Send all logs to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("tenluz", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False
