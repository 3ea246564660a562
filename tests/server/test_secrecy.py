"""Secrecy at the wire: two games that differ only in what a viewer may not see send that
viewer the same bytes, until the cards themselves are shown, or the game is over.

The second game is the first with two cards exchanged in a deck. Which exchange stays hidden
longest is found by playing both beside the server; the view says when it is out (that views
themselves tell nothing is proved in tests/games).
"""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from tenluz.engine import shuffle
from tenluz.engine.game import WATCHER, Game
from tenluz.engine.match import Match
from tests.games_played import GAMES
from tests.server.player import Guest, Player, run
from tests.server.running import running

SEATS = 3
OPTIONS = {"level10": {"players": SEATS}, "luz": {"players": SEATS, "deals": 2}}
SEEDS = (b"1" * 32, b"2" * 32)
Decks = list[list[int]]


class Dealer:
    """Deals chosen decks for two seeds, in place of the published shuffle."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
        self.decks: dict[bytes, Decks] = {}
        self._seeds: list[bytes] = []
        published = game.shuffled_deck

        def shuffled_deck(options: Any, seed: bytes, deal: int) -> list[int]:
            chosen = self.decks.get(seed)
            return published(options, seed, deal) if chosen is None else chosen[deal]

        monkeypatch.setattr(game, "shuffled_deck", shuffled_deck)
        first = game.first_from_seed(game.options(players=SEATS), bytes(32))
        monkeypatch.setattr(game, "first_from_seed", lambda *_: first)
        monkeypatch.setattr(shuffle, "new_seed", lambda: self._seeds.pop(0))

    def deal(self, one: Decks, other: Decks) -> None:
        self.decks = dict(zip(SEEDS, (one, other)))
        self._seeds = list(SEEDS)


def played_at_random(game: Game, options: Any, choice: random.Random) -> list[tuple[int, int]]:
    """A whole game as seats and moves."""
    match = Match(game, options, SEEDS[0])
    moves = []
    while not match.over:
        moves.append((match.seat, choice.choice(match.moves())))
        match.play(*moves[-1])
    return moves


def same_for(
    game: Game, options: Any, viewer: int, moves: list[tuple[int, int]]
) -> tuple[int, set[int]]:
    """After how many moves the viewer's views of both games first differ, and who else has
    seen a difference by then."""
    one, other = (Match(game, options, seed) for seed in SEEDS)
    seen_by: set[int] = set()
    for count, (seat, move) in enumerate([*moves, (WATCHER, 0)]):
        if one.view(viewer).tobytes() != other.view(viewer).tobytes():
            return count, seen_by
        for somebody in set(range(SEATS)) - {viewer}:
            if one.view(somebody).tobytes() != other.view(somebody).tobytes():
                seen_by.add(somebody)
        if one.over or other.over:
            return count, seen_by  # at the end a game may lay open what was hidden
        if other.seat != seat or move not in other.moves():
            return count + 1, seen_by  # the game goes on differently, from the same position
        one.play(seat, move)
        other.play(seat, move)
    raise AssertionError("a game that does not end")


def exchanged(decks: Decks, choice: random.Random) -> Decks:
    """The same decks, but for two cards of the last one."""
    changed = [list(deck) for deck in decks]
    a, b = choice.sample(range(len(changed[-1])), 2)
    changed[-1][a], changed[-1][b] = changed[-1][b], changed[-1][a]
    return changed


@pytest.mark.parametrize("viewer", [WATCHER, 0, 1, 2])
@pytest.mark.parametrize("name", ["level10", "luz"])
def test_hidden_cards_leave_no_trace_in_what_is_sent(
    name: str, viewer: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]
    choice = random.Random(f"{name} {viewer}")
    options = game.options(OPTIONS[name])
    true_decks = [
        game.shuffled_deck(options, SEEDS[0], deal) for deal in range(game.deals(options))
    ]
    dealer = Dealer(monkeypatch, game)
    dealer.deal(true_decks, true_decks)
    moves = played_at_random(game, options, choice)
    # For everybody else, the exchange that they see and that the viewer sees last.
    best: dict[int, tuple[int, Decks]] = {}
    for _ in range(150):
        other = exchanged(true_decks, choice)
        dealer.deal(true_decks, other)
        lasts, seen_by = same_for(game, options, viewer, moves)
        for seat in seen_by:
            best[seat] = max(best.get(seat, (0, other)), (lasts, other))
    assert set(best) == set(range(SEATS)) - {viewer}
    assert max(best.values())[0] > len(moves) // 4, "the games should be the same for long"

    with running(tmp_path) as address:
        for number, (lasts, other) in enumerate(best.values()):
            if (lasts, other) not in list(best.values())[:number]:
                dealer.deal(true_decks, other)
                run(played_twice(address, name, viewer, moves[: lasts - 1]))


async def played_twice(address: str, name: str, viewer: int, moves: list[tuple[int, int]]) -> None:
    people = [Guest(address, who) for who in ("Ana", "Ben", "Cleo", "Eve")]
    received = []
    for _ in SEEDS:
        table = people[0].make_table(name, "me free free", options=OPTIONS[name])
        players = [await people[0].at(table)]
        for seat in (1, 2):
            player = await people[seat].at(table)
            await player.command("sit", seat=seat, id="sit")
            await player.until("welcome")
            players.append(player)
        watching = await people[3 if viewer == WATCHER else viewer].at(table)  # a second tab
        assert watching.you == viewer
        for seat, move in moves:
            await made(players, seat, move)
            await watching.until_seq(players[seat].seq)
        again = await people[3 if viewer == WATCHER else viewer].at(table)
        everything = [watching, again, *([players[viewer]] if viewer != WATCHER else [])]
        received.append([sent(player, table) for player in everything])
    assert received[0] == received[1]
    assert sum(len(messages) for messages in received[0]) > len(moves)


async def made(players: list[Player], seat: int, move: int) -> None:
    """A seat makes a move, under a name that is the same in both games."""
    mover = players[seat]
    at = mover.seq
    await mover.send({"type": "move", "id": f"m{at}", "at": at, "move": move})
    answer = await mover.until("accepted", "refused")
    assert answer["type"] == "accepted", answer
    for player in players:
        await player.until_seq(answer["seq"])


def sent(player: Player, table: str) -> list[bytes]:
    """All that a player was sent but who came and went, which is a matter of moments; the
    table's own name is left out."""
    return [
        re.sub(table.encode(), b"TABLE", message)
        for message in player.received
        if b'"type":"people"' not in message
    ]
