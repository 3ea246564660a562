"""A disk without room for a while: nobody is told what was not kept, and all goes on by itself
when there is room again."""

import contextlib
import resource
from collections.abc import Iterator

import pytest

from tests.server.player import Guest, run

pytestmark = pytest.mark.in_a_file

NEW = {"game": "level10", "seats": [{"kind": "me"}]}


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """Files cannot grow; the server of these tests is in this process."""
    _, most = before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_table_that_cannot_be_kept_is_not_made(address: str) -> None:
    ana = Guest(address, "Ana")
    with no_room():
        answer = ana.http.post("/api/tables", json=NEW)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_kept")
    assert ana.http.post("/api/tables", json=NEW).status_code == 201
    ana.http.close()


def test_bots_come_back_by_themselves(address: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        player = await ana.at(ana.make_table("luz", "me free rules", pace=0.2))
        with no_room():
            refused = await player.command("hand_over", seat=1, bot="rules")
            assert (refused["kind"], refused["code"]) == ("not_kept", "not_kept")
        await player.command("hand_over", seat=1, bot="rules")
        while not player.screen["moves"]:
            await player.until("news")
        moved = {"id": "m", "at": player.seq, "move": player.screen["moves"][0]["move"]}
        # The move gets through, and what the bots do next does not.
        await player.send({"type": "move", **moved})
        await player.until("accepted")
        with no_room():
            while "a bot's move was not kept" not in caplog.messages:
                await player.send({"type": "ping"})
                await player.until("pong")
        before = player.seq
        while player.seq < before + 2:  # without a word from us
            await player.hear()

    run(story())
