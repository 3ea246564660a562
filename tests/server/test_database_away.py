"""While the database is away, or another program holds it: whoever asks is told to try again, and
whoever plays to come back; in the log stands a line for it and no trace."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tenluz.server import postgres_store, sqlite_store
from tenluz.server.keys import KeyRing
from tenluz.server.operator_session import new_secret
from tenluz.server.settings import ServerSettings
from tenluz.server.storage import Storage
from tenluz.server.store import DatabaseAway
from tenluz.server.wakeups import Wakeups
from tenluz.server.write_lock import WriteLock
from tests.server.operating import OURS, Operator
from tests.server.player import Guest, run
from tests.server.private_postgres import PrivatePostgres
from tests.server.running import PATIENCE, running, wait_until
from tests.server.stores import opened

SOON = 0.2  # seconds in which a store gives up here
GUEST, OPERATOR = "guest", "operator"
WRITES = (
    (
        GUEST,
        "POST",
        "/api/tables",
        {"game": "luz", "seats": [{"kind": "me"}, {"kind": "free"}, {"kind": "bot"}]},
    ),
    (GUEST, "DELETE", "/api/me/data", None),
    (GUEST, "POST", "/api/account/sign-out", {"everywhere": True}),
    (OPERATOR, "POST", "/api/operator/session", {"secret": "…"}),
    (OPERATOR, "GET", "/api/operator/overview", None),
    (OPERATOR, "POST", "/api/operator/bans", {"kind": "guest", "subject": "g", "hours": 1}),
    (OPERATOR, "DELETE", "/api/operator/bans/b", None),
    (OPERATOR, "POST", "/api/operator/names", {"guest": "g", "name": "n"}),
    (OPERATOR, "DELETE", "/api/operator/tables/t", None),
)
READS = (
    (GUEST, "PUT", "/api/me", {"name": "Bea"}),
    (GUEST, "GET", "/api/me/data", None),
    (GUEST, "GET", "/api/tables/mine", None),
    (GUEST, "GET", "/api/tables/AAAAAAAAAAAA", None),
    (GUEST, "GET", "/api/account", None),
    (GUEST, "GET", "/api/account/games", None),
    (OPERATOR, "POST", "/api/operator/reports/r", {"action": "dismiss"}),
)


@dataclass(frozen=True)
class Site:
    """A server, people who know it, and how its database goes away."""

    address: str
    secret: str
    without: Callable[[], contextlib.AbstractContextManager[None]]


@contextlib.contextmanager
def site(folder: Path, without: Callable[[], Any], **more: Any) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_store, "PATIENCE", SOON)
        patch.setattr(postgres_store, "TRIED_FOR", SOON)
        secret = new_secret(folder / "operator-secret")
        with running(folder, secrets_at_once=1000, **more) as address:
            yield Site(address, secret, without)


@pytest.fixture(scope="module")
def in_a_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("file")

    @contextlib.contextmanager
    def held() -> Iterator[None]:
        with (
            contextlib.closing(WriteLock(folder)) as lock,
            lock.turn(time.monotonic() + PATIENCE),
        ):
            yield

    with site(folder, held, database="") as one:
        yield one


@pytest.fixture(scope="module")
def in_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    server = PrivatePostgres()
    server.require_ours()
    folder = tmp_path_factory.mktemp("postgres")

    @contextlib.contextmanager
    def stopped() -> Iterator[None]:
        server.stop()
        try:
            yield
        finally:
            server.start()

    with site(folder, stopped, database=server.database_of(folder)) as one:
        yield one
    server.close()


def ask_all(
    site: Site, routes: tuple[tuple[str, str, str, Any], ...], caplog: pytest.LogCaptureFixture
) -> None:
    """Each of these is answered in plain words, while the database is away."""
    ana, operator = Guest(site.address, "Ana"), Operator(site.address, site.secret)
    with contextlib.closing(ana.http), contextlib.closing(operator.http):
        ana.make_table("luz", "me free bot")
        with site.without():
            answers = {
                f"{method} {path}": _ask(
                    site, ana if who == GUEST else operator, method, path, body
                )
                for who, method, path, body in routes
            }
        assert {
            route: (answer.status_code, answer.json()["error"]["code"])
            for route, answer in answers.items()
        } == dict.fromkeys(answers, (503, "not_kept"))
    assert no_traces(caplog)


def _ask(site: Site, who: Guest | Operator, method: str, path: str, body: Any) -> httpx.Response:
    if path.endswith("/session"):
        body = {"secret": site.secret}
    # Operators' headers harm nobody.
    return who.http.request(method, f"http://{site.address}{path}", json=body, headers=OURS)


def no_traces(caplog: pytest.LogCaptureFixture) -> bool:
    found = [one for one in caplog.records if one.levelno >= logging.WARNING and one.exc_info]
    assert not found, [one.getMessage() for one in found]
    return True


def test_what_is_written_while_another_program_holds_the_file(
    in_a_file: Site, caplog: pytest.LogCaptureFixture
) -> None:
    ask_all(in_a_file, WRITES, caplog)
    assert "the database did not answer: TimeoutError" in caplog.messages


def test_a_command_while_another_program_holds_the_file(
    in_a_file: Site, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        ana = Guest(in_a_file.address, "Ana")
        player = await ana.at(ana.make_table("luz", "me free bot"))
        with in_a_file.without():
            refused = await player.command("hand_over", seat=1, bot="rules")
            assert (refused["kind"], refused["code"]) == ("not_kept", "not_kept")

    run(story())
    assert "not kept: TimeoutError" in caplog.messages
    assert no_traces(caplog)


def test_all_while_postgres_is_stopped(in_postgres: Site, caplog: pytest.LogCaptureFixture) -> None:
    ask_all(in_postgres, (*WRITES, *READS), caplog)


def test_postgres_that_is_stopped_is_no_health_until_it_is_back(
    in_postgres: Site, caplog: pytest.LogCaptureFixture
) -> None:
    def answer(path: str) -> tuple[int, Any]:
        found = httpx.get(f"http://{in_postgres.address}{path}", timeout=PATIENCE)
        return found.status_code, found.json()

    wait_until(lambda: answer("/readyz") == (200, {"ok": True}))
    with in_postgres.without():
        for path in ("/healthz", "/readyz"):
            wait_until(lambda path=path: answer(path) == (503, {"ok": False}))
    for path in ("/healthz", "/readyz"):
        wait_until(lambda path=path: answer(path) == (200, {"ok": True}))
    assert no_traces(caplog)


def test_who_comes_to_a_table_while_postgres_is_stopped_is_told_to_come_back(
    in_postgres: Site, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        ana = Guest(in_postgres.address, "Ana")
        ana.make_table("luz", "me free bot")  # who she is is known when she comes
        with in_postgres.without():
            player = await ana.connect("A" * 12)
            assert await player.hear() == {"type": "bye", "reason": "restart"}

    run(story())
    assert no_traces(caplog)


# --- what the log says of it ------------------------------------------------------------------

SECRET = "postgresql://ana:sesame@db/x"


async def cannot_connect(*about: object, **more: object) -> Any:
    try:
        raise ConnectionRefusedError(SECRET)
    except ConnectionRefusedError as problem:
        raise DatabaseAway(SECRET) from problem


def heard(caplog: pytest.LogCaptureFixture, said: str) -> bool:
    return f"{said}: ConnectionRefusedError" in caplog.messages and no_traces(caplog)


def test_keys_that_cannot_be_read_are_told_by_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            monkeypatch.setattr(store, "read", cannot_connect)
            ring = KeyRing.of(bytes(32))
            used: asyncio.Future[KeyRing] = asyncio.get_running_loop().create_future()
            storage = Storage(store, ring, None, ServerSettings(tmp_path, database=SECRET))
            keeping = asyncio.create_task(storage.keep_keys(0, used.set_result))
            assert await used is ring
            keeping.cancel()

    asyncio.run(story())
    assert heard(caplog, "the keys could not be read")


def test_who_is_not_on_the_line_is_told_by_what_failed(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        wakeups = Wakeups(cannot_connect, 4.0)
        await wakeups.start()  # it has tried
        await wakeups.stop()

    asyncio.run(story())
    assert heard(caplog, "not on the line to other workers")


def test_a_game_that_was_not_marked_as_over_is_told_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with opened("sqlite", tmp_path) as (store,):
            monkeypatch.setattr(store, "_put", cannot_connect)
            await store.mark_over("t")

    asyncio.run(story())
    assert heard(caplog, "not marked as over")
