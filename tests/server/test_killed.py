"""A server killed with SIGKILL, again and again in one game: nothing acknowledged is lost,
nothing is done twice, bots go on."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.server.player import Guest, Player, run
from tests.server.running import Killable
from tests.server.running import kept as rows


class Stubborn:
    """A player who comes back after every loss, and says again what was not answered."""

    def __init__(self, guest: Guest, table: str, seat: int, choice: random.Random) -> None:
        self.guest, self.table, self.seat, self.choice = guest, table, seat, choice
        self.accepted: dict[str, int] = {}
        self.player: Player | None = None
        self.seen, self.entries = 0, {}

    async def play(self, game: "Game") -> None:
        pending: dict[str, Any] | None = None
        while True:
            await game.up.wait()
            try:
                player = self.player = await self.guest.at(
                    self.table, seen=self.seen, you=self.seat
                )
                assert player.messages[-1]["since"] == self.seen
                if pending is not None:
                    await player.send(pending)
                while True:
                    self.entries.update(player.entries)
                    self.seen = player.seq
                    if pending is None and player.screen["moves"]:
                        await game.calm()
                        name = f"m{player.seq}"
                        move = player.some_move(self.choice)
                        pending = {"type": "move", "id": name, "at": player.seq, "move": move}
                        game.about_to_move()
                        await player.send(pending)
                    elif player.over and pending is None:
                        return
                    heard = await player.hear()
                    if heard["type"] == "accepted":
                        assert self.accepted.setdefault(heard["id"], heard["seq"]) == heard["seq"]
                        await player.until_seq(heard["seq"])
                        pending = None
                    assert heard["type"] != "refused", heard
            except (WebSocketException, OSError, EOFError):
                continue


class Game:
    """Kills the server around moves, and starts it again."""

    def __init__(self, server: Killable, choice: random.Random, most: int) -> None:
        self.server, self.choice, self.most = server, choice, most
        self.kills = 0
        self.up = asyncio.Event()
        self.up.set()
        self._killing: asyncio.Task[None] | None = None

    def about_to_move(self) -> None:
        if self.kills < self.most and self._killing is None:
            self.kills += 1
            self._killing = asyncio.create_task(self._kill())

    async def calm(self) -> None:
        """Wait until the killing in progress, if any, is done: each move shall have its own."""
        if self._killing is not None:
            await asyncio.wait({self._killing})

    async def _kill(self) -> None:
        await asyncio.sleep(self.choice.choice([0, 0.001, 0.002, 0.004, 0.01]))
        self.up.clear()
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)
        self._killing = None
        self.up.set()


@pytest.mark.parametrize("kills", [4, pytest.param(50, marks=pytest.mark.soak)])
def test_many_kills_in_a_game_lose_and_double_nothing(kills: int, tmp_path: Path) -> None:
    server = Killable(tmp_path)
    server.start()
    players: list[Stubborn] = []

    async def story() -> None:
        choice = random.Random(7)
        people = {0: "Ana", 2: "Ben", 3: "Cleo"}
        guests = {seat: Guest(server.address, name) for seat, name in people.items()}
        table = guests[0].make_table("luz", "me rules free free rules")
        for seat, guest in guests.items():
            if seat:
                sitting = await guest.at(table)
                assert (await sitting.command("sit", seat=seat))["type"] == "accepted"
                await sitting.socket.close()
            players.append(Stubborn(guest, table, seat, choice))
        game = Game(server, choice, kills)
        async with asyncio.timeout(150):
            await asyncio.gather(*(player.play(game) for player in players))
            if game._killing:
                await game._killing
        assert game.kills == kills

    try:
        run(story())
    finally:
        server.stop()
    log = rows(tmp_path, "select seq, command_id, body from log order by seq")
    assert [seq for seq, *_ in log] == list(range(1, len(log) + 1))
    assert len(log) == 1 + 2 + 4 * 5 * 11, "a deal, two seats taken, 4 deals of 5 bids, 50 cards"
    kept = {command: seq for seq, command, _ in log}
    assert len(kept) == len(log)
    for player in players:
        assert len(player.accepted) == 44
        for name, seq in player.accepted.items():
            (command,) = [one for one in kept if one.endswith(f":{name}") and kept[one] == seq]
            assert not command.startswith("bot")
        assert sorted(player.entries) == list(range(1, len(log) + 1))
