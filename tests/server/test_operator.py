"""The operator's page by its interface: who gets in, what is shown, what is done, and how others
feel it. And those who try without the secret."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tenluz.engine.errors import NotUnderstood
from tenluz.server import reports
from tenluz.server.operator_session import new_secret, read_secret
from tenluz.server.refusals import refusal
from tests.commands.running import tenluz
from tests.server.operating import OURS, Operator
from tests.server.player import Guest, run
from tests.server.running import kept, running
from tests.server.stores import opened
from tests.server.test_privacy import closed, table_of_two

EVERYTHING = (
    ("GET", "/overview", None),
    ("POST", "/bans", {"kind": "guest", "subject": "g", "hours": 1}),
    ("DELETE", "/bans/b", None),
    ("POST", "/reports/r", {"action": "dismiss"}),
    ("POST", "/names", {"guest": "g", "name": "n"}),
    ("DELETE", "/tables/t", None),
)


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


def test_servers_on_postgres_are_asked_for_where_they_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENLUZ_DATABASE", "postgresql://ana:password@db.example.org/tables")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    ran = tenluz("operator", "secret")
    assert ran.status == 2
    assert "that folder with --data, or that file with --file" in ran.err
    assert "password" not in ran.err
    assert not (tmp_path / "home").exists()
    assert tenluz("operator", "secret", "--data", tmp_path).status == 0
    assert tenluz("operator", "secret", "--file", tmp_path / "file").status == 0


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


def test_a_report_whose_name_could_not_be_cleared_is_still_there(
    site: tuple[str, str], operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise refusal("not_kept")

    async def story() -> None:
        ana, ben = Guest(site[0], "Ana Twice"), Guest(site[0], "Ruder Name")
        table, _, _ = await table_of_two(ana, ben)
        ana.http.post(f"/api/tables/{table}/report", json={"seat": 1})

        def reported() -> list[str]:
            return [one["id"] for one in operator.see()["reports"] if one["name"] == "Ruder Name"]

        (report,) = reported()
        with monkeypatch.context() as patch:
            patch.setattr("tenluz.server.moderation.clear_name", fails)
            failed = operator.http.post(f"/reports/{report}", json={"action": "clear"})
            assert failed.status_code == 503
        assert reported() == [report]
        operator.do("POST", f"/reports/{report}", {"action": "clear"})
        assert reported() == []

    run(story())


def test_reports_of_many_guests_keep_nobody_else_from_being_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenluz.server.reports.MOST", 6)

    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            about = ("t", 0, "name")
            await store.transact(reports.add, *about, "g", "honest")
            for number in range(9):
                who = f"flood{number % 3}"
                assert await store.transact(reports.add, f"t{number}", 0, "n", f"g{number}", who)
            assert await store.transact(reports.add, *about, "h", "late")
            kept = [one.reporter for one in await store.read(reports.read)]
            assert sorted(kept)[-2:] == ["honest", "late"]
            assert len(kept) == 6

    asyncio.run(story())


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
