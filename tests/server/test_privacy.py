"""One's own data over HTTP: had, deleted, and nobody else's; and the page on what is kept."""

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Boolean, Column, Connection, LargeBinary, String, insert
from websockets.exceptions import ConnectionClosed

from tenluz.lab.checking import check
from tenluz.server import privacy, schema
from tenluz.server.guests import Guest as Known
from tests.server.player import Guest, Player, run
from tests.server.running import kept, running
from tests.server.stores import KINDS, opened

ROOT = Path(__file__).parents[2]


async def table_of_two(ana: Guest, ben: Guest) -> tuple[str, Player, Player]:
    """Ana and Ben at a table of three, with a bot."""
    table = ana.make_table("luz", "me free rules")
    first, second = await ana.at(table), await ben.at(table)
    assert (await second.command("sit", seat=1))["type"] == "accepted"
    await second.until("welcome")
    await first.until_seq(second.seq)
    return table, first, second


async def closed(player: Player) -> str:
    """Hear until the end; why it was."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await player.hear()
    return str(player.socket.close_reason)


def test_an_export_is_a_file_with_ones_own(address: str) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana Export"), Guest(address, "Ben Export")
        table, _, _ = await table_of_two(ana, ben)
        answer = ana.http.get("/api/me/data")
        assert answer.headers["content-disposition"].startswith("attachment;")
        assert answer.headers["cache-control"] == "no-store"
        found = answer.json()
        assert found["you"]["name"] == "Ana Export"
        assert [one["table"] for one in found["tables"]] == [table]
        assert "Ben Export" not in answer.text
        assert "seed" not in answer.text
        # Who asks is the cookie, and nothing that one could say besides.
        for also in ({"guest": found["you"]["id"]}, {"id": found["you"]["id"]}):
            other = ben.http.get("/api/me/data", params=also).json()
            assert other["you"]["name"] == "Ben Export"
        assert httpx.get(f"http://{address}/api/me/data").json() == {}

    run(story())


# What a row about somebody holds, and they are not given; all else must be in their file.
WHY_NOT = {
    "about others": ("reports.id", "reports.name"),
    "would tell every hand": ("tables.seed",),
    "about the table": ("tables.pace", "tables.rewritten"),
    "their number, and what their browser called it": ("log.command_id",),
    "a number for itself": ("bans.id", "audit.id"),
}
# Of nobody, or of those who are there now; who is forgotten has no cookie to ask with.
NOT_OF_A_GUEST = {
    "health", "keys", "workers", "bot_workers", "presence", "overviews", "used_challenges",
    "changes", "tidying", "forgotten",
}  # fmt: skip
ANA = "the-number-of-ana"
WHOSE = {"guest", "maker", "reporter", "subject"}  # columns with somebody's number


@pytest.mark.parametrize("kind", KINDS)
def test_an_export_holds_every_column_about_a_guest(kind: str, tmp_path: Path) -> None:
    """So that what is kept of people from some day on is told to them from that day on."""
    told_not = {name for names in WHY_NOT.values() for name in names}
    wanted: dict[str, str] = {}

    def fill(connection: Connection) -> None:
        for table in schema.metadata.sorted_tables:
            if table.name not in NOT_OF_A_GUEST:
                row = {
                    column.name: _value(column, 1000 + len(wanted) + at)
                    for at, column in enumerate(table.columns)
                }
                connection.execute(insert(table), row)
                wanted.update({f"{table.name}.{name}": _told(name, row[name]) for name in row})
        # That somebody has reported a name is not told to whose it is.
        report = {"id": "r", "at": 1.0, "action": "dismissed", "subject": ANA, "detail": "reported"}
        connection.execute(insert(schema.audit), report)

    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            await store.transact(fill)
            pieces = [piece async for piece in privacy.export(store, Known(ANA, "Ana"))]
        text = b"".join(pieces).decode()
        missing = {name for name, value in wanted.items() if value not in text}
        assert missing == told_not
        assert "reported" not in text.replace("reports_made", "")

    asyncio.run(story())


def _value(column: Column[Any], number: int) -> Any:
    """Something that is found again, in a row about Ana."""
    if column.name in WHOSE:
        return ANA
    if column.name == "table_id" or (column.table is schema.tables and column.name == "id"):
        return "the-name-of-a-table"
    if column.table is schema.log:
        if column.name == "command_id":
            return f"{ANA}:{number}"
        if column.name in ("kind", "body"):
            return {"kind": "say", "body": f'{{"seat":0,"said":{number}}}'}[column.name]
    if column.name in ("seats", "options"):
        one = f'{{"guest":"{ANA}","name":"{number}"}}'
        return f"[{one}]" if column.name == "seats" else one
    if isinstance(column.type, Boolean):
        return True
    if isinstance(column.type, LargeBinary):
        return number.to_bytes(32, "big")
    return str(number) if isinstance(column.type, String) else number


def _told(name: str, value: Any) -> str:
    """How it stands in the file."""
    if value is True:
        return f'"{name}":true'
    if isinstance(value, bytes):
        return value.hex()
    (number,) = re.findall(r"\d{4}", str(value)) or [str(value)]
    return str(number)


def test_who_is_deleted_is_gone_everywhere_and_others_play_on(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana Gone"), Guest(address, "Ben Stays")
        table, first, second = await table_of_two(ana, ben)
        alone = ana.make_table("luz", "me rules rules")
        number = ana.http.get("/api/me/data").json()["you"]["id"]
        old = ana.cookie
        answer = ana.http.delete("/api/me/data")
        assert answer.json() == {"tables": 2}
        assert answer.headers["cache-control"] == "no-store"
        assert not ana.http.cookies, "the cookie is cleared"
        # An open page is closed, and Ben sees a free seat without a name.
        assert await closed(first) == "restart"
        while second.seats[0]["name"] != "":
            await second.hear()
        assert second.seats[0]["kind"] == "free"
        told = str(list(second.entries.values()))
        assert "Ana Gone" not in told
        # Nothing in the database leads to her, but that no cookie of hers is believed.
        names = {one.name for one in schema.metadata.sorted_tables} - {"forgotten", "sign_outs"}
        text = str([kept(tmp_path, f"select * from {name}") for name in names])
        assert number not in text
        assert "Ana Gone" not in text
        assert kept(tmp_path, f"select id from tables where id = '{alone}'") == []
        # Ben puts a bot there, and the game goes to its end; its record is a game by the rules.
        assert (await second.command("hand_over", seat=0, bot="rules"))["type"] == "accepted"
        assert (await second.command("hand_over", seat=1, bot="rules"))["type"] == "accepted"
        while not second.over:
            await second.hear()
        assert check(ben.http.get(f"/api/tables/{table}/record").content)["ok"]
        # A cookie that was kept is a stranger's.
        again = {"cookie": old}
        assert httpx.get(f"http://{address}/api/me/data", headers=again).json() == {}
        assert httpx.get(f"http://{address}/api/tables/mine", headers=again).json() == []
        gone = httpx.delete(f"http://{address}/api/me/data", headers=again)
        assert gone.json() == {"tables": 0}, "deletion twice"

    with running(tmp_path) as address:
        run(story())


def test_a_copy_of_a_cookie_stays_a_strangers(tmp_path: Path) -> None:
    """That of another device, say, which comes back when most of it is long past."""
    with running(tmp_path) as address:
        ana = Guest(address, "Ana Gone")
        old = {"cookie": ana.cookie}
        assert httpx.get(f"http://{address}/api/me", headers=old).json()["name"] == "Ana Gone"
        ana.http.delete("/api/me/data").raise_for_status()
        ana.http.close()
    kept(tmp_path, "delete from forgotten")  # as after a day
    with running(tmp_path) as address:
        assert httpx.get(f"http://{address}/api/me", headers=old).json()["name"] == ""
        assert httpx.get(f"http://{address}/api/me/data", headers=old).json() == {}


def test_nobody_is_deleted_from_another_site(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        answer = ana.http.delete("/api/me/data", headers={"origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "other_origin")
        assert ana.http.get("/api/me").json()["name"] == "Ana"

    run(story())


def test_exports_have_an_end(tmp_path: Path) -> None:
    with running(tmp_path, exports_at_once=2, exports_a_second=0.001) as address:
        where = f"http://{address}/api/me/data"
        assert [httpx.get(where).status_code for _ in range(3)] == [200, 200, 429]
        assert httpx.delete(where).status_code == 429


def test_how_long_things_are_kept_is_told(tmp_path: Path) -> None:
    with running(tmp_path, keep_names_days=7.0) as address:
        told: dict[str, Any] = httpx.get(f"http://{address}/api/privacy").json()
        assert told == {"names_days": 7.0, "unfinished_days": 30.0, "finished_days": 0.0}


@pytest.mark.parametrize("table", schema.metadata.sorted_tables, ids=str)
def test_the_page_on_privacy_names_every_column(table: Any) -> None:
    """So that what is kept and what is said to be kept stay the same."""
    text = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    (line,) = [one for one in text.splitlines() if one.startswith(f"| `{table.name}` |")]
    named = line.split("|")[2]
    assert {column.name for column in table.columns} == set(_in_backticks(named))


def _in_backticks(text: str) -> list[str]:
    return text.split("`")[1::2]
