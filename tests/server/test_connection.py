"""One connection: reconnecting, limits, strangers, and nonsense."""

import json
import logging
import random
import socket
from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.player import Guest, Player, run
from tests.server.running import free_port, metrics_at, running


def test_who_comes_back_is_given_what_they_missed_and_nothing_twice(address: str) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("level10", "me free", options={"pauses": 3})
        first, second = await ana.at(table), await ben.at(table)
        await second.command("sit", seat=1)
        await second.until("welcome")
        choice = random.Random(1)
        seen = 0
        for _ in range(12):
            mover = first if first.screen["moves"] else second
            answer = await mover.command("move", at=mover.seq, move=mover.some_move(choice))
            for player in (first, second):
                await player.until_seq(answer["seq"])
            back = await ana.at(table, seen=seen, you=0)
            assert back.messages[-1]["since"] == seen
            assert back.entries == {
                seq: events for seq, events in first.entries.items() if seq > seen
            }
            assert back.screen == first.screen
            await back.socket.close()
            seen = choice.randint(0, first.seq)
            if first.over:
                break
        # From another seat, or from a future that never was, all is told anew.
        for strange in ({"seen": 3, "you": 1}, {"seen": first.seq + 1, "you": 0}):
            again = await ana.at(table, **strange)
            assert again.messages[-1]["since"] == 0
            assert again.entries == first.entries

    run(story())


def test_a_command_sent_again_is_answered_again_and_done_once(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("level10", "me")
        one, other = await ana.at(table), await ana.at(table)
        move = one.screen["moves"][0]["move"]
        command = {"type": "move", "id": "same", "at": 1, "move": move}
        await one.send(command)
        accepted = await one.until("accepted")
        await one.send(command)
        assert await one.until("accepted") == accepted
        await other.send(command)
        assert await other.until("accepted") == accepted
        await other.until_seq(2)
        assert one.screen == other.screen
        assert one.seq == 2

    run(story())


def test_without_a_cookie_one_watches(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("level10", "me free")
        content, _, signature = ana.cookie.rpartition(".")
        for cookie in ("", "tenluz=forged", f"{content}.{signature[::-1]}"):
            watcher = await ana.connect(table, cookie=cookie)
            await watcher.send({"type": "hello"})
            await watcher.until("welcome")
            assert watcher.you == -1
            assert watcher.screen["hand"] == []
            answer = await watcher.command("sit", seat=1)
            assert (answer["kind"], answer["code"]) == ("not_yours", "not_seated")

    run(story())


def test_other_sites_and_other_names_are_not_let_in(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("level10", "me free")
        with pytest.raises(InvalidStatus) as problem:
            await ana.connect(table, origin="https://elsewhere.example")
        assert problem.value.response.status_code == 403
        with pytest.raises(InvalidStatus):
            await ana.connect(table, origin="null")
        async with connect(
            f"ws://{address}/ws/{table}", compression=None, proxy=None
        ) as program:  # no browser, no origin
            await program.send('{"type":"hello"}')
            assert orjson.loads(await program.recv())["you"] == -1
        for headers, code in (
            ({"origin": "https://elsewhere.example"}, "other_origin"),
            ({"host": "elsewhere.example"}, "other_host"),
        ):
            answer = ana.http.post("/api/tables", json={}, headers=headers)
            assert answer.status_code == 403
            assert answer.json()["error"]["code"] == code

    run(story())


def test_there_is_no_such_table(address: str) -> None:
    async def story() -> None:
        player = await Guest(address).connect("nowhere")
        assert (await player.hear())["reason"] == "no_table"
        with pytest.raises(ConnectionClosed):
            await player.hear()

    run(story())


async def closed_with(player: Player) -> str:
    """Hear to the end; the reason that was given."""
    try:
        while True:
            await player.hear()
    except ConnectionClosed:
        return str(player.messages[-1].get("reason"))


def test_too_fast_too_large_and_not_understood_end_a_connection(tmp_path: Path) -> None:
    async def story(address: str) -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("level10", "me")
        fast = await ana.at(table)
        ben, cleo, dora = (Guest(address, name) for name in ("Ben", "Cleo", "Dora"))
        for _ in range(20):
            await fast.send({"type": "ping"})
        assert await closed_with(fast) == "too_fast"
        assert any(m.get("kind") == "too_fast" for m in fast.messages)
        large = await ben.at(table)
        await large.send({"type": "ping", "filler": "x" * 5000})
        assert await closed_with(large) == "too_large"
        wild = await cleo.at(table)
        for _ in range(5):
            await wild.send({"type": "cheat"})
        assert await closed_with(wild) == "not_understood"
        silent = await dora.connect(table)
        await silent.send({"type": "leave", "id": "x"})
        assert (await silent.until("refused"))["code"] == "hello_first"

    with running(tmp_path, messages_a_second=0.001, messages_at_once=8) as address:
        run(story(address))


@pytest.mark.parametrize("number", ["9" * 40, "-" + "9" * 40, "9223372036854775807", "2147483647"])
def test_a_number_may_be_as_large_as_it_likes(
    address: str, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is refused like any other message that is not understood."""
    whole = (
        '{"type":"say","id":"a","statement":{"kind":NUMBER}}',
        '{"type":"say","id":"b","statement":{"kind":"card","world":NUMBER}}',
        '{"type":"move","id":"c","at":1,"move":NUMBER}',
        '{"type":"sit","id":"d","seat":NUMBER}',
    )

    async def story() -> None:
        ana = Guest(address, "Ana")
        player = await ana.at(ana.make_table("level10", "me free"))
        for text in whole:
            await player.send(text.replace("NUMBER", number))
            assert (await player.hear_answer())["type"] == "refused"
        assert (await ana.at(ana.make_table("level10", "me free"))).you == 0

    run(story())
    assert not caplog.records


def test_a_client_that_does_not_read_is_dropped_and_may_come_back(tmp_path: Path) -> None:
    async def story(address: str) -> None:
        ana, eve = Guest(address, "Ana"), Guest(address)
        table = ana.make_table("luz", "me random random random")
        player = await ana.at(table)
        await player.play_on(random.Random(1))
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, _, port = address.partition(":")
        narrow.connect((host, int(port)))
        slow = await eve.connect(table, narrow)
        slow.socket.transport.pause_reading()
        for _ in range(600):  # each is answered with all that happened
            await slow.send({"type": "hello"})
        while "tenluz_connections 1.0" not in metrics_at(numbers):
            pass
        await player.send({"type": "ping"})
        await player.until("pong")
        back = await eve.at(table)
        assert back.seq == player.seq
        slow.socket.transport.abort()

    numbers = free_port()
    with running(tmp_path, unread=50_000, metrics_port=numbers) as address:
        run(story(address))


def test_a_clean_end_tells_people_to_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        with running(tmp_path) as address:
            ana = Guest(address, "Ana")
            player = await ana.at(ana.make_table("level10", "me rules"))
        assert await closed_with(player) == "restart"

    run(story())


def nonsense(choice: random.Random) -> str | bytes:
    """A message that no client of ours would send."""
    right: dict[str, Any] = {"type": "move", "id": "a", "at": 1, "move": 3}
    kind = choice.randrange(8)
    if kind == 0:
        return choice.randbytes(choice.randrange(60))
    if kind == 1:
        return "".join(chr(choice.choice([0, 34, 123, 0x7F, 0x20AC, 0x1F600])) for _ in range(20))
    if kind == 2:
        text = orjson.dumps(right).decode()
        return text[: choice.randrange(len(text))]
    if kind == 3:
        return "[" * choice.randrange(4000)
    if kind == 4:
        return '{"a":' * choice.randrange(600)
    if kind == 5:
        wrong = [None, -1, 10**30, 1.5, "x" * 3000, [], {}, True, "\x00"]
        right[choice.choice(["type", "id", "at", "move"])] = choice.choice(wrong)
        return json.dumps(right)
    if kind == 6:
        return orjson.dumps({**right, "seat": 0}).decode()
    return orjson.dumps({"type": choice.choice(["sit", "hand_over", "say", "", "Move"])}).decode()


def test_ten_thousand_malformed_messages_do_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(address: str, count: int, *, closes: bool) -> None:
        choice = random.Random(count)
        ana, eve = Guest(address, "Ana"), Guest(address)
        table = ana.make_table("level10", "me")
        player = await ana.at(table)
        left = count
        while left:
            wild = await (ana if choice.random() < 0.5 else eve).at(table)
            sent = min(left, 5 if closes else 500)
            left -= sent
            for _ in range(sent):
                await wild.socket.send(nonsense(choice))
            if closes:
                assert await closed_with(wild) == "not_understood"
            else:
                for _ in range(sent):
                    answer = await wild.until("refused")
                    assert answer["kind"] in ("not_understood", "not_legal", "too_late")
                await wild.socket.close()
        assert player.seq == 1
        await player.play_on(choice)

    with caplog.at_level(logging.WARNING):
        with running(tmp_path / "tolerant", mistakes=10**9, unread=10**12) as address:
            run(story(address, 9_500, closes=False))
        with running(tmp_path / "strict") as address:
            run(story(address, 500, closes=True))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
