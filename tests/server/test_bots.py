"""Bots at tables: they talk enough and not more, go on after a restart, and get out of the
way of people."""

import asyncio
import itertools
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tenluz.bots.registry import bot_named, chooser
from tenluz.engine import dice
from tenluz.engine.match import Match
from tenluz.engine.types import Seat
from tenluz.games.level10.talk import Statement
from tenluz.server.store import Entry, TableRow
from tenluz.server.table_log import TableLog
from tests.games_played import GAMES
from tests.server.player import Guest, run
from tests.server.running import free_port, metrics_at, running


def test_bots_alone_play_to_the_end(address: str) -> None:
    async def story() -> None:
        ana = Guest(address)
        for game in GAMES:
            player = await ana.at(ana.make_table(game, "rules random rules"))
            assert player.you == -1
            while not player.over:
                await player.hear()

    run(story())


def test_levels_sit_at_tables_by_every_name_they_have(address: str) -> None:
    async def story() -> None:
        player = await (ana := Guest(address)).at(ana.make_table("luz", "novice casual random"))
        assert [seat["bot"] for seat in player.seats] == ["novice", "rules", "random"]
        while not player.over:
            await player.hear()

    run(story())


def test_every_bot_has_its_say_before_one_of_them_moves(address: str) -> None:
    """A wish of a seat behind the one on turn would come too late. One seat of eleven has nothing
    to say of its hand, so in a third of the deals not all speak."""

    async def said_before_a_move(ana: Guest) -> set[int]:
        dealt = {"first_player": "dealt"}
        table = ana.make_table("level10", "rules rules rules rules", pace=0.01, options=dealt)
        player = await ana.at(table)
        before: list[dict[str, Any]] = []
        while not any(event["event"] == "placed" for event in before):
            await player.hear()
            before = [event for _, events in sorted(player.entries.items()) for event in events]
        first = next(at for at, event in enumerate(before) if event["event"] == "placed")
        return {event["seat"] for event in before[:first] if event["event"] == "said"}

    async def story() -> None:
        ana = Guest(address, "Ana")
        for _ in range(20):
            if await said_before_a_move(ana) == set(range(4)):
                return
        pytest.fail("never did all of them speak")

    run(story())


def test_a_bot_that_looks_back_gets_what_its_seat_saw() -> None:
    """From the log, talk included, before every move."""
    game = GAMES["level10"]
    log = TableLog(TableRow("t", "level10", {"players": 2}, bytes(32), 1.0, 0.0, [{}, {}]))
    rolls, seen = dice.new_dice(1), []

    def add(kind: str, body: dict[str, Any]) -> None:
        log.apply(Entry(log.seq + 1, f"c{log.seq}", kind, body, 0.0))

    add("begin", {})
    for turn in range(12):
        if turn == 4:
            add("say", log.statement(Seat(1), Statement("count", 2)))
        seen.append(log.match.view(Seat(1)).tobytes())
        move = bot_named(game, "rules").choose(
            log.match.packed, log.match.view(log.match.seat), rolls
        )
        add("move", {"seat": log.match.seat, "move": int(move)})
    assert [view.tobytes() for view in log.history(Seat(1))] == seen
    assert len(set(seen)) == len(seen)


def test_bots_take_their_time_and_go_on_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        with running(tmp_path) as address:
            ana = Guest(address, "Ana")
            table = ana.make_table("luz", "rules me rules", pace=0.05)
            player = await ana.at(table)
            (cookie,) = ana.http.cookies.items()
        with running(tmp_path) as address:
            ana = Guest(address)
            ana.http.cookies.clear()
            ana.http.cookies.set(*cookie)
            player = await ana.at(table, seen=player.seq, you=1)
            assert player.you == 1
            await player.play_on(random.Random(1))

    run(story())


def test_somebody_who_talks_without_end_does_not_hold_up_a_bot(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        together = {"first_player": "together"}  # so the bot is the first to propose
        table = ana.make_table("level10", "random me", pace=0.3, options=together)
        player = await ana.at(table)
        for kind, world in itertools.product(("card", "reset", "count"), range(5)):
            if player.screen["turn"] == player.you:
                break
            answer = await player.command("say", statement={"kind": kind, "world": world})
            await player.until_seq(answer["seq"])
            await asyncio.sleep(0.05)  # well within a bot's pause
        assert player.screen["turn"] == player.you, "the bot never moved"

    run(story())


def test_idle_tables_are_put_away_and_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        port = free_port()
        with running(tmp_path, idle=0.2, metrics_port=port) as address:
            ana = Guest(address, "Ana")
            table = ana.make_table("level10", "me")
            player = await ana.at(table)
            await player.command("say", statement={"kind": "count", "world": 0})
            await player.socket.close()
            while "tenluz_tables_live 0.0" not in metrics_at(port):
                await asyncio.sleep(0.02)
            again = await ana.at(table, seen=0)
            assert again.seq == 2
            await again.play_on(random.Random(1))

    run(story())


def test_the_rules_bot_tells_its_counts_and_is_not_noisy() -> None:
    game = GAMES["level10"]
    choose = bot_named(game, "rules").choose
    statement = bot_named(game, "rules").statement
    assert statement is not None
    rolls = dice.new_dice(1)
    said: Counter[int] = Counter()
    turns = 0
    for number in range(20):
        match = Match(game, game.options(players=3), number.to_bytes(32, "big"))
        assert all(told == 80 for told in match.state.table.told.tolist()[0])
        while not match.over:
            for seat in range(3):
                while (says := statement(match.packed, match.view(seat))) is not None:
                    body = game.statement(match.packed, match.state, seat, Statement(**says))
                    game.say(match.packed, match.state, body)
                    said[number] += 1
            match.play(match.seat, choose(match.packed, match.view(match.seat), rolls))
            turns += 1
    assert all(said[number] >= 2 for number in range(20)), "something is said"
    assert sum(said.values()) < turns, "less is said than done"
    silent = Match(game, game.options(players=3, open_counts=True), bytes(32))
    assert statement(silent.packed, silent.view(0)) is None
    assert bot_named(game, "random").statement is None


def test_each_number_is_its_own_bot_and_no_other_number_is_one() -> None:
    game = GAMES["luz"]
    match = Match(game, game.options(players=3), bytes(32))
    view = match.view(match.seat)
    for number, name in enumerate(("random", "novice", "rules")):
        chosen = chooser(game)(number, match.packed, view, dice.new_dice(1))
        assert chosen == bot_named(game, name).choose(match.packed, view, dice.new_dice(1))
    for number in (-1, 3, 99):
        with pytest.raises(IndexError, match="no bot of this number"):
            chooser(game)(number, match.packed, view, dice.new_dice(1))
