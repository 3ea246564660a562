"""Another game with the same people: one new table, whoever asks, and everybody is led there."""

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.server.player import Guest, Player, run
from tests.server.running import ON_POSTGRES, Killable, kept, running

# The smallest games that end: three cards played.
QUICK: dict[str, Any] = {"players": 3, "colours": 3, "values": 1, "hand": 1, "deals": 1}


async def finished(
    guests: list[Guest], seats: str, **more: Any
) -> tuple[str, list[Player], list[Player]]:
    """A game that is over: the table, those who sit there and those who only watched."""
    table = guests[0].make_table("luz", seats, options=QUICK, **more)
    players = [await guest.at(table) for guest in guests]
    free = [seat for seat, kind in enumerate(seats.split()) if kind == "free"]
    for player, seat in zip(players[1:], free, strict=False):
        await player.command("sit", seat=seat)
        await player.until("welcome")
    seated = [player for player in players if player.you >= 0]
    watching = [player for player in players if player.you < 0]
    await asyncio.gather(*(player.play_on(random.Random(player.you)) for player in seated))
    for player in watching:
        while not player.over:
            await player.hear()
    return table, seated, watching


def led_to(player: Player) -> list[dict[str, Any]]:
    """All that a client was told about a new table."""
    return [e for told in player.entries.values() for e in told if e["event"] == "goes_on"]


def test_everybody_is_led_to_one_new_table_with_the_same_seats(address: str) -> None:
    async def story() -> None:
        ana, ben, eve = Guest(address, "Ana"), Guest(address, "Ben"), Guest(address, "Eve")
        table, (first, second), (watcher,) = await finished(
            [ana, ben, eve], "me free rules", pace=0.25
        )
        answer = await second.command("again")
        assert answer["type"] == "accepted"
        for player in (first, second, watcher):
            await player.until_seq(answer["seq"])
            (event,) = led_to(player)
            assert (event["seat"], event["name"]) == (1, "Ben")
        assert led_to(await ana.at(table)) == [event], "also after a reload"
        assert led_to(await eve.at(table, seen=answer["seq"] - 1, you=-1)) == [event]
        new = event["table"]
        there = [await guest.at(new) for guest in (ana, ben, eve)]
        assert [player.you for player in there] == [0, 1, -1]
        assert [(seat["kind"], seat["name"]) for seat in there[0].seats] == [
            ("person", "Ana"),
            ("person", "Ben"),
            ("bot", "Mila"),
        ]
        before, after = (ana.http.get(f"/api/tables/{one}").json() for one in (table, new))
        assert after["options"] == before["options"]
        assert not after["over"]
        assert [one["table"] for one in ben.http.get("/api/tables/mine").json()] == [new]
        await asyncio.gather(*(player.play_on(random.Random(1)) for player in there[:2]))
        records = [ana.http.get(f"/api/tables/{one}/record").json() for one in (table, new)]
        assert records[0]["seed"] != records[1]["seed"]

    run(story())


def test_two_who_ask_at_once_are_led_to_the_same_table(address: str) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        _, (first, second), _ = await finished([ana, ben], "me free rules")
        one, other = await asyncio.gather(first.command("again"), second.command("again"))
        assert one["type"] == other["type"] == "accepted"
        assert one["seq"] == other["seq"]
        once_more = await first.command("again")
        assert once_more["seq"] == one["seq"]
        assert len(led_to(first)) == 1
        assert len(ana.http.get("/api/tables/mine").json()) == 1

    run(story())


def test_only_who_sat_there_can_ask_and_only_when_it_is_over(address: str) -> None:
    async def story() -> None:
        ana, eve = Guest(address, "Ana"), Guest(address, "Eve")
        running_game = await ana.at(ana.make_table("luz", "me rules rules"))
        early = await running_game.command("again")
        assert (early["kind"], early["code"]) == ("not_legal", "not_over")
        _, _, (watcher,) = await finished([ana, eve], "me rules rules")
        strange = await watcher.command("again")
        assert (strange["kind"], strange["code"]) == ("not_yours", "not_seated")

    run(story())


def test_a_seat_that_was_left_is_free_and_a_bot_goes_on_standing_in(address: str) -> None:
    """But not for who asks: they want to play."""

    async def story() -> None:
        ana, ben, cleo = (Guest(address, name) for name in ("Ana", "Ben", "Cleo"))
        _, (first, second, third), _ = await finished([ana, ben, cleo], "me free free")
        for player in (first, second):
            own = await player.command("hand_over", seat=player.you, bot="rules")
            assert own["type"] == "accepted"
        await third.command("leave")
        answer = await first.command("again")
        await first.until_seq(answer["seq"])
        there = await ana.at(led_to(first)[0]["table"])
        assert [(seat["kind"], seat["bot"]) for seat in there.seats] == [
            ("person", None),
            ("person", "rules"),
            ("free", None),
        ]
        late = await cleo.at(led_to(first)[0]["table"])
        assert late.messages[-1]["old_seat"] == -1, "a new game: any free seat will do"
        assert (await late.command("sit", seat=2))["type"] == "accepted"

    run(story())


@pytest.mark.parametrize("closed_by", ["lock", "remove"])
def test_a_closed_table_leads_to_a_closed_one(closed_by: str, address: str) -> None:
    """A stranger who was sent away hears where it goes on, and may only watch there too."""

    async def story() -> None:
        ana, ben, eve = Guest(address, "Ana"), Guest(address, "Ben"), Guest(address, "Eve")
        _, (first, *_, third), _ = await finished([ana, ben, eve], "me free free")
        if closed_by == "lock":
            await first.command("lock", locked=True)
            await third.command("leave")
        else:
            await first.command("remove", seat=2)
        await first.command("again")
        while not led_to(first):
            await first.hear()
        (led,) = led_to(first)
        stranger, maker = await eve.at(led["table"]), await ana.at(led["table"])
        assert (await stranger.command("sit", seat=2))["code"] == "locked"
        assert (await maker.command("lock", locked=False))["type"] == "accepted"
        assert (await stranger.command("sit", seat=2))["type"] == "accepted"

    run(story())


def test_two_servers_at_once_lead_to_the_same_table(tmp_path: Path) -> None:
    # As two workers of one shard: a second server of its own would be refused the folder. On
    # PostgreSQL a worker's keys are there before it, and any two servers may share the database.
    beside = {} if ON_POSTGRES else {"workers": 2, "worker": 0}
    with running(tmp_path, **beside) as one, running(tmp_path, **beside) as other:

        async def story() -> None:
            ana, ben = Guest(one, "Ana"), Guest(one, "Ben")
            table, (first, _), _ = await finished([ana, ben], "me free rules")
            elsewhere = Guest(other)
            elsewhere.http.cookies = ben.http.cookies
            second = await elsewhere.at(table)
            assert second.you == 1
            answers = await asyncio.gather(first.command("again"), second.command("again"))
            assert [answer["type"] for answer in answers] == ["accepted"] * 2
            for player, answer in zip((first, second), answers, strict=True):
                await player.until_seq(answer["seq"])
            assert led_to(first) == led_to(second) != []

        run(story())


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 2))])
def test_a_kill_while_somebody_asks_leaves_one_new_table_or_none(tmp_path: Path, seed: int) -> None:
    """And never a table to which nobody is led, nor a way to none."""
    server = Killable(tmp_path)
    server.start()
    choice = random.Random(seed)
    led: dict[str, str] = {}

    async def story() -> None:
        ana, ben = Guest(server.address, "Ana"), Guest(server.address, "Ben")
        for _ in range(4):
            table, (first, second), _ = await finished([ana, ben], "me free rules")
            for number, player in enumerate((first, second)):
                await player.send({"type": "again", "id": f"again{number}"})
            await asyncio.sleep(choice.choice([0, 0.001, 0.002, 0.004, 0.01]))
            await asyncio.to_thread(server.kill)
            with contextlib.suppress(WebSocketException, EOFError, OSError):
                while True:
                    await first.hear()  # what was told before the end
            await asyncio.to_thread(server.start)
            anew = await ben.at(table)
            assert all(event in led_to(anew) for event in led_to(first)), "what was told is kept"
            answer = await anew.command("again")
            await anew.until_seq(answer["seq"])
            (event,) = led_to(anew)
            led[table] = event["table"]
            there = await ana.at(event["table"])
            assert there.you == 0

    try:
        run(story())
    finally:
        server.stop()
    tables = {name for (name,) in kept(tmp_path, "select id from tables")}
    ((entries,),) = kept(tmp_path, "select count(*) from log where kind = 'next'")
    assert tables == {*led, *led.values()}
    assert len(tables) == 2 * len(led) == 2 * entries
