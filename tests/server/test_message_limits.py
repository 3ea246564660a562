"""Many messages: those that change nothing, those of one guest over many sockets, and a whole
class behind one address, which must notice nothing."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from tenluz.server.rate_limits import Bucket, ClientLimits, network
from tenluz.server.settings import ServerSettings
from tests.server.player import Guest, Player, run
from tests.server.running import kept, running

DEFAULTS: dict[str, Any] = {
    name: getattr(ServerSettings, name)
    for name in (
        "requests_a_second",
        "requests_at_once",
        "logs_read_at_once",
        "connections_an_address",
        "messages_a_second",
        "messages_at_once",
        "address_messages_a_second",
        "address_messages_at_once",
        "tables_a_second",
        "tables_at_once",
        "guest_tables_a_second",
        "guest_tables_at_once",
        "slow_tables_a_second",
        "slow_tables_at_once",
        "guest_slow_tables_a_second",
        "guest_slow_tables_at_once",
        "bytes_a_second",
        "bytes_at_once",
        "address_bytes_a_second",
        "address_bytes_at_once",
        "connections_a_guest",
    )
}


def test_a_statement_that_changes_nothing_is_refused(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        player = await ana.at(ana.make_table("level10", "me free"))
        wish = {"kind": "card", "world": 1}
        assert (await player.command("say", statement=wish))["type"] == "accepted"
        for _ in range(3):
            again = await player.command("say", statement=wish)
            assert (again["kind"], again["code"]) == ("not_legal", "said_already")
        assert player.seq == 2
        other = await player.command("say", statement={**wish, "world": 2})
        assert other["type"] == "accepted"

    run(story())


def test_the_entries_of_a_seat_have_an_end_until_a_card_is_played(tmp_path: Path) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        player = await ana.at(ana.make_table("level10", "me free", pace=10))
        for number in range(4):
            bot = None if number % 2 else "rules"
            assert (await player.command("hand_over", seat=1, bot=bot))["type"] == "accepted"
        more = await player.command("hand_over", seat=1, bot="rules")
        assert (more["kind"], more["code"]) == ("too_fast", "enough")
        assert (await player.command("say", statement={"kind": "card", "world": 1}))["seq"] == 6
        await player.until_seq(6)
        choice = random.Random(1)
        answer = await player.command("move", at=player.seq, move=player.some_move(choice))
        await player.until_seq(answer["seq"])
        assert (await player.command("hand_over", seat=1, bot="rules"))["type"] == "accepted"

    with running(tmp_path, entries_a_seat=4) as address:
        run(story())


@pytest.mark.parametrize("most", [1, 12])
def test_a_log_has_an_end_and_a_game_comes_to_its_own(most: int, tmp_path: Path) -> None:
    """Whatever people and bots say and change, a full log takes what brings the game on."""

    async def story() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("level10", "me rules", options={"worlds": 3})
        player = await ana.at(table)
        choice = random.Random(1)
        for number in range(40):
            answer = await player.command("lock", locked=number % 2 == 0)
            if answer["type"] == "refused":
                break
        assert (answer["kind"], answer["code"]) == ("too_fast", "enough_entries")
        more = [
            await player.command("say", statement={"kind": "card", "world": 1}),
            await player.command("leave"),
            await player.command("hand_over", seat=0, bot="rules"),
        ]
        assert [one["code"] for one in more] == ["enough_entries"] * 3
        await player.play_on(choice)
        (kinds,) = [[row[0] for row in kept(tmp_path, ENTRIES.format(table))]]
        assert set(kinds[most:]) == {"move"}
        assert (await player.command("again"))["type"] == "accepted", "it leads on"

    with running(tmp_path, entries_a_table=most) as address:
        run(story())


ENTRIES = "select kind from log where table_id = '{}' order by seq"


def test_proposals_have_an_end_and_a_game_its_beginning(tmp_path: Path) -> None:
    """Who is first is agreed on (L-5): people could propose without end."""

    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("level10", "me free")
        people = [await ana.at(table), await ben.at(table)]
        assert (await people[1].command("sit", seat=1))["type"] == "accepted"
        await people[1].until("welcome")
        turn, refused = 0, None
        while refused is None and turn < 20:
            who = people[turn % 2]
            await who.until_seq(2 + turn)
            answer = await _propose(who, turn % 2)
            refused = answer if answer["type"] == "refused" else None
            turn += refused is None
        assert (refused and refused["code"], turn) == ("enough_entries", 8)
        answer = await _propose(who, 1 - turn % 2)
        assert answer["type"] == "accepted", "to agree is always possible"
        await who.until_seq(answer["seq"])
        assert who.screen["phase"] == "turn"

    with running(tmp_path, entries_a_table=10) as address:
        run(story())


async def _propose(who: Player, seat: int) -> dict[str, Any]:
    (move,) = [one["move"] for one in who.screen["moves"] if one["seat"] == seat]
    return await who.command("move", at=who.seq, move=move)


def test_a_late_client_is_told_so_much_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("luz", "me random random")
        player = await ana.at(table)
        choice = random.Random(2)
        while player.seq < 12 or not player.screen["moves"]:  # until all wait for her
            if player.screen["moves"]:
                answer = await player.command("move", at=player.seq, move=player.some_move(choice))
                await player.until_seq(answer["seq"])
            else:
                await player.until("news")
        late = await ana.at(table)
        assert sorted(late.entries) == list(range(player.seq - 4, player.seq + 1))
        assert late.screen == player.screen
        assert late.messages[-1]["since"] == player.seq - 5
        near = await ana.at(table, seen=player.seq - 2, you=0)
        assert len(near.entries) == 2

    with running(tmp_path, entries_told=5) as address:
        run(story())


def test_a_long_log_is_folded_once_for_all_who_come_late(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        table = ana.make_table("luz", "me random random random random")
        player = await ana.at(table)
        await player.play_on(random.Random(3))
        first = await ana.at(table)
        begun = time.perf_counter()
        for _ in range(100):
            await first.send({"type": "hello"})
            await first.until("welcome")
        took = time.perf_counter() - begun
        assert first.entries[player.seq] == player.entries[player.seq]
        assert took < 3, "a fold of such a log takes 70 ms"

    run(story())


def test_messages_are_counted_for_a_guest_and_not_for_each_connection(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        table = ana.make_table("level10", "me free")
        players = [await ana.at(table) for _ in range(5)]  # 15 of 30
        for player in players:
            for _ in range(4):
                await player.send({"type": "ping"})
        answers = [(await player.hear_answer())["type"] for player in players for _ in range(4)]
        assert answers.count("pong") == 15
        assert answers.count("refused") == 5
        assert (await ben.at(table)).you == -1, "others are not held up"

    with running(tmp_path, messages_a_second=0.001, messages_at_once=30) as address:
        run(story())


def test_a_hello_has_its_price(tmp_path: Path) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        player = await ana.at(ana.make_table("level10", "me free"))
        for _ in range(3):
            await player.send({"type": "hello"})
        heard = [(await player.hear_answer())["type"] for _ in range(3)]
        assert heard == ["welcome", "welcome", "refused"]

    with running(tmp_path, messages_a_second=0.001, messages_at_once=9) as address:
        run(story())


def test_all_guests_of_an_address_are_counted_too(tmp_path: Path) -> None:
    """A cookie costs nothing: a thousand guests may be one person."""

    async def story() -> None:
        guests = [Guest(address, f"G{number}") for number in range(6)]
        table = guests[0].make_table("level10", "me free")
        for guest in guests[:5]:
            await guest.at(table)
        last = await guests[5].connect(table)
        await last.send({"type": "hello"})
        assert (await last.hear())["code"] == "too_fast"

    with running(tmp_path, address_messages_a_second=0.001, address_messages_at_once=16) as address:
        run(story())


def test_a_class_of_thirty_behind_one_address_notices_nothing(tmp_path: Path) -> None:
    """With the limits that a server has unless its owner says otherwise."""

    async def story() -> None:
        guests = [Guest(address, f"Pupil {number}") for number in range(30)]
        tables = [guest.make_table("luz", "me free free") for guest in guests[::3]]
        players: list[Player] = []
        for number, guest in enumerate(guests):
            player = await guest.at(tables[number // 3])
            if number % 3:
                assert (await player.command("sit", seat=number % 3))["type"] == "accepted"
                await player.until("welcome")
            players.append(player)

        async def moves(player: Player) -> None:
            choice = random.Random(player.you)
            for _ in range(3):
                while not player.screen["moves"]:
                    await player.until("news")
                answer = await player.command("move", at=player.seq, move=player.some_move(choice))
                assert answer["type"] == "accepted", answer
                await player.until_seq(answer["seq"])

        await asyncio.gather(*(moves(player) for player in players))

    with running(tmp_path, **DEFAULTS) as address:
        run(story())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2", True),
        ("", "", True),
        (":nonsense", ":other", False),
    ],
)
def test_what_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) == same


def test_a_bucket_gives_so_many_or_none() -> None:
    bucket = Bucket(0.001, 5)
    assert [bucket.take(3), bucket.take(3), bucket.take(2), bucket.take()] == [
        True,
        False,
        True,
        False,
    ]


# --- bytes, sockets, tables: of one guest, and of one address ------------------------------------


@pytest.mark.parametrize("whose", ["", "address_"])
def test_bytes_have_an_end(tmp_path: Path, whose: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        player = await ana.at(ana.make_table("level10", "me free"))
        await player.send('{"type": "ping"}' + " " * 2000)
        assert (await player.hear_answer())["type"] == "pong"
        await player.send('{"type": "ping"}' + " " * 2000)
        assert (await player.hear_answer())["code"] == "too_fast"
        await player.send('{"type": "ping"}')
        assert (await player.hear_answer())["type"] == "pong", "what is small may come"

    limits = {f"{whose}bytes_a_second": 0.001, f"{whose}bytes_at_once": 3000}
    with running(tmp_path, **limits) as address:
        run(story())


def test_a_guest_has_so_many_sockets_and_others_are_not_held_up(tmp_path: Path) -> None:
    async def story() -> None:
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        tables = [ana.make_table("level10", "me free") for _ in range(3)]
        first, _ = [await ana.at(table) for table in tables[:2]]
        third = await ana.connect(tables[2])
        assert (await third.hear())["reason"] == "too_many"
        assert (await ben.at(tables[2])).you == -1
        await first.socket.close()
        await third.socket.wait_closed()
        heard = "bye"
        while heard == "bye":  # until the server has seen that one went
            again = await ana.connect(tables[2])
            await again.send({"type": "hello"})
            heard = (await again.hear())["type"]
        assert heard == "welcome"

    with running(tmp_path, connections_a_guest=2) as address:
        run(story())


def test_a_guest_makes_so_many_tables_from_wherever(tmp_path: Path) -> None:
    async def story() -> None:
        new = {"game": "luz", "seats": [{"kind": "me"}, {"kind": "free"}, {"kind": "free"}]}
        ana, ben = Guest(address, "Ana"), Guest(address, "Ben")
        assert [ana.http.post("/api/tables", json=new).status_code for _ in range(3)] == [
            201,
            201,
            429,
        ]
        assert ben.http.post("/api/tables", json=new).status_code == 201

    with running(tmp_path, guest_tables_a_second=0.001, guest_tables_at_once=2) as address:
        run(story())


def test_tables_whose_bots_think_for_long_are_counted_apart(tmp_path: Path) -> None:
    """New ones, and those that a champion is called to."""

    async def story() -> None:
        ana = Guest(address, "Ana")
        long, short = ({"kind": "bot", "bot": bot} for bot in ("champion", "rules"))

        def asked(*seats: object) -> int:
            new = {"game": "luz", "seats": [{"kind": "me"}, *seats]}
            return ana.http.post("/api/tables", json=new).status_code

        assert [asked(long, long) for _ in range(3)] == [201, 201, 429]
        assert asked(short, short) == 201
        player = await ana.at(ana.make_table("luz", "me free free", pace=10))
        called = await player.command("hand_over", seat=1, bot="champion")
        assert (called["type"], called["code"]) == ("refused", "too_fast")
        assert (await player.command("hand_over", seat=1, bot="rules"))["type"] == "accepted"

    limits = {"guest_slow_tables_a_second": 0.001, "guest_slow_tables_at_once": 2}
    with running(tmp_path, **limits) as address:
        run(story())


def test_several_workers_share_the_tables_that_an_address_may_make(tmp_path: Path) -> None:
    """Requests for new tables go to all of them in turn."""
    settings = ServerSettings(tmp_path, workers=4, tables_at_once=20, tables_a_second=0.0)
    limits = ClientLimits(settings)
    assert [limits.take_table(f"g{number}", "a") for number in range(6)] == [True] * 5 + [False]
