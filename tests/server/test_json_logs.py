"""A log's lines: what is told of a record, and that nothing else is."""

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError

from tenluz.server import schema
from tenluz.server.json_logs import JsonLines
from tests.server.stores import KINDS, opened


def line(message: str, *values: object, **extra: Any) -> dict[str, Any]:
    """What a record becomes."""
    made = logging.getLogger("tenluz.server").makeRecord(
        "tenluz.server", logging.ERROR, "file.py", 1, message, values, None, extra=extra
    )
    made.created = 1700000000.12345
    found: dict[str, Any] = json.loads(JsonLines().format(made))
    return found


def test_a_line_says_when_how_bad_from_where_and_what() -> None:
    assert line("%s of %s", 1, 2) == {
        "at": 1700000000.123,
        "level": "error",
        "from": "tenluz.server",
        "what": "1 of 2",
    }


def test_only_what_is_named_comes_along() -> None:
    """By allow-list: a field that somebody adds without thinking of secrets stays here."""
    told = line("request", route="/api/me", status=200, token="secret", cookie="secret")
    assert told.keys() == {"at", "level", "from", "what", "route", "status"}


def test_what_is_no_json_is_told_in_words() -> None:
    assert line("closed", reason=ValueError("gone"))["reason"] == "gone"


def test_the_trace_of_an_error_is_one_line_of_json() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        made = logging.LogRecord("tenluz", logging.ERROR, "", 1, "oh", (), sys.exc_info())
    text = JsonLines().format(made)
    assert "\n" not in text
    assert json.loads(text)["trace"].endswith("ValueError: broken")


def test_a_table_is_told_apart_and_not_named() -> None:
    """Who has its whole name can watch it, and take a free seat."""
    assert line("a bot failed", table="AbCdEfGhIjKl")["table"] == "AbCd…"


@pytest.mark.parametrize("kind", KINDS)
def test_the_trace_of_a_database_error_has_nothing_of_what_was_written(
    kind: str, tmp_path: Path
) -> None:
    secrets = {"id": "table_secret", "seed": b"seed_secret", "maker": "guest_secret"}
    row = {"game": "luz", "options": "{}", "created": 1.0, "pace": 1.0, "seats": "[]"}

    def write_twice(connection: Connection) -> None:
        for _ in range(2):
            connection.execute(insert(schema.tables), [{**row, **secrets}])

    async def trace() -> str:
        async with opened(kind, tmp_path) as (store,):
            try:
                await store.transact(write_twice)
            except DBAPIError:
                about = ("tenluz", logging.ERROR, "", 1, "oh", (), sys.exc_info())
                return JsonLines().format(logging.LogRecord(*about))
        raise AssertionError

    told = asyncio.run(trace())
    assert "insert into tables" in told.lower(), "what went wrong is told"
    assert "_secret" not in told.replace("write_twice", "")
