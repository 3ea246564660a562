"""Hints over the socket: for who is on turn, from that seat's view alone, bounded, told to nobody
else and kept nowhere."""

from pathlib import Path
from typing import Any

from tests.server.player import Guest, Player, run
from tests.server.running import running


async def hint(player: Player, name: str = "h") -> dict[str, Any]:
    await player.send({"type": "hint", "id": name})
    while True:
        message = await player.hear()
        if message.get("id") == name:
            return message


def test_a_hint_is_a_legal_move_with_a_reason_and_the_same_when_asked_again(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        for game, seats in (("level10", "me"), ("luz", "me random random")):
            player = await ana.at(ana.make_table(game, seats))
            while player.screen["turn"] != player.you:
                await player.hear()
            before = player.seq
            found = await hint(player)
            assert found["type"] == "hinted"
            assert found["move"] in [move["move"] for move in player.screen["moves"]]
            assert all((found["name"], found["code"], found["why"]))
            again = await hint(player, "again")
            assert {**again, "id": "h"} == found
            assert player.seq == before, "nothing is written down"
            answer = await player.command("move", at=player.seq, move=found["move"])
            assert answer["type"] == "accepted"

    run(story())


def test_only_who_is_on_turn_is_given_one_and_nobody_else_is_told(address: str) -> None:
    async def story() -> None:
        ana, bob, eve = Guest(address, "Ana"), Guest(address, "Bob"), Guest(address, "Eve")
        table = ana.make_table("level10", "me free")
        first, second, watcher = await ana.at(table), await bob.at(table), await eve.at(table)
        await second.command("sit", seat=1)
        refused = await hint(watcher)
        assert (refused["type"], refused["code"]) == ("refused", "not_seated")
        on_turn, waiting = first, second
        while on_turn.screen["turn"] < 0:
            await on_turn.hear()
        if on_turn.screen["turn"] != on_turn.you:
            on_turn, waiting = second, first
        refused = await hint(waiting)
        assert (refused["type"], refused["code"]) == ("refused", "not_your_turn")
        assert (await hint(on_turn, "mine"))["type"] == "hinted"
        await waiting.command("say", statement={"kind": "count", "world": 0})
        assert not any(b'"hinted"' in text for one in (waiting, watcher) for text in one.received)

    run(story())


def test_hints_count_as_several_messages(tmp_path: Path) -> None:
    """Too many are refused, and the table goes on."""

    async def story() -> None:
        with running(tmp_path, messages_at_once=20, messages_a_second=0.01) as address:
            ana = Guest(address, "Ana")
            player = await ana.at(ana.make_table("level10", "me"))  # its hello counts for 3
            found = [await hint(player, f"h{number}") for number in range(4)]
            assert [one["type"] for one in found] == ["hinted"] * 3 + ["refused"]
            assert found[3]["code"] == "too_fast"
            answer = await player.command("move", at=player.seq, move=found[0]["move"])
            assert answer["type"] == "accepted"

    run(story())
