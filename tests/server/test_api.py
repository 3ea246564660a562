"""Tables over HTTP: what is answered, what is refused, and that nothing asked breaks it."""

import asyncio
import contextlib
import json
import logging
import os
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)

from tenluz.bots.registry import bot_names
from tenluz.server import pages
from tenluz.server.json_logs import JsonLines
from tests.games_played import GAMES
from tests.server.player import Guest
from tests.server.running import running


@pytest.fixture
def ana(address: str):
    guest = Guest(address, "Ana")
    yield guest
    guest.http.close()


@pytest.mark.parametrize("asked", [6, pytest.param(100, marks=pytest.mark.soak)])
def test_nothing_asked_breaks_it(address: str, asked: int) -> None:
    """Schemathesis asks for whatever the OpenAPI schema allows, and for what it does not."""
    found = schemathesis.openapi.from_url(f"http://{address}/api/openapi.json")
    operations = [result.ok() for result in found.get_all_operations()]
    assert len(operations) == 30
    for operation in operations:

        @settings(max_examples=asked, deadline=None, suppress_health_check=list(HealthCheck))
        @given(
            case=operation.as_strategy(GenerationMode.POSITIVE)
            | operation.as_strategy(GenerationMode.NEGATIVE)
        )
        def ask(case: schemathesis.Case) -> None:
            case.call_and_validate(
                checks=[not_a_server_error, response_schema_conformance, status_code_conformance]
            )

        ask()


def test_every_game_says_what_can_be_chosen(ana: Guest) -> None:
    games = {game["game"]: game for game in ana.http.get("/api/games").json()}
    assert set(games) == set(GAMES)
    assert games["level10"]["least_players"] == 1
    assert games["luz"]["least_players"] == 3
    options = {option["name"]: option for option in games["level10"]["options"]}
    assert options["pauses"]["names"] == {"easy": 3, "normal": 2, "hard": 1, "master": 0}
    assert options["last_reset"] == {
        "name": "last_reset",
        "kind": "choice",
        "about": "R-3: no cards left anywhere and one reset missing",
        "clauses": ["R-3"],
        "default": "placed",
        "low": None,
        "high": None,
        "names": {},
        "readings": ["placed", "lost"],
        "by_language": False,
        "shown": "more",
    }
    assert {name for name, option in options.items() if option["shown"] == "first"} == {"pauses"}
    assert options["columns"]["shown"] == "never"
    assert [name for name, option in options.items() if option["by_language"]] == ["edition"]
    for name, game in games.items():
        assert game["bots"] == bot_names(GAMES[name])
    assert options["pause_scores"]["default"] is None


def test_a_bot_that_a_game_has_not_is_refused(ana: Guest) -> None:
    asked = {"game": "luz", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "kasparov"}] * 2}
    asked["seats"].pop(2)  # type: ignore[attr-defined]
    answer = ana.http.post("/api/tables", json=asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "no_such_bot")


def test_the_words_of_a_game_are_given_in_every_language(ana: Guest) -> None:
    french = ana.http.get("/api/games/luz/words/fr").json()
    assert french["about"] != ana.http.get("/api/games/luz/words/en").json()["about"]
    assert ana.http.get("/api/games/chess/words/fr").status_code == 400
    assert ana.http.get("/api/games/luz/words/de").status_code == 422


def test_a_name_and_a_language_stay(ana: Guest) -> None:
    assert ana.http.put("/api/me", json={"language": "uk"}).json() == {
        "name": "Ana",
        "language": "uk",
    }
    assert ana.http.get("/api/me").json() == {"name": "Ana", "language": "uk"}
    cookie = ana.http.put("/api/me", json={"name": "Anna"}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}]}, 400, "not_understood"),
        ({"game": "luz", "seats": [{"kind": "me"}]}, 400, "not_understood"),
        ({"game": "level10", "seats": []}, 422, "wrong_form"),
        ({"game": "level10", "seats": [{"kind": "me"}] * 2}, 400, "two_seats"),
        (
            {"game": "level10", "seats": [{"kind": "me"}], "options": {"players": 2}},
            400,
            "seats_differ",
        ),
        (
            {"game": "level10", "seats": [{"kind": "me"}], "options": {"seed": 1}},
            400,
            "not_understood",
        ),
        ({"game": "level10", "seats": [{"kind": "me"}], "seed": "00"}, 422, "wrong_form"),
        ({"game": "level10", "seats": [{"kind": "me"}], "name": "a\nb"}, 422, "wrong_form"),
    ],
)
def test_what_makes_no_table_says_why(ana: Guest, asked: object, status: int, code: str) -> None:
    answer = ana.http.post("/api/tables", json=asked)
    assert answer.status_code == status
    problem = answer.json()["error"]
    assert problem["code"] == code
    assert problem["why"]


def test_others_cannot_see_who_is_behind_a_name(ana: Guest, address: str) -> None:
    table = ana.make_table("level10", "me free rules")
    eve = Guest(address)
    seen = eve.http.get(f"/api/tables/{table}").json()
    assert seen["you"] == -1
    assert [seat["name"] for seat in seen["seats"]] == ["Ana", "", "Mila"]
    assert set(seen["seats"][0]) == {"kind", "name", "bot", "online"}
    assert eve.http.get("/api/tables/mine").json() == []
    assert eve.http.get("/api/tables/nowhere").json()["error"]["code"] == "no_table"
    eve.http.close()


def test_pages_come_from_here_alone_and_say_so(ana: Guest) -> None:
    for path in ("/", "/api/docs", "/api/docs.css", "/table/x"):
        answer = ana.http.get(path)
        assert answer.status_code == 200, path
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not re.search(r"(src|href)=.?(https?:)?//", answer.text)
    page = ana.http.get("/api/docs").text
    assert "/api/tables/{table}/record" in page
    assert "<script" not in page


def test_it_says_that_it_is_well(ana: Guest) -> None:
    assert ana.http.get("/healthz").json() == {"ok": True}


def test_large_requests_and_too_many_tables_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, tables_a_second=0.001, tables_at_once=2) as address:
        guest = Guest(address)
        large = guest.http.put("/api/me", content=b"x" * 20_000)
        assert large.status_code == 413
        unsaid = guest.http.put("/api/me", content=iter([b"{}"]))
        assert unsaid.status_code == 411
        asked = {"game": "level10", "seats": [{"kind": "me"}]}
        statuses = [guest.http.post("/api/tables", json=asked).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]
        guest.http.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with pages that are built, as far as it can tell."""
    web = tmp_path_factory.mktemp("web")
    (web / "assets").mkdir()
    (web / "index.html").write_text("<!doctype html><title>built</title>")
    (web / "assets" / "app-1234.js").write_text("let x = 1;" * 500)
    with running(tmp_path_factory.mktemp("data"), web=web) as address:
        yield f"http://{address}"


@pytest.mark.parametrize(
    "path", ["/", *(f"/{game}" for game in GAMES), "/table/abc", "/table/abc/", "/seat/abc.def-x"]
)
def test_the_page_is_given_out_where_it_has_something_to_show(site: str, path: str) -> None:
    answer = httpx.get(site + path)
    assert answer.status_code == 200
    assert "built" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    known = {"if-none-match": answer.headers["etag"]}
    assert httpx.get(site + path, headers=known).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/nonsense",
        "/chess",
        "/Luz",
        "/luz/more",
        "/table",
        "/table/",
        "/table/a/b",
        "/table/%E0%A4%A",  # no whole percent-encoding
        "/table/%E0%A4",  # no whole letter
        "/table/%00",
        f"/table/{'a' * 300}",
        "/seat/%ff",
        "/api/nonsense",
        "/wp-login.php",
    ],
)
def test_where_there_is_nothing_browsers_get_the_page_that_says_so(site: str, path: str) -> None:
    def ask(**headers: str) -> tuple[int, str]:
        """As it is written: httpx would mend what is wrong with a path."""
        with contextlib.closing(HTTPConnection(site.removeprefix("http://"), timeout=60)) as line:
            line.request("GET", path, headers={"accept": "*/*", **headers})
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    status, text = ask(accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert status == 404
    assert "built" in text
    page = httpx.get(site).headers["etag"]
    assert ask(accept="text/html", **{"if-none-match": page}) == (404, text)
    status, text = ask()
    assert status == 404
    assert json.loads(text)["error"]["code"] == "no_page"


def test_files_of_the_page_are_given_out(site: str) -> None:
    script = httpx.get(f"{site}/assets/app-1234.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    missing = httpx.get(f"{site}/assets/missing.js")
    assert missing.status_code == 404
    assert "immutable" not in missing.headers.get("cache-control", "")


def test_a_file_is_packed_once_for_all_who_ask(tmp_path: Path) -> None:
    script, picture = b"let x = 1;" * 100_000, os.urandom(5000)
    (tmp_path / "index.html").write_text("<!doctype html><title>built</title>" + " " * 2000)
    (tmp_path / "app.js").write_bytes(script)
    (tmp_path / "card.png").write_bytes(picture)
    with running(tmp_path / "data", web=tmp_path) as address:
        pages.packed_file.cache_clear()
        pages.packed.cache_clear()
        with httpx.Client(base_url=f"http://{address}") as browser:
            for _ in range(3):
                answer = browser.get("/app.js")
                assert answer.content == script
                assert answer.headers["content-encoding"] == "gzip"
                assert answer.headers["vary"].lower() == "accept-encoding"
                assert "javascript" in answer.headers["content-type"]
                assert "built" in browser.get("/").text
            assert pages.packed_file.cache_info().misses == 1
            assert pages.packed.cache_info().misses == 1
            again = browser.get("/app.js", headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")
            plain = browser.get("/app.js", headers={"accept-encoding": "br"})
            assert "content-encoding" not in plain.headers
            assert plain.content == script
            part = browser.get("/app.js", headers={"range": "bytes=0-9"})
            assert (part.status_code, part.content) == (206, b"let x = 1;")
            assert browser.head("/app.js").headers["content-encoding"] == "gzip"
            assert "content-encoding" not in browser.get("/card.png").headers
            changed = b"let y = 2;" * 300
            (tmp_path / "app.js").write_bytes(changed)
            assert browser.get("/app.js").content == changed


@pytest.mark.parametrize(
    "path", ["/me", "/tables/mine", "/account", "/account/games", "/tables/{table}", "/nonsense"]
)
def test_what_is_about_somebody_is_kept_nowhere(ana: Guest, path: str) -> None:
    """Also where no cookie is set."""
    table = ana.make_table("level10", "me free")
    answer = ana.http.get(f"/api{path}".replace("{table}", table))
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


def test_only_who_must_be_known_is_given_a_cookie(address: str, ana: Guest) -> None:
    """A page that asks for several things at once before it has a cookie: were each answer to
    bring one, the seat could belong to a cookie that the next answer has replaced."""
    table = ana.make_table("level10", "me free")
    token = ana.http.post(f"/api/tables/{table}/move-device").json()["token"]
    looks = ["/api/tables/mine", f"/api/tables/{table}", f"/api/seat/{token}", "/api/games"]

    async def ask() -> list[httpx.Response]:
        # One client each: none has a cookie, and all ask at once.
        async with contextlib.AsyncExitStack() as open_clients:
            clients = [
                await open_clients.enter_async_context(httpx.AsyncClient(timeout=60))
                for _ in range(5)
            ]
            asked = zip(clients, ["/api/me", *looks], strict=True)
            return await asyncio.gather(
                *(client.get(f"http://{address}{path}") for client, path in asked)
            )

    answers = asyncio.run(ask())
    assert [answer.status_code for answer in answers] == [200] * 5
    assert ["set-cookie" in answer.headers for answer in answers] == [True, *[False] * 4]
    assert answers[1].json() == []
    assert answers[2].json()["you"] == -1
    assert answers[3].json()["table"] == table
    nobody = httpx.post(f"http://{address}/api/tables/{table}/move-device")
    assert (nobody.status_code, nobody.json()["error"]["code"]) == (403, "not_seated")
    assert "set-cookie" not in nobody.headers


def test_who_sits_down_without_a_cookie_is_given_one(address: str) -> None:
    asked = {"game": "level10", "seats": [{"kind": "me"}]}
    with httpx.Client(base_url=f"http://{address}", timeout=60) as desk:
        table = desk.post("/api/tables", json=asked).json()["table"]
        assert [one["table"] for one in desk.get("/api/tables/mine").json()] == [table]
        token = desk.post(f"/api/tables/{table}/move-device").json()["token"]
    with httpx.Client(base_url=f"http://{address}", timeout=60) as phone:
        assert phone.post(f"/api/seat/{token}").json()["seat"] == 0
        assert phone.get(f"/api/tables/{table}").json()["you"] == 0


def test_logs_are_json_and_hold_no_keys(address: str, caplog: pytest.LogCaptureFixture) -> None:
    guest = Guest(address)
    with caplog.at_level(logging.DEBUG):
        table = guest.make_table("level10", "me rules")
        token = guest.http.post(f"/api/tables/{table}/move-device").json()["token"]
        guest.http.post(f"/api/seat/{token}")
    lines = [
        JsonLines().format(record)
        for record in caplog.records
        if record.name.startswith(("tenluz", "uvicorn"))
    ]
    assert any(json.loads(line).get("route") == "/api/seat/{token}" for line in lines)
    for secret in (token, guest.cookie.partition("=")[2]):
        assert [line for line in lines if secret in line] == []
    guest.http.close()
