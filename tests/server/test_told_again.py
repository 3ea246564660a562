"""S-4 at the wire: who reloads a page or comes back late is not told tricks that lie face down."""

import random
from typing import Any

import pytest

from tests.server.player import Guest, Player, run

SMALL = {"players": 3, "hand": 5, "deals": 2}


def cards_told(player: Player) -> list[tuple[int, str]]:
    """All cards played, as far as a client was told them, by seat."""
    return [
        (event["seat"], event["card"])
        for events in player.entries.values()
        for event in events
        if event["event"] == "card"
    ]


def cards_in_sight(player: Player) -> set[tuple[int, str]]:
    screen = player.screen
    tricks = (screen["trick"], screen["last_trick"])
    return {(seat, card) for trick in tricks for seat, card in enumerate(trick) if card}


async def people(address: str, options: dict[str, Any]) -> tuple[list[Guest], str, list[Player]]:
    """Three people at a table."""
    guests = [Guest(address, name) for name in ("Ana", "Ben", "Cleo")]
    table = guests[0].make_table("luz", "me free free", options=options)
    players = [await guest.at(table) for guest in guests]
    for seat in (1, 2):
        await players[seat].command("sit", seat=seat)
        await players[seat].until("welcome")
    return guests, table, players


async def make_move(players: list[Player], choice: random.Random) -> None:
    for player in players:
        await player.until_seq(max(one.seq for one in players))
    mover = next(player for player in players if player.screen["moves"])
    answer = await mover.command("move", at=mover.seq, move=mover.some_move(choice))
    for player in players:
        await player.until_seq(answer["seq"])


@pytest.mark.parametrize("watching", [False, True])
def test_who_comes_anew_is_told_the_cards_in_sight_and_no_others(
    address: str, watching: bool
) -> None:
    """S-4, Z-12: to players and watchers, in every moment of a game, from wherever they saw."""

    async def story() -> None:
        guests, table, players = await people(address, SMALL)
        guest = Guest(address, "Eve") if watching else guests[0]
        choice = random.Random(3)
        seen = 0
        while not players[0].over:
            await make_move(players, choice)
            anew = await guest.at(table)
            assert len(cards_told(anew)) == len(cards_in_sight(anew))
            assert set(cards_told(anew)) == cards_in_sight(anew)
            assert sorted(anew.entries) == list(range(1, anew.seq + 1)), "no number is missing"
            late = await guest.at(table, seen=seen, you=anew.you)
            assert late.messages[-1]["since"] == seen
            assert late.entries == {seq: told for seq, told in anew.entries.items() if seq > seen}
            for player in (anew, late):
                await player.socket.close()
            seen = choice.randint(0, anew.seq)
        kinds = {event["event"] for events in anew.entries.values() for event in events}
        assert {"dealt", "bid", "scored", "over", "seat"} <= kinds, "what is no trick stays"
        scored = [e for told in anew.entries.values() for e in told if e["event"] == "scored"]
        assert [one["points"] for one in scored] == anew.screen["points"]

    run(story())


def test_who_was_there_all_the_time_was_told_every_card(address: str) -> None:
    async def story() -> None:
        _, _, players = await people(address, SMALL)
        choice = random.Random(4)
        while not players[0].over:
            await make_move(players, choice)
        assert len(cards_told(players[1])) == 2 * 3 * 5

    run(story())


def test_open_tricks_stay_open(address: str) -> None:
    """S-4: `open_tricks`"""

    async def story() -> None:
        guests, table, players = await people(address, {**SMALL, "open_tricks": True})
        choice = random.Random(5)
        while not players[0].over:
            await make_move(players, choice)
        anew = await guests[0].at(table)
        assert len(cards_told(anew)) == 2 * 3 * 5

    run(story())
