"""Whole games over real sockets, with bots and among people."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tenluz.engine.record import GameRecord
from tests.server.player import Guest, Player, run
from tests.server.running import running


def outcome_of(player: Player) -> object:
    screen = player.screen
    return screen["score"] if screen["game"] == "level10" else screen["totals"]


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("level10", "me"),
        ("level10", "me rules random"),
        ("level10", "rules me rules rules rules"),
        ("luz", "rules me random"),
        ("luz", "me rules rules rules rules"),
    ],
)
def test_one_person_plays_a_whole_game_with_bots(address: str, game: str, seats: str) -> None:
    async def play() -> None:
        guest = Guest(address, "Ana")
        table = guest.make_table(game, seats)
        assert [found["table"] for found in guest.http.get("/api/tables/mine").json()] == [table]
        unfinished = guest.http.get(f"/api/tables/{table}/record")
        assert unfinished.status_code == 409
        assert unfinished.json()["error"]["code"] == "not_over"
        player = await guest.at(table)
        await player.play_on(random.Random(1))
        record = GameRecord.from_json(guest.http.get(f"/api/tables/{table}/record").json())
        assert record.game.name == game
        assert guest.http.get("/api/tables/mine").json() == []
        assert guest.http.get(f"/api/tables/{table}").json()["over"]

    run(play())


@pytest.mark.in_a_file
def test_the_last_move_stands_also_if_its_table_cannot_be_marked_as_over(tmp_path: Path) -> None:
    """Which games are over is only noted to be quicker found: the log knows."""
    options = {"players": 3, "colours": 3, "values": 1, "hand": 1, "deals": 1}
    fails = "create trigger fails before update on tables begin select raise(abort, 'no room'); end"

    def database(*commands: str) -> list[Any]:
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as opened, opened:
            return [opened.execute(command).fetchall() for command in commands][-1]

    async def play() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("luz", "me rules rules", options=options)
        player = await ana.at(table)
        database(fails)
        await player.play_on(random.Random(1))
        await player.send({"type": "ping"})
        assert (await player.until("pong", "bye"))["type"] == "pong"
        assert database("select over from tables") == [(0,)]
        mine = ana.http.get("/api/tables/mine")
        assert (mine.status_code, mine.json()) == (200, [])
        assert ana.http.get(f"/api/tables/{table}/record").status_code == 200
        database("drop trigger fails")
        assert ana.http.get("/api/tables/mine").json() == []
        assert database("select over from tables") == [(1,)]

    with running(tmp_path) as address:
        run(play())


@pytest.mark.parametrize(("game", "options"), [("level10", {"edition": "ru"}), ("luz", {})])
def test_friends_by_link_play_and_a_watcher_sees_what_is_open(
    address: str, game: str, options: dict[str, object]
) -> None:
    async def play() -> None:
        ana, ben, eve = Guest(address, "Ana"), Guest(address, "Ben"), Guest(address)
        table = ana.make_table(game, "me free rules", options=options)
        first, second, watcher = [await guest.at(table) for guest in (ana, ben, eve)]
        assert second.you == -1
        assert second.screen.get("hand", []) == []
        answer = await second.command("sit", seat=1)
        assert answer["type"] == "accepted"
        await second.until("welcome")
        assert second.you == 1
        assert second.entries[1] != watcher.entries[1] or game == "luz"
        if game == "level10":
            said = await first.command("say", statement={"kind": "count", "world": 0})
            await watcher.until_seq(said["seq"])
            (heard,) = watcher.entries[said["seq"]]
            assert heard["count"] == sum(card[0] == "D" for card in first.screen["hand"])
            advised = await first.command("say", statement={"kind": "reset", "world": 2, "to": 1})
            assert advised["type"] == "accepted"
        else:
            said = await first.command("say", statement={"kind": "count", "world": 0})
            assert (said["kind"], said["code"]) == ("not_legal", "no_talk")

        async def watch() -> None:
            while not watcher.over:
                await watcher.hear()

        await asyncio.gather(
            first.play_on(random.Random(2)), second.play_on(random.Random(3)), watch()
        )
        assert outcome_of(first) == outcome_of(second) == outcome_of(watcher)
        assert [seat["name"] for seat in watcher.seats] == ["Ana", "Ben", "Mila"]

    run(play())


def test_what_may_not_be_done_is_refused_with_its_reason(address: str) -> None:
    async def play() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("level10", "me free", options={"first_player": "together"})
        first, second = await ana.at(table), await ben.at(table)

        async def refused(player: Player, type: str, /, **fields: object) -> tuple[str, str]:
            answer = await player.command(type, **fields)
            assert answer["type"] == "refused", answer
            return answer["kind"], answer["code"]

        assert await refused(second, "move", at=1, move=106) == ("not_yours", "not_seated")
        assert await refused(second, "leave") == ("not_yours", "not_seated")
        assert await refused(second, "sit", seat=0) == ("not_yours", "seat_taken")
        assert await refused(second, "sit", seat=4) == ("not_legal", "no_such_seat")
        await second.command("sit", seat=1)
        await second.until("welcome")
        assert await refused(second, "move", at=second.seq, move=106) == (
            "not_yours",
            "not_your_turn",
        )
        assert await refused(first, "move", at=99, move=106) == ("not_understood", "not_yet")
        assert await refused(first, "move", at=0, move=106) == ("too_late", "too_late")
        assert await refused(first, "move", at=2, move=3) == ("not_legal", "choose_first")
        assert await refused(first, "say", statement={"kind": "card", "world": 1, "to": 1}) == (
            "not_legal",
            "not_to_others",
        )
        assert await refused(first, "hand_over", seat=1, bot="rules") == ("not_yours", "is_here")
        assert await refused(first, "hand_over", seat=1, bot=None) == ("not_legal", "no_bot")
        # Talk and new seats in between do not make a move late.
        await second.command("say", statement={"kind": "count", "world": 0})
        assert (await first.command("move", at=1, move=106))["type"] == "accepted"

    run(play())


def test_a_bot_stands_in_for_somebody_who_is_away_and_gives_the_seat_back(address: str) -> None:
    async def play() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("luz", "me free rules", options={"deals": 1})
        first, second = await ana.at(table), await ben.at(table)
        await second.command("sit", seat=1)
        await second.socket.close()
        while first.seats[1] != {"kind": "person", "name": "Ben", "bot": None, "online": False}:
            await first.hear()
        answer = await first.command("hand_over", seat=1, bot="rules")
        assert answer["type"] == "accepted"
        await first.until_seq(answer["seq"])
        assert first.seats[1]["bot"] == "rules"
        second = await ben.at(table)
        assert second.you == 1
        held = await second.command("move", at=second.seq, move=0)
        assert (held["kind"], held["code"]) == ("not_yours", "bot_plays")
        other = await first.command("hand_over", seat=1, bot=None)
        assert (other["kind"], other["code"]) == ("not_yours", "not_owner")
        back = await second.command("hand_over", seat=1, bot=None)
        assert back["type"] == "accepted"
        await asyncio.gather(first.play_on(random.Random(4)), second.play_on(random.Random(5)))

    run(play())


def test_who_has_seen_one_hand_may_not_come_to_see_another(address: str) -> None:
    async def play() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("level10", "me free free")
        second = await ben.at(table)
        await second.command("sit", seat=1)
        assert (await second.command("sit", seat=2))["code"] == "has_seat"
        assert (await second.command("leave"))["type"] == "accepted"
        assert (await second.command("sit", seat=2))["code"] == "other_seat"
        assert (await second.command("sit", seat=1))["type"] == "accepted"

    run(play())


def test_who_left_takes_the_seat_again_also_from_a_bot(address: str) -> None:
    async def play() -> None:
        ana, ben, eve = Guest(address, "Ana"), Guest(address, "Ben"), Guest(address, "Eve")
        table = ana.make_table("luz", "me free rules", options={"deals": 1})
        first, second = await ana.at(table), await ben.at(table)
        assert second.messages[-1]["old_seat"] == -1
        await second.command("sit", seat=1)
        await second.until("welcome")
        await second.command("leave")
        assert (await second.until("welcome"))["old_seat"] == 1
        assert (await first.command("hand_over", seat=1, bot="rules"))["type"] == "accepted"
        third = await eve.at(table)
        assert third.messages[-1]["old_seat"] == -1
        assert (await third.command("sit", seat=1))["code"] in ("seat_taken", "asks_first")
        assert (await second.command("sit", seat=2))["code"] == "other_seat"
        assert (await second.command("sit", seat=1))["type"] == "accepted"
        back = await second.until("welcome")
        assert (back["you"], back["old_seat"]) == (1, -1)
        assert back["seats"][1] == {"kind": "person", "name": "Ben", "bot": None, "online": True}
        await asyncio.gather(first.play_on(random.Random(4)), second.play_on(random.Random(5)))

    run(play())


def test_a_seat_moves_to_another_device_by_a_link_that_works_once(address: str) -> None:
    async def play() -> None:
        desk, phone, thief = Guest(address, "Ana"), Guest(address), Guest(address)
        table = desk.make_table("level10", "me free")
        at_desk = await desk.at(table)
        token = desk.http.post(f"/api/tables/{table}/move-device").json()["token"]
        assert phone.http.get(f"/api/seat/{token}").json()["seat"] == 0
        assert phone.http.post(f"/api/seat/{token}").json() == {
            "table": table,
            "seat": 0,
            "name": "Ana",
        }
        assert phone.http.post(f"/api/seat/{token}").status_code == 200  # it is theirs now
        assert phone.http.get(f"/api/seat/{token}").status_code == 200
        for used in (thief.http.post(f"/api/seat/{token}"), thief.http.get(f"/api/seat/{token}")):
            assert (used.status_code, used.json()["error"]["code"]) == (409, "link_used")
        await at_desk.until("welcome")
        assert at_desk.you == -1
        at_phone = await phone.at(table)
        assert at_phone.you == 0
        assert at_phone.screen["hand"]
        assert thief.http.post(f"/api/tables/{table}/move-device").status_code == 403
        assert thief.http.get("/api/seat/nonsense").status_code == 404

    run(play())
