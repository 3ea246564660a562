"""Seats of a game that has begun change hands only if all agree; and what who made a table may do
about players who do not move, strangers, and strangers to come."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

from tenluz.engine.record import GameRecord
from tests.server.player import Guest, Player, run
from tests.server.running import running

SMALL = {"players": 3, "hand": 5, "deals": 1}


async def begin(*players: Player) -> None:
    """Let the first of these who is on turn move, and all hear of it."""
    while True:
        for player in players:
            await player.until_seq(max(one.seq for one in players))
        mover = next((player for player in players if player.screen["moves"]), None)
        if mover is not None:
            break
        await players[0].until("news")
    move = mover.some_move(random.Random(1))
    answer = await mover.command("move", at=mover.seq, move=move)
    assert answer["type"] == "accepted", answer
    for player in players:
        await player.until_seq(answer["seq"])


async def sits(player: Player, seat: int) -> None:
    assert (await player.command("sit", seat=seat))["type"] == "accepted"
    await player.until("welcome")


async def asked(player: Player, *expected: tuple[int, str, list[int]]) -> None:
    """Hear until these ask for a seat, and nobody else."""
    while True:
        asks = (await player.until("people"))["asks"]
        if [(one["seat"], one["name"], one["agreed"]) for one in asks] == list(expected):
            return


def code(answer: dict[str, Any]) -> str:
    assert answer["type"] == "refused", answer
    return str(answer["code"])


async def three(address: str) -> tuple[str, Player, Player, Player]:
    """Ana and Ben at a game that has begun, and Eve, who watches."""
    ana, ben, eve = (Guest(address, name) for name in ("Ana", "Ben", "Eve"))
    table = ana.make_table("luz", "me free rules", options=SMALL)
    first, second, watcher = [await guest.at(table) for guest in (ana, ben, eve)]
    await sits(second, 1)
    await begin(first, second)
    return table, first, second, watcher


# --- with the consent of all ----------------------------------------------------------------


def test_a_bots_seat_is_looked_through_only_if_all_agree(address: str) -> None:
    async def story() -> None:
        _, first, second, watcher = await three(address)
        assert code(await second.command("hand_over", seat=2, bot=None)) == "bot_stays"
        assert code(await watcher.command("sit", seat=2)) == "asks_first"
        await asked(first, (2, "Eve", []))
        assert code(await watcher.command("agree", seat=2, yes=True)) == "not_seated"
        assert (await second.command("agree", seat=2, yes=True))["type"] == "accepted"
        await asked(first, (2, "Eve", [1]))
        assert watcher.you == -1
        assert (await first.command("agree", seat=2, yes=True))["type"] == "accepted"
        await watcher.until("welcome")
        assert watcher.you == 2
        assert watcher.seats[2]["kind"] == "person"
        await asked(first)

    run(story())


def test_from_the_deal_on_a_bots_seat_is_not_freed_over_anothers_head(address: str) -> None:
    """Else somebody would see their own cards from there, as a second guest, and play on with the
    same deal once a bot is back."""

    async def story() -> None:
        ana, ben, eve = (Guest(address, name) for name in ("Ana", "Ben", "Eve"))
        table = ana.make_table("luz", "me free rules", options=SMALL, pace=10)
        first, second, watcher = [await guest.at(table) for guest in (ana, ben, eve)]
        assert code(await watcher.command("sit", seat=2)) == "seat_taken"
        await sits(second, 1)
        for player in (first, second):
            assert code(await player.command("hand_over", seat=2, bot=None)) == "bot_stays"
        assert code(await watcher.command("sit", seat=2)) == "asks_first"
        for player in (first, second):
            assert (await player.command("agree", seat=2, yes=True))["type"] == "accepted"
        await watcher.until("welcome")
        assert watcher.you == 2

    run(story())


def test_who_is_alone_frees_a_bots_seat_for_a_friend(address: str) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("luz", "me rules rules", options=SMALL, pace=10)
        first, second = await ana.at(table), await ben.at(table)
        assert (await first.command("hand_over", seat=2, bot=None))["type"] == "accepted"
        await sits(second, 2)

    run(story())


def test_one_no_is_enough_and_is_remembered(address: str) -> None:
    async def story() -> None:
        _, first, second, watcher = await three(address)
        assert code(await second.command("agree", seat=2, yes=True)) == "no_ask"
        assert code(await watcher.command("sit", seat=2)) == "asks_first"
        assert (await second.command("agree", seat=2, yes=False))["type"] == "accepted"
        assert code(await first.command("agree", seat=2, yes=True)) == "no_ask"
        assert code(await watcher.command("sit", seat=2)) == "declined"
        assert watcher.you == -1

    run(story())


def test_who_asks_and_goes_asks_no_more(address: str) -> None:
    async def story() -> None:
        table, first, _, watcher = await three(address)
        other = await Guest(address, "Mia").at(table)
        assert code(await watcher.command("sit", seat=2)) == "asks_first"
        assert code(await other.command("sit", seat=2)) == "seat_asked"
        await watcher.socket.close()
        await asked(first)
        assert code(await other.command("sit", seat=2)) == "asks_first"
        await asked(first, (2, "Mia", []))

    run(story())


def test_a_seat_that_was_left_is_its_players_and_others_ask_for_it(address: str) -> None:
    async def story() -> None:
        _, first, second, watcher = await three(address)
        assert (await second.command("leave"))["type"] == "accepted"
        assert code(await watcher.command("sit", seat=1)) == "asks_first"
        await sits(second, 1)
        assert second.you == 1
        assert code(await first.command("agree", seat=1, yes=True)) == "no_ask"

    run(story())


def test_a_seat_left_free_for_friends_is_taken_without_asking(address: str) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        while True:  # until the one who is to come is not the first on turn
            table = ana.make_table("luz", "me free rules", options=SMALL)
            first = await ana.at(table)
            if first.screen["turn"] != 1:
                break
        second = await ben.at(table)
        if first.screen["turn"] == 0:
            await begin(first)
        else:
            await first.until("news")  # of the bot's move
        await sits(second, 1)

    run(story())


def test_a_third_who_comes_late_asks_both(address: str) -> None:
    """Or one of the two would see their own cards from there, as somebody else."""

    async def story() -> None:
        ana, ben, eve = (Guest(address, name) for name in ("Ana", "Ben", "Eve"))
        while True:  # until the seat that stays free is not the first on turn
            table = ana.make_table("luz", "me free free", options=SMALL)
            first, second, third = [await guest.at(table) for guest in (ana, ben, eve)]
            if first.screen["turn"] != 2:
                break
        await sits(second, 1)
        await begin(first, second)
        assert code(await third.command("sit", seat=2)) == "asks_first"
        for player in (first, second):
            assert (await player.command("agree", seat=2, yes=True))["type"] == "accepted"
        await third.until("welcome")
        assert third.you == 2

    run(story())


def test_at_the_end_nobody_need_be_asked(address: str) -> None:
    """There is nothing left to see, and who sits down plays the next game."""

    async def story() -> None:
        _, first, second, watcher = await three(address)
        await asyncio.gather(first.play_on(random.Random(1)), second.play_on(random.Random(2)))
        assert (await second.command("leave"))["type"] == "accepted"
        await sits(watcher, 1)

    run(story())


def test_who_leaves_before_the_first_move_has_the_cards_dealt_anew(address: str) -> None:
    """What was seen through that seat is worth nothing then."""

    async def story() -> None:
        ana, ben, cleo = (Guest(address, name) for name in ("Ana", "Ben", "Cleo"))
        table = ana.make_table("luz", "me free free", options=SMALL)
        first, second, third = [await guest.at(table) for guest in (ana, ben, cleo)]
        await sits(second, 1)
        seen = second.screen
        left = await second.command("leave")
        await second.socket.close()
        await first.until_seq(left["seq"])
        kinds = [event["event"] for event in first.entries[left["seq"]]]
        assert kinds[:2] == ["seat", "dealt"]
        await sits(third, 1)
        assert third.screen["hands"] != seen["hands"]
        assert (await first.command("hand_over", seat=2, bot="rules"))["type"] == "accepted"
        await asyncio.gather(first.play_on(random.Random(1)), third.play_on(random.Random(2)))
        record = ana.http.get(f"/api/tables/{table}/record").json()
        assert GameRecord.from_json(record).seed is not None, "the deal can be checked"
        again = await ana.at(table)
        assert again.screen == first.screen, "and the log leads there again"

    run(story())


def test_bots_that_have_moved_do_not_keep_cards_that_were_seen(address: str) -> None:
    """Who looks through a free seat and leaves before a person has moved has seen nothing that
    counts: the cards are dealt anew, bots' moves or not."""

    async def story() -> None:
        ana, ben, eve = (Guest(address, name) for name in ("Ana", "Ben", "Eve"))
        while True:  # until the bot is the first on turn
            table = ana.make_table("luz", "me rules free free", options=SMALL | {"players": 4})
            first = await ana.at(table)
            if 1 in (first.screen["turn"], *(e.get("seat") for e in first.entries.get(2, []))):
                break
        await first.until_seq(2)
        second, spy = await ben.at(table), await eve.at(table)
        await sits(second, 2)
        await sits(spy, 3)
        left = await spy.command("leave")
        await second.until_seq(left["seq"])
        assert [e["event"] for e in second.entries[left["seq"]]][:2] == ["seat", "dealt"]
        await sits(spy, 3)
        await asyncio.gather(
            *(one.play_on(random.Random(n)) for n, one in enumerate((first, second, spy)))
        )
        record = ana.http.get(f"/api/tables/{table}/record").json()
        assert GameRecord.from_json(record).seed is not None, "the deal can be checked"

    run(story())


# --- who made the table ---------------------------------------------------------------------


def test_who_made_a_table_closes_it_to_new_players(tmp_path: Path) -> None:
    async def story() -> None:
        with running(tmp_path) as address:
            ana, ben, eve = (Guest(address, name) for name in ("Ana", "Ben", "Eve"))
            table = ana.make_table("level10", "me free free")
            first, second, watcher = [await guest.at(table) for guest in (ana, ben, eve)]
            assert first.messages[-1]["yours"]
            assert not second.messages[-1]["yours"]
            await sits(second, 1)
            assert code(await second.command("lock", locked=True)) == "not_maker"
            assert (await first.command("lock", locked=True))["type"] == "accepted"
            assert code(await first.command("lock", locked=True)) == "is_so"
            assert code(await watcher.command("sit", seat=2)) == "locked"
            await second.command("leave")
            await sits(second, 1)
            cookies = ana.http.cookies, eve.http.cookies
        with running(tmp_path) as address:
            ana, eve = Guest(address), Guest(address)
            ana.http.cookies, eve.http.cookies = cookies
            first, watcher = await ana.at(table), await eve.at(table)
            assert watcher.messages[-1]["locked"]
            assert code(await watcher.command("sit", seat=2)) == "locked"
            assert (await first.command("lock", locked=False))["type"] == "accepted"
            await sits(watcher, 2)

    run(story())


def test_a_stranger_is_removed_for_good(address: str) -> None:
    async def story() -> None:
        ana, eve, ben = (Guest(address, name) for name in ("Ana", "Eve", "Ben"))
        table = ana.make_table("level10", "me free")
        first, stranger, friend = [await guest.at(table) for guest in (ana, eve, ben)]
        await sits(stranger, 1)
        assert code(await stranger.command("remove", seat=0)) == "not_maker"
        assert code(await first.command("remove", seat=0)) == "no_person"
        assert (await first.command("remove", seat=1))["type"] == "accepted"
        assert (await stranger.until("welcome"))["you"] == -1
        assert code(await stranger.command("sit", seat=1)) == "removed"
        await sits(friend, 1)

    run(story())


def test_a_seat_that_does_not_move_is_freed_and_its_player_may_come_back(tmp_path: Path) -> None:
    async def story(address: str, *, patient: bool) -> None:
        _, first, second, _ = await three(address)
        while first.screen["turn"] != 1:
            if first.screen["moves"]:
                await begin(first)
            else:
                await first.until("news")
        if patient:
            assert code(await first.command("clear_seat", seat=1)) == "not_slow"
            return
        assert code(await second.command("clear_seat", seat=0)) == "not_maker"
        assert code(await first.command("clear_seat", seat=2)) == "no_person"
        assert (await first.command("clear_seat", seat=1))["type"] == "accepted"
        while second.you != -1:
            await second.until("welcome")
        assert (await first.command("hand_over", seat=1, bot="rules"))["type"] == "accepted"
        await sits(second, 1)

    with running(tmp_path / "patient") as address:
        run(story(address, patient=True))
    with running(tmp_path / "hasty", slow=0.0) as address:
        run(story(address, patient=False))


def test_who_calls_a_bot_and_sends_it_away_gains_no_time(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        while True:  # until Ben is the first on turn
            table = ana.make_table("luz", "me free free", options=SMALL, pace=10)
            first = await ana.at(table)
            if first.screen["turn"] == 1:
                break
        second = await ben.at(table)
        await sits(second, 1)
        begun = time.monotonic()
        bot: str | None = None
        while time.monotonic() < begun + 0.6:
            bot = None if bot else "rules"
            assert (await second.command("hand_over", seat=1, bot=bot))["type"] == "accepted"
        assert (await first.command("clear_seat", seat=1))["type"] == "accepted"

    with running(tmp_path, slow=0.5, entries_a_seat=10**6) as address:
        run(story())


def test_the_maker_is_the_same_on_another_device(address: str) -> None:
    async def story() -> None:
        desk, phone = Guest(address, "Ana"), Guest(address)
        table = desk.make_table("level10", "me free")
        token = desk.http.post(f"/api/tables/{table}/move-device").json()["token"]
        assert phone.http.post(f"/api/seat/{token}").is_success
        at_phone, at_desk = await phone.at(table), await desk.at(table)
        assert code(await at_desk.command("lock", locked=True)) == "not_maker"
        assert (await at_phone.command("lock", locked=True))["type"] == "accepted"

    run(story())


def test_a_lost_connection_has_its_time_before_a_bot_plays(tmp_path: Path) -> None:
    async def story() -> None:
        _, first, second, _ = await three(address)
        await second.socket.close()
        while first.seats[1]["online"]:
            await first.hear()
        assert code(await first.command("hand_over", seat=1, bot="rules")) == "just_left"

    with running(tmp_path, away=60.0) as address:
        run(story())
