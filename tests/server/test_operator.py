"""The operator's page by its interface: who gets in, what is shown, what is done, and how others
feel it. And those who try without the secret."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed

from tenluz.engine.errors import NotUnderstood
from tenluz.server import moderation, privacy
from tenluz.server.guests import Guest as Known
from tenluz.server.live_tables import LiveTables
from tenluz.server.open_sockets import OpenSockets
from tenluz.server.operator_models import Overview
from tenluz.server.operator_session import new_secret, read_secret
from tenluz.server.rate_limits import network
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Store
from tests.server.player import Guest, Player, run
from tests.server.private_postgres import private_postgres
from tests.server.running import kept, running
from tests.server.stores import KINDS, opened
from tests.server.test_postgres import two
from tests.server.test_privacy import closed, table_of_two

OURS = {"x-tenluz-operator": "1"}
EVERYTHING = (
    ("GET", "/overview", None),
    ("POST", "/bans", {"kind": "guest", "subject": "g", "hours": 1}),
    ("DELETE", "/bans/b", None),
    ("POST", "/reports/r", {"action": "dismiss"}),
    ("POST", "/names", {"guest": "g", "name": "n"}),
    ("DELETE", "/tables/t", None),
)


class Operator:
    """Somebody who knows the secret."""

    def __init__(self, address: str, secret: str) -> None:
        self.http = httpx.Client(
            base_url=f"http://{address}/api/operator", headers=OURS, timeout=60
        )
        self.http.post("/session", json={"secret": secret}).raise_for_status()

    def see(self) -> dict[str, Any]:
        answer = self.http.get("/overview").raise_for_status()
        TypeAdapter(Overview).validate_json(answer.content, strict=True)
        assert answer.headers["cache-control"] == "no-store"
        return dict(answer.json())

    def do(self, method: str, path: str, body: Any = None) -> Any:
        return self.http.request(method, path, json=body).raise_for_status().json()

    def seat(self, table: str, seat: int) -> dict[str, Any]:
        (found,) = [one for one in self.see()["workers"][0]["tables"] if one["table"] == table]
        return dict(found["seats"][seat])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("operated")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[tuple[str, str]]:
    """A server with an operator, and the secret."""
    secret = new_secret(folder / "operator-secret")
    more = {"secrets_at_once": 1000, "reports_at_once": 1000, "look": 0.1}
    with running(folder, **more) as address:
        yield address, secret


@pytest.fixture
def operator(site: tuple[str, str]) -> Iterator[Operator]:
    one = Operator(*site)
    yield one
    for ban in one.see()["bans"]:
        one.do("DELETE", f"/bans/{ban['id']}")
    one.http.close()


# --- the way in -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path", "body"), EVERYTHING)
def test_without_the_secret_there_is_nothing(
    operator: Operator, method: str, path: str, body: Any
) -> None:
    ((name, value),) = operator.http.cookies.items()
    where = f"{str(operator.http.base_url).rstrip('/')}{path}"
    for cookie in ("", f"{name}=x", f"{name}={value[:-2]}AA", f"tenluz={value}"):
        answer = httpx.request(method, where, json=body, headers={**OURS, "cookie": cookie})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_operator")
    # With the cookie, but from another site: as its browser says, by its origin, by a form.
    from_elsewhere = [{**OURS, "sec-fetch-site": "cross-site"}]
    if method != "GET":  # of that nobody else could read the answer
        from_elsewhere += [{**OURS, "origin": "https://evil.example"}, {}]
    for headers in from_elsewhere:
        given = {**headers, "cookie": f"{name}={value}"}
        assert httpx.request(method, where, json=body, headers=given).status_code == 403


def test_the_cookie_is_short_strict_and_for_the_operators_paths(site: tuple[str, str]) -> None:
    address, secret = site
    where = f"http://{address}/api/operator/session"
    answer = httpx.post(where, json={"secret": secret}, headers=OURS)
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/api/operator", "max-age=7200"):
        assert part in cookie
    assert answer.headers["cache-control"] == "no-store"
    assert secret not in answer.text + str(answer.headers)
    wrong = httpx.post(where, json={"secret": secret + "x"}, headers=OURS)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "wrong_secret")
    assert "set-cookie" not in wrong.headers
    assert httpx.post(where, json={"secret": "x" * 5000}, headers=OURS).status_code == 422


def test_a_server_without_a_secret_has_no_operator(address: str) -> None:
    for method, path, body in (*EVERYTHING, ("POST", "/session", {"secret": "a"})):
        answer = httpx.request(
            method, f"http://{address}/api/operator{path}", json=body, headers=OURS
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_operator")


def test_tries_have_an_end_and_another_secret_ends_all_sessions(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = new_secret(tmp_path / "operator-secret")
    strict = {"secrets_at_once": 3, "secrets_a_second": 0.001}
    with running(tmp_path, **strict) as address, contextlib.ExitStack() as stack:
        operator = Operator(address, secret)
        stack.callback(operator.http.close)
        where = f"http://{address}/api/operator/session"
        tries = [httpx.post(where, json={"secret": f"guess {n}"}, headers=OURS) for n in range(4)]
        assert [one.status_code for one in tries] == [403, 403, 429, 429]
        # Nor does the right one help then: a guess must not be told from it.
        assert httpx.post(where, json={"secret": secret}, headers=OURS).status_code == 429
        assert operator.http.get("/session").json() == {"open": True}
        new_secret(tmp_path / "operator-secret", replace=True)
        assert operator.http.get("/session").json() == {"open": False}
        assert operator.http.get("/overview").status_code == 403
        assert not [
            one
            for one in caplog.records
            if secret in one.getMessage() or "guess" in str(one.__dict__)
        ]


def test_a_secret_is_for_its_owner_and_not_made_twice(tmp_path: Path) -> None:
    file = tmp_path / "new" / "operator-secret"
    secret = new_secret(file)
    assert file.stat().st_mode & 0o077 == 0
    assert read_secret(file) == secret
    with pytest.raises(NotUnderstood, match="already"):
        new_secret(file)
    assert new_secret(file, replace=True) != secret
    file.write_text("short")
    with pytest.raises(NotUnderstood, match="5 characters"):
        read_secret(file)
    assert read_secret(tmp_path / "nothing") is None


# --- what is shown --------------------------------------------------------------------------------


def test_live_tables_are_shown_without_cards(site: tuple[str, str], operator: Operator) -> None:
    async def story() -> None:
        ana, ben = Guest(site[0], "Ana Seen"), Guest(site[0], "Ben Seen")
        table, _, _ = await table_of_two(ana, ben)
        seen = operator.see()
        (worker,) = seen["workers"]
        assert worker["connections"] >= 2
        assert worker["memory"] > 1e6
        assert worker["delay"] >= 0
        (its,) = [one for one in worker["tables"] if one["table"] == table]
        assert [seat["name"] for seat in its["seats"]][:2] == ["Ana Seen", "Ben Seen"]
        assert its["seats"][0]["addresses"] == ["127.0.0.1"]
        assert its["connections"] == 2
        assert set(its) == {
            "table", "game", "created", "last", "entries", "over", "connections", "watchers",
            "seats",
        }  # fmt: skip
        assert set(its["seats"][0]) == {"kind", "name", "online", "guest", "addresses"}

    run(story())


# --- reports --------------------------------------------------------------------------------------


def test_a_reported_name_is_cleared_at_all_tables_and_cannot_come_back(
    site: tuple[str, str], operator: Operator, folder: Path
) -> None:
    async def story() -> None:
        ana, ben = Guest(site[0], "Ana Reports"), Guest(site[0], "Rude Name")
        table, first, second = await table_of_two(ana, ben)
        other = ben.make_table("luz", "me free rules")
        answer = ana.http.post(f"/api/tables/{table}/report", json={"seat": 1})
        assert answer.json() == {"new": True}
        again = ana.http.post(f"/api/tables/{table}/report", json={"seat": 1})
        assert again.json() == {"new": False}, "a second report of the same is the same"
        (report,) = [one for one in operator.see()["reports"] if one["name"] == "Rude Name"]
        assert (report["table"], report["seat"], report["times"]) == (table, 1, 1)
        operator.do("POST", f"/reports/{report['id']}", {"action": "clear"})
        while first.seats[1]["name"] != "":
            await first.hear()
        assert first.seats[1]["kind"] == "person", "who is called so keeps the seat"
        assert operator.seat(other, 0)["name"] == ""
        assert "Rude Name" not in str(kept(folder, "select * from log"))
        # The cookie says so still, and another table, another spelling of the same: no name.
        ben.http.put("/api/me", json={"name": "RUDE name"})
        assert ben.http.get("/api/me").json()["name"] == ""
        third = ben.make_table("luz", "me free rules", name="Rude Name")
        assert operator.seat(third, 0)["name"] == ""
        assert [one for one in operator.see()["audit"] if one["action"] == "cleared"]
        assert not [one for one in operator.see()["reports"] if one["name"] == "Rude Name"]
        assert "report" not in str(second.messages), "the reported hears nothing"

    run(story())


def test_only_names_of_other_people_can_be_reported(site: tuple[str, str]) -> None:
    async def story() -> None:
        ana, ben = Guest(site[0], "Ana Only"), Guest(site[0], "Ben Only")
        table, _, _ = await table_of_two(ana, ben)
        for seat in (0, 2, 7):  # her own, a bot's, none
            answer = ana.http.post(f"/api/tables/{table}/report", json={"seat": seat})
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_name")
        assert ana.http.post(f"/api/tables/{table}/report", json={"seat": 8}).status_code == 422
        assert ana.http.post("/api/tables/nothing/report", json={"seat": 1}).status_code == 404

    run(story())


def test_a_flood_of_reports_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenluz.server.reports.MOST_A_TABLE", 3)

    async def story() -> None:
        ben = Guest(address, "Ben Flood")
        table = ben.make_table("luz", "me free rules")
        codes = [
            Guest(address).http.post(f"/api/tables/{table}/report", json={"seat": 0}).status_code
            for _ in range(7)
        ]
        assert codes == [200] * 3 + [429] * 4
        assert len(kept(tmp_path, "select id from reports")) == 3

    with running(tmp_path, reports_at_once=5, reports_a_second=0.001) as address:
        run(story())


# --- bans -----------------------------------------------------------------------------------------


def test_a_banned_guest_is_told_on_an_open_socket_and_everywhere(
    site: tuple[str, str], operator: Operator
) -> None:
    async def story() -> None:
        ana, ben = Guest(site[0], "Ana Bans"), Guest(site[0], "Ben Banned")
        table, _, second = await table_of_two(ana, ben)
        guest = operator.seat(table, 1)["guest"]
        ban = operator.do(
            "POST", "/bans", {"kind": "guest", "subject": guest, "reason": "rude", "hours": 1}
        )
        assert ban["until"] > ban["since"]
        assert await closed(second) == "banned"
        again = await ben.connect(table)
        assert (await again.hear())["reason"] == "banned"
        with pytest.raises(ConnectionClosed) as ended:
            await again.hear()
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1008
        made = ben.http.post(
            "/api/tables",
            json={"game": "luz", "seats": [{"kind": "me"}, {"kind": "free"}, {"kind": "free"}]},
        )
        assert (made.status_code, made.json()["error"]["code"]) == (403, "banned")
        # Others are not held up, and his data is his still.
        assert (await ana.at(table)).you == 0
        assert ben.http.get("/api/me/data").json()["operator"]["bans"][0]["reason"] == "rude"
        operator.do("DELETE", f"/bans/{ban['id']}")
        assert (await ben.at(table)).you == 1
        actions = [one["action"] for one in operator.see()["audit"]]
        assert actions[:2] == ["lifted", "banned"]

    run(story())


def test_a_fresh_cookie_from_a_banned_address_does_not_help(
    site: tuple[str, str], operator: Operator
) -> None:
    async def story() -> None:
        ana = Guest(site[0], "Ana Address")
        player = await ana.at(ana.make_table("luz", "me free rules"))
        operator.do("POST", "/bans", {"kind": "address", "subject": "127.0.0.1", "hours": 1})
        assert await closed(player) == "banned"
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
        new = {"game": "luz", "seats": seats}
        assert Guest(site[0]).http.post("/api/tables", json=new).json()["error"]["code"] == "banned"
        # The operator, who comes from there too, gets in all the same.
        assert operator.see()["bans"][0]["subject"] == "127.0.0.1"

    run(story())


def test_an_ipv6_address_is_banned_with_its_home(operator: Operator) -> None:
    wrong = operator.http.post("/bans", json={"kind": "address", "subject": "nowhere", "hours": 1})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "no_address")
    ban = operator.do("POST", "/bans", {"kind": "address", "subject": "2001:db8::1:2", "hours": 1})
    assert ban["subject"] == "2001:db8::/64"
    same = operator.do("POST", "/bans", {"kind": "address", "subject": "2001:db8::/64", "hours": 2})
    assert len([one for one in operator.see()["bans"] if one["subject"] == same["subject"]]) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "address", "subject": "", "hours": 1},
        {"kind": "guest", "subject": "a b", "hours": 1},
        {"kind": "guest", "subject": "g", "hours": 0},
        {"kind": "guest", "subject": "g", "hours": 1, "reason": "x" * 201},
        {"kind": "guest", "subject": "g", "hours": 1, "more": 1},
    ],
)
def test_a_ban_that_means_nothing_is_refused(operator: Operator, wrong: dict[str, Any]) -> None:
    assert operator.http.post("/bans", json=wrong).status_code == 422


# --- tables ---------------------------------------------------------------------------------------


def test_a_closed_table_is_gone_for_all(
    site: tuple[str, str], operator: Operator, folder: Path
) -> None:
    async def story() -> None:
        ana, ben = Guest(site[0], "Ana Closed"), Guest(site[0], "Ben Closed")
        table, first, second = await table_of_two(ana, ben)
        operator.do("DELETE", f"/tables/{table}")
        assert await closed(first) == await closed(second) == "closed"
        assert ana.http.get(f"/api/tables/{table}").status_code == 404
        assert operator.http.delete(f"/tables/{table}").status_code == 404
        assert kept(folder, f"select seq from log where table_id = '{table}'") == []

    run(story())


def test_who_acts_at_a_table_that_was_just_deleted_is_answered(tmp_path: Path) -> None:
    """Before the worker that has it live has heard of it."""

    async def story() -> None:
        ana = Guest(address, "Ana Late")
        table = ana.make_table("luz", "me free free")
        player: Player = await ana.at(table)
        for name in ("log", "sat", "tables"):
            column = "id" if name == "tables" else "table_id"
            kept(tmp_path, f"delete from {name} where {column} = '{table}'")
        answer = await player.command("leave")
        assert (answer["type"], answer["code"]) == ("refused", "too_late")

    with running(tmp_path, look=60.0) as address:
        run(story())


# --- with other workers ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_one_worker_does_all_hear_of(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(kind, tmp_path, 2) as (one, other):
            heard = [worker(store, tmp_path) for store in (one, other)]
            for its in heard:
                await its.look()
            await one.transact(moderation.ban, "guest", "g", "rude", 60.0)
            await one.transact(moderation.ban, "address", "2001:db8::/64", "", 60.0)
            await one.transact(moderation.ban, "guest", "before", "", -1.0)
            await one.transact(moderation.clear_name, "h", "Rüde Name")
            await privacy.forget(one, "f")
            for its in heard:
                await its.look()
                assert its.banned("g", "") is not None
                assert its.banned(None, network("2001:db8::99")) is not None
                assert its.banned("before", "") is None, "its time is over"
                assert its.banned("somebody", "192.0.2.1") is None
                assert its.admit(Known("h", "RÜDE NAME")) == Known("h", "")
                assert its.admit(Known("h", "Hugo")) == Known("h", "Hugo")
                assert its.admit(Known("f", "Fay")) is None
            (ban,) = [one for one in await other.read(moderation.read_bans) if one.subject == "g"]
            await other.transact(moderation.lift, ban.id)
            await heard[0].look()
            assert heard[0].banned("g", "") is None

    def worker(store: Store, folder: Path) -> moderation.Moderation:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables = LiveTables(store, ServerSettings(folder), ready)
        return moderation.Moderation(store, tables, OpenSockets(1), 1.0)

    asyncio.run(story())


def test_servers_on_one_database_have_one_operator(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(one, "Ana Twice"), Guest(other, "Ben Twice")
        table, first, second = await table_of_two(ana, ben)
        operator = Operator(one, secret)
        while len((seen := operator.see())["workers"]) < 2:
            pass  # until the other has heard that somebody looks
        tables = [its for worker in seen["workers"] for its in worker["tables"]]
        assert {its["table"] for its in tables} == {table}
        # Ana's data goes by the one; Ben sees it by the other.
        assert ana.http.delete("/api/me/data").json() == {"tables": 1}
        assert await closed(first) == "restart"
        while second.seats[0]["name"] != "":
            await second.hear()
        operator.do("POST", "/bans", {"kind": "address", "subject": "127.0.0.1", "hours": 1})
        assert await closed(second) == "banned"
        operator.http.close()

    secret = new_secret(tmp_path / "secret")
    shared = {"operator_secret_file": tmp_path / "secret", "look": 0.1}
    with two(tmp_path, private_postgres().database_of(tmp_path), **shared) as (one, other):
        run(story())
